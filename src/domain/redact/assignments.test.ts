import { describe, expect, it } from 'vitest';
import { sampleOf, seeded } from '../../../test/sample.ts';
import { table } from '../../../test/table.ts';
import { redact, redactText } from './redact.ts';

/** `[name]` is where the value stands; it must go and everything else must stay. */
const WAYS = table<string>('secret-assignments');

const FORMS = ['<a24>', '<h32>', '<h40>', '<l20>', '<u26>', '<w43>', '<h8>-<h4>-<h4>-<h4>-<h12>'];

describe('a value under a name that promises a secret', () => {
  it.each(WAYS)('goes, and the name stays: %s', (way) => {
    const draw = seeded(way.length);
    for (const form of FORMS) {
      const { text: value } = sampleOf(form, draw);
      expect(redactText(way.replace('[]', value))).toBe(way.replace('[]', '[REDACTED]'));
    }
  });

  it.each(table<[string, string]>('passwords-thought-up'))(
    'people think up: %s',
    (input, output) => {
      expect(redactText(input)).toBe(output);
    },
  );
});

const ORDINARY = table<string>('assignments-none');

/** Sentences, labels, hints and subjects that stand where a password of words would. */
const NO_PHRASES = table<string>('passwords-of-words-none');

describe('ordinary work text', () => {
  it.each([...ORDINARY, ...NO_PHRASES])('stays: %s', (text) => {
    expect(redact(text)).toEqual({ text, found: [] });
  });

  it('stays in lock files', () => {
    const draw = seeded(3);
    for (const form of table<string>('lock-files')) {
      const { text } = sampleOf(form, draw);
      expect(redactText(text)).toBe(text);
    }
  });
});

describe('strict mode', () => {
  it('redacts random-looking values near a word for secrets, which stay without it', () => {
    const { text: value } = sampleOf('<a24>', seeded(11));
    const text = `the secret of the staging server is the one from yesterday\nfor the request: ${value}`;
    expect(redactText(text)).toBe(text);
    expect(redactText(text, { strict: true })).not.toContain(value);
  });

  it('leaves random-looking values far from such words', () => {
    const { text: value } = sampleOf('<a24>', seeded(12));
    const text = `the secret.\n${'and so on '.repeat(20)}\nbuild ${value}`;
    expect(redactText(text, { strict: true })).toBe(text);
  });
});

describe('a password by its place', () => {
  it.each(table<string>('passwords-by-place'))('goes: %j', (text) => {
    expect(redactText(text)).not.toContain('Sommer1234');
  });

  it.each(table<string>('passwords-without-digit'))('goes without a digit: %j', (text) => {
    expect(redactText(text)).not.toContain('HunterGbtKqw');
  });

  it.each(table<string>('passwords-by-place-none'))('stays: %j', (text) => {
    expect(redactText(text)).toBe(text);
  });
});
