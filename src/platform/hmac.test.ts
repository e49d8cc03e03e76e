import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/effort.ts';
import { hmacOfFew, hmacOfMany } from './hmac.ts';

const WAYS = [
  ['by hand', hmacOfFew],
  ['by node:crypto', hmacOfMany],
] as const;

describe.each(WAYS)('HMAC-SHA-256 %s', (_, hmac) => {
  // RFC 4231, test cases 1 and 2: those whose texts are ASCII and whose keys fit into a block.
  it.each([
    [Buffer.alloc(20, 0x0b), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      Buffer.from('Jefe'),
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
  ])('gives the published value %#', (key, text, value) => {
    expect(hmac(key)(text)).toBe(value);
  });

  it('gives what node:crypto gives, for texts of every length around a block', () => {
    const key = Buffer.alloc(32, 7);
    const seal = hmac(key);
    for (let length = 0; length <= 260; length++) {
      const text = 'radio é 電波 𝄞 '.repeat(30).slice(0, length).toWellFormed();
      expect(seal(text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
    }
  });

  it('gives what node:crypto gives, whatever the key and the text', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 64 }),
        fc.string({ unit: 'grapheme', maxLength: 2_000 }),
        (key, text) => {
          expect(hmac(key)(text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
        },
      ),
      { numRuns: runs(20, 200) },
    );
  });
});
