import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { table } from '../../../../test/table.ts';
import { isCommon, isOut, readTokens, singular } from './words.ts';

/** Any code units, halves of surrogate pairs too. */
const anyText = fc
  .array(fc.oneof(fc.nat(127), fc.nat(0xffff)))
  .map((codes) => String.fromCharCode(...codes));

const terms = (text: string) => readTokens(text).map((token) => token.term);

describe('tokens', () => {
  test.each<[string, string, string[]]>(table('tokens'))('%s', (_, text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  test('a compound knows its words, and where one tells nothing', () => {
    expect(readTokens('lbf-ham-radio')[0]?.parts).toEqual(['lbf', 'ham', 'radio']);
    expect(readTokens('task-004-session-persistence')[0]?.parts).toEqual([
      null,
      null,
      'session',
      'persistence',
    ]);
    expect(readTokens('HotTopicExtractor')[0]?.parts).toEqual(['hot', 'topic', 'extractor']);
    expect(readTokens('brain.json')[0]?.parts).toEqual(['brain', null]);
  });

  test('only blanks make neighbours', () => {
    const follows = (text: string) => readTokens(text).map((token) => token.follows);
    expect(follows('ham radio')).toEqual([false, true]);
    expect(follows('ham, radio')).toEqual([false, false]);
    expect(follows('ham\nradio')).toEqual([false, false]);
    expect(follows('ham of the radio')).toEqual([false, false]);
    expect(follows('ham/radio')).toEqual([false, false]);
  });

  test('any text gives terms in small letters, of bounded length, none of them a stop word', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.lorem({ mode: 'sentences' })), (text) => {
        for (const { term } of readTokens(text)) {
          expect(term).toBe(term.toLowerCase());
          expect(term.length).toBeGreaterThan(1);
          expect(term.length).toBeLessThanOrEqual(80);
          expect(isOut(term)).toBe(false);
        }
      }),
    );
  });

  test('a term is found again in itself', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{2,8}[-_.][a-z]{2,8}$/), (text) => {
        for (const { term } of readTokens(text)) expect(terms(term)).toEqual([term]);
      }),
    );
  });
});

describe('singular', () => {
  test.each(table<[string, string]>('plurals'))('%s is %s', (plural, expected) => {
    expect(singular(plural)).toBe(expected);
    expect(singular(expected)).toBe(expected);
  });

  test.each(table<string>('plurals-none'))('%s is no plural', (word) => {
    expect(singular(word)).toBe(word);
  });
});

test('common words are known with a number behind them, rare ones are not common', () => {
  expect(['error', 'function', 'test', 'test2'].map(isCommon)).toEqual([true, true, true, true]);
  expect(['radio', 'ft991a', 'constructor', '__proto__'].map(isCommon)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
