import * as z from 'zod/v4';
import { MEMORY_FILTERS, memoriesFound } from '../memories-found.ts';
import { READS, records, tool, withheld, words } from '../tool.ts';

export const memorySearch = tool({
  name: 'cortex_search',
  title: 'Search memories',
  description:
    'Finds memories by words, best first, each with id and confidence. Ask it before you assume how things are done here. For what happened in earlier sessions use session_search.',
  input: z.strictObject({ query: words, ...MEMORY_FILTERS }),
  output: z.looseObject({ memories: records, withheld }),
  annotations: READS,
  run: (call, input) => memoriesFound(call, input.query, input),
});
