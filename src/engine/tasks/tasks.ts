import { OWN } from '../../domain/fact.ts';
import { GLOBAL_SCOPE_KEY, type ScopeKey } from '../../domain/ids.ts';
import { storable } from '../../domain/redact/facts.ts';
import { isGlobal, type Scope } from '../../domain/scope.ts';
import {
  isSameTask,
  knownToPipeline,
  mergeTasks,
  type PendingTask,
  pinBehind,
  tasksInMessages,
  tasksInPipeline,
} from '../../domain/tasks/task.ts';
import { DAY, millis } from '../../domain/time.ts';
import type { Dismissed, SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';

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
    return withoutSecrets(deps, tasksInMessages(await deps.store.openMessages(MOST_MESSAGES), now, since));
  } catch (error) {
    // These tables belong to another program: failures are logged only.
    deps.log.failure('messages not read', error);
    return [];
  }
}

function withoutSecrets(deps: Pick<Deps, 'config'>, tasks: readonly PendingTask[]): readonly PendingTask[] {
  if (tasks.length === 0) return tasks;
  const [fact] = storable([{ kind: 'pipeline', tasks }], { strict: deps.config['redaction.strict'] });
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
  const inProgress = withoutSecrets(deps, tasksInPipeline(state, deps.config['tasks.stages'], deps.now()));
  const listed = ({ task_id: id }: PendingTask) => inProgress.find((task) => isSameTask(task.task_id, id));
  const finished = (task: PendingTask) => !listed(task) && known.some((id) => isSameTask(id, task.task_id));
  const isDismissed = (task: PendingTask, lists: readonly Dismissed[]) =>
    lists.some(({ tasks }) => (tasks.get(task.task_id) ?? -1) >= (millis(task.last_activity) ?? 0));

  const now = (task: PendingTask, lists: readonly Dismissed[]): PendingTask | null => {
    if (task.source === 'pipeline_state') {
      const entry = listed(task);
      return entry ? { ...task, task_id: entry.task_id, title: entry.title, stage: entry.stage } : null;
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
  const [fact] = storable([{ kind: 'pipeline', tasks }], { strict: deps.config['redaction.strict'] });
  await deps.store.append(head.id, [{ fact: fact!, key: null }], { via: OWN, at: deps.now() });
}
