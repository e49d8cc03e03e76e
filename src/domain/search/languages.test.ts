import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { readQuery } from './query.ts';
import { readQuestion } from './question.ts';

const terms = (text: string): string[] =>
  readQuery(text).terms.map(({ forms, prefix }) => forms.at(-1)! + (prefix ? '*' : ''));

describe('questions in other languages', () => {
  // English stays as it was.
  it.each(table<[string, string[]]>('questions-in-languages'))('%s', (question, expected) => {
    expect(terms(question)).toEqual(expected);
  });

  const NOW = Date.parse('2026-11-16T12:00:00Z');
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  it.each(table<[string, string, boolean]>('questions-of-time'))(
    '%s',
    (question, range, isOnlyTime) => {
      const { ranges, isOnlyTime: only } = readQuestion(question, NOW, () => 'UTC');
      expect(ranges.map(({ from, to }) => `${day(from)} ${day(to)}`)).toEqual([range]);
      expect(only).toBe(isOnlyTime);
    },
  );

  it.each(table<[string, string]>('questions-of-time-in-more-languages'))(
    '%s',
    (question, range) => {
      const { ranges } = readQuestion(question, NOW, () => 'UTC');
      expect(ranges.map(({ from, to }) => `${day(from)} ${day(to)}`)).toEqual([range]);
    },
  );

  it.each([
    'hier ist der Fehler in der Datei',
    'the mars rover config',
    'no passing test in mes.ts',
  ])('names no time: %s', (question) => {
    expect(readQuestion(question, NOW, () => 'UTC').ranges).toEqual([]);
  });

  it("recognise a question about the person's own words", () => {
    const isOwn = (question: string): boolean => readQuestion(question, NOW, () => 'UTC').isOwn;
    expect(isOwn('What did I say about tabs?')).toBe(true);
    expect(isOwn('Was habe ich über Tabs gesagt?')).toBe(true);
    expect(isOwn('tell me about tabs')).toBe(false);
    expect(isOwn('What did Caroline paint?')).toBe(false);
  });
});
