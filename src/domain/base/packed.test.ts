import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { pack, type StoredRow, unpack } from './packed.ts';

const cell = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
  fc.string({ unit: 'grapheme' }),
  fc.json(),
  fc.json().map((text) => `${text} `),
  fc.json().map((text) => JSON.stringify({ $hex: text })),
  fc.uint8Array(),
);
const row: fc.Arbitrary<StoredRow> = fc.dictionary(
  fc.oneof(fc.string(), fc.constant('__proto__')),
  cell,
);

describe('a packed row', () => {
  it('comes back to the byte, also through a file', () => {
    fc.assert(
      fc.property(row, (stored) => {
        expect(unpack(JSON.parse(JSON.stringify(pack(stored))))).toEqual(stored);
      }),
    );
  });

  it('shows what was JSON as JSON', () => {
    expect(pack({ id: 'a', body: '{"text":"x"}', list: '[1,2]', at: 5, none: null })).toEqual({
      id: 'a',
      body: { text: 'x' },
      list: [1, 2],
      at: 5,
      none: null,
    });
  });

  it.each(table<[string, string]>('texts-not-packed'))(
    'leaves a text with %s as it is',
    (_, text) => {
      expect(pack({ text })).toEqual({ text });
    },
  );

  it.each([[null], [[]], ['x'], [7], [undefined]])('is none in %j', (value) => {
    expect(unpack(value)).toBeNull();
  });

  it.each([[{ $hex: 'xyz' }], [{ $hex: 'abc' }], [{ $hex: 5 }]])(
    'holds no bytes in %j',
    (value) => {
      expect(unpack({ value })).toEqual({ value: null });
    },
  );
});
