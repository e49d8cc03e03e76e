import type { SessionState } from '../../domain/session.ts';
import { findSession, mayBeId } from '../../engine/find.ts';
import type { Store } from '../../store.ts';
import { Failure, UsageError } from './errors.ts';
import { when } from './times.ts';

/** The session that a person means by an id or its beginning. */
export async function resolveSession(store: Store, typed: string): Promise<SessionState> {
  if (!mayBeId(typed)) {
    throw new UsageError(
      `${JSON.stringify(typed)} is not the id of a session.`,
      'cortex history lists them.',
    );
  }
  const sought = await findSession(store, typed);
  if (sought.kind === 'found') return sought.found;
  if (sought.kind === 'none') {
    throw new Failure(`No session has an id that begins with ${typed}.`, 'cortex history --all lists them.');
  }
  const lines = sought.candidates.map((state) =>
    `  ${state.session_id}  ${when(state.start_time)}  ${state.title ?? ''}`.trimEnd(),
  );
  throw new Failure(
    [`${typed} fits several sessions:`, ...lines, ...(sought.more ? ['  and more'] : [])].join('\n'),
    'Give more of the id.',
  );
}
