import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import { redactText } from './redact.ts';

/** Types, calls, references, states, names without a value: what programs and tools write. */
const FORMS = table<string>('secrets-innocent-forms');
/** Sentences about passwords and tokens, in many languages, that tell none. */
const SENTENCES = table<string>('secrets-innocent-sentences');

describe('a plain word behind the name of a secret', () => {
  it.each(table<[text: string, redacted: string]>('plain-passwords'))(
    'goes: %j',
    (text, redacted) => {
      expect(redactText(text)).toBe(redacted);
      expect(redactText(redacted)).toBe(redacted);
    },
  );

  it.each(FORMS)('is none: %j', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it.each(SENTENCES)('is told by no such sentence: %j', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('is not found in such sentences that stand together', () => {
    for (const text of [SENTENCES.join('\n'), SENTENCES.join(' ')])
      expect(redactText(text)).toBe(text);
  });
});

describe('a text that is kept on purpose', () => {
  it.each(table<[text: string, redacted: string]>('kept-secrets'))('%j → %j', (text, redacted) => {
    expect(redactText(text, { kept: true })).toBe(redacted);
    expect(redactText(redacted, { kept: true })).toBe(redacted);
  });
});
