import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { sampleOf, seeded } from '../../../test/sample.ts';
import { table } from '../../../test/table.ts';
import { formats, startsLikeToken } from './formats.ts';
import { nounWords } from './nouns.ts';
import { isPlain, isPlainText } from './plain.ts';
import { redactText } from './redact.ts';
import { shapes } from './shapes.ts';

describe('a plain text', () => {
  it.each(table<[string, boolean]>('plain-texts'))('%j: %s', (text, plain) => {
    expect(isPlain(text)).toBe(plain);
  });

  it('is never changed by a rule', () => {
    const part = fc.oneof(
      fc.stringMatching(/^[\w-]{1,27}$/),
      fc.stringMatching(/^[a-z]{1,28}$/),
      fc.constantFrom(...'password secret token api-key ghp_abc sk-abc AKIA12345 bearer private'.split(' ')),
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

  it('is no token of any known form in a command or a sentence either', () => {
    const taken: string[] = [];
    for (const { name, samples } of [...formats(), ...shapes()]) {
      for (const form of samples) {
        for (let seed = 0; seed < 50; seed++) {
          const text = `see ${sampleOf(form, seeded(seed)).text} for it`;
          if (isPlainText(text) && redactText(text) !== text) taken.push(`${name}: ${form}`);
        }
      }
    }
    expect([...new Set(taken)]).toEqual([]);
  });

  it('may be a command or a sentence', () => {
    for (const text of [
      'npm test 2>&1 | tail -5',
      'git commit -m "fix: the port of the parser" && git push',
      'Write the tests of src/UserProfileCard.tsx, please.',
      'NODE_ENV=test node scripts/build.mjs --watch',
    ])
      expect(isPlainText(text), text).toBe(true);
  });

  it('has no word in it that announces a secret', () => {
    const names = [...NAMES, ...nounWords()];
    const signs = [' ', ': ', '=', ' = ', ' is ', ' - ', ':\n', ' "', ' -p ', ' | '];
    const values = [
      'hunter2',
      'Tr0ub4dor&3',
      'k9Xv2bQ7',
      's3cr3t-42',
      '8842',
      'correct-horse-7',
      'correct-horse-battery',
      "'two words 9x'",
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.constantFrom(...signs),
        fc.constantFrom(...values),
        fc.constantFrom('', 'the ', 'my_', '--', 'use '),
        (name, sign, value, before) => {
          const text = `${before}${name}${sign}${value}`;
          if (redactText(text) !== text) expect(isPlainText(text), text).toBe(false);
        },
      ),
      { numRuns: runs(2_000, 20_000) },
    );
  });
});

const NAMES = [
  ...'password|passwd|passphrase|passcode|pass|pwd|pw|psk|secret|token|api key'.split('|'),
  ...['credential', 'auth', 'access_id', 'appid', 'mysql -p', 'curl -u me:', 'vault login', 'sshpass -p'],
];
