import * as z from 'zod/v4';
import { whenWords as agoOf, knownMemoryLine } from '../../domain/answer/lines.ts';
import { shortId } from '../../domain/base/ids.ts';
import { type Millis, MOMENTS } from '../../domain/base/time.ts';
import { confidenceAt, hasExpired, type Memory } from '../../domain/memories/memory.ts';
import {
  countUse,
  type MemoryQuery,
  memoryChanges,
  memoryRecord,
  noteCategoriesAsked,
  recentMemories,
} from '../../engine/memories/memories.ts';
import { type MemoriesOnce, memoriesOnce, recalledMemories } from '../../engine/search/found.ts';
import type { TeamHit } from '../../engine/search/kept.ts';
import type { MemoryHit } from '../../store/store.ts';
import { Failure, UsageError } from '../base/errors.ts';
import {
  all,
  CATEGORY_ALIAS,
  categories,
  id,
  many,
  question,
  records,
  refresh,
  since,
  withheld,
} from '../base/fields.ts';
import { resolveMemory, resolveMoment } from '../base/meant.ts';
import {
  conversationOfCall,
  declareOperation,
  type ModelText,
  type OperationCall,
} from '../base/operation.ts';
import { buildTable, type View, type ViewLine } from '../base/view.ts';
import { count, localTime, timeAgo } from '../base/words.ts';

export const CATEGORY_FIELD = {
  flag: 'category',
  value: 'names',
  short: 'c',
  help: 'What it is about; several are separated by commas.',
} as const;
export const MEMORY_FIELD = { help: 'The id of a memory, or its beginning.' } as const;

/** The filters of both lists of memories. */
const FILTERS = { categories, since, limit: many, all, refresh };

const FIELDS = {
  categories: CATEGORY_FIELD,
  since: { value: 'when', help: `Nothing older: ${MOMENTS}.` },
  limit: { help: 'How many (10).' },
  all: { help: 'Of every project.' },
  refresh: { only: 'tool' },
} as const;

const TOOL = {
  input: { limit: z.int().min(1).max(100).optional() },
  output: z.looseObject({ memories: records, withheld }),
} as const;

const LISTING = { effect: 'reads', on: 'project', json: asJson, rows: asRows, told } as const;

export const memoryList = declareOperation({
  name: { command: 'memory list', tool: 'cortex_stm' },
  summary: 'List the memories that were made or changed last.',
  about: 'Newest first, those of the project and the global ones.',
  tool: {
    title: 'Recent memories',
    description:
      'Lists the memories that were made or changed last (short-term memory), newest first.',
    ...TOOL,
    aliases: CATEGORY_ALIAS,
  },
  ...LISTING,
  input: z.strictObject(FILTERS),
  words: [],
  fields: FIELDS,
  examples: [{ line: 'cortex memory list', says: 'what is known here' }],
  run: (call, input) => found(call, null, input),
  lines: (result, view) => linesOf(result, view, ['No memories here.', ADDING]),
});

const ADDING = 'cortex memory add "…" makes one; --all lists those of every project.';

export const memorySearch = declareOperation({
  name: { command: 'memory search', tool: 'cortex_search' },
  summary: 'Find memories by words, best first.',
  about: 'What is found counts as used.',
  tool: {
    title: 'Search memories',
    description:
      'Finds memories by words, best first, each with id and confidence. Ask it before you assume how things are done here. What happened in earlier sessions: session_search.',
    ...TOOL,
  },
  ...LISTING,
  input: z.strictObject({ query: question, ...FILTERS }),
  words: ['query…'],
  fields: { query: { value: 'words', help: 'What to look for.' }, ...FIELDS },
  examples: [{ line: 'cortex memory search cache', says: 'find it again' }],
  run: (call, { query, ...input }) => {
    if (query === '') throw new UsageError('query is empty: say what to look for.');
    return found(call, query, input);
  },
  lines: (result, view) => linesOf(result, view, ['No memory here holds any of these words.']),
});

interface MemoryFilters {
  readonly categories?: readonly string[] | undefined;
  readonly since?: string | undefined;
  readonly limit?: number | undefined;
  readonly all?: boolean | undefined;
  readonly refresh?: boolean | undefined;
}

interface FoundMemories {
  readonly hits: readonly (Pick<MemoryHit, 'memory'> & { readonly score?: number })[];
  readonly now: number;
  /** Hits among shared items of teammates. */
  readonly team?: readonly TeamHit[];
  /** For a model: without what its conversation was shown. */
  readonly once: MemoriesOnce | null;
}

/** Memories that answer a question or, without one, the recent ones. */
async function found(
  call: OperationCall,
  asked: string | null,
  input: MemoryFilters,
): Promise<FoundMemories> {
  const { deps, scope, reach, by } = call;
  if (input.all) reach.needAll();
  const from = resolveMoment(input.since, deps.now(), 'past', 'since');
  const query: MemoryQuery = {
    scope: input.all ? null : scope,
    ...(input.categories && { categories: input.categories }),
    ...(from !== undefined && { since: from }),
    ...(input.limit !== undefined && { limit: input.limit }),
  };
  const now = deps.now();
  const asking = { question: asked, ...query };
  if (by === 'agent') {
    const once = await memoriesOnce(deps, conversationOfCall(call), asking, {
      refresh: input.refresh ?? false,
    });
    return { hits: [], now, once };
  }
  if (input.categories) await noteCategoriesAsked(deps, input.categories, await call.saidIn());
  if (asked === null) {
    const recent = await recentMemories(deps, query);
    return { hits: recent.map((memory) => ({ memory })), now, once: null };
  }
  const { memories: hits, team } = await recalledMemories(deps, asked, asking);
  const ids = hits.map((hit) => hit.memory.id);
  await countUse(deps, ids, await call.saidIn());
  return { hits, now, once: null, team };
}

function linesOf(
  { hits, team = [] }: FoundMemories,
  view: View,
  nothing: readonly string[],
): readonly ViewLine[] {
  const own = hits.map(({ memory }) => memory);
  const lines = [
    ...(own.length > 0 ? [memoryTable(own, view)] : []),
    ...team.map((hit) => teamRow(hit, view)),
  ];
  if (lines.length > 0) return lines;
  return nothing.map((line, i) => (i === 0 ? line : view.style.dim(line)));
}

function asRows({ hits, now }: FoundMemories) {
  return hits.map(({ memory, score }) => ({
    ...memoryRecord(memory, now),
    ...(score !== undefined && { score }),
  }));
}

function asJson(result: FoundMemories) {
  const { team = [] } = result;
  if (!result.once) return { memories: asRows(result), ...(team.length > 0 && { team }) };
  const { text: _text, receipt: _receipt, ...data } = result.once;
  return data;
}

function told({ once }: FoundMemories): ModelText {
  return once ? { text: once.text, isHarmless: true, receipt: once.receipt } : {};
}

export const memoryShow = declareOperation({
  name: { command: 'memory show', tool: null },
  summary: 'Show one memory with all that is known of it.',
  about: 'It counts as used.',
  effect: 'reads',
  on: 'nothing',
  input: z.strictObject({ id }),
  words: ['id'],
  fields: { id: MEMORY_FIELD },
  examples: [{ line: 'cortex memory show 1f3a', says: 'one memory' }],
  run: async (call, { id: typed }) => {
    const { deps } = call;
    const known = await resolveMemory(call, typed);
    const [used] = await countUse(deps, [known.id], await call.saidIn());
    if (!used) throw new Failure(`Memory ${known.id} was forgotten a moment ago.`);
    return { memory: used, now: deps.now() };
  },
  lines: ({ memory }, view) => memoryLines(memory, view),
  json: ({ memory, now }) => ({ ...memoryRecord(memory, now) }),
});

export const memoryHistory = declareOperation({
  name: { command: 'memory history', tool: null },
  summary: 'List every change of the confidence in a memory, with its reason.',
  about: '',
  effect: 'reads',
  on: 'nothing',
  input: z.strictObject({ id }),
  words: ['id'],
  fields: { id: MEMORY_FIELD },
  examples: [{ line: 'cortex memory history 1f3a', says: 'why it is trusted so much' }],
  run: async (call, { id: typed }) =>
    memoryChanges(call.deps, (await resolveMemory(call, typed)).id),
  lines: (entries, { style }) => {
    if (entries.length === 0) return ['Its confidence has not changed since it was made.'];
    return [
      buildTable(entries, [
        { title: 'when', cell: (entry) => localTime(entry.timestamp) },
        { title: 'from', align: 'right', cell: (entry) => entry.old_score.toFixed(2) },
        { title: 'to', align: 'right', cell: (entry) => entry.new_score.toFixed(2) },
        { title: 'reason', cell: (entry) => entry.reason },
        {
          title: 'session',
          spare: 1,
          paint: style.cyan,
          cell: (entry) => (entry.session_id ? shortId(entry.session_id) : ''),
        },
      ]),
    ];
  },
  json: (entries) => ({ changes: entries }),
  rows: (entries) => entries,
});

/** A memory with what is known about it: `[0.89] mem-1f3a: … (2d ago, agent, ci)`. */
export function wholeLine(memory: Memory, now: Millis): string {
  const line = knownMemoryLine({ ...memory, confidence: confidenceAt(memory, now) });
  return `${line} (${[agoOf(memory.updatedAt, now), memory.source, ...memory.categories].join(', ')})`;
}

/** A row for each memory. The scope stands there where several are listed. */
function memoryTable(memories: readonly Memory[], { style, now }: View): ViewLine {
  const { cyan, dim } = style;
  const isMixed = new Set(memories.map((memory) => memory.scopeKey)).size > 1;
  const content = ({ importance, content: said }: Memory) =>
    `${'!'.repeat(importance - 1)}${importance > 1 ? ' ' : ''}${said}`;
  return buildTable(memories, [
    { title: 'memory', cell: ({ id: memory }) => memory, paint: cyan },
    { title: 'conf.', align: 'right', cell: (memory) => confidenceAt(memory, now).toFixed(2) },
    { title: 'said', spare: 2, cell: ({ updatedAt }) => timeAgo(updatedAt, now), paint: dim },
    { title: 'by', spare: 4, cell: ({ source }) => source, paint: dim },
    {
      title: 'scope',
      least: 8,
      keep: 'end',
      spare: 3,
      paint: dim,
      cell: ({ scope }) => (isMixed ? scope : ''),
    },
    {
      title: 'categories',
      least: 8,
      spare: 1,
      cell: (memory) => memory.categories.join(', '),
      paint: dim,
    },
    { title: 'content', least: 10, cell: content },
  ]);
}

/** All that is known of one memory. */
export function memoryLines(memory: Memory, { style, now }: View): readonly ViewLine[] {
  const { bold, dim, yellow } = style;
  const row = (name: string, text: string | null): readonly ViewLine[] =>
    text ? [{ mark: dim(name.padEnd(13)), text }] : [];
  const times = (number: number) => (number > 0 ? count(number, 'time') : null);
  const isSaidAnew = memory.updatedAt !== memory.createdAt;
  const stored = dim(
    `(stored ${memory.confidence.toFixed(2)}; use, confirmation and age count on reading)`,
  );
  const expired = hasExpired(memory, now) ? yellow(' (it has)') : '';
  return [
    bold(memory.content),
    '',
    ...row('memory', memory.id),
    ...row('scope', memory.scope),
    ...row('categories', memory.categories.join(', ')),
    ...row('importance', `${memory.importance} of 3`),
    ...row('said by', memory.source),
    ...row('made', `${localTime(memory.createdAt)}, ${timeAgo(memory.createdAt, now)}`),
    ...row(
      'said anew',
      isSaidAnew ? `${localTime(memory.updatedAt)}, ${timeAgo(memory.updatedAt, now)}` : null,
    ),
    ...row('confidence', `${confidenceAt(memory, now).toFixed(2)} ${stored}`),
    ...row(
      'used',
      memory.accessCount > 0
        ? `${times(memory.accessCount)}, ${timeAgo(memory.lastAccessed, now)}`
        : null,
    ),
    ...row('confirmed', times(memory.validations)),
    ...row('contradicted', times(memory.contradictions)),
    ...row('session', memory.sessionId && shortId(memory.sessionId)),
    ...row(
      'expires',
      memory.expiresAt === null ? null : `${localTime(memory.expiresAt)}${expired}`,
    ),
  ];
}

/** A teammate's memory, with the author first: the words are not the reader's own. */
export function teamRow({ author, at, content }: TeamHit, { style, now }: View): ViewLine {
  return { mark: `${style.cyan(`[${author}, ${timeAgo(at, now)}]`)}  `, text: content };
}
