import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { formats, startsLikeToken } from './formats.ts';
import { isPlain } from './plain.ts';
import { redactText } from './redact.ts';
import { sampleOf, seeded } from './sample.ts';

describe('a plain text', () => {
  it.each([
    ['Edit', true],
    ['/home/dev/lbf-ham-radio/src/ft991a.ts', true],
    ['src/engine/working-memory-file.test.ts', true],
    ['src/UserProfileCard.tsx', false],
    ['/tmp/cortex-bench-AbC3fG/src/a.ts', false],
    ['C:\\Users\\dev', false],
    ['--password x', false],
    ['password=x', false],
    ['user@host', false],
    ['', true],
  ])('%j: %s', (text, plain) => {
    expect(isPlain(text)).toBe(plain);
  });

  it('is never changed by a rule', () => {
    const part = fc.oneof(
      fc.stringMatching(/^[\w-]{1,27}$/),
      fc.stringMatching(/^[a-z]{1,28}$/),
      fc.constantFrom(
        'password',
        'secret',
        'token',
        'api-key',
        'ghp_abc',
        'sk-abc',
        'AKIA12345',
        'bearer',
        'private',
      ),
    );
    const path = fc
      .tuple(fc.array(part, { maxLength: 8 }), fc.constantFrom('/', '\\', '.'))
      .map(([parts, by]) => parts.join(by));
    fc.assert(
      fc.property(path, (text) => {
        fc.pre(isPlain(text));
        // What nobody draws: a token's beginning, and behind it only small letters.
        fc.pre(!text.split(/[\\/]/).some((part) => part.length >= 16 && startsLikeToken(part)));
        expect(redactText(text)).toBe(text);
      }),
      { numRuns: runs(500, 5_000) },
    );
  });

  it('is no token of any known form, alone or in a path', () => {
    const taken: string[] = [];
    for (const row of formats()) {
      for (const form of row.samples) {
        for (let seed = 0; seed < 50; seed++) {
          const { text } = sampleOf(form, seeded(seed));
          if (isPlain(text) || isPlain(`/tmp/${text}/x`)) taken.push(`${row.name}: ${form}`);
        }
      }
    }
    expect([...new Set(taken)]).toEqual([]);
  });
});
