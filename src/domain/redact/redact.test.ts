import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { sampleOf, seeded, shapeSamples } from '../../../test/sample.ts';
import { table } from '../../../test/table.ts';
import { formats } from './formats.ts';
import { redact, redactDeep, redactText } from './redact.ts';

/** The secrets of the threat model, each as people and tools write it. */
const KINDS: readonly (readonly [kind: string, form: string])[] = table('secret-kinds');

/** A prompt, a tool's input and its output. */
const PLACES: readonly ((secret: string) => string)[] = [
  (secret) => `please use ${secret} for the staging server, it expires tomorrow`,
  (secret) =>
    JSON.stringify({ tool_name: 'Bash', tool_input: { command: `run \\\n  ${secret} 2>&1` } }),
  (secret) => `$ cat config\n# written by setup\n${secret}\nexit code 0\n`,
];

describe('every kind of secret, wherever it is written', () => {
  it.each(KINDS)('%s', (_, form) => {
    const draw = seeded(form.length);
    for (let i = 0; i < runs(60, 200); i++) {
      const { text, drawn } = sampleOf(form, draw);
      for (const place of PLACES) {
        const out = redactText(place(text));
        // Shorter parts are ids, not secrets.
        for (const part of drawn.filter((each) => each.length >= 12))
          expect(out).not.toContain(part);
      }
    }
  });
});

const drawnText = fc
  .tuple(
    fc.constantFrom(
      ...formats().flatMap(({ forms }) => forms),
      ...shapeSamples().flatMap(({ secret }) => secret),
    ),
    fc.nat(),
  )
  .map(([form, seed]) => sampleOf(form, seeded(seed)).text);

/** In parts, so that no scanner takes it for a key. */
const PEM = ['-----BEGIN', 'PRIVATE', 'KEY-----'].join(' ');

const fragment = fc.oneof(
  drawnText,
  fc.constant(PEM),
  fc.constantFrom(
    ...'password= token: "|" secret=\'|\'|=|:|&|api_key=|[REDACTED]|[REDACTED|REDACTED]|Authorization: Bearer |Cookie: a=|://u:|@host|curl -u a:|<private>|</private>|-----END|\n|\t| |,|;|hunter2|--token |kind: Secret\n|data:\n  a: |\uFFFF|eyJ|.|-|_|sk-|AKIA|\\"|machine x login y password '.split(
      '|',
    ),
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'abcxyzABC0189-_=.+/'), maxLength: 40 }),
);
const anyText = fc.array(fragment, { maxLength: 14 }).map((parts) => parts.join(''));

describe('redaction', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, strict) => {
        const once = redactText(text, { strict });
        expect(redact(once, { strict })).toEqual({ text: once, found: [] });
      }),
      { numRuns: runs(150, 1500) },
    );
  });

  it('reports the rule and the position in the input of each finding', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { text: out, found } = redact(text);
        let rest = '';
        let at = 0;
        for (const { rule, start, end } of found) {
          // A private block inside a secret is told twice.
          if (end <= at) continue;
          expect(start).toBeLessThan(end);
          rest += text.slice(at, Math.max(at, start)) + (rule === 'private' ? '' : '[REDACTED]');
          at = end;
        }
        if (!found.some(({ start }, i) => i > 0 && start < found[i - 1]!.end))
          expect(rest + text.slice(at)).toBe(out);
      }),
      { numRuns: runs(50, 500) },
    );
  });

  it('never reads a placeholder as content', () => {
    for (const text of [
      'password=[REDACTED]',
      'Authorization: Bearer [REDACTED]',
      'https://me:[REDACTED]@host.io',
      'token: "[REDACTED]", secret=[REDACTED]&x=1',
      `${PEM}[REDACTED]-----END PRIVATE KEY-----`,
    ]) {
      expect(redact(text, { strict: true })).toEqual({ text, found: [] });
    }
  });

  it('takes private blocks out before it looks for secrets', () => {
    expect(redact('a <private>password=hunter2</private> b token=abc123def456ghi789')).toEqual({
      text: 'a  b token=[REDACTED]',
      found: [
        { rule: 'private', start: 2, end: 37 },
        { rule: 'assignment', start: 46, end: 64 },
      ],
    });
  });

  it('leaves lone surrogates and control characters as they are', () => {
    const text = 'a\ud800b\u0000c \u001b[31mred\u001b[0m';
    expect(redactText(text)).toBe(text);
  });
});

describe('redaction of data', () => {
  it('takes a password of words, and leaves what is said about one', () => {
    expect(
      redactDeep({
        passphrase: 'two words 97x',
        argv: ['restic', '--password', 'correct horse battery staple'],
        client_secret: 'shown in the settings 2b',
        labels: { password: 'Enter your password', pass: 'all 12a went well' },
      }),
    ).toEqual({
      passphrase: '[REDACTED]',
      argv: ['restic', '--password', '[REDACTED]'],
      client_secret: 'shown in the settings 2b',
      labels: { password: 'Enter your password', pass: 'all 12a went well' },
    });
  });

  it('judges a value under its own name', () => {
    expect(
      redactDeep({
        password: 'hunter2',
        headers: { Authorization: 'Bearer a8f3K2m9Qz7Lx4Vb', Accept: 'text/html' },
        tokens: ['f3a9c8e7b6d5a4f3e2d1'],
        argv: ['deploy', '--password', 'hunter2', '--region', 'eu-west-1'],
        env: [{ name: 'API_TOKEN', value: 'f3a9c8e7b6d5a4f3' }],
        max_tokens: 4096,
        session_id: '8f7d6e5c-4b3a-4918-8706-fedcba987654',
        done: null,
      }),
    ).toEqual({
      password: '[REDACTED]',
      headers: { Authorization: 'Bearer [REDACTED]', Accept: 'text/html' },
      tokens: ['[REDACTED]'],
      argv: ['deploy', '--password', '[REDACTED]', '--region', 'eu-west-1'],
      env: [{ name: 'API_TOKEN', value: '[REDACTED]' }],
      max_tokens: 4096,
      session_id: '8f7d6e5c-4b3a-4918-8706-fedcba987654',
      done: null,
    });
  });

  it('redacts a secret of one string in all strings and keys', () => {
    const { text: token } = sampleOf('ghp_<a36>', seeded(2));
    const { text: value } = sampleOf('<a24>', seeded(3));
    const out = redactDeep({
      log: `seen ${value}`,
      [token]: 1,
      api_key: value,
      list: [[`x=${value}`]],
    });
    expect(out).toEqual({
      log: 'seen [REDACTED]',
      '[REDACTED]': 1,
      api_key: '[REDACTED]',
      list: [['x=[REDACTED]']],
    });
  });

  it('keeps every other value as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: fc.constantFrom(...'ab é"=: \n') }), (value) => {
        expect(redactDeep(value)).toEqual(value);
      }),
    );
  });

  it('keeps a key __proto__, and redacts its value', () => {
    const out = redactDeep(JSON.parse('{"__proto__": {"password": "hunter2"}}') as object);
    expect(Object.keys(out)).toEqual(['__proto__']);
    expect(JSON.stringify(out)).toBe('{"__proto__":{"password":"[REDACTED]"}}');
  });

  it('redacts whatever is nested too deeply to be read', () => {
    let value: unknown = 'password=hunter2';
    for (let i = 0; i < 100_000; i++) value = [value];
    let depth = 0;
    let inner = redactDeep(value);
    for (; Array.isArray(inner); depth++) inner = inner[0];
    expect(depth).toBeGreaterThan(100);
    expect(inner).toBe('[REDACTED]');
  });
});

describe('what stands around a key', () => {
  const body = sampleOf('<a40>', seeded(3)).text;
  const claude = ['sk-ant', 'api03', sampleOf('<w93>', seeded(5)).text].join('-');

  it.each(['feature-', 'x_', 'fix/', 'a.'])('does not hide it: %s', (before) => {
    expect(redactText(`git checkout ${before}${claude}`)).toBe(`git checkout ${before}[REDACTED]`);
  });

  it('finds it although invisible characters split it', () => {
    const split = `${claude.slice(0, 30)}\u200B${claude.slice(30, 60)}\u200B\u2060${claude.slice(60)}`;
    expect(redactText(`use ${split} for it`)).toBe('use [REDACTED] for it');
    // Elsewhere they stay: an emoji is made of them.
    expect(redactText(`👩\u200D💻 ${split} 👩\u200D💻`)).toBe('👩\u200D💻 [REDACTED] 👩\u200D💻');
  });

  it('may be base64', () => {
    for (const header of [
      `Authorization: Bearer ${body}`,
      `{"authorization":"Basic ${body}"}`,
      ` authorization: ${body}`,
    ]) {
      const encoded = Buffer.from(header).toString('base64');
      expect(redactText(`headers ${encoded}`)).toBe('headers [REDACTED]');
    }
  });

  it('may be a line of its own below the name', () => {
    expect(redactText('The password is:\nHunter22x\n')).toBe('The password is:\n[REDACTED]\n');
    for (const text of [
      'password:\n  minimum: 8\n',
      'tokens:\n  count22: 4\n',
      'secret:\n- item22\n',
    ]) {
      expect(redactText(text)).toBe(text);
    }
  });
});
