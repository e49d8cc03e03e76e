import { shortId } from '../../domain/ids.ts';
import { complete as archive } from '../../engine/thread/threads.ts';
import { NOTHING_MORE } from '../fields.ts';
import { operation } from '../operation.ts';

export const complete = operation({
  name: { command: 'complete', tool: null },
  summary: 'Archive the current thread of work; the next work opens another.',
  about: 'An archived thread can be read and resumed.',
  effect: 'changes',
  on: 'project',
  ...NOTHING_MORE,
  examples: [{ line: 'cortex complete', says: 'this is done' }],
  run: async ({ deps, scope, by }) => ({
    thread_id: (await archive(deps, scope, by))?.id ?? null,
    scope: scope.label,
  }),
  lines: ({ thread_id, scope }) => {
    if (thread_id === null) return [`No work is under way in ${scope}.`];
    const id = shortId(thread_id);
    return [`Archived thread ${id} of ${scope}. cortex continue ${id} --codes prints it.`];
  },
  json: (closed) => closed,
});
