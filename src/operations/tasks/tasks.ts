import * as z from 'zod/v4';
import { type ScopeKey, shortId } from '../../domain/base/ids.ts';
import { isGlobal } from '../../domain/base/scope.ts';
import type { TaskSource } from '../../domain/todos/task.ts';
import {
  closeTask,
  type ListedTask,
  type TaskEnding,
  taskMeant,
  tasksEverywhere,
  tasksIn,
} from '../../engine/tasks/open-tasks.ts';
import { Refusal, UsageError } from '../base/errors.ts';
import { declareOperation, type OperationCall } from '../base/operation.ts';
import { buildTable, type View, type ViewLine } from '../base/view.ts';
import { timeAgo } from '../base/words.ts';
import { TITLE_ROOM } from '../sessions/listed.ts';

interface Listing {
  readonly shown: readonly ListedTask[];
  readonly leftOut: number;
  /** Null: every project. */
  readonly scope: string | null;
  readonly here: ScopeKey;
}

export const tasksOperation = declareOperation({
  name: { command: 'tasks', tool: null },
  older: { todo: {} },
  summary: 'List the open work here.',
  about: [
    'Tasks come from to-do lists of agents, next actions that you noted, the ' +
      'pipeline/state.json of the project, pins that name unfinished work, and unacknowledged ' +
      'messages of an older Cortex. Each is listed as long as its source says that it is open, ' +
      'in the order in which the next session is told of it.',
    '--old adds work that no session touched for long, and lists that a newer one replaced.',
  ].join('\n\n'),
  effect: 'changes',
  isAsking: ({ action }) => action === undefined,
  on: 'project',
  input: z.strictObject({
    action: z.enum(['done']).optional(),
    id: z.array(z.string().max(4000)).max(100).optional(),
    all: z.boolean().optional(),
    old: z.boolean().optional(),
  }),
  words: ['action', 'id…'],
  fields: {
    action: { value: 'done', help: 'Close tasks, as cortex done does.' },
    id: {
      help: 'The number or id of a task, or words near its own.',
    },
    all: {
      help: 'Those of every project; those here come first, with the numbers that they have here.',
    },
    old: { help: 'Also older and overtaken work.' },
  },
  examples: [
    { line: 'cortex tasks', says: 'what is left to do here' },
    { line: 'cortex tasks --old', says: 'and what nobody has touched for long' },
    {
      line: 'cortex tasks done todo:write-the-driver',
      says: 'close it',
    },
  ],
  run: async (
    call,
    { action, id = [], all = false, old = false },
  ): Promise<Listing | ClosedTasks> => {
    const { deps, scope } = call;
    if (action === 'done' && id.length === 0)
      throw new UsageError('Say which task: cortex tasks done <id>…');
    const found = all ? await tasksEverywhere(deps, scope) : await tasksIn(deps, scope);
    if (action === 'done') return closeMeant(call, found, id, 'done');
    const shown = old ? found : found.filter(({ age }) => age === 'open');
    return {
      shown,
      leftOut: found.length - shown.length,
      scope: all ? null : scope.label,
      here: scope.key,
    };
  },
  lines: (result, view) =>
    'closed' in result ? closedLines(result.closed, 'Closed', view) : listing(result, view),
  json: (result) => ('closed' in result ? closedJson(result) : { tasks: result.shown.map(asJson) }),
  rows: (result) => ('shown' in result ? result.shown.map(asJson) : undefined),
});

function asJson({ scopeKey: _, session, scope, number, age, ...task }: ListedTask) {
  return { number, ...task, age, session_id: session?.id ?? null, scope: scope.label };
}

function listing(
  { shown, leftOut, scope, here }: Listing,
  { style, now }: View,
): readonly ViewLine[] {
  const { cyan, dim } = style;
  const more = `${leftOut} older (cortex tasks --old)`;
  if (shown.length === 0) {
    return [`No tasks are open${leftOut > 0 ? `; ${more}` : ''}.`];
  }
  const table = buildTable<ListedTask>(shown, [
    { title: '#', least: 1, cell: (task) => String(task.number), paint: dim },
    { title: 'title', least: TITLE_ROOM, cell: (task) => task.title },
    { title: 'task', least: 16, spare: 1, cell: (task) => task.task_id, paint: cyan },
    { title: 'stage', spare: 2, cell: (task) => task.stage },
    { title: 'active', spare: 0, cell: (task) => timeAgo(task.last_activity, now) },
    { title: 'from', spare: 3, cell: (task) => SOURCE_WORDS[task.source], paint: dim },
    {
      title: 'session',
      spare: 4,
      cell: (task) => (task.session ? shortId(task.session.id) : ''),
      paint: dim,
    },
    { title: 'age', spare: 2, cell: (task) => (task.age === 'open' ? '' : task.age), paint: dim },
    {
      title: 'scope',
      least: 8,
      keep: 'end',
      spare: 5,
      paint: dim,
      cell: (task) => (scope === null ? task.scope.label : ''),
    },
  ]);
  const isElsewhere = shown.some(({ scope: place }) => place.key !== here && !isGlobal(place.key));
  return [
    table,
    ...(leftOut > 0 ? [`… ${more}`] : []),
    ...(isElsewhere
      ? [dim('Of another project: cortex tasks done <number> --all closes it.')]
      : []),
  ];
}

/** Words for the source of a task. */
export const SOURCE_WORDS: Readonly<Record<TaskSource, string>> = {
  pipeline_state: 'pipeline',
  working_memory_scan: 'pin',
  host_todo: 'to-do',
  message: 'message',
};

export const doneOperation = declareOperation({
  name: { command: 'done', tool: null },
  older: { drop: { drop: true } },
  summary: 'Close a task, by its number or by words of it.',
  about: [
    'Closes the task for every session and every agent of the project. Name it by its number ' +
      'in cortex tasks, by its id, or by words near its own: case, marks and small words do ' +
      'not count, and the beginning of a word is enough. Words that fit several tasks close ' +
      'nothing.',
    'Close a task of a pipeline or of a pin where it is kept. With --drop you give the task ' +
      'up, and it does not count as done.',
  ].join('\n\n'),
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

interface ClosedTasks {
  readonly closed: readonly ListedTask[];
  readonly how: TaskEnding;
}

/** Closes the tasks that somebody means by numbers, ids or words: all or none. */
async function closeMeant(
  call: OperationCall,
  listed: readonly ListedTask[],
  said: readonly string[],
  how: TaskEnding,
): Promise<ClosedTasks> {
  const { deps, by } = call;
  const chosen = new Set<ListedTask>();
  for (const phrase of phrasesOf(said, listed)) {
    const near = taskMeant(phrase, listed);
    if (near.kind !== 'one')
      throw refusal(phrase, near.kind === 'several' ? near.candidates : [], listed);
    chosen.add(near.found);
  }
  for (const task of chosen) await closeTask(deps, task.scope, task, { how, by });
  return { closed: [...chosen], how };
}

/** Warns that numbers have changed: the same command again would close another task. */
function closedLines(
  closed: readonly ListedTask[],
  heading: string,
  { by, style }: View,
): readonly string[] {
  const moved =
    'The numbers have changed: cortex tasks lists them. To reopen a task: cortex note next "…"';
  return [
    ...closed.map(({ task_id, title }) => `${heading}: [${task_id}] ${title}`),
    ...(by === 'person' ? [style.dim(moved)] : []),
  ];
}

function closedJson({ closed, how }: ClosedTasks) {
  return { closed: closed.map((one) => ({ ...asClosed(one), how })), candidates: [] };
}

function asClosed({ task_id, title, scope, number }: ListedTask) {
  return { number, task_id, title, scope: scope.label };
}

/** Numbers and ids each mean a task; other words are one phrase, quoted or not. */
function phrasesOf(said: readonly string[], listed: readonly ListedTask[]): readonly string[] {
  const words = said.map((word) => word.replace(/,$/, ''));
  const isOne = (word: string) =>
    /^#?\d{1,4}$/.test(word) ||
    /^(?:todo|pin|message):|^task-\d/.test(word) ||
    listed.some(({ task_id }) => task_id === word);
  return words.every(isOne) ? words : [said.join(' ')];
}

function refusal(
  phrase: string,
  found: readonly ListedTask[],
  listed: readonly ListedTask[],
): Refusal {
  const data = {
    said: phrase,
    closed: [],
    candidates: found.map(asClosed),
    open: listed.map(asClosed),
  };
  if (found.length > 0)
    return new Refusal(
      [`${phrase} fits several tasks. Nothing was closed:`, ...found.map(line)].join('\n'),
      'Say its number, more of its words, or more of its id.',
      data,
    );
  const missed = /^#?\d+$/.test(phrase)
    ? `There is no task ${phrase} here.`
    : `No open task here ${/\s/.test(phrase) ? `has these words: ${phrase}` : `begins with ${phrase}.`}`;
  if (listed.length === 0)
    return new Refusal(`${missed}\nNothing was closed, and no task is open here.`, null, data);
  return new Refusal(
    [missed, 'Nothing was closed. Open here:', ...listed.map(line)].join('\n'),
    'cortex tasks --old lists them with their age.',
    data,
  );
}

function line({ task_id, title, scope, number }: ListedTask): string {
  return `  ${number}  ${task_id}  ${scope.label}  ${title}`;
}
