import * as z from 'zod/v4';
import { memoryContext } from '../../engine/context/context.ts';
import { question, records, SCOPE_ALIAS, withheld } from '../fields.ts';
import { conversationOf, operation } from '../operation.ts';

export const context = operation({
  name: { command: null, tool: 'memory_context' },
  summary: 'Give a model what is known here: pins, open tasks, the thread of work and memories.',
  about: '',
  tool: {
    title: 'Memory context',
    description:
      "Gives what is known here from this and earlier sessions: pins, open tasks, the state of the work, memories. Call it first when you begin or lost context, with the user's request as query. Nothing is sent twice.",
    output: z.looseObject({
      pins: records,
      tasks: records,
      memories: records,
      tokens: z.int(),
      withheld,
    }),
    aliases: SCOPE_ALIAS,
    isAtHand: true,
  },
  effect: 'reads',
  on: 'project',
  input: z.strictObject({
    query: question.optional(),
    refresh: z.boolean().optional().describe('You lost context: send everything'),
    tokens: z.int().min(200).max(20_000).optional().describe('At most'),
  }),
  words: [],
  fields: {},
  examples: [],
  run: (call, { query, refresh = false, tokens }) =>
    memoryContext(call.deps, {
      conversation: conversationOf(call),
      location: call.location,
      query: query || null,
      refresh,
      ...(tokens !== undefined && { tokens }),
    }),
  lines: ({ text }) => [text],
  json: ({ text: _text, receipt: _receipt, ...data }) => data,
  told: ({ text, receipt }) => ({ text, isHarmless: true, receipt }),
});
