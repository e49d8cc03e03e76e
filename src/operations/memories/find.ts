import * as z from 'zod/v4';
import { MOMENTS } from '../../domain/time.ts';
import { countUse, type MemoryQuery, memoryRecord, recentMemories } from '../../engine/memories/memories.ts';
import { type MemoriesOnce, memoriesOnce, recalledMemories } from '../../engine/search/found.ts';
import type { TeamHit } from '../../engine/search/kept.ts';
import type { MemoryHit } from '../../store.ts';
import { UsageError } from '../errors.ts';
import {
  all,
  CATEGORY_ALIAS,
  categories,
  many,
  question,
  records,
  refresh,
  since,
  withheld,
} from '../fields.ts';
import { momentMeant } from '../meant.ts';
import { type Call, conversationOf, operation, type Told } from '../operation.ts';
import type { Line, View } from '../view.ts';
import { memoryTable, teamRow } from './lines.ts';
import { CATEGORY_FIELD } from './traits.ts';

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

export const memoryList = operation({
  name: { command: 'memory list', tool: 'cortex_stm' },
  summary: 'List the memories that were made or changed last.',
  about: 'Newest first, those of the project and the global ones.',
  tool: {
    title: 'Recent memories',
    description: 'Lists the memories that were made or changed last (short-term memory), newest first.',
    ...TOOL,
    aliases: CATEGORY_ALIAS,
  },
  effect: 'reads',
  on: 'project',
  input: z.strictObject(FILTERS),
  words: [],
  fields: FIELDS,
  examples: [{ line: 'cortex memory list', says: 'what is known here' }],
  run: (call, input) => found(call, null, input),
  lines: (result, view) => linesOf(result, view, ['No memories here.', ADDING]),
  json: asJson,
  rows: asRows,
  told,
});

const ADDING = 'cortex memory add "…" makes one; --all lists those of every project.';

export const memorySearch = operation({
  name: { command: 'memory search', tool: 'cortex_search' },
  summary: 'Find memories by words, best first.',
  about: 'What is found counts as used.',
  tool: {
    title: 'Search memories',
    description:
      'Finds memories by words, best first, each with id and confidence. Ask it before you assume how things are done here. What happened in earlier sessions: session_search.',
    ...TOOL,
  },
  effect: 'reads',
  on: 'project',
  input: z.strictObject({ query: question, ...FILTERS }),
  words: ['query…'],
  fields: { query: { value: 'words', help: 'What to look for.' }, ...FIELDS },
  examples: [{ line: 'cortex memory search cache', says: 'find it again' }],
  run: (call, { query, ...input }) => {
    if (query === '') throw new UsageError('query is empty: say what to look for.');
    return found(call, query, input);
  },
  lines: (result, view) => linesOf(result, view, ['No memory here holds any of these words.']),
  json: asJson,
  rows: asRows,
  told,
});

interface Asked {
  readonly categories?: readonly string[] | undefined;
  readonly since?: string | undefined;
  readonly limit?: number | undefined;
  readonly all?: boolean | undefined;
  readonly refresh?: boolean | undefined;
}

interface Found {
  readonly hits: readonly (Pick<MemoryHit, 'memory'> & { readonly score?: number })[];
  readonly now: number;
  /** Hits among shared items of teammates. */
  readonly team?: readonly TeamHit[];
  /** For a model: without what its conversation was shown. */
  readonly once: MemoriesOnce | null;
}

/** Memories that answer a question or, without one, the recent ones. */
async function found(call: Call, asked: string | null, input: Asked): Promise<Found> {
  const { deps, scope, reach, by } = call;
  if (input.all) reach.needAll();
  const from = momentMeant(input.since, deps.now(), 'past', 'since');
  const query: MemoryQuery = {
    scope: input.all ? null : scope,
    ...(input.categories && { categories: input.categories }),
    ...(from !== undefined && { since: from }),
    ...(input.limit !== undefined && { limit: input.limit }),
  };
  const now = deps.now();
  if (by === 'agent') {
    const once = await memoriesOnce(
      deps,
      conversationOf(call),
      { question: asked, timeZone: call.timeZone, ...query },
      { refresh: input.refresh ?? false },
    );
    return { hits: [], now, once };
  }
  if (asked === null) {
    const recent = await recentMemories(deps, query);
    return { hits: recent.map((memory) => ({ memory })), now, once: null };
  }
  const asking = { question: asked, timeZone: call.timeZone, ...query };
  const { memories: hits, team } = await recalledMemories(deps, asked, asking);
  const ids = hits.map((hit) => hit.memory.id);
  await countUse(deps, ids, await call.saidIn());
  return { hits, now, once: null, team };
}

function linesOf({ hits, team = [] }: Found, view: View, nothing: readonly string[]): readonly Line[] {
  const own = hits.map(({ memory }) => memory);
  const lines = [
    ...(own.length > 0 ? [memoryTable(own, view)] : []),
    ...team.map((hit) => teamRow(hit, view)),
  ];
  if (lines.length > 0) return lines;
  return nothing.map((line, i) => (i === 0 ? line : view.style.dim(line)));
}

function asRows({ hits, now }: Found) {
  return hits.map(({ memory, score }) => ({
    ...memoryRecord(memory, now),
    ...(score !== undefined && { score }),
  }));
}

function asJson(result: Found) {
  const { team = [] } = result;
  if (!result.once) return { memories: asRows(result), ...(team.length > 0 && { team }) };
  const { text: _text, receipt: _receipt, ...data } = result.once;
  return data;
}

function told({ once }: Found): Told {
  return once ? { text: once.text, isHarmless: true, receipt: once.receipt } : {};
}
