import type { LeftTask } from '../../domain/restore/ageing.ts';
import { GLOBAL_SCOPE, type Scope } from '../../domain/scope.ts';
import { byActivity, type TaskSource } from '../../domain/tasks/task.ts';
import type { Deps } from '../../engine/deps.ts';
import { scopesWorkedIn } from '../../engine/session/sessions.ts';
import { bookNow, inOrder } from '../../engine/tasks/open-tasks.ts';

/** Where a task is known from. */
export const SOURCE_WORDS: Readonly<Record<TaskSource, string>> = {
  pipeline_state: 'pipeline',
  working_memory_scan: 'pin',
  host_todo: 'to-do',
  message: 'message',
};

/** Whether the next session is told of it. */
type Age = 'open' | 'older' | 'overtaken';

/** An entry of the book with the scope in which it was looked up, and its number there. */
export interface ListedTask {
  readonly task: LeftTask;
  readonly scope: Scope;
  readonly number: number;
  readonly age: Age;
}

export async function tasksIn(deps: Deps, scope: Scope, alone = false): Promise<ListedTask[]> {
  const book = await bookNow(deps, scope, alone);
  const overtaken = new Set(book.overtaken);
  const told = new Set(book.told);
  return inOrder(book).map((task, i) => ({
    task,
    scope,
    number: i + 1,
    age: told.has(task) ? 'open' : overtaken.has(task) ? 'overtaken' : 'older',
  }));
}

const AGES: readonly Age[] = ['open', 'older', 'overtaken'];

export async function tasksEverywhere(deps: Deps, here: Scope): Promise<ListedTask[]> {
  const scopes = new Map([here, GLOBAL_SCOPE].map((scope) => [scope.key, scope]));
  for (const scope of await scopesWorkedIn(deps)) if (!scopes.has(scope.key)) scopes.set(scope.key, scope);
  const found: ListedTask[] = [];
  for (const scope of scopes.values()) found.push(...(await tasksIn(deps, scope, true)));
  const rank = ({ age }: ListedTask) => AGES.indexOf(age);
  return found
    .sort((a, b) => rank(a) - rank(b) || byActivity(a.task, b.task))
    .map((one, i) => ({ ...one, number: i + 1 }));
}
