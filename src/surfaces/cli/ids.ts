import type { SessionId } from '../../domain/ids.ts';
import type { SessionState } from '../../domain/session.ts';
import type { Store } from '../../store.ts';
import { Failure, UsageError } from './errors.ts';
import { when } from './times.ts';

/** Candidates that an error names. */
const MOST_LISTED = 10;

/** The session that a person means by an id or its beginning. */
export async function resolveSession(store: Store, typed: string): Promise<SessionState> {
  const prefix = typed.trim().toLowerCase();
  if (!/^[0-9a-z_.:-]{1,100}$/.test(prefix)) {
    throw new UsageError(
      `${JSON.stringify(typed)} is not the id of a session.`,
      'cortex history lists them.',
    );
  }
  // Rows of an older Cortex may have ids in capitals.
  const ids = [...new Set([...(await idsLike(store, prefix)), ...(await idsLike(store, typed.trim()))])];
  const exact = ids.find((id) => id === prefix || id === typed.trim());
  const found = exact ?? (ids.length === 1 ? ids[0] : undefined);
  if (found) return (await store.session(found))!;
  if (ids.length === 0) {
    throw new Failure(`No session has an id that begins with ${typed}.`, 'cortex history --all lists them.');
  }
  const listed = await Promise.all(ids.slice(0, MOST_LISTED).map((id) => store.session(id)));
  const lines = listed
    .filter((state) => state !== null)
    .map((state) => `  ${state.session_id}  ${when(state.start_time)}  ${state.title ?? ''}`.trimEnd());
  const more = ids.length > MOST_LISTED ? ['  and more'] : [];
  throw new Failure(
    [`${typed} fits several sessions:`, ...lines, ...more].join('\n'),
    'Give more of the id.',
  );
}

function idsLike(store: Store, prefix: string): Promise<readonly SessionId[]> {
  return store.idsLike(prefix, MOST_LISTED + 1);
}
