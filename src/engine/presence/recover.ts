import { GLOBAL_SCOPE_KEY, type ScopeKey, type SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { HOUR, MINUTE } from '../../domain/base/time.ts';
import { crashEnd, type SessionState } from '../../domain/sessions/session.ts';
import type { SessionHead } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { type NewWords, wordsInTranscript } from './transcript-words.ts';

/** Ends dead sessions, and folds quiet ones for this restore. */
export async function recoverDead(deps: Deps, scope: Scope): Promise<void> {
  const now = deps.now();
  const quiet = deps.config['restore.quiet_minutes'] * MINUTE;
  const open = await deps.store.openSessions();
  const heard = sessionsHeard(deps, open);
  for (const head of here(open, scope)) {
    // After the deadline the remaining sessions wait for the next start.
    if (deps.deadline.passed()) return;
    if (isDead(deps, head)) await recover(deps, head, heard.has(head.id));
    else if (
      [scope.key, GLOBAL_SCOPE_KEY].includes(head.scope.key) &&
      now - head.lastActivity >= quiet
    ) {
      await deps.store.fold(head.id, now);
    }
  }
}

/** Most dead sessions of a scope whose transcripts are read. */
const MOST_HEARD = 3;

/** The dead sessions whose last words are read from their transcripts: the newest of each scope. */
export function sessionsHeard(
  deps: Pick<Deps, 'owners' | 'config' | 'now'>,
  open: readonly SessionHead[],
): ReadonlySet<SessionId> {
  const dead = open
    .filter((head) => isDead(deps, head))
    .toSorted((a, b) => b.lastActivity - a.lastActivity || b.lastSeq - a.lastSeq);
  const byScope = new Map<ScopeKey, SessionHead[]>();
  for (const head of dead)
    byScope.set(head.scope.key, [...(byScope.get(head.scope.key) ?? []), head]);
  return new Set(
    [...byScope.values()].flatMap((heads) => heads.slice(0, MOST_HEARD).map(({ id }) => id)),
  );
}

/** Reads the last turn of a dead session from its transcript: no hook reported the end of that turn. */
export function lastWordsOf(
  deps: Pick<Deps, 'config' | 'spoken' | 'readText' | 'exists' | 'isNowhere'>,
  head: SessionHead,
): NewWords | null {
  return wordsInTranscript(deps, head, undefined, '');
}

/**
 * Ends a dead session as of its last activity. `isHeard`: with its last words. Null if it changed in the
 * meantime.
 */
export async function recover(
  deps: Deps,
  head: SessionHead,
  isHeard: boolean,
): Promise<SessionState | null> {
  const now = deps.now();
  const heard = isHeard ? lastWordsOf(deps, head) : null;
  const state = await deps.store.recoverSession(
    head,
    (digest) => crashEnd(digest, now),
    now,
    heard,
  );
  if (state) {
    deps.writeMirror(state, await deps.store.metricHead());
    deps.log.info('session recovered', { session_id: head.id, end_time: state.end_time });
  }
  return state;
}
/** Whether a session is dead: by proof, or by an expired lease. A session with a living owner is not, however quiet. */
export function isDead(deps: Pick<Deps, 'owners' | 'config' | 'now'>, head: SessionHead): boolean {
  // Only its own machine can check the process: for others a long lease applies.
  if (head.origin !== null)
    return deps.now() - head.lastActivity > deps.config['share.lease_hours'] * HOUR;
  const liveness = deps.owners.liveness(head.owner);
  if (liveness !== 'unknown') return liveness === 'dead';
  return deps.now() - head.lastActivity > deps.config['sessions.lease_minutes'] * MINUTE;
}

/** Sessions of this scope first, the newest before the others, because this restore needs them. */
function here(heads: readonly SessionHead[], scope: Scope): SessionHead[] {
  const isHere = (head: SessionHead) => Number(head.scope.key === scope.key);
  return [...heads].sort((a, b) => isHere(b) - isHere(a) || b.lastActivity - a.lastActivity);
}
