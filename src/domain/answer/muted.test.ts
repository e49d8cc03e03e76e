import { expect, it } from 'vitest';
import { dialogues } from '../turns/dialogue.ts';
import type { Turn } from '../turns/turn.ts';
import { mutedIdentity, withoutMuted } from './muted.ts';

const LONG =
  `The exporter writes one file a day. ${'And it checks each of its 12 rows again. '.repeat(20)}`.trim();

function turn(number: number, asked: string | null, answered: string | null): Turn {
  return { number, at: 0, asked, answered, files: [], runs: [], made: [], ended: 'answered' };
}

const TURNS = [
  turn(1, 'make the exporter of the "archive" faster', LONG),
  turn(2, 'measure the writer on Linux', 'The writer streams now.'),
];

it('a line of a dialogue knows the texts of the turn that it quotes', () => {
  const { lines } = dialogues([{ turns: TURNS, rank: 0, isKilled: false }], 500)[0]!;
  expect(lines.map(({ quotes }) => quotes)).toEqual(
    TURNS.map(({ asked, answered }) => [asked, answered]),
  );
  expect(lines[0]!.text.length).toBeLessThan(LONG.length);
});

it('removes a muted text, and a turn of which nothing is left', () => {
  const muted = new Set(
    [TURNS[0]!.asked!, TURNS[1]!.asked!, TURNS[1]!.answered!].map(mutedIdentity),
  );
  expect(withoutMuted(TURNS, muted)).toEqual([{ ...TURNS[0], asked: null }]);
});
