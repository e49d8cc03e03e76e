import * as z from 'zod/v4';
import { MEMORY_FILTERS, memoriesFound } from '../memories-found.ts';
import { CATEGORY_ALIAS, READS, records, tool, withheld } from '../tool.ts';

export const memoryRecent = tool({
  name: 'cortex_stm',
  title: 'Recent memories',
  description: 'Lists the memories that were made or changed last (short-term memory), newest first.',
  input: z.strictObject(MEMORY_FILTERS),
  aliases: CATEGORY_ALIAS,
  output: z.looseObject({ memories: records, withheld }),
  annotations: READS,
  run: (call, input) => memoriesFound(call, null, input),
});
