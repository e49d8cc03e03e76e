import * as z from 'zod/v4';
import { wholeMemory } from '../../../engine/ledger-items.ts';
import { memoryRecord, updateMemory } from '../../../engine/memories.ts';
import { Failure } from '../../../engine/trouble.ts';
import { memoryMeant } from '../../../operations/meant.ts';
import { memoryLine } from '../lines.ts';
import { redactionNote, tooLong, traits, traitsOf } from '../memory-input.ts';
import { CHANGES, id, tool } from '../tool.ts';

export const memoryUpdate = tool({
  name: 'cortex_update',
  title: 'Correct a memory',
  description:
    'Changes a memory: other words, categories, importance, confidence, expiry; outcome: it proved true or wrong, and is trusted more or less.',
  input: z.strictObject({
    id,
    content: z.string().max(100_000).optional(),
    ...traits,
    outcome: z.enum(['confirmed', 'contradicted']).optional(),
  }),
  output: z.looseObject({ id: z.string(), content: z.string(), confidence: z.number() }),
  annotations: CHANGES,
  run: async (call, input) => {
    const { deps, session } = call;
    const known = await memoryMeant(call, input.id);
    const patch = {
      ...traitsOf(input, deps.now()),
      ...(input.content !== undefined && { content: input.content }),
      ...(input.outcome && { outcome: input.outcome }),
    };
    if (Object.keys(patch).length === 0)
      throw new Failure(
        'Nothing is to be different.',
        'Give content, categories, importance, confidence, expires or outcome.',
      );
    const result = await updateMemory(deps, known.id, patch, session ? [session] : []);
    if (result.kind === 'unknown') throw new Failure(`Memory ${known.id} was forgotten a moment ago.`);
    if (result.kind === 'too long') throw tooLong(result.max);
    if (result.kind === 'empty')
      throw new Failure('That would leave nothing of it.', 'cortex_forget takes it away.');
    const note = redactionNote(input.content ?? '', result.memory.content);
    const line = memoryLine(result.memory, deps.now());
    return {
      text: `Now: ${line}${note}`,
      data: memoryRecord(result.memory, deps.now()),
      shown: [wholeMemory(result.memory, line, deps.tokens)],
    };
  },
});
