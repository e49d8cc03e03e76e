import { GLOBAL_SCOPE_KEY } from '../../domain/ids.ts';
import type { Scope } from '../../domain/scope.ts';
import { crashEnd, type SessionState } from '../../domain/session/session.ts';
import { HOUR, MINUTE } from '../../domain/time.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { wordsInTranscript } from '../events/transcript-words.ts';

/** Ends dead sessions, and folds quiet ones for this restore. */
export async function recoverDead(deps: Deps, scope: Scope): Promise<void> {
  const now = deps.now();
  const quiet = deps.config['restore.quiet_minutes'] * MINUTE;
  let listened = 0;
  for (const head of here(await deps.store.openSessions(), scope)) {
    // After the deadline the remaining sessions wait for the next start.
    if (deps.deadline.passed()) return;
    if (isDead(deps, head))
      await recover(deps, head, head.scope.key === scope.key && ++listened <= MOST_LISTENED);
    else if ([scope.key, GLOBAL_SCOPE_KEY].includes(head.scope.key) && now - head.lastActivity >= quiet) {
      await deps.store.fold(head.id, now);
    }
  }
}

/** Most sessions whose transcripts a start reads. */
const MOST_LISTENED = 3;

/**
 * Ends a dead session as of its last activity. `listens`: reads the agent's words of a killed turn, which are only
 * in the transcript. Null if it changed in the meantime.
 */
export async function recover(deps: Deps, head: SessionHead, listens = false): Promise<SessionState | null> {
  const now = deps.now();
  const heard = listens ? wordsInTranscript(deps, head, undefined, '') : null;
  const state = await deps.store.recoverSession(head, (digest) => crashEnd(digest, now), now, heard);
  if (state) {
    deps.writeMirror(state, await deps.store.metricHead());
    deps.log.info('session recovered', { session_id: head.id, end_time: state.end_time });
  }
  return state;
}

/** Whether a session is dead: by proof, or by an expired lease. A session with a living owner is not, however quiet. */
export function isDead(deps: Pick<Deps, 'owners' | 'config' | 'now'>, head: SessionHead): boolean {
  // Only its own machine can check the process: for others a long lease applies.
  if (head.origin !== null) return deps.now() - head.lastActivity > deps.config['share.lease_hours'] * HOUR;
  const liveness = deps.owners.liveness(head.owner);
  if (liveness !== 'unknown') return liveness === 'dead';
  return deps.now() - head.lastActivity > deps.config['sessions.lease_minutes'] * MINUTE;
}

/** Sessions of this scope first, the newest before the others, because this restore needs them. */
function here(heads: readonly SessionHead[], scope: Scope): SessionHead[] {
  const isHere = (head: SessionHead) => Number(head.scope.key === scope.key);
  return [...heads].sort((a, b) => isHere(b) - isHere(a) || b.lastActivity - a.lastActivity);
}
