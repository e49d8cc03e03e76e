import type { Recorded } from '../../domain/fact.ts';
import type { SessionId, ThreadId } from '../../domain/ids.ts';
import { isMark } from '../../domain/restore/due.ts';
import type { SessionState } from '../../domain/session/session.ts';
import type { RestoreRecord } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { type SessionStatus, statusOf } from './liveness.ts';

type Stored = Pick<Deps, 'store'>;

/** A session as a person is shown it. */
export interface SessionRecord extends SessionStatus {
  readonly thread: ThreadId | null;
  /** Its learnings, in words as they are now; null for one that was forgotten. */
  readonly learnings: readonly { readonly id: string; readonly content: string | null }[];
}

export async function sessionRecord(deps: Deps, state: SessionState): Promise<SessionRecord> {
  const seen = await statusOf(deps, state);
  const learnings = seen.state.recent_learnings.map(async (id) => ({
    id,
    content: (await deps.store.memory(id))?.content ?? null,
  }));
  const thread = await deps.store.threadOfSession(seen.state.session_id);
  return { ...seen, thread, learnings: await Promise.all(learnings) };
}

/** Everything that was recorded of a session, in order. */
export function factsOf({ store }: Stored, id: SessionId): Promise<readonly Recorded[]> {
  return store.factsOf(id);
}

/** The preambles of a session, each with its reasons. */
export async function restoresOf({ store }: Stored, id: SessionId): Promise<readonly RestoreRecord[]> {
  return (await store.restoresOf(id)).filter((one) => !isMark(one));
}
