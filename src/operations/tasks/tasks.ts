import * as z from 'zod/v4';
import { type ScopeKey, shortId } from '../../domain/ids.ts';
import { isGlobal } from '../../domain/scope.ts';
import { UsageError } from '../errors.ts';
import { operation } from '../operation.ts';
import { TITLE_ROOM } from '../sessions/listed.ts';
import type { Line, View } from '../view.ts';
import { ago } from '../words.ts';
import {
  type ClosedTasks,
  closedJson,
  closedLines,
  closeMeant,
  type ListedTask,
  SOURCE_WORDS,
  tasksEverywhere,
  tasksIn,
} from './close.ts';

interface Listing {
  readonly shown: readonly ListedTask[];
  readonly leftOut: number;
  /** Null: of every project. */
  readonly scope: string | null;
  readonly here: ScopeKey;
}

export const tasks = operation({
  name: { command: 'tasks', tool: null },
  summary: 'List the open work here.',
  about:
    'Tasks come from to-do lists of agents, noted next actions, the pipeline/state.json of the project, pins that ' +
    'name unfinished work, and unacknowledged messages of an older Cortex. Each is listed as long as its source says ' +
    'that it is open, in the order in which the next session is told of it. --old adds work that no session touched ' +
    'for long and lists that a newer one replaced.',
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
    all: { help: 'Those of every project; those here come first, with the numbers that they have here.' },
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
  run: async (call, { action, id = [], all = false, old = false }): Promise<Listing | ClosedTasks> => {
    const { deps, scope } = call;
    if (action === 'done' && id.length === 0) throw new UsageError('Say which: cortex tasks done <id>…');
    const found = all ? await tasksEverywhere(deps, scope) : await tasksIn(deps, scope);
    if (action === 'done') return closeMeant(call, found, id, 'done');
    const shown = old ? found : found.filter(({ age }) => age === 'open');
    return { shown, leftOut: found.length - shown.length, scope: all ? null : scope.label, here: scope.key };
  },
  lines: (result, view) =>
    'closed' in result ? closedLines(result.closed, 'Closed', view) : listing(result, view),
  json: (result) => ('closed' in result ? closedJson(result) : { tasks: result.shown.map(asJson) }),
  rows: (result) => ('shown' in result ? result.shown.map(asJson) : undefined),
});

function asJson({ task: { scopeKey: _, session, ...task }, scope, number, age }: ListedTask) {
  return { number, ...task, age, session_id: session?.id ?? null, scope: scope.label };
}

function listing({ shown, leftOut, scope, here }: Listing, { style, now }: View): readonly Line[] {
  const { cyan, dim } = style;
  const more = `${leftOut} older (cortex tasks --old)`;
  if (shown.length === 0) {
    return [`No tasks are open${leftOut > 0 ? `; ${more}` : ''}.`];
  }
  const columns = [
    { title: '#', least: 1 },
    { title: 'title', least: TITLE_ROOM },
    { title: 'task', least: 16, spare: 1 },
    { title: 'stage', spare: 2 },
    { title: 'active', spare: 0 },
    { title: 'from', spare: 3 },
    { title: 'session', spare: 4 },
    { title: 'age', spare: 2 },
    { title: 'scope', least: 8, keep: 'end', spare: 5 },
  ] as const;
  const rows = shown.map(({ task, scope: place, number, age }) => [
    { text: String(number), paint: dim },
    { text: task.title },
    { text: task.task_id, paint: cyan },
    { text: task.stage },
    { text: ago(task.last_activity, now) },
    { text: SOURCE_WORDS[task.source], paint: dim },
    { text: task.session ? shortId(task.session.id) : '', paint: dim },
    { text: age === 'open' ? '' : age, paint: dim },
    { text: scope === null ? place.label : '', paint: dim },
  ]);
  const isElsewhere = shown.some(({ scope: place }) => place.key !== here && !isGlobal(place.key));
  return [
    { table: { columns, rows } },
    ...(leftOut > 0 ? [`… ${more}`] : []),
    ...(isElsewhere ? [dim('Of another project: cortex tasks done <number> --all closes it.')] : []),
  ];
}
