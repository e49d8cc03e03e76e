import { expect, it } from 'vitest';
import type { SessionSnapshot } from '../sessions/snapshot.ts';
import type { Turn } from '../turns/turn.ts';
import { openEnds } from './elsewhere.ts';

const SESSION = { running: false, crashed: false, stopped: null } as unknown as SessionSnapshot;

function endsOf(answered: string): string[] {
  const turn: Turn = {
    number: 1,
    at: 0,
    asked: 'fix the tuner',
    answered,
    files: [],
    runs: [],
    made: [],
    ended: 'answered',
  };
  return openEnds(SESSION, [turn], { blockers: [], uncommitted: [], tasks: 0 });
}

it.each<[string, string, readonly string[]]>([
  [
    'a question',
    'Fixed. Does it drift in the cellar?',
    ['not answered: "Does it drift in the cellar?"'],
  ],
  ['nothing of an offer', 'Fixed. Would you like me to add tests?', []],
  [
    'a choice that is put as an offer',
    'Fixed. Do you want me to round:\n- half up?\n- to even?',
    ['not answered: "Do you want me to round: half up? · to even?"'],
  ],
  [
    'a choice in one sentence',
    'Want me to round up or to even?',
    ['not answered: "Want me to round up or to even?"'],
  ],
])('leaves open %s', (_, reply, open) => {
  expect(endsOf(reply)).toEqual(open);
});
