import * as z from 'zod/v4';
import { memoriesFound } from '../memories-found.ts';
import { categories, project, READS, records, refresh, since, tool, withheld, words } from '../tool.ts';

export const memorySearch = tool({
  name: 'cortex_search',
  title: 'Search memories',
  description:
    'Finds memories by words, best first, each with id and confidence. Ask it before you assume how things are done here. For what happened in earlier sessions use session_search.',
  input: z.strictObject({
    query: words,
    categories,
    since,
    limit: z.int().min(1).max(100).optional(),
    all: z.boolean().optional().describe('All projects'),
    refresh,
    project,
  }),
  output: z.looseObject({ memories: records, withheld }),
  annotations: READS,
  run: (call, input) => memoriesFound(call, input.query, input),
});
