import * as z from 'zod/v4';
import { memoryContext } from '../../engine/answer/doors/context.ts';
import { question, records, SCOPE_ALIAS, withheld } from '../base/fields.ts';
import { conversationOfCall, declareOperation } from '../base/operation.ts';

export const contextOperation = declareOperation({
  name: { command: null, tool: 'memory_context' },
  summary:
    'Give a model what was decided and done about a subject; without one: where the last work stopped, pins, tasks and memories.',
  about: '',
  tool: {
    title: 'Memory context',
    description:
      'Gives what was decided and done about a subject, and how it ended. Ask before you change code, configuration, a dependency or a schedule, and when the user refers to earlier work; query is the subject of the change. The block at the start names only what is open. Without query: where the last work stopped, pins, tasks. Nothing is sent twice.',
    output: z.looseObject({
      pins: records,
      tasks: records,
      memories: records,
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
      conversation: conversationOfCall(call),
      location: call.location,
      query: query || null,
      refresh,
      ...(tokens !== undefined && { tokens }),
    }),
  lines: ({ text }) => [text],
  json: ({ text: _text, receipt: _receipt, ...data }) => data,
  told: ({ text, receipt }) => ({ text, isHarmless: true, receipt }),
});
