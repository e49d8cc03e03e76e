import { describe, expect, it } from 'vitest';
import type { SessionId } from '../../domain/base/ids.ts';
import { HOUR, MINUTE } from '../../domain/base/time.ts';
import { attributeLines, type MarkedChange, type MarkedLine } from './choose.ts';

const NOON = Date.parse('2026-11-15T12:00:00Z');
let seq = 0;

/** Lines by their marks, `.` for one that tells nothing; all of one commit unless a letter says otherwise. */
const commit = (id: string, at = NOON, path = 'a.ts') =>
  ({ kind: 'committed', commit: { id, at, path } }) as const;
const lines = (origin: MarkedLine['origin'], ...marks: (number | null)[]): MarkedLine[] =>
  marks.map((mark) => ({ mark, origin }));
const edit = (
  session: string,
  at: number,
  marks: number[],
  more: Partial<MarkedChange> = {},
): MarkedChange => ({
  seq: ++seq,
  session: session as SessionId,
  at,
  path: 'a.ts',
  whole: false,
  marks: new Set(marks),
  ...more,
});
const told = (all: readonly MarkedLine[], ...touched: MarkedChange[]) =>
  attributeLines(all, 'a.ts', touched).map(
    (one) => one && `${one.edit.session}${one.isProbable ? '?' : ''}`,
  );

describe('committed lines', () => {
  const first = commit('c1');

  it('are of the session that wrote them', () => {
    expect(told(lines(first, 1, null, 2), edit('one', NOON - HOUR, [1, 2]))).toEqual([
      'one',
      null,
      'one',
    ]);
  });

  it('are of nobody who wrote after their commit, but for two minutes of clocks', () => {
    expect(told(lines(first, 1), edit('one', NOON + 3 * MINUTE, [1]))).toEqual([null]);
    expect(told(lines(first, 1), edit('one', NOON + MINUTE, [1]))).toEqual(['one']);
  });

  it('are of the one who wrote most of the block, not of the last who wrote one of them', () => {
    const touched = [edit('one', NOON - HOUR, [1, 2, 3]), edit('two', NOON - MINUTE, [2])];
    expect(told(lines(first, 1, 2, 3), ...touched)).toEqual(['one', 'one', 'one']);
  });

  it('are of nobody who wrote less than half of the block', () => {
    expect(told(lines(first, 1, 2, 3), edit('one', NOON - HOUR, [1]))).toEqual([null, null, null]);
  });

  it('go to who wrote more of what the commit brought, where a block alone does not decide', () => {
    const all = [...lines(first, 1, 2, 3), ...lines(commit('c0'), 9), ...lines(first, 4)];
    const touched = [edit('one', NOON - HOUR, [1, 2, 3, 4]), edit('two', NOON - MINUTE, [4])];
    expect(told(all, ...touched).at(-1)).toBe('one');
  });

  it('are of nobody who wrote hardly anything of the commit', () => {
    const all = [...lines(first, 1, 2, 3, 5, 6), ...lines(commit('c0'), 9), ...lines(first, 4)];
    expect(told(all, edit('two', NOON - MINUTE, [4]))).toEqual(all.map(() => null));
  });

  it('are found under the name that the file had', () => {
    const then = commit('c1', NOON, 'old.ts');
    expect(told(lines(then, 1), edit('one', NOON - HOUR, [1], { path: 'old.ts' }))).toEqual([
      'one',
    ]);
  });

  it('are found under any name where three are equal', () => {
    const elsewhere = { path: 'b.ts' };
    expect(told(lines(first, 1, 2), edit('one', NOON - HOUR, [1, 2], elsewhere))).toEqual([
      null,
      null,
    ]);
    expect(told(lines(first, 1, 2, 3), edit('one', NOON - HOUR, [1, 2, 3], elsewhere))).toEqual([
      'one',
      'one',
      'one',
    ]);
  });

  it('that nobody can say the commit of are of nobody', () => {
    expect(told(lines({ kind: 'unknown' }, 1, 2, 3), edit('one', NOON - HOUR, [1, 2, 3]))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('of one session are of the change with the lines around, then of the newest', () => {
    const [a, b] = [edit('one', NOON - 2 * HOUR, [1, 2, 3]), edit('one', NOON - HOUR, [2])];
    expect(
      attributeLines(lines(first, 1, 2, 3), 'a.ts', [a, b]).map((one) => one!.edit.seq),
    ).toEqual([a.seq, a.seq, a.seq]);
    const again = edit('one', NOON - MINUTE, [1, 2, 3]);
    expect(attributeLines(lines(first, 1, 2, 3), 'a.ts', [a, again])[0]!.edit.seq).toBe(again.seq);
  });

  it('are not of a whole file that was written again', () => {
    const touched = [
      edit('one', NOON - 2 * HOUR, [1, 2]),
      edit('one', NOON - HOUR, [1, 2, 3], { whole: true }),
    ];
    const found = attributeLines(lines(first, 1, 2, 3), 'a.ts', touched);
    expect(found.map((one) => one?.edit.at)).toEqual([
      NOON - 2 * HOUR,
      NOON - 2 * HOUR,
      NOON - HOUR,
    ]);
  });
});

const UNCOMMITTED = { kind: 'uncommitted' } as const;

describe('lines that are not committed', () => {
  it('are probably of the session that wrote three equal ones', () => {
    expect(told(lines(UNCOMMITTED, 1, 2, 3), edit('one', NOON, [1, 2, 3]))).toEqual([
      'one?',
      'one?',
      'one?',
    ]);
    expect(told(lines(UNCOMMITTED, 1, 2), edit('one', NOON, [1, 2]))).toEqual([null, null]);
  });

  it('are of no session that wrote them elsewhere', () => {
    expect(
      told(lines(UNCOMMITTED, 1, 2, 3), edit('one', NOON, [1, 2, 3], { path: 'b.ts' })),
    ).toEqual([null, null, null]);
  });
});
