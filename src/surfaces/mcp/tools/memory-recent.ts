import * as z from 'zod/v4';
import { memoriesFound } from '../memories-found.ts';
import { categories, project, READS, records, refresh, since, tool, withheld } from '../tool.ts';

export const memoryRecent = tool({
  name: 'cortex_stm',
  title: 'Recent memories',
  description: 'Lists the memories that were made or changed last (short-term memory), newest first.',
  input: z.strictObject({
    categories,
    since,
    limit: z.int().min(1).max(100).optional(),
    all: z.boolean().optional().describe('All projects'),
    refresh,
    project,
  }),
  output: z.looseObject({ memories: records, withheld }),
  annotations: READS,
  run: (call, input) => memoriesFound(call, null, input),
});
