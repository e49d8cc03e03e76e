import * as z from 'zod/v4';
import type { LeftTask } from '../../domain/restore/ageing.ts';
import { GLOBAL_SCOPE, isGlobal, type Scope } from '../../domain/scope.ts';
import { byActivity, type TaskSource } from '../../domain/tasks/task.ts';
import type { Deps } from '../../engine/deps.ts';
import { scopesWorkedIn } from '../../engine/session/sessions.ts';
import {
  type Closing,
  closeTask,
  type Ending,
  inOrder,
  taskMeant,
  tasksNow,
} from '../../engine/tasks/open-tasks.ts';
import { Failure, Refusal } from '../errors.ts';
import { type Call, operation } from '../operation.ts';
import type { View } from '../view.ts';

export const done = operation({
  name: { command: 'done', tool: null },
  older: { drop: { drop: true } },
  summary: 'Close a task, by its number or by words of it.',
  about:
    'The task leaves the open tasks and the next actions of the project, for every session and every agent. Name it by its ' +
    'number in cortex tasks, by its id, or by words near its own: case, marks and small words do not count, and the beginning ' +
    'of a word is enough. Words that fit several tasks close nothing. A task of a pipeline or of a pin is closed where it is ' +
    'kept. With --drop the task is given up and does not count as done.',
  effect: 'changes',
  on: 'project',
  input: z.strictObject({
    task: z.array(z.string().max(4000)).min(1).max(100),
    drop: z.boolean().optional(),
  }),
  words: ['task…'],
  fields: {
    task: { help: 'A number, an id, or words.' },
    drop: { help: 'Give the task up: nobody will do it.' },
  },
  examples: [
    { line: 'cortex done 3', says: 'the third of cortex tasks' },
    { line: 'cortex done "rerun race"', says: 'the one that has these words' },
    { line: 'cortex done 2 --drop', says: 'the second one will not be done' },
  ],
  run: async (call, { task, drop = false }) =>
    closeMeant(call, await tasksIn(call.deps, call.scope), task, drop ? 'dropped' : 'done'),
  lines: ({ closed, how }, view) => closedLines(closed, how === 'done' ? 'Done' : 'Dropped', view),
  json: closedJson,
});

export interface ClosedTasks {
  readonly closed: readonly ListedTask[];
  readonly how: Ending;
}

/** Closes the tasks that somebody means by numbers, ids or words: all or none. */
export async function closeMeant(
  call: Call,
  listed: readonly ListedTask[],
  said: readonly string[],
  how: Ending,
): Promise<ClosedTasks> {
  const { deps, by } = call;
  const chosen = new Set<ListedTask>();
  for (const phrase of phrasesOf(said, listed)) {
    const found = meant(phrase, listed);
    if (found.length !== 1) throw refusal(phrase, found, listed);
    chosen.add(found[0]!);
  }
  for (const { scope, task } of chosen) {
    const closing = await closeTask(deps, scope, task, { how, by });
    if (closing.kind !== 'closed') throw keptElsewhere(task, closing);
  }
  return { closed: [...chosen], how };
}

/** The others have other numbers now: who repeats the command would close another task. */
export function closedLines(
  closed: readonly ListedTask[],
  heading: string,
  { by, style }: View,
): readonly string[] {
  const moved = 'The numbers have moved: cortex tasks lists them. To reopen a task: cortex note next "…"';
  return [
    ...closed.map(({ task }) => `${heading}: [${task.task_id}] ${task.title}`),
    ...(by === 'person' ? [style.dim(moved)] : []),
  ];
}

export function closedJson({ closed, how }: ClosedTasks) {
  return { closed: closed.map((one) => ({ ...asClosed(one), how })), candidates: [] };
}

function asClosed({ task, scope, number }: ListedTask) {
  return { number, task_id: task.task_id, title: task.title, scope: scope.label };
}

/** Numbers and ids each mean a task; other words are one phrase, quoted or not. */
function phrasesOf(said: readonly string[], listed: readonly ListedTask[]): readonly string[] {
  const words = said.map((word) => word.replace(/,$/, ''));
  const isOne = (word: string) =>
    /^#?\d{1,4}$/.test(word) ||
    /^(?:todo|pin|message):|^task-\d/.test(word) ||
    listed.some(({ task }) => task.task_id === word);
  return words.every(isOne) ? words : [said.join(' ')];
}

function meant(phrase: string, listed: readonly ListedTask[]): readonly ListedTask[] {
  const tasks = listed.map(({ task }) => task);
  const near = taskMeant(phrase, tasks);
  const found = near.kind === 'one' ? [near.found] : near.kind === 'several' ? near.candidates : [];
  return listed.filter(({ task }) => found.includes(task));
}

function refusal(phrase: string, found: readonly ListedTask[], listed: readonly ListedTask[]): Refusal {
  const data = { said: phrase, closed: [], candidates: found.map(asClosed), open: listed.map(asClosed) };
  if (found.length > 0)
    return new Refusal(
      [`${phrase} fits several tasks. Nothing was closed:`, ...found.map(line)].join('\n'),
      'Say its number, more of its words, or more of its id.',
      data,
    );
  const missed = /^#?\d+$/.test(phrase)
    ? `There is no task ${phrase} here.`
    : `No task that is open here ${/\s/.test(phrase) ? `has these words: ${phrase}` : `begins with ${phrase}.`}`;
  if (listed.length === 0)
    return new Refusal(`${missed}\nNothing was closed, and no task is open here.`, null, data);
  return new Refusal(
    [missed, 'Nothing was closed. Open here:', ...listed.map(line)].join('\n'),
    'cortex tasks --old lists them with their age.',
    data,
  );
}

function line({ task, scope, number }: ListedTask): string {
  return `  ${number}  ${task.task_id}  ${scope.label}  ${task.title}`;
}

function keptElsewhere({ task_id: id }: LeftTask, closing: Exclude<Closing, { kind: 'closed' }>): Failure {
  return closing.kind === 'listed'
    ? new Failure(`${id} is in progress as long as its list says so.`, `Close it there: ${closing.file}`)
    : new Failure(
        `${id} is open as long as a pin names it.`,
        `Unpin it: cortex unpin ${JSON.stringify(closing.pin)}`,
      );
}

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
