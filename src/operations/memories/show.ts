import * as z from 'zod/v4';
import { shortId } from '../../domain/ids.ts';
import { countUse, memoryChanges, memoryRecord } from '../../engine/memories/memories.ts';
import { Failure } from '../errors.ts';
import { id } from '../fields.ts';
import { memoryMeant } from '../meant.ts';
import { operation } from '../operation.ts';
import { when } from '../words.ts';
import { memoryLines } from './lines.ts';

const ID_FIELD = { id: { help: 'The id of a memory, or its beginning.' } } as const;

export const memoryShow = operation({
  name: { command: 'memory show', tool: null },
  summary: 'Show one memory with all that is known of it.',
  about: 'It counts as used.',
  effect: 'reads',
  on: 'nothing',
  input: z.strictObject({ id }),
  words: ['id'],
  fields: ID_FIELD,
  examples: [{ line: 'cortex memory show 1f3a', says: 'one memory' }],
  run: async (call, { id: typed }) => {
    const { deps } = call;
    const known = await memoryMeant(call, typed);
    const [used] = await countUse(deps, [known.id], await call.saidIn());
    if (!used) throw new Failure(`Memory ${known.id} was forgotten a moment ago.`);
    return { memory: used, now: deps.now() };
  },
  lines: ({ memory }, view) => memoryLines(memory, view),
  json: ({ memory, now }) => memoryRecord(memory, now),
});

export const memoryHistory = operation({
  name: { command: 'memory history', tool: null },
  summary: 'List every change of the confidence in a memory, with its reason.',
  about: '',
  effect: 'reads',
  on: 'nothing',
  input: z.strictObject({ id }),
  words: ['id'],
  fields: ID_FIELD,
  examples: [{ line: 'cortex memory history 1f3a', says: 'why it is trusted so much' }],
  run: async (call, { id: typed }) => memoryChanges(call.deps, (await memoryMeant(call, typed)).id),
  lines: (entries, { style }) => {
    if (entries.length === 0) return ['Its confidence has not changed since it was made.'];
    const columns = [
      { title: 'when' },
      { title: 'from', align: 'right' },
      { title: 'to', align: 'right' },
      { title: 'reason' },
      { title: 'session', spare: 1 },
    ] as const;
    const rows = entries.map((entry) => [
      { text: when(entry.timestamp) },
      { text: entry.old_score.toFixed(2) },
      { text: entry.new_score.toFixed(2) },
      { text: entry.reason },
      { text: entry.session_id ? shortId(entry.session_id) : '', paint: style.cyan },
    ]);
    return [{ table: { columns, rows } }];
  },
  json: (entries) => ({ changes: entries }),
  rows: (entries) => entries,
});
