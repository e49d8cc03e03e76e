import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { DAY } from '../base/time.ts';
import { isWithin, readQuestion, timeliness } from './question.ts';

const NOW = Date.parse('2026-11-15T10:30:00Z');

describe('a question', () => {
  it.each(table<[string, boolean]>('search-whole-times'))(
    'asks for all of a time: %s %s',
    (question, isOnlyTime) => {
      expect(readQuestion(question, NOW, () => 'UTC').isOnlyTime).toBe(isOnlyTime);
    },
  );

  it('keeps its time words in case nothing is stored of that time', () => {
    const { about, asWords } = readQuestion('the race last year', NOW, () => 'UTC');
    expect(about.terms.map(({ forms }) => forms[0])).toEqual(['race']);
    expect(asWords.terms.map(({ forms }) => forms[0])).toEqual(['race', 'last', 'year']);
  });
});

describe('timeliness', () => {
  const range = { from: 10 * DAY, to: 11 * DAY, words: '' };

  it.each(table<[string, number, number, number]>('search-timeliness'))(
    '%s',
    (_, began, ended, fit) => {
      expect(timeliness([range], began * DAY, ended * DAY)).toBeCloseTo(fit, 12);
    },
  );

  it('tells what is within from what follows at once', () => {
    expect(isWithin([range], 10.9 * DAY, 10.9 * DAY)).toBe(true);
    expect(isWithin([range], 11 * DAY, 11 * DAY)).toBe(false);
  });

  it('is that of the best range', () => {
    const other = { from: 17 * DAY, to: 19 * DAY, words: '' };
    expect(timeliness([range, other], 18 * DAY, 18 * DAY)).toBe(1);
    expect(timeliness([], 18 * DAY, 18 * DAY)).toBe(0);
  });
});
