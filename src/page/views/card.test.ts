import { expect, it } from 'vitest';
import type { Turn } from '../../domain/turns/turn.ts';
import type { SessionStatus } from '../../engine/sessions/sessions.ts';
import { cardOf } from './card.ts';

const turn = (parts: Partial<Turn>): Turn => ({
  number: 1,
  at: 0,
  asked: 'a',
  answered: 'b',
  files: [],
  runs: [],
  made: [],
  ended: 'answered',
  ...parts,
});
const run = (...outcomes: ('red' | 'green')[]) => ({ name: 'npm test', outcomes });

function session(turns: readonly Turn[], liveness: SessionStatus['liveness'] = 'ended') {
  const state = {
    turns,
    files_modified: [],
    pending_tasks: [],
    turn_count: turns.length,
    stopped: null,
  };
  return cardOf({ state, liveness } as unknown as SessionStatus);
}

it.each([
  ['running', [turn({ runs: [run('red')] })], 'live'],
  ['red', [turn({ runs: [run('green')] }), turn({ runs: [run('red')] })], 'ended'],
  ['done', [turn({ runs: [run('red')] }), turn({ runs: [run('green')] })], 'ended'],
  ['cut', [turn({ files: ['a.ts'] }), turn({ ended: 'usage limit' })], 'ended'],
  ['cut', [turn({ files: ['a.ts'], ended: null })], 'crashed'],
  ['done', [turn({ files: ['a.ts'] })], 'crashed'],
  ['done', [turn({ files: ['a.ts'] })], 'cold'],
  ['talk', [turn({})], 'ended'],
] as const)('a session is %s', (outcome, turns, liveness) => {
  expect(session(turns, liveness).outcome).toBe(outcome);
});

it('tells each check once, with its way', () => {
  const { checks } = session([turn({ runs: [run('red')] }), turn({ runs: [run('red', 'green')] })]);
  expect(checks).toEqual([run('red', 'green')]);
});
