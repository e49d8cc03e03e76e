import fc from 'fast-check';
import { getNodeValue } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/effort.ts';
import { table } from '../../../../test/table.ts';
import type { SettingsTable } from '../../../domain/base/settings/value.ts';
import { parseJsonTree, rewriteJson, Unparsable } from './json-text.ts';

const read = (text: string) => getNodeValue(parseJsonTree(text)!);

describe('rewriting JSON', () => {
  it.each<[string, string, SettingsTable, string]>(table('json-rewritten'))(
    '%s',
    (_name, text, wanted, expected) => {
      const result = rewriteJson(text, wanted);
      expect(result).toBe(expected);
      expect(read(result)).toEqual(wanted);
    },
  );

  it('says where a text is no JSON', () => {
    expect(() => rewriteJson('{\n  "a": 1\n  "b": 2\n}', {})).toThrow(Unparsable);
    expect(() => rewriteJson('{\n  "a": 1\n  "b": 2\n}', {})).toThrow(
      'line 3, column 3: comma expected',
    );
  });

  const gap = fc.stringMatching(/^(?: |\t|\n|\r\n|\/\/ [a-z"{}]*\n|\/\* [a-z,:"\]]* \*\/){0,3}$/);
  const scalar = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string());
  const key = fc.oneof(
    fc.constantFrom('a', 'b', 'hooks', '__proto__'),
    fc.string({ maxLength: 3 }),
  );
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar.map((one) => JSON.stringify(one)),
      fc
        .tuple(fc.array(fc.tuple(gap, tie('value'), gap), { maxLength: 4 }), gap, fc.boolean())
        .map(
          ([items, end, comma]) =>
            `[${items.map((parts) => parts.join('')).join(',')}${comma && items.length > 0 ? ',' : ''}${end}]`,
        ),
      fc
        .tuple(
          fc.array(fc.tuple(gap, key, gap, gap, tie('value'), gap), { maxLength: 4 }),
          gap,
          fc.boolean(),
        )
        .map(
          ([items, end, comma]) =>
            `{${items.map(([a, k, b, c, v, d]) => `${a}${JSON.stringify(k)}${b}:${c}${v}${d}`).join(',')}${comma && items.length > 0 ? ',' : ''}${end}}`,
        ),
    ),
  }));
  const document = fc
    .tuple(gap, fc.array(fc.tuple(gap, key, gap, value, gap), { maxLength: 4 }), gap, gap)
    .map(
      ([start, items, end, last]) =>
        `${start}{${items.map(([a, k, b, v, d]) => `${a}${JSON.stringify(k)}:${b}${v}${d}`).join(',')}${end}}${last}`,
    );
  const target = fc
    .dictionary(key, fc.jsonValue({ maxDepth: 3 }))
    .map((one) => JSON.parse(JSON.stringify(one)));

  it('makes any text say anything', () => {
    fc.assert(
      fc.property(document, target, (text, wanted) => {
        expect(read(rewriteJson(text, wanted as SettingsTable))).toEqual(wanted);
      }),
      { numRuns: runs(50, 500) },
    );
  });

  /** The words of all comments, so that a comment counts as kept wherever it stands. */
  const words = (text: string) => text.match(/\/[/*] [a-z]+/g) ?? [];

  it('loses no comment when keys come and go', () => {
    fc.assert(
      fc.property(document, target, (text, more) => {
        const value = read(text) as SettingsTable;
        const grown = rewriteJson(text, { ...(more as SettingsTable), ...value });
        const shrunk = rewriteJson(grown, value);
        expect(read(shrunk)).toEqual(value);
        expect(words(shrunk)).toEqual(expect.arrayContaining(words(text)));
      }),
      { numRuns: runs(30, 300) },
    );
  });
});
