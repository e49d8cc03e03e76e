import { expect, test } from 'vitest';
import type { StandingSession } from '../../domain/restore/standing.ts';
import { NOTHING_STOPPED, type Stopped } from '../../domain/session/stopped.ts';
import { withLeftAlone, withoutAnswered } from './stopped.ts';

const session = (at: number, title: string | null, stopped: Partial<Stopped>): StandingSession =>
  ({
    id: `s${at}`,
    at,
    title,
    stopped: { ...NOTHING_STOPPED, said: 'Done.', ...stopped },
  }) as StandingSession;

const LEFT = ["I haven't started the GDPR endpoint yet.", "I didn't get to item 5, the checkout test."];
const first = session(1, 'Five things', { next: [...LEFT, 'Deploy on Friday'] });

test.each<[string, StandingSession, readonly string[]]>([
  ['something else', session(2, 'fix the typo in the README', {}), LEFT],
  ['one that was before it', session(0, 'Write the GDPR delete endpoint', {}), LEFT],
  ['one item', session(2, 'the GDPR endpoint now', {}), [LEFT[1]!]],
  ['one item by its end', session(2, 'go on with it', { said: 'The checkout test is stable.' }), [LEFT[0]!]],
  ['a list of its own', session(2, 'plan the week', { next: ['GDPR endpoint for deletes'] }), [LEFT[1]!]],
  ['the list as a whole', session(2, 'do the remaining items', {}), []],
  ['a nod', session(2, null, { said: 'Both are in.' }), []],
])('what is left open after a session about %s', (_, later, next) => {
  expect(withLeftAlone(first, [later, first]).stopped?.next).toEqual(next);
});

const STEPS = ['SOAP client in `src/vies.ts`', '24 h cache for answers', 'credit notes with reverse charge'];
const left = session(1, 'Reverse charge', { next: STEPS, isLeft: true });

test.each<[string, StandingSession, StandingSession, readonly string[]]>([
  ['a list of what is left', left, session(2, 'fix the typo in the README', {}), STEPS],
  ['steps that were proposed', session(1, 'x', { next: STEPS }), session(2, 'fix the typo', {}), []],
  ['a list before another one', left, session(2, 'plan', { next: ['Call Anna'] }), []],
  ['a list with an item done since', left, session(2, 'write the SOAP client', {}), STEPS.slice(1)],
])('what an earlier session tells of %s', (_, earlier, later, next) => {
  expect(withLeftAlone(earlier, [later, earlier]).stopped?.next).toEqual(next);
});

const QUESTION = 'Should the old files be moved?';
const asking = session(1, 'store the files', { question: QUESTION });

test.each<[string, StandingSession[], string | null]>([
  ['nobody', [], QUESTION],
  ['a session about something else', [session(2, 'fix the typo', {})], QUESTION],
  ['one that began with an answer', [session(2, null, { answer: 'n' })], null],
  ['one that answered later', [session(2, 'fix the typo', {}), session(3, null, { answer: 'n' })], null],
  ['one that answered and asked', [session(2, null, { answer: 'n', question: 'And the logs?' })], null],
  [
    'one that answered a later question',
    [session(2, 'plan', { question: 'A or B?' }), session(3, null, { answer: 'b' })],
    QUESTION,
  ],
  ['one before it', [session(0, null, { answer: 'n' })], QUESTION],
])('a question after which came %s', (_, later, question) => {
  expect(withoutAnswered([asking, ...later])[0]!.stopped!.question).toBe(question);
});
