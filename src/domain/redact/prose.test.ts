import { describe, expect, it } from 'vitest';
import { sampleOf, seeded } from '../../../test/sample.ts';
import { table } from '../../../test/table.ts';
import { redactText } from './redact.ts';

/** Words, places and verbs stand between the noun and its value, or the value stands before it. */
const TOLD = table<string>('told-secrets');

/** A noun for a secret, and beside it a name, a number, a path or code. */
const NOT_TOLD = table<string>('told-none');

describe('a secret that somebody tells in a sentence', () => {
  it.each(TOLD)('goes: %s', (marked) => {
    const told = marked.replace(/[⟦⟧]/g, '');
    expect(redactText(told)).not.toContain(/⟦(.*)⟧/.exec(marked)![1]);
  });

  it.each(NOT_TOLD)('is none: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('is redacted with the other passwords of its series', () => {
    expect(redactText('with Winter2025 I am out, the new password is Winter2026x')).toBe(
      'with [REDACTED] I am out, the new password is [REDACTED]',
    );
    expect(redactText("the alarm code of the shop is 5519 and the gate's is 2207")).toBe(
      "the alarm code of the shop is [REDACTED] and the gate's is [REDACTED]",
    );
  });

  it('is redacted on the next line and in the sentence before', () => {
    expect(redactText('Wi-Fi Password\nsummerhouse1987')).toBe('Wi-Fi Password\n[REDACTED]');
    expect(
      redactText('the secret for the hook:\n4f1cf9051b35e8c6b859dd1292dc4e4a\nput it there'),
    ).not.toContain('4f1c');
    expect(redactText('the secret was lost in commit\n4f1cf9051b35e8c6b859dd1292dc4e4a')).toContain(
      '4f1c',
    );
  });

  it('needs more evidence if its noun is vaguer', () => {
    expect(redactText('the password is hunter2')).toBe('the password is [REDACTED]');
    expect(redactText('the key is hunter2')).toBe('the key is hunter2');
    expect(redactText('the password, since hunter2 moved')).toBe(
      'the password, since hunter2 moved',
    );
  });

  it('is found at the right place beside letters whose small forms are longer', () => {
    expect(redactText('İİİ senha: Hunter22')).toBe('İİİ senha: [REDACTED]');
  });

  it('is redacted after a word for an API key in any language', () => {
    const key = ['q9Zt4Lw8', 'Xk2vBn7c', 'Rm5pHd3s'].join('');
    for (const name of table<string>('key-names'))
      expect(redactText(`${name}: ${key}`)).toBe(`${name}: [REDACTED]`);
  });
});

describe('a key whose service is named, or that shows how it was made', () => {
  it.each(table<string>('service-keys'))('goes: %s', (form) => {
    for (let seed = 1; seed < 20; seed++) {
      const { text, drawn } = sampleOf(form, seeded(seed));
      expect(redactText(text)).not.toContain(drawn.reduce((a, b) => (b.length > a.length ? b : a)));
    }
  });

  it.each(table<string>('prose-none'))('is none: %s', (form) => {
    for (let seed = 1; seed < 20; seed++) {
      const { text } = sampleOf(form, seeded(seed));
      expect(redactText(text)).toBe(text);
    }
  });
});
