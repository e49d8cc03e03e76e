import type { ScopeKey, SessionId } from '../ids.ts';
import type { PendingTask } from '../tasks/task.ts';
import { type Millis, millis } from '../time.ts';
import { type SessionSnapshot, worked } from './snapshot.ts';

/** After how long, and how much work of others, an open item is only counted. */
export interface AgeingLimits {
  readonly millis: number;
  readonly sessions: number;
}

/** When an item was last touched, and by which session, where one did. */
export interface Touched {
  readonly at: Millis;
  readonly session?: SessionId | undefined;
}

/** Whether an item was touched lately: within the days, and not before all of the last sessions that worked. */
export function isFresh(
  touched: Touched,
  sessions: readonly SessionSnapshot[],
  now: Millis,
  limits: AgeingLimits,
): boolean {
  if (now - touched.at > limits.millis) return false;
  // The session that touched it ended later, and is not one that passed it by.
  const since = sessions.filter(
    (session) => session.at > touched.at && session.id !== touched.session && worked(session),
  );
  return since.length < limits.sessions;
}

/** An open task with where it was met. */
export interface LeftTask extends PendingTask {
  /** The session that had it last; null where a list, a note or a message alone speaks of it. */
  readonly session: SessionSnapshot | null;
  readonly scopeKey: ScopeKey;
}

export interface TaskList {
  readonly told: readonly LeftTask[];
  /** Open, and not touched for long. */
  readonly older: readonly LeftTask[];
  /** From a to-do list that a newer one replaced. */
  readonly overtaken: readonly LeftTask[];
  /** A branch whose commits are not part of what is checked out. */
  readonly apart: readonly LeftTask[];
}

/** Which open tasks are told. Those of a pipeline count as long as its file says so. */
export function ageTasks(
  tasks: readonly LeftTask[],
  sessions: readonly SessionSnapshot[],
  now: Millis,
  limits: AgeingLimits,
): TaskList {
  const book = { told: [] as LeftTask[], older: [] as LeftTask[], overtaken: [] as LeftTask[], apart: [] };
  for (const task of tasks) {
    if (task.source === 'pipeline_state') book.told.push(task);
    else if (isOvertaken(task, sessions)) book.overtaken.push(task);
    else if (isFresh(touchOf(task), sessions, now, limits)) book.told.push(task);
    else book.older.push(task);
  }
  return book;
}

function touchOf({ last_activity: at, session }: LeftTask): Touched {
  return { at: millis(at) ?? 0, session: session?.id };
}

/** A newer list of the same branch, or of the same conversation, does not name it. */
function isOvertaken(
  { source, session, task_id: id }: LeftTask,
  sessions: readonly SessionSnapshot[],
): boolean {
  if (source !== 'host_todo' || session === null || session.listAt === null) return false;
  const { listAt, conversation } = session;
  return sessions.some(
    (other) =>
      other.id !== session.id &&
      other.listAt !== null &&
      other.listAt > listAt &&
      (other.branch === session.branch || (conversation !== null && other.conversation === conversation)) &&
      !other.tasks.some(({ task_id }) => task_id === id),
  );
}
