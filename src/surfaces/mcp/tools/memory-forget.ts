import * as z from 'zod/v4';
import { forget } from '../../../engine/forget.ts';
import { Failure } from '../../../engine/trouble.ts';
import { memoryMeant } from '../../../operations/meant.ts';
import { CHANGES, id, tool } from '../tool.ts';

export const memoryForget = tool({
  name: 'cortex_forget',
  title: 'Forget memories',
  description:
    'Takes memories away for good, everywhere, backups included. Only when the user asks for it; for what proved wrong use cortex_update.',
  input: z.strictObject({ ids: z.array(id).min(1).max(50) }),
  output: z.looseObject({ forgotten: z.array(z.string()), complete: z.boolean() }),
  annotations: CHANGES,
  run: async (call, input) => {
    const { deps, copies } = call;
    const known: string[] = [];
    for (const typed of input.ids) known.push((await memoryMeant(call, typed)).id);
    const result = await forget(deps, copies(), { kind: 'memories', ids: [...new Set(known)] });
    if (result.kind === 'busy')
      throw new Failure('Maintenance is copying it. Nothing was forgotten.', 'Try again in a moment.');
    const forgotten = result.memories;
    const left = result.unreachable.map((path) => `It may still be in ${path}, which could not be written.`);
    const bytes = result.isGone
      ? []
      : ['Another process keeps the old bytes for now; cortex maintain removes them.'];
    return {
      text: [`Forgotten: ${forgotten.join(', ')}`, ...left, ...bytes].join('\n'),
      data: { forgotten, complete: left.length + bytes.length === 0, unreachable: result.unreachable },
    };
  },
});
