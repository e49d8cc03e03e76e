import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { countTokens as reference } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { countTokens } from './tokenizer.ts';

const expected = (text: string) => reference(text, { disallowedSpecial: new Set() });

test.each(['README.md', 'src/domain/text/byte-pairs.ts', 'package.json', 'src/domain/thread/labels.ts'])(
  'counts the tokens of %s as the package of the encoding does',
  (file) => {
    const text = readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8');
    expect(countTokens(text)).toBe(expected(text));
  },
);

test.each([
  '',
  ' ',
  '\n\n  x',
  '<|endoftext|>',
  "I'LL don't",
  '汉字和かな',
  '👩‍👩‍👧 ок',
  '\ud800 half',
  '1234567',
  'ſ'.repeat(99),
])('counts %j', (text) => {
  expect(countTokens(text)).toBe(expected(text));
});

test('counts any text as the package does', () => {
  const texts = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.array(fc.constantFrom('get', 'User', '_id', ' the', '\n', '  ', '=>', '42', 'é', '中', "'s"), {
      maxLength: 60,
    }),
  );
  fc.assert(
    fc.property(texts, (some) => {
      const text = typeof some === 'string' ? some : some.join('');
      expect(countTokens(text)).toBe(expected(text));
    }),
    { numRuns: 150 },
  );
});

test('a run that nobody writes is counted by its parts', () => {
  const run = 'ab'.repeat(2_000);
  expect(countTokens(run.repeat(2))).toBe(2 * countTokens(run));
});
