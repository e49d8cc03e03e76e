import type { ConfidenceUpdate } from '../memories/memory.ts';
import { isFinishedStage, type PendingTask, taskTitle } from '../tasks/task.ts';
import { iso, type Millis } from '../time.ts';

/** A task as a program states it: it may leave out where it is known from and when something happened to it. */
export type StatedTask = Pick<PendingTask, 'task_id' | 'title' | 'stage' | 'flagged_incomplete'> &
  Partial<Pick<PendingTask, 'source' | 'last_activity'>>;

/** A session's lists as a program states them. An absent list says nothing. */
export interface Statement {
  readonly hot_topics?: readonly string[];
  readonly active_projects?: readonly string[];
  readonly pending_tasks?: readonly StatedTask[];
  readonly recent_learnings?: readonly string[];
  readonly confidence_updates?: readonly ConfidenceUpdate[];
  readonly sop_interactions?: readonly SOPInteraction[];
}

/** The lists stated so far, each in its last version. */
export interface Stated extends Omit<Statement, 'pending_tasks'> {
  readonly pending_tasks?: readonly PendingTask[];
  /** Tasks that were stated and are not any more, or were stated as finished. */
  readonly closed?: readonly ClosedTask[];
}

export interface ClosedTask {
  readonly id: string;
  readonly at: Millis;
}

/** Limit of closed tasks; the latest stay. */
const MAX_CLOSED = 100;

export function foldStatement(stated: Stated | undefined, statement: Statement, at: Millis): Stated {
  const { pending_tasks: named, ...lists } = statement;
  const before = stated ?? {};
  return { ...before, ...lists, ...(named && foldTasks(before, named, at)) };
}

function foldTasks(
  before: Stated,
  named: readonly StatedTask[],
  at: Millis,
): Required<Pick<Stated, 'pending_tasks' | 'closed'>> {
  const earlier = new Map(before.pending_tasks?.map((task) => [task.task_id, task]));
  const distinct = [...new Map(named.map((task) => [task.task_id, task])).values()];
  const open = distinct.filter(({ stage }) => !isFinishedStage(stage));
  const ids = new Set(open.map(({ task_id: id }) => id));
  const gone = [...earlier.keys(), ...distinct.map(({ task_id: id }) => id)].filter((id) => !ids.has(id));
  const closed = new Map(before.closed?.map((task) => [task.id, task]));
  for (const id of ids) closed.delete(id);
  for (const id of gone) closed.set(id, closed.get(id) ?? { id, at });
  return {
    pending_tasks: open.map((task) => asPending(task, earlier.get(task.task_id), at)),
    closed: [...closed.values()].slice(-MAX_CLOSED),
  };
}

/** To state the same again is no activity. */
function asPending(task: StatedTask, earlier: PendingTask | undefined, at: Millis): PendingTask {
  const { task_id, stage, flagged_incomplete } = task;
  const title = taskTitle(task.title);
  const isSame = earlier?.stage === stage && earlier.title === title;
  const lastActivity = task.last_activity ?? (isSame ? earlier.last_activity : iso(at));
  // The program's own list: open until it says otherwise.
  const source = task.source ?? 'host_todo';
  return { task_id, title, stage, flagged_incomplete, source, last_activity: lastActivity };
}

/** Whether anything stated could be of use to a later session. */
export function statesAnything({ closed: _, ...lists }: Stated): boolean {
  return Object.values(lists).some((list) => list.length > 0);
}

/** That a standing instruction was given, and whether the agent took notice; as a session's record keeps it. */
export interface SOPInteraction {
  readonly sop_path: string;
  readonly injected_at: string;
  readonly acknowledged: boolean;
  readonly tool_call: string;
}
