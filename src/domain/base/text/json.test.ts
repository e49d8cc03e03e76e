import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asRecord, head, headAndTail, idText, list, pathText, text, words } from './json.ts';

describe('reading unknown JSON', () => {
  const nothing = [null, undefined, true, 3, 'text', [], [{ a: 1 }], () => 1];

  it.each(nothing)('no record in %o', (value) => expect(asRecord(value)).toBeNull());

  it('has the fields that were sent and no others', () => {
    const record = asRecord(JSON.parse('{"a": 1, "__proto__": {"b": 2}}'));
    expect(record?.a).toBe(1);
    expect(record?.b).toBeUndefined();
    expect(record?.constructor).toBeUndefined();
    expect(({} as Record<string, unknown>).b).toBeUndefined();
  });

  it('returns one type per reader, for any value', () => {
    expect([text(''), text('a'), text(1), text(null)]).toEqual(['', 'a', null, null]);
    expect([words(' \n'), words(' a '), words({})]).toEqual([null, ' a ', null]);
    expect([list([1]), list({ length: 1 }), list('ab')]).toEqual([[1], [], []]);
  });

  it('takes numbers as ids and refuses what is none', () => {
    expect([idText('3'), idText(3), idText(0)]).toEqual(['3', '3', '0']);
    expect([
      idText(1.5),
      idText(Number.NaN),
      idText(''),
      idText('x'.repeat(257)),
      idText([1]),
    ]).toEqual(Array(5).fill(null));
  });

  it('refuses paths that no file can have', () => {
    expect(pathText('a b/c.ts')).toBe('a b/c.ts');
    expect([pathText(''), pathText('a\0b'), pathText('x'.repeat(4097)), pathText(7)]).toEqual(
      Array(4).fill(null),
    );
  });
});

describe('cutting', () => {
  it('leaves short texts as they are', () => {
    expect(head('abc', 3)).toBe('abc');
    expect(headAndTail('abc', 3)).toBe('abc');
  });

  it('cuts at the end of a near line', () => {
    expect(head('12345678\nabc', 10)).toBe('12345678\n');
    expect(head('1\n3456789abc', 10)).toBe('1\n3456789a');
  });

  it('keeps both ends, by whole lines', () => {
    const lines = Array.from({ length: 1000 }, (_, n) => `line ${n}`).join('\n');
    const kept = headAndTail(lines, 500).split('\n');
    expect(kept[0]).toBe('line 0');
    expect(kept.at(-1)).toBe('line 999');
    expect(kept.filter((line) => line !== '' && !/^line \d+$/.test(line))).toEqual([
      `[... ${lines.length - 500} or more characters left out ...]`,
    ]);
  });

  it('never grows beyond the limit nor halves a character', () => {
    const parts = fc
      .array(fc.constantFrom('a', '\n', '😀', 'é'), { maxLength: 400 })
      .map((p) => p.join(''));
    fc.assert(
      fc.property(parts, fc.integer({ min: 100, max: 300 }), (value, max) => {
        for (const cut of [head(value, max), headAndTail(value, max)]) {
          expect(cut.length).toBeLessThanOrEqual(max);
          expect(cut.isWellFormed()).toBe(true);
        }
        expect(value.startsWith(head(value, max))).toBe(true);
      }),
    );
  });
});
