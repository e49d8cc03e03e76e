import * as z from 'zod/v4';
import { memoryContext as contextOf } from '../../../engine/context.ts';
import { project, question, READS, records, SCOPE_ALIAS, tool, withheld } from '../tool.ts';

export const memoryContext = tool({
  name: 'memory_context',
  title: 'Memory context',
  description:
    "What is known here: pins, open tasks, the thread of work and memories, from this and earlier sessions. Call it first when you begin or lost context, with the user's request as query. What this conversation has is not sent twice.",
  input: z.strictObject({
    query: question.optional(),
    refresh: z.boolean().optional().describe('You lost context: everything again'),
    tokens: z.int().min(200).max(20_000).optional().describe('At most'),
    project,
  }),
  aliases: SCOPE_ALIAS,
  output: z.looseObject({
    pins: records,
    tasks: records,
    memories: records,
    tokens: z.int(),
    withheld,
  }),
  annotations: READS,
  isAtHand: true,
  run: async ({ deps, session, location, timeZone }, input) => {
    const { text, receipt, ...data } = await contextOf(deps, {
      conversation: session?.id ?? null,
      location,
      query: input.query || null,
      refresh: input.refresh ?? false,
      timeZone: timeZone(),
      ...(input.tokens !== undefined && { tokens: input.tokens }),
    });
    return { text, data, isHarmless: true, receipt };
  },
});
