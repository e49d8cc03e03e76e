import * as z from 'zod/v4';
import { wholeMemory } from '../../../engine/ledger-items.ts';
import { addMemory, memoryRecord } from '../../../engine/memories.ts';
import { Failure } from '../../../engine/trouble.ts';
import { memoryLine } from '../lines.ts';
import { redactionNote, tooLong, traits, traitsOf } from '../memory-input.ts';
import { ADDS, CATEGORY_ALIAS, project, tool } from '../tool.ts';

export const memoryAdd = tool({
  name: 'cortex_add',
  title: 'Add a memory',
  description:
    'Keeps a piece of knowledge for later sessions: how something works, why it is so, what the user prefers. One fact each, understandable by itself. Not for progress (session_note) or passing reminders (working_memory).',
  input: z.strictObject({ content: z.string().max(100_000), ...traits, project }),
  aliases: CATEGORY_ALIAS,
  output: z.looseObject({ id: z.string(), known: z.boolean() }),
  annotations: { ...ADDS, idempotentHint: true },
  run: async ({ deps, scope, session }, input) => {
    const request = { content: input.content, source: 'agent', ...traitsOf(input, deps.now()) } as const;
    const result = await addMemory(deps, scope, request, session ? [session] : []);
    if (result.kind === 'empty') throw new Failure('content is empty.', 'Say in content what to keep.');
    if (result.kind === 'too long') throw tooLong(result.max);
    const done = result.kind === 'added' ? 'Kept' : 'Known already, and said again';
    const note = redactionNote(input.content, result.memory.content);
    const line = memoryLine(result.memory, deps.now());
    return {
      text: `${done}: ${line}${note}`,
      data: { ...memoryRecord(result.memory, deps.now()), known: result.kind === 'known' },
      shown: [wholeMemory(result.memory, line, deps.tokens)],
    };
  },
});
