import type { ScopeKey } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import type { ThreadBlocker } from '../../domain/threads/thread.ts';
import { blockerKey } from '../../domain/threads/thread-fold.ts';
import { todoTask } from '../../domain/todos/todo.ts';
import type { Deps } from '../base/deps.ts';
import { Failure } from '../base/errors.ts';
import { threadsIn } from '../threads/idle.ts';
import { recordThreadWork } from '../threads/threads.ts';
import { type Closer, closeTask, type ListedTask, tasksIn } from './open-tasks.ts';

/** The open work of a closed session: closed with it, or left. */
export interface ClosedWork {
  readonly tasks: readonly ListedTask[];
  readonly blockers: readonly ThreadBlocker[];
  /** Tasks that are open as long as a list or a pin says so. */
  readonly left: readonly ListedTask[];
}

/** The matter of a session is finished: its open work is closed, and later sessions are not told of it as open. */
export async function closeSession(
  deps: Deps,
  state: SessionState,
  by: Closer['by'],
): Promise<ClosedWork> {
  const scope = scopeOf(state);
  const snapshot = await deps.store.snapshot(scope.key, scope.root, deps.now());
  const { active, left: idle } = threadsIn(deps, snapshot);
  const isOwn = ({ session }: { readonly session?: string }) => session === state.session_id;
  const next = [...idle.next, ...(active?.thread.next ?? [])].filter(isOwn).map(todoTask);
  const noted = new Set(next.map(({ task_id: id }) => id));
  const tasks: ListedTask[] = [];
  const left: ListedTask[] = [];
  for (const task of await tasksIn(deps, scope)) {
    if (task.session?.id !== state.session_id && !noted.has(task.task_id)) continue;
    const isClosed = await tryToClose(deps, scope, task, by);
    (isClosed ? tasks : left).push(task);
  }
  const blockers = (active?.thread.blockers ?? []).filter((one) => !one.resolved && isOwn(one));
  const facts = blockers.map((one) => ({
    kind: 'blocker-resolved' as const,
    identity: blockerKey(one),
    by,
  }));
  if (facts.length > 0) await recordThreadWork(deps, scope, facts, []);
  await deps.store.dismiss(scope.key, 'closed', [state.session_id], deps.now());
  return { tasks, blockers, left };
}

/** Opens a closed session again; its work stays closed. False if it was not closed. */
export function reopenSession(
  { store }: Pick<Deps, 'store'>,
  state: SessionState,
): Promise<boolean> {
  return store.reopenSession(scopeOf(state).key, state.session_id);
}

async function tryToClose(
  deps: Deps,
  scope: Scope,
  task: ListedTask,
  by: Closer['by'],
): Promise<boolean> {
  try {
    await closeTask(deps, scope, task, { how: 'done', by });
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

function scopeOf({ scope_key: key, scope: label, project_path: root }: SessionState): Scope {
  return { key: key as ScopeKey, label, root };
}
