import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { scanToml } from './toml-scan.ts';
import { tomlTable, tomlValue } from './toml-write.ts';

describe('scanning TOML', () => {
  it.each<[string, string, [string, string[]][]]>([
    [
      'pairs and tables',
      'a = 1\n[b]\nc.d = 2\n[[e.f]]\n',
      [
        ['pair', ['a']],
        ['table', ['b']],
        ['pair', ['c', 'd']],
        ['list', ['e', 'f']],
      ],
    ],
    [
      'quoted names',
      '["a.b" . \'c d\']\n"x\\u0041" = 1',
      [
        ['table', ['a.b', 'c d']],
        ['pair', ['xA']],
      ],
    ],
    [
      'long strings',
      'a = """\n[no]\n\\""" # no\n"""\nb = \'\'\'\n[no]\'\'\'\'\'\n[c]',
      [
        ['pair', ['a']],
        ['pair', ['b']],
        ['table', ['c']],
      ],
    ],
    [
      'lists over lines',
      'a = [ # ]\n  "]", [1],\n]\nb = { c = "}" } # }\n[d]',
      [
        ['pair', ['a']],
        ['pair', ['b']],
        ['table', ['d']],
      ],
    ],
    ['comments and blanks', '# [a]\n\n  # b = 1\r\n \t[c] # d\r\n', [['table', ['c']]]],
  ])('finds %s', (_name, text, expected) => {
    expect(scanToml(text).map(({ kind, path }) => [kind, path])).toEqual(expected);
  });
});

describe('writing TOML', () => {
  const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());
  const key = fc.string({ maxLength: 5 }).filter((one) => one !== '__proto__');
  const flat = fc.dictionary(key, fc.oneof(scalar, fc.array(fc.string(), { maxLength: 3 })), { maxKeys: 4 });
  const table = fc
    .tuple(flat, flat, fc.array(flat, { minLength: 1, maxLength: 3 }))
    .map(([fields, inner, list]) => ({ ...fields, 'in ner': inner, li_st: list }));
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

  it('is read as what was written', () => {
    fc.assert(
      fc.property(table, (value) => {
        expect(plain(parse(tomlTable(['a', 'b c'], value, 'table', '\n')))).toEqual({
          a: { 'b c': plain(value) },
        });
        expect(plain(parse(tomlTable(['a'], value, 'list', '\r\n')))).toEqual({ a: [plain(value)] });
        expect(plain(parse(`x = ${tomlValue(value)}`))).toEqual({ x: plain(value) });
      }),
    );
  });
});
