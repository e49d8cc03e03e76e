import * as z from 'zod/v4';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import { LONGEST_NOTE } from '../../domain/threads/thread.ts';
import { type Noting, recordNote as record } from '../../engine/tasks/noting.ts';
import { completeThread } from '../../engine/threads/threads.ts';
import { Failure, UsageError } from '../base/errors.ts';
import { declareOperation, type OperationCall } from '../base/operation.ts';
import { findSpeaker } from '../base/speaker.ts';

const KINDS = [
  'next',
  'done',
  'decision',
  'blocker',
  'resolved',
  'dropped',
  'phase',
  'complete',
] as const;

export const noteOperation = declareOperation({
  name: { command: 'note', tool: 'session_note' },
  summary: 'Note what comes next, what is done, decided or in the way.',
  about: [
    'Kinds: next, done, decision, blocker, resolved, dropped, phase, complete. A note goes ' +
      'to the thread of the project, which every session there continues.',
    'done and dropped close a next action or a task that has near words, resolved a blocker; ' +
      'the answer names it. complete closes the thread.',
  ].join('\n\n'),
  tool: {
    title: 'Note on the thread of work',
    isAtHand: true,
    description:
      'Records where the work stands, for later sessions: what is next or done, a decision with its reason, a blocker, its resolution, the phase; complete closes this line of work. Files and tests are recorded by themselves. For facts of lasting worth use cortex_add.',
    // `closed` is returned too, but not declared: the list of tools is kept small.
    output: z.looseObject({ thread_id: z.string().nullable() }),
  },
  effect: 'adds',
  on: 'project',
  input: z.strictObject({
    kind: z.enum(KINDS),
    text: z.string().max(LONGEST_NOTE).optional().describe('done, resolved, dropped: near words'),
    reason: z.string().max(LONGEST_NOTE).optional().describe('Of a decision'),
    subject: z.string().max(200).optional().describe('Of a decision; a later one replaces it'),
    type: z.string().max(40).optional().describe('Of a blocker: waiting, bug…'),
  }),
  words: ['kind', 'text…'],
  fields: {
    kind: { help: `One of ${KINDS.join(', ')}.` },
    text: { help: 'What there is to note.' },
    reason: { value: 'text', help: 'Why it was decided so.' },
    subject: {
      value: 'text',
      help: 'What a decision is about; a later one on the same subject replaces it.',
    },
    type: { help: 'What kind of blocker it is: waiting, need, bug …' },
  },
  examples: [
    {
      line: 'cortex note next "rerun the race detector"',
      says: 'the next session begins with that',
    },
    {
      line: 'cortex note decision "split the proxy" --reason "one file is too long"',
      says: 'and why',
    },
    { line: 'cortex note blocker "access to staging" --type waiting', says: 'what is in the way' },
  ],
  run: async (call, { kind, text = '', ...more }) => {
    const { deps, scope, by } = call;
    if (kind === 'complete') {
      const thread = await completeThread(deps, scope, by);
      if (!thread) throw new Failure(`No work is under way in ${scope.label}.`);
      return { thread_id: thread.id, scope: scope.label, kind, text: '', closed: [] };
    }
    if (text.trim() === '') throw new UsageError('text is missing.', `Say what the ${kind} is.`);
    const said = { kind, text, ...more };
    const noting = await record(deps, scope, said, await findSpeaker(call), await call.saidIn());
    if (noting.kind !== 'noted') throw refusal(call, text, noting);
    const { thread, closed } = noting;
    return { thread_id: thread?.id ?? null, scope: scope.label, kind, text, closed };
  },
  lines: ({ scope, kind, text, closed }) => {
    if (kind === 'complete') return [`Closed the thread of ${scope}.`];
    const isSaid = closed.length === 1 && closed[0] === text;
    const named = closed.map((one) => oneLine(one, 200)).join('; ');
    return [
      `Noted in ${scope}: ${kind} ${text}`,
      ...(closed.length === 0 || isSaid ? [] : [`Closed: ${named}`]),
    ];
  },
  json: (noted) => noted,
});

const MOST_NAMED = 8;

function refusal(
  { scope, by }: OperationCall,
  text: string,
  { kind, open }: Exclude<Noting, { kind: 'noted' }>,
): Failure {
  const words = oneLine(text, 200);
  const named = open.slice(0, MOST_NAMED).map((one) => `  ${oneLine(one, 200)}`);
  if (kind === 'several')
    return new Failure(
      [`${words} fits several. Nothing was closed:`, ...named].join('\n'),
      'Say more of its words.',
    );
  const left = open.length > 0 ? 'Nothing was closed. Open here:' : 'Nothing was closed.';
  return new Failure(
    [`Nothing that is open in ${scope.label} has these words: ${words}`, left, ...named].join('\n'),
    by === 'person' ? 'cortex thread shows what is open.' : 'memory_context shows what is open.',
  );
}
