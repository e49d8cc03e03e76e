import { GLOBAL_SCOPE_KEY, type ScopeKey } from '../../domain/ids.ts';
import { storable } from '../../domain/redact/facts.ts';
import { isGlobal, type Scope } from '../../domain/scope.ts';
import { tasksInMessages } from '../../domain/tasks/message-task.ts';
import {
  isSameTask,
  knownToPipeline,
  type PendingTask,
  pinBehind,
  tasksInPipeline,
} from '../../domain/tasks/task.ts';
import { DAY, type Millis, millis } from '../../domain/time.ts';
import type { LetGo } from '../../store.ts';
import type { Deps } from '../deps.ts';

/** The file of a scope's task list; null if a relative path has nothing to be relative to. */
export function pipelineFile(deps: Pick<Deps, 'config'>, scope: Scope): string | null {
  const path = deps.config['tasks.pipeline_file'];
  if (/^(?:[/\\]|[A-Za-z]:|~(?:[/\\]|$))/.test(path)) return path;
  return scope.root ? `${scope.root}/${path}` : null;
}

/** A scope's task list as it stands in its file. */
export interface Pipeline {
  readonly inProgress: readonly PendingTask[];
  /** Every task that it knows, finished or not. */
  readonly known: readonly string[];
}

function pipelineNow(deps: Deps, scope: Scope): Pipeline {
  const file = pipelineFile(deps, scope);
  const state = file ? deps.readJson(file) : null;
  const tasks = tasksInPipeline(state, deps.config['tasks.stages'], deps.now());
  return { inProgress: withoutSecrets(deps, tasks), known: knownToPipeline(state) };
}

const MOST_MESSAGES = 100;

/** Open work in messages. They have no project, so they belong to the global scope and are met everywhere. */
async function messageTasks(deps: Deps): Promise<readonly PendingTask[]> {
  const now = deps.now();
  const since = now - deps.config['session_persistence.lookback_days'] * DAY;
  try {
    const tasks = tasksInMessages(await deps.store.openMessages(MOST_MESSAGES), now, since);
    return withoutSecrets(deps, tasks);
  } catch (error) {
    // Tables of somebody else, whatever became of them: nothing of ours depends on them.
    deps.log.failure('messages not read', error);
    return [];
  }
}

function withoutSecrets(deps: Pick<Deps, 'config'>, tasks: readonly PendingTask[]): readonly PendingTask[] {
  if (tasks.length === 0) return tasks;
  const [fact] = storable([{ kind: 'pipeline', tasks }], { strict: deps.config['redaction.strict'] });
  return (fact as { readonly tasks: readonly PendingTask[] }).tasks;
}

/** Answers for each remembered task whether it is still open now; whatever keeps it decides. */
export interface TaskCheck {
  /** The items that people dismissed. */
  readonly dismissed: DismissedIn;
  /** Tasks in progress, by the project's task list. */
  readonly inProgress: readonly PendingTask[];
  /** Open work in messages that nobody dismissed. */
  readonly messages: readonly PendingTask[];
  /** `from`: the scope in which they were met. What was let go of there is over as well. */
  stillOpen(tasks: readonly PendingTask[], from?: ScopeKey): PendingTask[];
}

export interface DismissedIn {
  readonly here: LetGo;
  /** Sessions of the global scope are met everywhere, but what they let go of is noted there. */
  readonly global: LetGo;
}

async function dismissedIn(deps: Pick<Deps, 'store'>, scope: Scope): Promise<DismissedIn> {
  const here = await deps.store.letGo(scope.key);
  return { here, global: isGlobal(scope.key) ? here : await deps.store.letGo(GLOBAL_SCOPE_KEY) };
}

/** `alone`: without messages, which are everybody's. */
export async function taskCheck(deps: Deps, scope: Scope, alone = false): Promise<TaskCheck> {
  const dismissed = await dismissedIn(deps, scope);
  const messages = alone ? [] : await messageTasks(deps);
  const pipeline = pipelineNow(deps, scope);
  const listed = ({ task_id: id }: PendingTask) =>
    pipeline.inProgress.find((task) => isSameTask(task.task_id, id));
  const finished = (task: PendingTask) =>
    !listed(task) && pipeline.known.some((id) => isSameTask(id, task.task_id));
  const both = [dismissed.here, dismissed.global];
  const isDismissed = (task: PendingTask, lists: readonly LetGo[]) =>
    lists.some(({ tasks }) => closedSince(tasks.get(task.task_id), task));

  const now = (task: PendingTask, lists: readonly LetGo[]): PendingTask | null => {
    switch (task.source) {
      case 'pipeline_state': {
        const entry = listed(task);
        return entry ? { ...task, task_id: entry.task_id, title: entry.title, stage: entry.stage } : null;
      }
      case 'working_memory_scan':
        if (finished(task)) return null;
        return lists.some(({ pins }) => pins.has(pinBehind(task)!)) ? null : task;
      case 'host_todo':
        return finished(task) || isDismissed(task, lists) ? null : task;
      case 'message':
        // Messages belong to everybody: whoever met one, it is over when it was answered or let go anywhere.
        if (finished(task) || isDismissed(task, both)) return null;
        return messages.find(({ task_id }) => task_id === task.task_id) ?? null;
    }
  };
  const stillOpen = (tasks: readonly PendingTask[], from: ScopeKey = scope.key) => {
    const lists = isGlobal(from) ? both : [dismissed.here];
    return tasks.map((task) => now(task, lists)).filter((task) => task !== null);
  };
  return {
    dismissed,
    inProgress: pipeline.inProgress,
    messages: stillOpen(messages, GLOBAL_SCOPE_KEY),
    stillOpen,
  };
}

function closedSince(closed: Millis | undefined, task: PendingTask): boolean {
  return closed !== undefined && closed >= (millis(task.last_activity) ?? 0);
}
