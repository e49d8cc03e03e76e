/** Decides which open tasks are told and which are only counted. A task is never closed here, whatever its age: its list or a person does that. */

import type { ScopeKey, SessionId } from '../base/ids.ts';
import { type Millis, millis } from '../base/time.ts';
import { hasChanges, type SessionSnapshot } from '../sessions/snapshot.ts';
import type { PendingTask } from '../todos/task.ts';

/** After how many days, and how many later sessions, an open item is only counted. */
export interface AgeingLimits {
  readonly millis: number;
  readonly sessions: number;
}

/** When an item was last touched, and by which session, if any. */
export interface LastTouch {
  readonly at: Millis;
  readonly session?: SessionId | undefined;
}

/** Whether an item was touched recently: within the days, and not before all of the last working sessions. */
export function isFresh(
  touched: LastTouch,
  sessions: readonly SessionSnapshot[],
  now: Millis,
  limits: AgeingLimits,
): boolean {
  if (now - touched.at > limits.millis) return false;
  // The session that touched it does not count as a later one.
  const since = sessions.filter(
    (session) => session.at > touched.at && session.id !== touched.session && hasChanges(session),
  );
  return since.length < limits.sessions;
}

/** An open task and where it was found. */
export interface LeftTask extends PendingTask {
  /** The session that had it last; null if it comes only from a list, a note or a message. */
  readonly session: SessionSnapshot | null;
  readonly scopeKey: ScopeKey;
}

export interface TaskList {
  readonly told: readonly LeftTask[];
  /** Open tasks that were not touched for long. */
  readonly older: readonly LeftTask[];
  /** Tasks of a to-do list that a newer one replaced. */
  readonly overtaken: readonly LeftTask[];
  /** Tasks of unmerged branches. */
  readonly apart: readonly LeftTask[];
}

/** Sorts open tasks by age. Tasks of a pipeline never age while its file lists them. */
export function ageTasks(
  tasks: readonly LeftTask[],
  sessions: readonly SessionSnapshot[],
  now: Millis,
  limits: AgeingLimits,
): TaskList {
  const book = {
    told: [] as LeftTask[],
    older: [] as LeftTask[],
    overtaken: [] as LeftTask[],
    apart: [],
  };
  for (const task of tasks) {
    if (task.source === 'pipeline_state') book.told.push(task);
    else if (isOvertaken(task, sessions)) book.overtaken.push(task);
    else if (isFresh(touchOf(task), sessions, now, limits)) book.told.push(task);
    else book.older.push(task);
  }
  return book;
}

function touchOf({ last_activity: at, session }: LeftTask): LastTouch {
  return { at: millis(at) ?? 0, session: session?.id };
}

/** Whether a newer list of the same branch or conversation no longer names the task. */
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
      (other.branch === session.branch ||
        (conversation !== null && other.conversation === conversation)) &&
      !other.tasks.some(({ task_id }) => task_id === id),
  );
}
