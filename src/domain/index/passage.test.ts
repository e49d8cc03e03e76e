import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import {
  documentOf,
  fieldOf,
  hiddenWords,
  LAST_PIECE,
  type PassageField,
  passageId,
  passagesOf,
  pieceOf,
  splitPassages,
  turnAround,
  turnOf,
} from './passage.ts';

const FIELDS: PassageField[] = ['user', 'agent', 'paths', 'notes'];

describe('the number of a passage', () => {
  const parts = [
    fc.integer({ min: 1, max: 2 ** 28 }),
    fc.integer({ min: 0, max: 4_095 }),
    fc.integer({ min: 0, max: LAST_PIECE }),
    fc.constantFrom(...FIELDS),
  ] as const;

  it('tells its document, turn, place and field', () => {
    fc.assert(
      fc.property(...parts, (document, turn, piece, field) => {
        const id = passageId(document, turn, piece, field);
        expect(Number.isSafeInteger(id)).toBe(true);
        expect([documentOf(id), turnOf(id), pieceOf(id), fieldOf(id)]).toEqual([
          document,
          turn,
          piece,
          FIELDS.indexOf(field),
        ]);
        const [from, to] = passagesOf(document);
        expect(id >= from && id < to).toBe(true);
        const [first, after] = turnAround(id);
        expect([first, after - first]).toEqual([passageId(document, turn, 0, 'user'), 1_024]);
      }),
    );
  });

  it('orders by document, then by turn, then by place', () => {
    expect(passageId(1, 4_095, LAST_PIECE, 'notes')).toBeLessThan(passageId(2, 0, 0, 'user'));
    expect(passageId(7, 3, LAST_PIECE, 'notes')).toBeLessThan(passageId(7, 4, 0, 'user'));
  });
});

describe('a text in passages', () => {
  it('keeps every word, in order, in pieces of at most 800 characters', () => {
    const text = fc.array(fc.constantFrom('word', 'a', 'longer-word', '\n', '数据库', '👩‍👩‍👧'), {
      maxLength: 600,
    });
    fc.assert(
      fc.property(text, fc.constantFrom(' ', '', '\n'), (words, gap) => {
        const whole = words.join(gap);
        const cut = splitPassages(whole);
        expect(cut.join('').replace(/\s/g, '')).toBe(whole.replace(/\s/g, ''));
        for (const piece of cut) {
          expect(piece.length).toBeLessThanOrEqual(800);
          expect(piece).toBe(piece.trim());
          expect(piece.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('cuts at ends of lines before it cuts between words', () => {
    const line = 'x'.repeat(500);
    expect(splitPassages(`${line}\n${line} ${line}`)).toEqual([line, line, line]);
    expect(splitPassages('')).toEqual([]);
    expect(splitPassages('  \n ')).toEqual([]);
    expect(splitPassages('one')).toEqual(['one']);
  });

  it('takes a megabyte without a break in its stride', () => {
    expect(splitPassages('x'.repeat(1_000_000)).length).toBe(1_250);
  });
});

describe('hidden words', () => {
  it.each(table<[string, string]>('passage-words'))('%s', (text, hidden) => {
    expect(hiddenWords(text)).toBe(hidden);
  });
});
