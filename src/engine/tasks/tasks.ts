import type { Config } from '../../config/config.ts';
import { GLOBAL_SCOPE_KEY, type ScopeKey } from '../../domain/base/ids.ts';
import { isGlobal, type Scope } from '../../domain/base/scope.ts';
import { DAY, millis } from '../../domain/base/time.ts';
import { OWN_VIA } from '../../domain/facts/fact.ts';
import { toStorable } from '../../domain/redact/facts.ts';
import type { SessionSnapshot } from '../../domain/sessions/snapshot.ts';
import {
  type AgeingLimits,
  ageTasks,
  type LeftTask,
  type TaskList,
} from '../../domain/tasks/ageing.ts';
import type { Thread } from '../../domain/threads/thread.ts';
import {
  isSameTask,
  knownToPipeline,
  mergeTasks,
  type PendingTask,
  pinBehind,
  sortByActivity,
  tasksInMessages,
  tasksInPipeline,
} from '../../domain/todos/task.ts';
import { todoTask } from '../../domain/todos/todo.ts';
import type { Dismissed, SessionHead } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';

/** The file of a scope's task list; null for a relative path outside of a repository. */
export function pipelineFile(deps: Pick<Deps, 'config'>, scope: Scope): string | null {
  const path = deps.config['tasks.pipeline_file'];
  if (/^(?:[/\\]|[A-Za-z]:|~(?:[/\\]|$))/.test(path)) return path;
  return scope.root ? `${scope.root}/${path}` : null;
}

const MOST_MESSAGES = 100;

/** Open work in messages. They have no project, so they belong to the global scope and appear everywhere. */
async function messageTasks(deps: Deps): Promise<readonly PendingTask[]> {
  const now = deps.now();
  const since = now - deps.config['session_persistence.lookback_days'] * DAY;
  try {
    return withoutSecrets(
      deps,
      tasksInMessages(await deps.store.openMessages(MOST_MESSAGES), now, since),
    );
  } catch (error) {
    // These tables belong to another program: failures are logged only.
    deps.log.failure('messages not read', error);
    return [];
  }
}

function withoutSecrets(
  deps: Pick<Deps, 'config'>,
  tasks: readonly PendingTask[],
): readonly PendingTask[] {
  if (tasks.length === 0) return tasks;
  const [fact] = toStorable([{ kind: 'pipeline', tasks }], {
    strict: deps.config['redaction.strict'],
  });
  return (fact as { readonly tasks: readonly PendingTask[] }).tasks;
}

/** Decides for each task whether it is still open, by its source. */
export interface TaskCheck {
  /** The items that people dismissed. */
  readonly dismissed: DismissedIn;
  /** Tasks in progress, by the project's task list. */
  readonly inProgress: readonly PendingTask[];
  /** Open work in messages that nobody dismissed. */
  readonly messages: readonly PendingTask[];
  /** `from`: the scope in which they were found. Tasks dismissed there are closed as well. */
  stillOpen(tasks: readonly PendingTask[], from?: ScopeKey): PendingTask[];
}

export interface DismissedIn {
  readonly here: Dismissed;
  /** Sessions of the global scope appear everywhere, but their dismissals are recorded there. */
  readonly global: Dismissed;
}

/** `alone`: without messages, which belong to the global scope. */
export async function taskCheck(deps: Deps, scope: Scope, alone = false): Promise<TaskCheck> {
  const here = await deps.store.dismissed(scope.key);
  const global = isGlobal(scope.key) ? here : await deps.store.dismissed(GLOBAL_SCOPE_KEY);
  const messages = alone ? [] : await messageTasks(deps);
  const file = pipelineFile(deps, scope);
  const state = file ? deps.readJson(file) : null;
  const known = knownToPipeline(state);
  const inProgress = withoutSecrets(
    deps,
    tasksInPipeline(state, deps.config['tasks.stages'], deps.now()),
  );
  const listed = ({ task_id: id }: PendingTask) =>
    inProgress.find((task) => isSameTask(task.task_id, id));
  const finished = (task: PendingTask) =>
    !listed(task) && known.some((id) => isSameTask(id, task.task_id));
  const isDismissed = (task: PendingTask, lists: readonly Dismissed[]) =>
    lists.some(({ tasks }) => (tasks.get(task.task_id) ?? -1) >= (millis(task.last_activity) ?? 0));

  const now = (task: PendingTask, lists: readonly Dismissed[]): PendingTask | null => {
    if (task.source === 'pipeline_state') {
      const entry = listed(task);
      return entry
        ? { ...task, task_id: entry.task_id, title: entry.title, stage: entry.stage }
        : null;
    }
    if (finished(task)) return null;
    switch (task.source) {
      case 'working_memory_scan':
        return lists.some(({ pins }) => pins.has(pinBehind(task)!)) ? null : task;
      case 'host_todo':
        return isDismissed(task, lists) ? null : task;
      case 'message':
        // Messages appear in all scopes: a message answered or dismissed in either scope is closed.
        if (isDismissed(task, [here, global])) return null;
        return messages.find(({ task_id }) => task_id === task.task_id) ?? null;
    }
  };
  const stillOpen = (tasks: readonly PendingTask[], from: ScopeKey = scope.key) => {
    const lists = isGlobal(from) ? [here, global] : [here];
    return tasks.map((task) => now(task, lists)).filter((task) => task !== null);
  };
  return {
    dismissed: { here, global },
    inProgress,
    messages: stillOpen(messages, GLOBAL_SCOPE_KEY),
    stillOpen,
  };
}

/** Records changes of open work that belongs to no session: the project's task list, and messages. */
export async function observePipeline(deps: Deps, head: SessionHead): Promise<void> {
  const last = await deps.store.lastFact(head.id, 'pipeline');
  const before = last?.kind === 'pipeline' ? last.tasks : [];
  const { inProgress, messages } = await taskCheck(deps, head.scope);
  const tasks = mergeTasks(inProgress, messages).map((task) => {
    const earlier = before.find(({ task_id }) => task_id === task.task_id);
    // In a list without dates, the time of a stage is when it was first read.
    return earlier && earlier.stage === task.stage && earlier.title === task.title ? earlier : task;
  });
  if (JSON.stringify(tasks) === JSON.stringify(before)) return;
  const [fact] = toStorable([{ kind: 'pipeline', tasks }], {
    strict: deps.config['redaction.strict'],
  });
  await deps.store.append(head.id, [{ fact: fact!, key: null }], { via: OWN_VIA, at: deps.now() });
}

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
  return ageTasks(sortByActivity(merged), ofScope, deps.now(), ageingLimits(deps.config));
}

/** Tasks of the project's list that no session has: only the list has their age. */
function unmet(
  listed: readonly PendingTask[],
  sessions: readonly SessionSnapshot[],
): PendingTask[] {
  const met = sessions.flatMap(({ tasks }) => tasks.map(({ task_id }) => task_id));
  return listed.filter(({ task_id }) => !met.some((id) => isSameTask(id, task_id)));
}

export function ageingLimits(config: Config): AgeingLimits {
  return { millis: config['tasks.old_days'] * DAY, sessions: config['tasks.old_sessions'] };
}
