import { describe, expect, it } from 'vitest';
import { hiddenWords, scoreByTerms, termsOf } from './memory-search.ts';

describe('words that an index for spaced languages misses', () => {
  it.each([
    ['plain words only', ''],
    ['频率显示', '频率 率显 显示 示'],
    ['call getUserName()', 'get User Name'],
    ['설정 파일', '설정 정 파일 일'],
  ])('%s', (text, hidden) => {
    expect(hiddenWords(text)).toBe(hidden);
  });
});

describe('a question', () => {
  const forms = (question: string) => termsOf(question).map((term) => term.forms);

  it('is its telling words', () => {
    expect(forms('what is the baud of the FT991A?')).toEqual([['baud'], ['ft991a']]);
    expect(forms('to be or not')).toEqual([['to'], ['be'], ['or'], ['not']]);
    expect(forms('')).toEqual([]);
  });

  it('finds joined names in both spellings', () => {
    expect(forms('getUserName')).toEqual([['getusername', 'get user name']]);
  });

  it('is pairs of characters where nobody writes spaces; one alone is a beginning', () => {
    expect(termsOf('频率显')).toEqual([{ forms: ['频率'] }, { forms: ['率显'] }]);
    expect(termsOf('频')).toEqual([{ forms: ['频'], prefix: true }]);
  });

  it('stays short, whatever was pasted', () => {
    expect(termsOf(Array.from({ length: 5000 }, (_, i) => `w${i}`).join(' ')).length).toBeLessThanOrEqual(32);
  });
});

describe('the score', () => {
  it('is the share of the question that is held; rare words weigh more', () => {
    const scores = new Map(
      scoreByTerms([['a', 'b', 'c', 'd'], ['b'], []], 10).map(({ id, score }) => [id, score]),
    );
    expect(scores.get('b')).toBeGreaterThan(scores.get('a')!);
    expect(scores.get('b')).toBeLessThan(1);
    expect(scoreByTerms([['x'], ['x']], 5)).toEqual([{ id: 'x', score: 1 }]);
  });
});
