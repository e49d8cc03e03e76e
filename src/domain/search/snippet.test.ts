import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MARK, snippet } from './snippet.ts';

const mark = (word: string): string => MARK.open + word + MARK.close;
const found = ({ text, marks }: ReturnType<typeof snippet>): string[] =>
  marks.map(([from, to]) => text.slice(from, to));

describe('a snippet', () => {
  it('is the whole of a short text, on one line', () => {
    const shown = snippet(`fix the\n\n ${mark('parser')}\tnow`);
    expect(shown.text).toBe('fix the parser now');
    expect(found(shown)).toEqual(['parser']);
  });

  it('shows the sentences with most of what was found', () => {
    const filler = 'Nothing of interest is here. '.repeat(20);
    const shown = snippet(
      `${mark('redis')} is on. ${filler}The ${mark('redis')} ${mark('cache')} broke. ${filler}`,
    );
    expect(found(shown)).toEqual(['redis', 'cache']);
    expect(shown.text).toMatch(/The redis cache broke\. Nothing of interest is here\./);
    expect(shown.text.length).toBeLessThanOrEqual(160);
  });

  it('joins a sentence that goes on in the next line', () => {
    const line = 'the tuner of the radio drifts on the seventh band whenever it is';
    expect(snippet(`Look:\n${line}\n${mark('cold')} outside. Nobody knows why.`).text).toBe(
      `Look: ${line} cold outside. Nobody knows why.`,
    );
  });

  it('ends a very long sentence at a word', () => {
    const words = Array.from({ length: 100 }, (_, i) => `word${i}`);
    const { text } = snippet(words.join(' '));
    expect(text).toMatch(/^(?:word\d+ )*word\d+…$/);
  });

  it('marks literals, which the index holds in another shape', () => {
    expect(found(snippet('我们修复了数据库迁移的问题', ['数据', '据库']))).toEqual(['数据库']);
    expect(found(snippet('call getUserName here', ['user', 'name']))).toEqual(['UserName']);
  });

  it('shows the beginning where nothing is marked', () => {
    expect(snippet('x'.repeat(500)).text).toBe(`${'x'.repeat(319)}…`);
    expect(snippet('')).toEqual({ text: '', marks: [] });
  });

  it('holds its marks and its width for any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(mark('hit'), MARK.open, MARK.close, ' ', '\n', 'İ'),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 80 }),
        fc.integer({ min: 60, max: 200 }),
        (pieces, width) => {
          const { text, marks } = snippet(pieces.join(''), ['h'], width);
          expect(text.length).toBeLessThanOrEqual(Math.max(width, 320));
          expect(text).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/);
          let end = 0;
          for (const [from, to] of marks) {
            expect(from).toBeGreaterThanOrEqual(end);
            expect(to).toBeGreaterThan(from);
            end = to;
          }
          expect(end).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });
});
