import type { LeftTask } from '../../domain/restore/ageing.ts';
import { GLOBAL_SCOPE, isGlobal, type Scope } from '../../domain/scope.ts';
import { byActivity, type TaskSource } from '../../domain/tasks/task.ts';
import type { Deps } from '../../engine/deps.ts';
import { scopesWorkedIn } from '../../engine/session/sessions.ts';
import { inOrder, tasksNow } from '../../engine/tasks/open-tasks.ts';

/** Words for the source of a task. */
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
  const book = await tasksNow(deps, scope, alone);
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

/** Those here come first, under the numbers that they have here: whoever closes one by its number means the same one. */
export async function tasksEverywhere(deps: Deps, here: Scope): Promise<ListedTask[]> {
  const own = (await tasksIn(deps, here)).map((one) =>
    isGlobal(one.task.scopeKey) ? { ...one, scope: GLOBAL_SCOPE } : one,
  );
  const found: ListedTask[] = [];
  for (const scope of await scopesWorkedIn(deps))
    if (scope.key !== here.key && !isGlobal(scope.key)) found.push(...(await tasksIn(deps, scope, true)));
  const rank = ({ age }: ListedTask) => AGES.indexOf(age);
  const others = found.sort((a, b) => rank(a) - rank(b) || byActivity(a.task, b.task));
  return [...own, ...others].map((one, i) => ({ ...one, number: i + 1 }));
}
