import * as z from 'zod/v4';
import { handoff as handoffOf, handoffRecord, handoffText } from '../../engine/handoff.ts';
import { meantSessions, newest } from '../../engine/live.ts';
import { operation } from '../operation.ts';
import { toldLines } from '../view.ts';

export const handoff = operation({
  name: { command: 'handoff', tool: null },
  summary: 'Describe where the work stands, for another agent or person.',
  about:
    'The last session that did something: what was asked, where it stopped, what is in the way, decided and next, the files, ' +
    'and what holds here: pins and rules. From what was recorded, without a model.',
  effect: 'reads',
  on: 'project',
  input: z.strictObject({}),
  words: [],
  fields: {},
  examples: [
    { line: 'cortex handoff', says: 'where does it stand?' },
    { line: 'cortex handoff > handoff.md', says: 'to give it to somebody' },
  ],
  run: async ({ deps, scope, isChosen, location }) => {
    const branch = isChosen ? null : location.branch;
    const running = isChosen ? [] : await meantSessions(deps, scope);
    // A session of another project may have typed the command.
    const own = running.filter((head) => head.scope.key === scope.key);
    const given = await handoffOf(deps, { scope, branch }, own.length > 0 ? newest(own) : null);
    return { given, text: handoffText(deps, given) };
  },
  lines: ({ text }, { style }) => toldLines(text, style),
  json: ({ given }) => handoffRecord(given),
});
