import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { table } from '../../../test/table.ts';
import { jaccard, type RelevanceInput, relevance } from './relevance.ts';

const NOTHING: RelevanceInput = {
  hours: 168,
  openTasks: 0,
  sameScope: 0,
};

describe('relevance', () => {
  it.each<[string, Partial<RelevanceInput>, number]>(
    table<
      [string, { hours?: number; sameScope?: number; openTasks?: number; match?: number }, number]
    >('relevance'),
  )('%s', (_, input, total) => {
    expect(relevance({ ...NOTHING, ...input }).total).toBeCloseTo(total, 3);
  });

  it("is the sources' formula where the same scope and the text count for nothing", () => {
    const now = new Set(['cortex', 'session', 'decay']);
    const topics = [
      'cortex',
      'session',
      ...Array.from({ length: 17 }, (_, i) => `other${i}`),
      'last',
    ];
    const expected = 0.4 * (1 - 48 / 168) + 0.35 * (2 / 21) + 0.25 * 0.5;
    expect(
      relevance({ ...NOTHING, hours: 48, match: jaccard(now, topics), openTasks: 2 }).total,
    ).toBeCloseTo(expected, 10);
  });

  it('stays between 0 and 1 for any record', () => {
    const number = fc.oneof(
      fc.double(),
      fc.integer(),
      fc.constant(Number.NaN),
      fc.constant(Number.POSITIVE_INFINITY),
    );
    fc.assert(
      fc.property(number, number, fc.integer(), number, (hours, match, openTasks, sameScope) => {
        const { total } = relevance({ hours, match, openTasks, sameScope });
        expect(total).toBeGreaterThanOrEqual(0);
        expect(total).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(2_000, 20_000) },
    );
  });
});

describe('jaccard', () => {
  it.each([
    [['a', 'b'], ['b', 'c'], 1 / 3],
    [['a'], ['a'], 1],
    [[], ['a'], 0],
    [['a'], [], 0],
  ])('of %j and %j', (now, topics, value) => {
    expect(jaccard(new Set(now), topics)).toBeCloseTo(value, 10);
  });
});
