import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlain } from './plain.ts';
import { redactText } from './redact.ts';

describe('a plain text', () => {
  it.each([
    ['Edit', true],
    ['/home/dev/lbf-ham-radio/src/ft991a.ts', true],
    ['C:\\Users\\dev', false],
    ['src/engine/aVeryLongIdentifierName.ts', false],
    ['--password x', false],
    ['password=x', false],
    ['user@host', false],
    ['', true],
  ])('%j: %s', (text, plain) => {
    expect(isPlain(text)).toBe(plain);
  });

  it('is never changed by a rule', () => {
    const part = fc.oneof(
      fc.stringMatching(/^[\w-]{1,15}$/),
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
        expect(redactText(text)).toBe(text);
      }),
      { numRuns: 3_000 },
    );
  });
});
