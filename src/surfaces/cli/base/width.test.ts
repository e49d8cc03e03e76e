import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../../test/table.ts';
import { cutToWidth, padToWidth, widthOf, wrapToWidth } from './width.ts';

describe('widthOf', () => {
  it.each(table<[string, number]>('cell-widths'))('%j takes %i cells', (text, cells) => {
    expect(widthOf(text)).toBe(cells);
  });
});

describe('cut', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 4, 'abc…'],
    ['ab cdef', 4, 'ab…'],
    ['設定を確認', 5, '設定…'],
    ['abc', 0, ''],
    ['abc', Number.POSITIVE_INFINITY, 'abc'],
  ])('%j to %d cells is %j', (text, cells, expected) => {
    expect(cutToWidth(text, cells)).toBe(expected);
  });

  it('keeps the end of a path', () => {
    expect(cutToWidth('/home/ada/radio', 8, 'end')).toBe('…a/radio');
  });

  it('never takes more cells than it was given', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 0, max: 30 }),
        (text, cells) => {
          expect(widthOf(cutToWidth(text, cells))).toBeLessThanOrEqual(cells);
          expect(widthOf(cutToWidth(text, cells, 'end'))).toBeLessThanOrEqual(cells);
        },
      ),
    );
  });
});

describe('pad', () => {
  it('counts cells, not characters', () => {
    expect(padToWidth('設', 4)).toBe('設  ');
    expect(padToWidth('7', 3, 'right')).toBe('  7');
    expect(padToWidth('long', 2)).toBe('long');
  });
});

describe('wrap', () => {
  it('breaks between words', () => {
    expect(wrapToWidth('the quick brown fox', 10)).toEqual(['the quick', 'brown fox']);
  });

  it('breaks a word that is longer than a line', () => {
    expect(wrapToWidth('see /a/very/long/path now', 10)).toEqual([
      'see',
      '/a/very/lo',
      'ng/path',
      'now',
    ]);
  });

  it('leaves text alone where lines have no end', () => {
    expect(wrapToWidth('a  b', Number.POSITIVE_INFINITY)).toEqual(['a  b']);
  });

  it('does not break a colour in two', () => {
    const lines = wrapToWidth(`\x1b[31m${'x'.repeat(25)}\x1b[39m`, 10);
    expect(lines.map(widthOf)).toEqual([10, 10, 5]);
    for (const line of lines) expect(line).toMatch(/^\x1b\[31mx+\x1b\[39m$/);
  });

  it('keeps every letter, and every line within the cells', () => {
    const words = fc.array(
      fc.string({ minLength: 1, maxLength: 12 }).filter((word) => !/\s/.test(word)),
    );
    fc.assert(
      fc.property(words, fc.integer({ min: 12, max: 40 }), (all, cells) => {
        const lines = wrapToWidth(all.join(' '), cells);
        expect(lines.join('').replaceAll(' ', '')).toBe(all.join(''));
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(cells);
      }),
    );
  });
});
