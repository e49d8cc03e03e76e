import type { Config } from '../../config/config.ts';
import { GLOBAL_SCOPE_KEY, type ScopeKey } from '../../domain/ids.ts';
import { type AgeingLimits, ageTasks, type LeftTask, type TaskList } from '../../domain/restore/ageing.ts';
import type { SessionSnapshot } from '../../domain/restore/snapshot.ts';
import { isSameTask, latestFirst, mergeTasks, type PendingTask } from '../../domain/tasks/task.ts';
import { todoTask } from '../../domain/tasks/todo.ts';
import type { Thread } from '../../domain/thread/thread.ts';
import { DAY } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import type { TaskCheck } from './tasks.ts';

/** Sources of a scope's task list. */
export interface TaskListSources {
  readonly scopeKey: ScopeKey;
  /** Sessions with those of their tasks that are still open, the latest first. */
  readonly sessions: readonly SessionSnapshot[];
  /** Next actions of the active thread and of idle ones. */
  readonly next: Thread['next'];
  readonly check: TaskCheck;
}

/**
 * The list of open work in a scope: tasks left by sessions, next actions of the thread, the task list of the
 * project and messages, the latest first. A to-do of a host's list and a next action with the same text are one entry.
 * Starts, commands and tools all use it.
 */
export function openTaskList(
  deps: Pick<Deps, 'config' | 'now'>,
  { scopeKey, sessions, next, check }: TaskListSources,
): TaskList {
  const left = sessions.map((session) =>
    session.tasks.map((task): LeftTask => ({ ...task, session, scopeKey: session.scopeKey })),
  );
  const alone = (tasks: readonly PendingTask[], key = scopeKey) =>
    tasks.map((task): LeftTask => ({ ...task, session: null, scopeKey: key }));
  // Without next actions of teammates.
  const noted = next.filter((one) => one.noted && one.from === undefined).map(todoTask);
  const merged = mergeTasks<LeftTask>(
    // Noted on purpose: not replaced by a list.
    alone(check.stillOpen(noted)),
    ...left,
    alone(unmet(check.inProgress, sessions)),
    alone(check.messages, GLOBAL_SCOPE_KEY),
  );
  const ofScope = sessions.filter((session) => session.scopeKey === scopeKey);
  return ageTasks(latestFirst(merged), ofScope, deps.now(), ageingLimits(deps.config));
}

/** Tasks of the project's list that no session has: only the list has their age. */
function unmet(listed: readonly PendingTask[], sessions: readonly SessionSnapshot[]): PendingTask[] {
  const met = sessions.flatMap(({ tasks }) => tasks.map(({ task_id }) => task_id));
  return listed.filter(({ task_id }) => !met.some((id) => isSameTask(id, task_id)));
}

export function ageingLimits(config: Config): AgeingLimits {
  return { millis: config['tasks.old_days'] * DAY, sessions: config['tasks.old_sessions'] };
}
