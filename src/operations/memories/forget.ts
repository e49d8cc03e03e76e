import * as z from 'zod/v4';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import { type ForgetResult, forget, unfinishedForgetting } from '../../engine/keeping/forget.ts';
import { Failure } from '../base/errors.ts';
import { id } from '../base/fields.ts';
import { resolveMemory } from '../base/meant.ts';
import { declareOperation, type OperationCall } from '../base/operation.ts';
import { count } from '../base/words.ts';

export const memoryForget = declareOperation({
  name: { command: 'memory forget', tool: 'cortex_forget' },
  summary: 'Forget memories for good.',
  about: 'They are erased everywhere, backups included.',
  tool: {
    title: 'Forget memories',
    description:
      'Erases memories for good, backups included. Only when the user asks for it; for what proved wrong use cortex_update.',
    output: z.looseObject({ forgotten: z.array(z.string()), complete: z.boolean() }),
  },
  effect: 'changes',
  on: 'nothing',
  input: z.strictObject({ ids: z.array(id).min(1).max(50) }),
  words: ['ids…'],
  fields: { ids: { value: 'id', help: 'Ids of memories, or their beginnings.' } },
  examples: [{ line: 'cortex memory forget 1f3a', says: 'erased everywhere' }],
  confirm: async (call, { ids }) => {
    const { known } = await meant(call, ids);
    if (known.length === 0) return null;
    const lines = known.map(({ id: memory, content }) => `${memory}  ${oneLine(content, 100)}`);
    return {
      lines,
      question: 'Erase it for good, everywhere?',
      declined: 'Nothing was forgotten.',
    };
  },
  run: async (call, { ids }) => {
    const { begun, known } = await meant(call, ids);
    const distinct = [...new Set(known.map((memory) => memory.id))];
    const result = await forget(call.deps, call.copies(), { memories: distinct });
    if (result.kind === 'busy') throw nothingForgotten();
    return { ...result, memories: [...begun, ...result.memories] };
  },
  lines: ({ memories, facts, ...left }) => [
    ...memories.map((one) => `Forgotten: ${one}`),
    ...(facts > 0
      ? [
          `Also taken out of ${count(facts, 'message or action', 'messages and actions')} with the same words.`,
        ]
      : []),
    ...leftBehindLines(left).map((remark) => ({ remark })),
  ],
  json: (result) => ({
    forgotten: result.memories,
    facts: result.facts,
    complete: leftBehindLines(result).length === 0,
    unreachable: result.unreachable,
  }),
  exit: (result) => (leftBehindLines(result).length === 0 ? 0 : 1),
});

/** Refuses to forget while maintenance runs, which may be copying what is to go. */
export function nothingForgotten(): Failure {
  return new Failure(
    'Maintenance is running and may be copying it. Nothing was forgotten.',
    'Try again in a moment.',
  );
}

/** Forgetting that was interrupted goes on, although its rows are gone. */
async function meant(call: OperationCall, ids: readonly string[]) {
  const unfinished = await unfinishedForgetting(call.deps);
  const begun = ids.filter((typed) => unfinished.includes(typed));
  const rest = ids.filter((typed) => !begun.includes(typed));
  return { begun, known: await Promise.all(rest.map((typed) => resolveMemory(call, typed))) };
}

/** A forgetting that was carried out, and the places that it may have missed. */
export type Forgotten = Extract<ForgetResult, { kind: 'forgotten' }>;

/** Lines about places that may still hold the bytes. */
export function leftBehindLines({
  unreachable,
  isGone,
}: Pick<Forgotten, 'unreachable' | 'isGone'>): string[] {
  return [
    ...unreachable.map((path) => `The words may still be in ${path}, which could not be written.`),
    ...(isGone
      ? []
      : [
          'Another process is reading the database and keeps the old bytes for now; the next ' +
            'cortex forget or cortex maintain erases them.',
        ]),
  ];
}
