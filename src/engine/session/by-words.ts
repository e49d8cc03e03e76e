import { opensWhenAsked } from '../../domain/answer/matter.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { Scope } from '../../domain/scope.ts';
import type { SessionState } from '../../domain/session/session.ts';
import { choose } from '../answer/choose.ts';
import type { Deps } from '../deps.ts';

/** The newest session of the matter that words mean, and others that fit nearly as well. */
export interface MeantByWords {
  readonly session: SessionState;
  readonly near: readonly SessionState[];
}

/** So many others are named. */
const MOST_NEAR = 2;

/** Chooses as a prompt of these words would; null where nothing fits. `besides`: the session that asks. */
export async function sessionByWords(
  deps: Deps,
  words: string,
  place: { readonly scope: Scope; readonly besides: SessionId | null },
): Promise<MeantByWords | null> {
  const chosen = await choose(deps, words, place, { opens: opensWhenAsked, more: MOST_NEAR });
  const states = await Promise.all(chosen.map(({ id }) => deps.store.session(id)));
  const [session, ...near] = states.filter((state) => state !== null);
  return session ? { session, near: near.slice(0, MOST_NEAR) } : null;
}
