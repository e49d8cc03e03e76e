import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { tomlTable } from './toml-text.ts';

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
      }),
    );
  });
});
