import type { SessionId } from '../../domain/ids.ts';
import { mutedIdentity, type Untellable } from '../../domain/restore/muted.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Thread } from '../../domain/thread/thread.ts';
import type { Deps } from '../deps.ts';

/** The texts of the sessions whose end is told, and of a thread, that a person can keep from being told. */
export async function untellable(
  deps: Pick<Deps, 'store' | 'now'>,
  told: readonly SessionId[],
  thread: Thread | null,
): Promise<Untellable> {
  const turns = await Promise.all(told.map((id) => deps.store.turnsOf(id)));
  return {
    turns: turns.flat(),
    decisions: (thread?.decisions ?? []).filter(({ replaced }) => !replaced),
  };
}

/** No later session of the scope is told these texts as what happened last time or was decided. */
export async function untell(deps: Deps, scope: Scope, texts: readonly string[]): Promise<void> {
  await deps.store.untell(scope.key, texts.map(mutedIdentity), deps.now());
}

/** Everything that was not to be told is told again. How many texts. */
export function tellAgain({ store }: Pick<Deps, 'store'>, scope: Scope): Promise<number> {
  return store.tellAgain(scope.key);
}
