import * as z from 'zod/v4';
import { memoriesFound } from '../memories-found.ts';
import { categories, limit, project, READS, records, refresh, since, tool, withheld } from '../tool.ts';

export const memoryRecent = tool({
  name: 'cortex_stm',
  title: 'Recent memories',
  description: 'Lists the memories that were made or changed last (short-term memory), newest first.',
  input: z.strictObject({
    categories,
    since,
    limit: limit(100).describe('10'),
    all: z.boolean().optional().describe('Every project'),
    refresh,
    project,
  }),
  output: z.looseObject({ memories: records, withheld }),
  annotations: READS,
  run: (call, input) => memoriesFound(call, null, input),
});
