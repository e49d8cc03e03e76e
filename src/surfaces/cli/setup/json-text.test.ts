import fc from 'fast-check';
import { getNodeValue } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/effort.ts';
import type { Fields } from '../../../domain/settings/value.ts';
import { parseJson, rewriteJson, Unparsable } from './json-text.ts';

const read = (text: string) => getNodeValue(parseJson(text)!);

describe('rewriting JSON', () => {
  it.each<[string, string, Fields, string]>([
    ['a new key', '{\n  "a": 1\n}\n', { a: 1, b: [2] }, '{\n  "a": 1,\n  "b": [\n    2\n  ]\n}\n'],
    ['an empty file', '', { b: 2 }, '{\n  "b": 2\n}\n'],
    ['white space alone', '\n', { b: 2 }, '\n{\n  "b": 2\n}\n'],
    ['comments alone', '// mine', { b: 2 }, '// mine\n{\n  "b": 2\n}'],
    ['an empty object', '{}', { b: 2 }, '{\n  "b": 2\n}'],
    ['four spaces', '{\n    "a": {}\n}', { a: { b: 2 } }, '{\n    "a": {\n        "b": 2\n    }\n}'],
    [
      'tabs',
      '{\n\t"a": {\n\t\t"b": 1\n\t}\n}',
      { a: { b: 1, c: 2 } },
      '{\n\t"a": {\n\t\t"b": 1,\n\t\t"c": 2\n\t}\n}',
    ],
    ['CRLF', '{\r\n  "a": 1\r\n}\r\n', { a: 1, b: 2 }, '{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n'],
    ['a comment behind', '{\n  "a": 1 // one\n}', { a: 1, b: 2 }, '{\n  "a": 1, // one\n  "b": 2\n}'],
    ['a trailing comma', '{\n  "a": 1, // one\n}', { a: 1, b: 2 }, '{\n  "a": 1, // one\n  "b": 2,\n}'],
    ['one line', '{"a":1}', { a: 1, b: { c: [2] } }, '{"a":1,"b":{"c":[2]}}'],
    ['one line, spaced', '{ "a": 1, "c": 3 }', { a: 1, c: 3, b: 2 }, '{ "a": 1, "c": 3, "b":2 }'],
    ['a comment inside', '{\n  // mine\n}', { b: 2 }, '{\n  // mine\n  "b": 2\n}'],
    ['another value', '{\n  "a": 1, // one\n  "b": 2\n}', { a: 3, b: 2 }, '{\n  "a": 3, // one\n  "b": 2\n}'],
    ['the last gone', '{\n  "a": 1, // one\n  "b": 2\n}', { a: 1 }, '{\n  "a": 1 // one\n}'],
    ['the first gone', '{\n  "a": 1,\n  // two\n  "b": 2\n}', { b: 2 }, '{\n  // two\n  "b": 2\n}'],
    ['the only one gone', '{\n  "a": 1\n}\n', {}, '{}\n'],
    ['the only one gone, commented', '{\n  // mine\n  "a": 1\n}\n', {}, '{\n  // mine\n}\n'],
    ['a list grows', '{\n  "a": [1, 2]\n}', { a: [1, 2, 3] }, '{\n  "a": [1, 2, 3]\n}'],
    ['equal keys', '{\n  "a": 1,\n  "a": 2\n}', { a: 3 }, '{\n  "a": 1,\n  "a": 3\n}'],
  ])('%s', (_name, text, wanted, expected) => {
    const result = rewriteJson(text, wanted);
    expect(result).toBe(expected);
    expect(read(result)).toEqual(wanted);
  });

  it('says where a text is no JSON', () => {
    expect(() => rewriteJson('{\n  "a": 1\n  "b": 2\n}', {})).toThrow(Unparsable);
    expect(() => rewriteJson('{\n  "a": 1\n  "b": 2\n}', {})).toThrow('line 3, column 3: comma expected');
  });

  const gap = fc.stringMatching(/^(?: |\t|\n|\r\n|\/\/ [a-z"{}]*\n|\/\* [a-z,:"\]]* \*\/){0,3}$/);
  const scalar = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string());
  const key = fc.oneof(fc.constantFrom('a', 'b', 'hooks', '__proto__'), fc.string({ maxLength: 3 }));
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
        .tuple(fc.array(fc.tuple(gap, key, gap, gap, tie('value'), gap), { maxLength: 4 }), gap, fc.boolean())
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
        expect(read(rewriteJson(text, wanted as Fields))).toEqual(wanted);
      }),
      { numRuns: runs(50, 500) },
    );
  });

  /** What comments say, whatever they stand beside. */
  const words = (text: string) => text.match(/\/[/*] [a-z]+/g) ?? [];

  it('loses no comment when keys come and go', () => {
    fc.assert(
      fc.property(document, target, (text, more) => {
        const value = read(text) as Fields;
        const grown = rewriteJson(text, { ...(more as Fields), ...value });
        const shrunk = rewriteJson(grown, value);
        expect(read(shrunk)).toEqual(value);
        expect(words(shrunk)).toEqual(expect.arrayContaining(words(text)));
      }),
      { numRuns: runs(30, 300) },
    );
  });
});
