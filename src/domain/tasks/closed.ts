import type { Millis } from '../base/time.ts';
import type { SessionSnapshot } from '../sessions/snapshot.ts';
import type { Turn } from '../turns/turn.ts';

/** Sessions whose matter somebody called finished, each with the time of these words. */
export type ClosedSessions = ReadonlyMap<string, Millis>;

/** Marks a closed session. A request after the closing opens it again; the end of its process does not. */
export function markClosed<T extends SessionSnapshot>(
  session: T,
  turns: readonly Turn[],
  closed: ClosedSessions,
): T {
  const at = closed.get(session.id);
  const asked = turns.at(-1)?.at ?? session.startedAt;
  return at !== undefined && asked <= at ? { ...session, isClosed: true } : session;
}
