import * as z from 'zod/v4';
import { shortId } from '../../domain/ids.ts';
import { toWorkingMemory } from '../../domain/pins/pin.ts';
import { pin as makeAndKeep, type PinResult } from '../../engine/pins/pins.ts';
import { Failure, UsageError } from '../errors.ts';
import { operation } from '../operation.ts';
import { speakerOf } from '../speaker.ts';
import type { Asker } from '../view.ts';
import { count, inWords, redactionNote } from '../words.ts';
import { listedPins, paintedPin, pinInShort, pinsJson, pinsLeft, pinsShown } from './listed.ts';

export const pin = operation({
  name: { command: 'pin', tool: null },
  summary: 'Keep a short statement in working memory, for this session and those to come.',
  about:
    'What you pin yourself is told in every session of the project, ten pins at most, until you unpin it. In the shell of an ' +
    'agent it goes to the session of that agent and ages: a CRITICAL one is given to every session of the ' +
    'project for seven days, a normal one for about three. A pin of the same label is replaced.',
  effect: 'adds',
  on: 'sessions',
  input: z.strictObject({
    content: z.string().max(20_000),
    label: z.string().max(200).optional(),
    critical: z.boolean().optional(),
  }),
  words: ['content…'],
  fields: {
    content: { value: 'text', help: 'What to remember.' },
    label: { short: 'l', choices: 'labels', help: 'A name, to replace or unpin it by.' },
    critical: { help: 'Must not be forgotten.' },
  },
  examples: [
    { line: 'cortex pin "the API is frozen until Friday"', says: 'a plain one' },
    {
      line: 'cortex pin --critical --label deploy "never deploy from a branch"',
      says: 'one that must not be forgotten',
    },
  ],
  run: async (call, { content, label = null, critical = false }) => {
    const { deps, scope, by } = call;
    const result = await makeAndKeep(
      deps,
      scope,
      { content, label, critical, by: await speakerOf(call) },
      await call.sessions(),
    );
    if (result.kind === 'empty')
      throw new UsageError('There is nothing to pin in that.', 'Say in content what to keep.');
    if (result.kind === 'full') throw full(result, scope.label, by);
    const most = deps.config['pins.max_chars'];
    const isCut = [...content.trim()].length > most;
    return {
      made: result.pin,
      holders: result.kind === 'pinned' ? result.sessions.map(({ id }) => id) : [],
      remarks: [
        ...(isCut ? [`It was cut to ${most} characters, the most that a pin holds.`] : []),
        ...redactionNote(content, result.pin.content),
      ],
      listed: await listedPins(call),
    };
  },
  lines: ({ made, holders, remarks, listed }, view) => {
    const where =
      holders.length > 0
        ? `Pinned in ${holders.map(shortId).join(' and ')}`
        : `Kept for ${made.by === 'person' ? 'every' : 'the next'} session in ${inWords(listed.scope)}`;
    return [
      `${where}: ${paintedPin(made, view.style)}`,
      ...remarks.map((remark) => ({ remark })),
      ...pinsLeft(listed, view),
    ];
  },
  json: ({ made, holders, listed }) => ({
    pin: toWorkingMemory(made),
    sessions: holders,
    ...pinsJson(listed),
  }),
  told: ({ listed }, call) => pinsShown(listed, call),
});

/** Nothing is dropped to make room: whoever pins chooses what goes. */
function full(
  { session, sessions, pins }: Extract<PinResult, { kind: 'full' }>,
  scope: string,
  by: Asker,
): Failure {
  // The list of what a session holds, or of what waits while none runs, has these numbers.
  const isListed = session !== null || sessions.length === 0;
  const held = pins.map(
    (one, i) => `  ${isListed ? `${String(i + 1).padStart(2)}  ` : ''}${pinInShort(one)}`,
  );
  const many = count(pins.length, 'pin');
  const what = session
    ? `Session ${shortId(session.id)} holds ${many} already:`
    : `${inWords(scope)} has ${many} of yours already:`;
  const advice =
    by === 'agent'
      ? 'Nothing was pinned. unpin what matters least, then pin again.'
      : session && sessions.length > 1
        ? `It was pinned in none of the ${sessions.length} sessions that run here. ` +
          `Let one go first: cortex unpin <number> --session ${shortId(session.id)}`
        : 'Let one go first: cortex unpin <number>';
  return new Failure([what, ...held].join('\n'), advice);
}
