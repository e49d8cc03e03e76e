import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { jaccard, type RelevanceInput, relevance } from './relevance.ts';

const NOTHING: RelevanceInput = {
  hours: 168,
  openTasks: 0,
  sameScope: 0,
};

describe('relevance', () => {
  it.each<[string, Partial<RelevanceInput>, number]>([
    ['a week old, nothing shared', {}, 0],
    ['24 h, another scope: a pin would not survive the night', { hours: 24 }, 0.343],
    ['48 h, another scope', { hours: 48 }, 0.286],
    ['24 h, same scope', { hours: 24, sameScope: 0.5 }, 0.518],
    ['48 h, same scope', { hours: 48, sameScope: 0.5 }, 0.461],
    ['72 h, same scope: the last day for normal pins', { hours: 72, sameScope: 0.5 }, 0.404],
    ['74 h, same scope', { hours: 74, sameScope: 0.5 }, 0.399],
    ['136 h, same scope: context for nearly six days', { hours: 136, sameScope: 0.5 }, 0.251],
    ['137 h, same scope', { hours: 137, sameScope: 0.5 }, 0.249],
    ['three tasks at 160 h do not reach the threshold by score', { hours: 160, openTasks: 3 }, 0.207],
    ['four tasks at 160 h do', { hours: 160, openTasks: 4 }, 0.269],
    ['ten tasks count as four', { hours: 168, openTasks: 10 }, 0.25],
    ['all of the prompt in the text, another scope', { hours: 168, match: 1 }, 0.35],
    ['all of the prompt in the text, same scope', { hours: 168, match: 1, sameScope: 0.5 }, 0.35],
    ['half of the prompt in the text, same scope', { hours: 168, match: 0.5, sameScope: 0.5 }, 0.2625],
    ['a date in the future is now', { hours: -8760 }, 0.4],
  ])('%s', (_, input, total) => {
    expect(relevance({ ...NOTHING, ...input }).total).toBeCloseTo(total, 3);
  });

  it("is the sources' formula where the same scope and the text count for nothing", () => {
    const now = new Set(['cortex', 'session', 'decay']);
    const topics = ['cortex', 'session', ...Array.from({ length: 17 }, (_, i) => `other${i}`), 'last'];
    const expected = 0.4 * (1 - 48 / 168) + 0.35 * (2 / 21) + 0.25 * 0.5;
    expect(relevance({ ...NOTHING, hours: 48, match: jaccard(now, topics), openTasks: 2 }).total).toBeCloseTo(
      expected,
      10,
    );
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
