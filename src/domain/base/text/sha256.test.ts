import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hmacSha256 } from './sha256.ts';

it('hashes any text under any key as node:crypto does', () => {
  const bytes = fc.uint8Array({ minLength: 0, maxLength: 64 });
  fc.assert(
    fc.property(bytes, fc.string({ unit: 'grapheme', maxLength: 400 }), (key, text) => {
      expect(hmacSha256(key)(text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
    }),
  );
});

it('hashes texts of every length around a block, and a lone surrogate', () => {
  const key = new Uint8Array(32).fill(7);
  const texts = Array.from({ length: 200 }, (_, length) => 'a'.repeat(length));
  for (const text of [...texts, 'x\ud800y', 'ß'.repeat(70_000)])
    expect(hmacSha256(key)(text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
});

it('refuses a key that would have to be hashed first', () => {
  expect(() => hmacSha256(new Uint8Array(65))).toThrow('65 bytes');
});
