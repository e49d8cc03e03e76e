import * as z from 'zod/v4';
import { isRule, RULE } from '../../domain/memories/rule.ts';
import { wholeMemory } from '../../engine/ledger/ledger-items.ts';
import { memoryRecord, updateMemory } from '../../engine/memories/memories.ts';
import { Failure, UsageError } from '../errors.ts';
import { id } from '../fields.ts';
import { memoryMeant } from '../meant.ts';
import { operation } from '../operation.ts';
import { speakerOf } from '../speaker.ts';
import { redactionNote } from '../words.ts';
import { memoryLines, wholeLine } from './lines.ts';
import { TRAIT_FIELDS, tooLong, traits, traitsOf } from './traits.ts';

export const memoryUpdate = operation({
  name: { command: 'memory update', tool: 'cortex_update' },
  summary: 'Change a memory, or say that it proved true or wrong.',
  about: 'A confirmed memory is trusted more, a contradicted one less.',
  tool: {
    title: 'Correct a memory',
    description:
      'Changes a memory: other words, categories, importance, confidence, expiry; outcome: it proved true or wrong, and is trusted more or less.',
    output: z.looseObject({ id: z.string(), content: z.string(), confidence: z.number() }),
    isHere: true,
  },
  effect: 'changes',
  on: 'sessions',
  input: z.strictObject({
    id,
    content: z.string().max(100_000).optional(),
    ...traits,
    outcome: z.enum(['confirmed', 'contradicted']).optional(),
    confirmed: z.boolean().optional(),
    contradicted: z.boolean().optional(),
  }),
  words: ['id', 'content…'],
  fields: {
    id: { help: 'The id of a memory, or its beginning.' },
    content: { value: 'text', help: 'Other words for it.' },
    ...TRAIT_FIELDS,
    outcome: { only: 'tool' },
    confirmed: { help: 'It proved true.', only: 'command' },
    contradicted: { help: 'It proved wrong.', only: 'command' },
  },
  examples: [{ line: 'cortex memory update 1f3a --contradicted', says: 'it proved wrong' }],
  run: async (call, { id: typed, content, outcome, confirmed, contradicted, ...said }) => {
    const { deps } = call;
    if (confirmed && contradicted) throw new UsageError('A memory is confirmed or contradicted, not both.');
    const known = await memoryMeant(call, typed);
    if ((isRule(known) || said.categories?.includes(RULE)) && (await speakerOf(call)) === 'agent')
      throw new Failure('Only the person changes rules.', 'cortex_add with category rule proposes one.');
    const proved = outcome ?? (confirmed ? 'confirmed' : contradicted ? 'contradicted' : null);
    const patch = {
      ...traitsOf(said, deps.now()),
      ...(content !== undefined && { content }),
      ...(proved && { outcome: proved }),
    };
    if (Object.keys(patch).length === 0)
      throw new UsageError(
        'There is nothing to change.',
        'Give content, categories, importance, confidence or expires, or say that it was confirmed or contradicted.',
      );
    const result = await updateMemory(deps, known.id, patch, await call.saidIn());
    if (result.kind === 'unknown') throw new Failure(`Memory ${known.id} was forgotten a moment ago.`);
    if (result.kind === 'too long') throw tooLong(result.max);
    if (result.kind === 'empty')
      throw new UsageError('That would empty the memory.', 'To erase it, forget it.');
    const { memory } = result;
    return { memory, now: deps.now(), notes: redactionNote(content ?? '', memory.content) };
  },
  lines: ({ memory, notes }, view) => [
    ...(view.by === 'agent' ? [`Now: ${wholeLine(memory, view.now)}`] : memoryLines(memory, view)),
    ...notes.map((remark) => ({ remark })),
  ],
  json: ({ memory, now }) => memoryRecord(memory, now),
  told: ({ memory, now }) => ({
    shown: [wholeMemory(memory, wholeLine(memory, now))],
  }),
});
