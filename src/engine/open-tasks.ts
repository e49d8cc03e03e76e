import { pendingTasks } from '../domain/digest.ts';
import { GLOBAL_SCOPE_KEY, type ScopeKey, type SessionId } from '../domain/ids.ts';
import { type Pin, pinIdentity } from '../domain/pin.ts';
import { GLOBAL_SCOPE, isGlobal, type Scope } from '../domain/scope.ts';
import { asPinnedNow, latestFirst, mergeTasks, type PendingTask, pinBehind } from '../domain/task.ts';
import { DAY, type Millis } from '../domain/time.ts';
import type { LetGo } from '../store.ts';
import type { Deps } from './deps.ts';
import { foldingUnder } from './folding.ts';
import { pinsHere } from './pins.ts';
import { type LetGoIn, letGoIn, messageTasks, pipelineFile, pipelineNow, taskCheck } from './tasks.ts';

/** A pending task with where it was met. */
export interface OpenTask extends PendingTask {
  /** The session that had it last; null where none did: a list or a message alone speaks of it. */
  readonly session_id: SessionId | null;
  readonly scope_key: ScopeKey;
}

/**
 * What is open now, the latest first: what the sessions within the lookback left or have, as far as its source still
 * says so, and what the task list and messages say themselves. `alone`: without what the global scope adds.
 */
export async function openTasks(deps: Deps, scope: Scope, alone = false): Promise<OpenTask[]> {
  const held = await tasksHeld(deps, scope);
  const pipeline = pipelineNow(deps, scope);
  const check = taskCheck(deps, scope, alsoClosed(await letGoIn(deps, scope), held), pipeline);
  const lists = held
    .filter((session) => !alone || session.scopeKey === scope.key)
    .map(({ id, scopeKey, tasks }) =>
      check.stillOpen(tasks, scopeKey).map((task) => ({ ...task, session_id: id, scope_key: scopeKey })),
    );
  const unmet = (tasks: readonly PendingTask[], key: ScopeKey) =>
    tasks.map((task) => ({ ...task, session_id: null, scope_key: key }));
  const messages = alone && !isGlobal(scope.key) ? [] : await messageTasks(deps);
  const merged = mergeTasks<OpenTask>(
    ...lists,
    unmet(pipeline.inProgress, scope.key),
    unmet(check.stillOpen(messages, GLOBAL_SCOPE_KEY), GLOBAL_SCOPE_KEY),
  );
  return latestFirst(merged);
}

interface Held {
  readonly id: SessionId;
  readonly scopeKey: ScopeKey;
  readonly tasks: readonly PendingTask[];
  /** To-dos that it closed since it was folded. */
  readonly closed: readonly { readonly id: string; readonly at: Millis }[];
}

/** Those of running sessions as their facts say now, then those that earlier ones left, the latest first. */
async function tasksHeld(deps: Deps, scope: Scope): Promise<Held[]> {
  const folding = foldingUnder(deps.config);
  const since = deps.now() - deps.config['session_persistence.lookback_days'] * DAY;
  const running = (await deps.store.openSessions()).filter(
    ({ scope: { key } }) => key === scope.key || isGlobal(key),
  );
  const held: Held[] = [];
  const pins: Pin[] = [];
  for (const head of running.sort((a, b) => b.lastActivity - a.lastActivity)) {
    const digest = await deps.store.digestOf(head.id, folding);
    if (!digest) continue;
    pins.push(...digest.pins);
    const closed = folding.closedTasks(digest);
    held.push({ id: head.id, scopeKey: head.scope.key, tasks: pendingTasks(digest), closed });
  }
  const known = new Set(held.map(({ id }) => id));
  const rows = (await deps.store.candidates(scope.key, since)).filter(({ id }) => !known.has(id));
  for (const row of [...rows].sort((a, b) => b.at - a.at)) {
    // A pin that a running session holds says more than what an earlier one remembered of it.
    held.push({ id: row.id, scopeKey: row.scopeKey, tasks: asPinnedNow(row.tasks, pins), closed: [] });
  }
  return held;
}

/** What running sessions closed is noted when their turn ends; here it counts at once. */
function alsoClosed(letGo: LetGoIn, held: readonly Held[]): LetGoIn {
  const withClosed = ({ pins, tasks }: LetGo, global: boolean): LetGo => {
    const closed = new Map(tasks);
    for (const session of held) {
      if (isGlobal(session.scopeKey) !== global) continue;
      for (const { id, at } of session.closed) closed.set(id, Math.max(at, closed.get(id) ?? 0));
    }
    return { pins, tasks: closed };
  };
  const global = withClosed(letGo.global, true);
  return { here: letGo.here === letGo.global ? global : withClosed(letGo.here, false), global };
}

export type Closing =
  | { readonly kind: 'closed' }
  /** Its list says when it is done. */
  | { readonly kind: 'listed'; readonly file: string }
  /** It is open as long as the pin speaks of it, and somebody holds that pin. */
  | { readonly kind: 'pinned'; readonly pin: string };

/** Lets a task go that nothing else can end: a to-do whose session is gone, a message that nobody will answer. */
export async function closeTask(deps: Deps, scope: Scope, task: OpenTask): Promise<Closing> {
  switch (task.source) {
    case 'pipeline_state':
      return { kind: 'listed', file: pipelineFile(deps, scope) ?? deps.config['tasks.pipeline_file'] };
    case 'working_memory_scan': {
      const identity = pinBehind(task)!;
      const { pins, waiting } = await pinsHere(deps, scope);
      if ([...pins, ...waiting].some((pin) => pinIdentity(pin) === identity))
        return { kind: 'pinned', pin: identity };
      const from = isGlobal(task.scope_key) ? GLOBAL_SCOPE : scope;
      await deps.store.changeWaiting(from, deps.now(), () => [{ kind: 'unpinned', identity }]);
      return { kind: 'closed' };
    }
    case 'host_todo':
    case 'message':
      await deps.store.closeTask(task.scope_key, task.task_id, deps.now());
      return { kind: 'closed' };
  }
}
