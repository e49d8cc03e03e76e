import { GLOBAL_SCOPE_KEY } from '../../domain/ids.ts';
import type { LeftTask } from '../../domain/restore/ageing.ts';
import type { StandingSession } from '../../domain/restore/standing.ts';
import type { Scope } from '../../domain/scope.ts';
import { isSameTask, latestFirst, mergeTasks, type PendingTask } from '../../domain/task.ts';
import type { NextAction, Thread } from '../../domain/thread/thread.ts';
import { iso } from '../../domain/time.ts';
import { todoTaskId } from '../../domain/todo.ts';
import type { Deps } from '../deps.ts';
import { messageTasks, pipelineNow, type TaskCheck } from '../tasks.ts';

/** What is known of a scope before its lists are read. */
interface Known {
  readonly sessions: readonly StandingSession[];
  readonly thread: { readonly thread: Pick<Thread, 'next'> } | null;
  readonly check: TaskCheck;
  /** Whether somebody ever worked here: a list in a folder that nobody worked in is no news. */
  readonly hasPast: boolean;
}

/**
 * The one book of open work in a scope: what sessions left, what the thread names as next, what the task list of the
 * project and messages say. A to-do of a host's list and a next action of the same words are one entry.
 */
export async function openBook(
  deps: Deps,
  scope: Scope,
  { sessions, thread, check, hasPast }: Known,
): Promise<LeftTask[]> {
  const left = sessions.map((session) => session.tasks.map((task): LeftTask => ({ ...task, session })));
  const alone = (tasks: readonly PendingTask[]) =>
    tasks.map((task): LeftTask => ({ ...task, session: null }));
  const noted = (thread?.thread.next ?? []).filter(({ noted }) => noted).map(asTask);
  const merged = mergeTasks<LeftTask>(
    // Said on purpose: no list takes its place.
    alone(check.stillOpen(noted)),
    ...left,
    hasPast ? alone(unmet(pipelineNow(deps, scope).inProgress, sessions)) : [],
    alone(check.stillOpen(await messageTasks(deps), GLOBAL_SCOPE_KEY)),
  );
  return latestFirst(merged);
}

function asTask({ text, status, at }: NextAction): PendingTask {
  return {
    task_id: todoTaskId(text),
    title: text,
    stage: status === 'in_progress' ? 'in progress' : 'to do',
    flagged_incomplete: false,
    source: 'host_todo',
    last_activity: iso(at),
  };
}

/** Tasks of the project's list that no session has met: its age is known only there. */
function unmet(listed: readonly PendingTask[], sessions: readonly StandingSession[]): PendingTask[] {
  const met = sessions.flatMap(({ tasks }) => tasks.map(({ task_id }) => task_id));
  return listed.filter(({ task_id }) => !met.some((id) => isSameTask(id, task_id)));
}
