import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { table } from '../../../../test/table.ts';
import { contentHash } from './hash.ts';

describe('the hash of a content', () => {
  it('is 32 hexadecimal digits and the same for the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(contentHash(text)).toMatch(/^[0-9a-f]{32}$/);
        expect(contentHash(`${text}`)).toBe(contentHash(text));
      }),
    );
  });

  it('equals the hashes in existing databases', () => {
    expect(['', 'a', 'the quick brown fox', 'über 漢字 🚀'].map(contentHash)).toEqual(STORED);
  });

  it('tells texts apart that are nearly the same', () => {
    const texts = [...table<string>('texts-nearly-the-same')];
    for (let length = 1; length < 400; length++)
      texts.push('x'.repeat(length), `${'x'.repeat(length)}y`);
    expect(new Set(texts.map(contentHash)).size).toBe(texts.length);
  });

  it('treats a lone surrogate as the store does', () => {
    expect(contentHash('cut \ud83d')).toBe(contentHash('cut \ufffd'));
  });
});

const STORED = [
  '7150c5b5ca6b6ca4aff3fbf655fa1cf1',
  '218164fb1b0d09523a1aa9fcdd88d73f',
  '307dd1408a1c76720318fff10eebc7ee',
  '05a9e48d1df0d5ba36e23281ac651f30',
];
