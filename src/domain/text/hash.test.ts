import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash } from './hash.ts';

/** How many of the 128 bits differ. */
function distance(a: string, b: string): number {
  let bits = 0;
  for (let i = 0; i < 32; i++) {
    for (let rest = Number.parseInt(a[i]!, 16) ^ Number.parseInt(b[i]!, 16); rest > 0; rest >>= 1)
      bits += rest & 1;
  }
  return bits;
}

describe('the hash of a content', () => {
  it('is 32 hexadecimal digits and the same for the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(contentHash(text)).toMatch(/^[0-9a-f]{32}$/);
        expect(contentHash(`${text}`)).toBe(contentHash(text));
      }),
    );
  });

  it('stays what it is in databases that exist', () => {
    expect(['', 'a', 'the quick brown fox', 'über 漢字 🚀'].map(contentHash)).toEqual(STORED);
  });

  it('tells texts apart that are nearly the same', () => {
    const texts = [
      '',
      '\0',
      '\0\0',
      '\0\0\0\0',
      '\0\0\0\0\0',
      'a',
      'a\0',
      '\0a',
      'aa',
      'ab',
      'ba',
      'A',
      'a ',
      'ａ',
    ];
    for (let length = 1; length < 400; length++) texts.push('x'.repeat(length), `${'x'.repeat(length)}y`);
    expect(new Set(texts.map(contentHash)).size).toBe(texts.length);
  });

  it('has lanes that collide no more often than chance, for texts that differ in a number only', () => {
    const count = 60_000;
    const hashes = Array.from({ length: count }, (_, i) => contentHash(`const value${i} = ${i * 2};\n`));
    expect(new Set(hashes).size).toBe(count);
    for (let lane = 0; lane < 4; lane++) {
      const distinct = new Set(hashes.map((hash) => hash.slice(lane * 8, lane * 8 + 8))).size;
      // n²/2^33 = 0.4 pairs are expected.
      expect(count - distinct).toBeLessThan(8);
    }
  });

  it('changes half of its bits when one bit of the text changes, wherever', () => {
    const text = 'impl:src/store/ledger.ts\nnext:wire-the-preamble\n'.repeat(3);
    const whole = contentHash(text);
    const distances: number[] = [];
    for (let at = 0; at < text.length; at++) {
      for (let bit = 0; bit < 15; bit++) {
        const changed = String.fromCharCode(text.charCodeAt(at) ^ (1 << bit));
        distances.push(distance(whole, contentHash(text.slice(0, at) + changed + text.slice(at + 1))));
      }
    }
    const mean = distances.reduce((sum, one) => sum + one, 0) / distances.length;
    expect(mean).toBeGreaterThan(63);
    expect(mean).toBeLessThan(65);
    // 64 ± 5.7 for chance; no single change may come near to nothing.
    expect(Math.min(...distances)).toBeGreaterThan(35);
    expect(Math.max(...distances)).toBeLessThan(93);
  });

  it('takes half a character for what a store makes of it', () => {
    expect(contentHash('cut \ud83d')).toBe(contentHash('cut \ufffd'));
  });
});

const STORED = [
  '7150c5b5ca6b6ca4aff3fbf655fa1cf1',
  '218164fb1b0d09523a1aa9fcdd88d73f',
  '307dd1408a1c76720318fff10eebc7ee',
  '05a9e48d1df0d5ba36e23281ac651f30',
];
