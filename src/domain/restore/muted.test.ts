import { expect, it } from 'vitest';
import { decisionLine, decisionText } from '../answer/state.ts';
import type { ThreadDecision } from '../thread/thread.ts';
import { dialogues } from '../turns/dialogue.ts';
import type { Turn } from '../turns/turn.ts';
import { decisionInLine, mutedIdentity, textsInLine, withoutMuted } from './muted.ts';

const LONG =
  `The exporter writes one file a day. ${'And it checks each of its 12 rows again. '.repeat(20)}`.trim();

function turn(number: number, asked: string | null, answered: string | null): Turn {
  return { number, at: 0, asked, answered, files: [], runs: [], made: [], ended: 'answered' };
}

const TURNS = [
  turn(1, 'make the exporter of the "archive" faster', LONG),
  turn(2, 'measure the writer on Linux', 'The writer streams now.'),
];

const lines = dialogues([{ turns: TURNS, rank: 0, isKilled: false }], 500)[0]!.lines;

it('finds the texts of the turn that a line quotes, and none of another', () => {
  const behind = (line: string) => textsInLine(line, TURNS).map(({ text }) => text);
  expect(lines.map(behind)).toEqual(TURNS.map(({ asked, answered }) => [asked, answered]));
  expect(textsInLine(lines[0]!, TURNS)[1]!.shown.length).toBeLessThan(LONG.length);
});

it('a decision is the one whose words are all there', () => {
  const decision = (choice: string, reason: string | null = null): ThreadDecision => ({
    ...{ subject: null, choice, reason, replaced: false },
    ...{ by: 'person', at: 0, seq: 1 },
  });
  const all = [
    decision('use pnpm'),
    decision('use pnpm (not npm)'),
    decision('use pnpm with a frozen lockfile'),
    decision('use pnpm', 'the cache is shared'),
    decision('pnpm'),
  ];
  for (const one of all)
    expect(decisionInLine(decisionLine(one, 1000, 'relative'), all).map(({ text }) => text)).toEqual([
      decisionText(one),
    ]);
});

it('a text that is never to be told goes alone; a turn goes where nothing is left of it', () => {
  const muted = new Set([TURNS[0]!.asked!, TURNS[1]!.asked!, TURNS[1]!.answered!].map(mutedIdentity));
  expect(withoutMuted(TURNS, muted)).toEqual([{ ...TURNS[0], asked: null }]);
});
