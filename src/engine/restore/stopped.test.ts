import { expect, test } from 'vitest';
import type { StandingSession } from '../../domain/restore/standing.ts';
import { NOTHING_STOPPED, type Stopped } from '../../domain/session/stopped.ts';
import { withoutTakenUp } from './stopped.ts';

const session = (at: number, title: string | null, stopped: Partial<Stopped>): StandingSession =>
  ({
    id: `s${at}`,
    at,
    title,
    stopped: { ...NOTHING_STOPPED, said: 'Done.', ...stopped },
  }) as StandingSession;

const LEFT = ['Write the GDPR delete endpoint', 'Fix the checkout test'];
const first = session(1, 'Five things', { next: LEFT });

test.each<[string, StandingSession, readonly string[]]>([
  ['something else', session(2, 'fix the typo in the README', {}), LEFT],
  ['one that was before it', session(0, 'Write the GDPR delete endpoint', {}), LEFT],
  ['one item', session(2, 'the GDPR endpoint now', {}), [LEFT[1]!]],
  ['one item by its end', session(2, 'go on with it', { said: 'The checkout test is stable.' }), [LEFT[0]!]],
  ['a list of its own', session(2, 'plan the week', { next: ['GDPR endpoint for deletes'] }), [LEFT[1]!]],
  ['the list as a whole', session(2, 'do the remaining items', {}), []],
  ['a nod', session(2, null, { said: 'Both are in.' }), []],
])('what is left open after a session about %s', (_, later, next) => {
  expect(withoutTakenUp(first, [later, first]).stopped?.next).toEqual(next);
});
