import { describe, expect, it } from 'vitest';
import type { SessionId } from '../base/ids.ts';
import { type ShownTurns, shownIn } from '../ledger/turns.ts';
import type { SessionSnapshot } from '../sessions/snapshot.ts';
import type { Turn } from '../turns/turn.ts';
import { matterSections, type QuotedTurns } from './last-time.ts';
import { untoldTurns } from './untold.ts';

const ID = '1111aaaa-0000-4000-8000-000000000000' as SessionId;
const LIMITS = {
  tokens: 900,
  now: 0,
  dates: 'relative',
  precedence: { main: 1, others: 1 },
} as const;

const turn = (number: number, asked: string, answered: string): Turn => ({
  number,
  at: 0,
  asked,
  answered,
  files: [],
  runs: [],
  made: [],
  ended: 'answered',
});
const matter = (turns: readonly Turn[]): QuotedTurns => ({
  session: { id: ID, host: 'codex', at: 0 } as unknown as SessionSnapshot,
  turns,
  role: 'matter',
});

/** The turns that a conversation has after it was told these sessions within some tokens. */
function shownBy(told: readonly QuotedTurns[], tokens: number): ShownTurns {
  const sections = matterSections(told, { ...LIMITS, tokens });
  return shownIn(
    sections.flatMap(({ items }) => items.map(({ text, turns = [] }) => ({ text, turns }))),
  );
}

const charactersOf = (told: readonly QuotedTurns[]) =>
  matterSections(told, LIMITS).map(({ items }) => items.map(({ text }) => text).join('\n').length);

const numbers = (told: readonly QuotedTurns[]) =>
  told.flatMap(({ turns }) => turns.map(({ number }) => number));

describe('a matter that is told again', () => {
  const short = [
    turn(1, 'put it behind a flag', 'It is behind `SHADOW`.'),
    turn(2, 'and the docs', 'Written.'),
  ];

  it('leaves out turns that the model has', () => {
    expect(untoldTurns([matter(short)], LIMITS, shownBy([matter(short)], 900))).toEqual([]);
    expect(
      numbers(untoldTurns([matter(short)], LIMITS, shownBy([matter([short[0]!])], 900))),
    ).toEqual([2]);
  });

  it('tells everything to a model that has nothing', () => {
    expect(numbers(untoldTurns([matter(short)], LIMITS, () => undefined))).toEqual([1, 2]);
  });

  it('tells a turn once more where far more of it can be told, and only then', () => {
    const sentences = Array.from(
      { length: 40 },
      (_, i) => `Step ${i} of module ${i * 7} is done now.`,
    );
    const long = [turn(1, 'what was done', sentences.join(' '))];
    const before = shownBy([matter(long)], 120);
    expect(numbers(untoldTurns([matter(long)], LIMITS, before))).toEqual([1]);
    expect(untoldTurns([matter(long)], { ...LIMITS, tokens: 130 }, before)).toEqual([]);
  });
});

describe('the room of a matter', () => {
  const sentences = (subject: string) =>
    Array.from({ length: 60 }, (_, i) => `Step ${i} of the ${subject} is done now.`).join(' ');
  const long = matter([turn(1, 'what was done', sentences('module'))]);
  const other = {
    ...matter([turn(1, 'and before', sentences('parser'))]),
    isBehind: true,
  } as const;

  it('is smaller where a prompt may only share words with it', () => {
    const [sure] = charactersOf([long]);
    const [unsure] = charactersOf([{ ...long, isUnsure: true }]);
    expect(unsure!).toBeGreaterThan(0.4 * sure!);
    expect(unsure!).toBeLessThan(0.85 * sure!);
  });

  it('is left to an older session of the same files only as far as the newer one needs it not', () => {
    const [rest, newer] = charactersOf([other, long]);
    expect(newer).toBe(charactersOf([long])[0]);
    expect(rest!).toBeLessThan(newer! / 4);
    const short = matter([turn(1, 'and the docs', 'Written.')]);
    expect(charactersOf([other, short])[0]!).toBeGreaterThan(1000);
  });
});
