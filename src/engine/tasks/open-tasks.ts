import { GLOBAL_SCOPE_KEY } from '../../domain/base/ids.ts';
import { GLOBAL_SCOPE, isGlobal, type Scope } from '../../domain/base/scope.ts';
import { findByWords, type Near } from '../../domain/base/text/near.ts';
import { pinIdentity } from '../../domain/pins/pin.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import { byLatestActivity } from '../../domain/sessions/snapshot.ts';
import type { LeftTask, TaskList } from '../../domain/tasks/ageing.ts';
import type { Said } from '../../domain/threads/thread.ts';
import { asPinnedNow, byActivity, type PendingTask, pinBehind } from '../../domain/todos/task.ts';
import { todoTask, todoTaskId } from '../../domain/todos/todo.ts';
import type { SessionHead } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { Failure } from '../base/errors.ts';
import { pinsHere } from '../pins/pins.ts';
import { asOfNow } from '../sessions/as-of-now.ts';
import { scopesWorkedIn } from '../sessions/sessions.ts';
import { findActiveThread, threadsIn } from '../threads/idle.ts';
import { ownIn, threadEntry } from '../threads/thread-entries.ts';
import { openTaskList, pipelineFile, taskCheck } from './tasks.ts';

/**
 * The present task list of a scope: as a start would read it, with changes by running sessions since their last turn.
 * `alone`: without what the global scope adds.
 */
export async function tasksNow(deps: Deps, scope: Scope, alone = false): Promise<TaskList> {
  const isAlone = alone && !isGlobal(scope.key);
  const world = asOfNow(deps);
  const here = await world.store.snapshot(scope.key, scope.root, deps.now());
  const global =
    isAlone || isGlobal(scope.key)
      ? []
      : (await world.store.snapshot(GLOBAL_SCOPE_KEY, null, deps.now())).sessions;
  const check = await taskCheck(world, scope, isAlone);
  const all = [...here.sessions, ...global];
  const pins = all.filter(({ running }) => running).flatMap((session) => session.pins);
  const { active, left } = threadsIn(world, here);
  const sessions = all.map((session) => ({
    ...session,
    // A pin of a running session wins over an earlier version of it.
    tasks: check.stillOpen(
      session.running ? session.tasks : asPinnedNow(session.tasks, pins),
      session.scopeKey,
    ),
  }));
  return openTaskList(world, {
    scopeKey: scope.key,
    sessions: sessions.sort(byLatestActivity),
    next: [...left.next, ...(active?.thread.next ?? [])],
    check,
  });
}

/** An entry of the task list with its number, and whether the next session gets it. */
export interface ListedTask extends LeftTask {
  readonly number: number;
  readonly age: 'open' | 'older' | 'overtaken';
  /** The scope in which it was looked up. */
  readonly scope: Scope;
}

/** All entries of a task list in order of their numbers: current ones, then older ones, then those of replaced lists. */
export async function tasksIn(deps: Deps, scope: Scope, alone = false): Promise<ListedTask[]> {
  const { told, older, overtaken } = await tasksNow(deps, scope, alone);
  const aged = (tasks: readonly LeftTask[], age: ListedTask['age']) =>
    tasks.map((task) => ({ ...task, age, scope }));
  return numbered([
    ...aged(told, 'open'),
    ...aged(older, 'older'),
    ...aged(overtaken, 'overtaken'),
  ]);
}

function numbered(tasks: readonly Omit<ListedTask, 'number'>[]): ListedTask[] {
  return tasks.map((task, i) => ({ ...task, number: i + 1 }));
}

const AGES: readonly ListedTask['age'][] = ['open', 'older', 'overtaken'];

/** Tasks of this scope come first, with their usual numbers, so that closing by number is unambiguous. */
export async function tasksEverywhere(deps: Deps, here: Scope): Promise<ListedTask[]> {
  const own = (await tasksIn(deps, here)).map((task) =>
    isGlobal(task.scopeKey) ? { ...task, scope: GLOBAL_SCOPE } : task,
  );
  const found: ListedTask[] = [];
  for (const scope of await scopesWorkedIn(deps))
    if (scope.key !== here.key && !isGlobal(scope.key))
      found.push(...(await tasksIn(deps, scope, true)));
  const others = found.sort(
    (a, b) => AGES.indexOf(a.age) - AGES.indexOf(b.age) || byActivity(a, b),
  );
  return numbered([...own, ...others]);
}

/** Finds a task by its number in the list, by its id or the beginning of it, or by words of its title. */
export function taskMeant<T extends PendingTask>(said: string, open: readonly T[]): Near<T> {
  const word = said.trim();
  const number = /^#?(\d{1,4})$/.exec(word)?.[1];
  if (number !== undefined) {
    const found = open[Number(number) - 1];
    return found ? { kind: 'one', found } : { kind: 'none' };
  }
  const exact = open.filter((task) => task.task_id === word);
  const byId =
    exact.length > 0 ? exact : open.filter((task) => word !== '' && task.task_id.startsWith(word));
  if (byId.length === 1) return { kind: 'one', found: byId[0]! };
  if (byId.length > 1) return { kind: 'several', candidates: byId };
  return findByWords(word, open, (task) => [task.title, task.task_id]);
}

export type TaskEnding = 'done' | 'dropped';

export interface Closer {
  readonly how: TaskEnding;
  readonly by: Said['by'];
  /** The session in which it was closed. */
  readonly session?: SessionHead | null;
}

/**
 * Closes a task everywhere: it is dismissed in its scope, and the next action with the same text leaves the thread, where it
 * counts as done unless it was dropped. A task of a pipeline or of a present pin must be closed there.
 */
export async function closeTask(
  deps: Deps,
  scope: Scope,
  task: LeftTask,
  closer: Closer,
): Promise<void> {
  const from = isGlobal(task.scopeKey) ? GLOBAL_SCOPE : scope;
  if (task.source === 'pipeline_state') {
    const file = pipelineFile(deps, scope) ?? deps.config['tasks.pipeline_file'];
    throw new Failure(
      `${task.task_id} is in progress as long as its list says so.`,
      `Close it there: ${file}`,
    );
  }
  if (task.source === 'working_memory_scan') {
    const identity = pinBehind(task)!;
    const { pins } = await pinsHere(deps, scope);
    if (pins.some((pin) => pinIdentity(pin) === identity))
      throw new Failure(
        `${task.task_id} is open as long as a pin names it.`,
        `Unpin it: cortex unpin ${JSON.stringify(identity)}`,
      );
    await deps.store.changePins([], deps.now(), () => [{ kind: 'unpinned', identity }], from);
  } else if (task.source === 'message') {
    // Messages belong to the global scope; the work was done here.
    await deps.store.dismiss(GLOBAL_SCOPE_KEY, 'task', [task.task_id], deps.now());
    await dismiss(deps, scope, task, closer);
  } else await dismiss(deps, from, task, closer);
}

async function dismiss(
  deps: Deps,
  scope: Scope,
  task: LeftTask,
  { how, by, session }: Closer,
): Promise<void> {
  const seen = await findActiveThread(deps, scope);
  const action = seen?.thread.next.find(({ text }) => todoTaskId(text) === task.task_id);
  const isWork = action !== undefined || (seen !== null && how === 'done');
  const fact = { kind: how, text: action?.text ?? task.title, by };
  const entry = threadEntry(
    deps,
    scope,
    redactStrings([fact], { strict: deps.config['redaction.strict'] }),
  );
  const work = isWork ? { entry, session: ownIn(scope, session) } : undefined;
  await deps.store.dismiss(scope.key, 'task', [task.task_id], deps.now(), work);
}

/** Finds the open work for the text of a note: task list entries, and next actions that no session's list has any more. */
export async function workMeant(deps: Deps, scope: Scope, text: string): Promise<Near<LeftTask>> {
  const open: readonly LeftTask[] = (await tasksIn(deps, scope)).filter(
    ({ source }) => source === 'host_todo' || source === 'message',
  );
  const known = new Set(open.map(({ task_id }) => task_id));
  const seen = await findActiveThread(deps, scope);
  const planned = (seen?.thread.next ?? [])
    .map(todoTask)
    .filter(({ task_id }) => !known.has(task_id))
    .map((task): LeftTask => ({ ...task, session: null, scopeKey: scope.key }));
  const all = [...open, ...planned];
  const same = all.find(({ task_id }) => task_id === todoTaskId(text));
  return same ? { kind: 'one', found: same } : findByWords(text, all, ({ title }) => [title]);
}
