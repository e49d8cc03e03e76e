import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { countTokens as countWithSpecials } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../test/effort.ts';
import { table } from '../../../../test/table.ts';
import { estimateTokens, tokensLess } from './tokens.ts';

/** `<|endoftext|>` in a text is text. */
const countTokens = (text: string) => countWithSpecials(text, { disallowedSpecial: new Set() });

const ROOT = new URL('../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const files = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();

/** Consecutive sections of about `characters`; what is left at the end belongs to the last one. */
function sections(text: string, characters: number): string[] {
  const count = Math.max(1, Math.floor(text.length / characters));
  const size = Math.ceil(text.length / count);
  return Array.from({ length: count }, (_, i) => text.slice(i * size, (i + 1) * size));
}

const ratio = (text: string) => estimateTokens(text) / countTokens(text);
const share = (values: readonly number[], test: (value: number) => boolean) =>
  values.filter(test).length / values.length;

// Everyday subjects, so that the figures do not rest on technical Chinese alone; and words of the trade.
const [CHINESE = '', RUSSIAN = '', ITALIAN = '', TRADE = ''] = table<string>('prose');
const WORDS = TRADE.split(' ');

const word = fc.constantFrom(...WORDS);
const phrase = fc.array(word, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('-'));
const letters = (alphabet: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength });
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const HEX = '0123456789abcdef';

const code = fc.oneof(
  fc
    .tuple(word, word, fc.constantFrom('ts', 'go', 'py', 'rs', 'md'))
    .map(([a, b, end]) => `impl:src/${a}/${b}.${end}`),
  fc
    .tuple(word, fc.integer({ min: 0, max: 99 }), phrase)
    .map(([a, n, b]) => `dec:${a}=0.${n}-${b}`),
  phrase.map((a) => `next:${a}`),
  phrase.map((a) => `done:${a}`),
  fc.tuple(word, phrase, fc.nat(2000)).map(([a, b, n]) => `block:${a}:${b}-line-${n}`),
  fc.tuple(word, word, word).map(([a, b, c]) => `impl:${a}${capital(b)}${capital(c)}`),
  fc.tuple(letters(LOWER, 9), letters(LOWER, 9)).map(([a, b]) => `next:${a}-${b}`),
);

const identifier = fc.oneof(
  fc.array(word, { minLength: 2, maxLength: 5 }).map((parts) => parts.join('_')),
  fc.array(word, { minLength: 2, maxLength: 5 }).map((parts) => parts.join('_').toUpperCase()),
  fc.array(word, { minLength: 2, maxLength: 5 }).map((parts) => parts.map(capital).join('')),
  fc.uuid(),
  letters(HEX, 40),
  letters(LOWER, 20),
  letters(`${LOWER}${LOWER.toUpperCase()}0123456789+/`, 44),
);

const lines = (line: fc.Arbitrary<string>) =>
  fc.array(line, { minLength: 1, maxLength: 40, size: 'max' }).map((all) => all.join('\n'));

const spoken = fc.constantFrom(
  ...[CHINESE, RUSSIAN, ITALIAN].flatMap((text) => text.trim().split(/[，,\n]/)),
);
const cases: Record<string, fc.Arbitrary<string>> = {
  'threads of codes': lines(code),
  identifiers: lines(identifier),
  mixtures: lines(fc.oneof(code, identifier, spoken)),
};

describe('not below the true count', () => {
  const count = runs(130, 400);
  for (const [name, texts] of Object.entries(cases)) {
    test(`${name}: short by more than 3 % in at most 1 % of cases`, () => {
      const ratios = fc
        .sample(texts, { numRuns: count, seed: 20261115 })
        .filter((text) => countTokens(text) > 0)
        .map(ratio);
      expect(ratios.length).toBeGreaterThan(0.75 * count);
      expect(share(ratios, (r) => r < 0.97)).toBeLessThanOrEqual(0.01);
    });
  }

  test.each([
    ['Russian', RUSSIAN],
    ['Italian', ITALIAN],
    ['Chinese', CHINESE],
    ['drawn lines', `${'─'.repeat(80)}\n${'='.repeat(80)}\n│ a │ b │\n`.repeat(5)],
    ['emoji', '👍🏽 done 🎉🎉 ✅ ok ⚠️ 👨‍👩‍👧 '.repeat(10)],
    [
      'log',
      '2026-11-15T20:41:07.123Z INFO 550e8400-e29b-41d4-a716-446655440000 took 12ms\n'.repeat(20),
    ],
    [
      'JSON',
      JSON.stringify(
        { id: 'a1b2', items: [{ path: 'src/a.ts', ok: true, n: 0.75 }] },
        null,
        2,
      ).repeat(9),
    ],
  ])('%s', (_, text) => {
    expect(ratio(text)).toBeGreaterThanOrEqual(1);
  });
});

describe('at most 25 % above on sections of 1,000 tokens and more', () => {
  const prose = files('node_modules/*/README.md').filter((path) => read(path).length > 4500);
  const sources = [
    ...files('src/domain/**/*.ts'),
    ...files('node_modules/{vitest,vite,chai,fast-check}/dist/*.{js,mjs}'),
  ];
  const kinds: [string, string[]][] = [
    ['codes', [fc.sample(code, { numRuns: 1000, seed: 7 }).join('\n')]],
    ['prose', prose.map(read)],
    ['source code', sources.slice(0, 40).map((path) => read(path).slice(0, 30_000))],
    ['Chinese', [CHINESE.repeat(4)]],
    ['pages in other languages', files('node_modules/@biomejs/biome/README.*.md').map(read)],
    [
      'messages in other languages',
      files('node_modules/axe-core/locales/{de,es,fr,it,ja,ko,ru,zh}*.json').map(read),
    ],
  ];

  test.each(kinds)('%s', (_, texts) => {
    const ratios = texts
      .flatMap((text) => sections(text, 5500))
      .filter((text) => countTokens(text) >= 1000)
      .map(ratio);
    expect(ratios.length).toBeGreaterThan(0);
    expect(share(ratios, (r) => r < 0.97)).toBeLessThanOrEqual(0.02);
    expect(share(ratios, (r) => r > 1.25)).toBeLessThanOrEqual(0.02);
    expect(Math.max(...ratios)).toBeLessThanOrEqual(1.35);
  });
});

describe('additive', () => {
  test('parts are charged at least what the whole is', () => {
    fc.assert(
      fc.property(lines(fc.oneof(code, spoken)), lines(identifier), (a, b) => {
        expect(estimateTokens(`${a}\n`) + estimateTokens(b)).toBeGreaterThanOrEqual(
          estimateTokens(`${a}\n${b}`),
        );
      }),
      { numRuns: runs(75, 300) },
    );
  });

  test('nothing costs nothing, anything costs something', () => {
    expect(estimateTokens('')).toBe(0);
    for (const text of ['a', ' ', '\n', '0', '中', '\ud800', '\u0000', '…'])
      expect(estimateTokens(text)).toBeGreaterThan(0);
  });
});

test('a text weighs the same, whether letters of other alphabets stand beside it or not', () => {
  for (let code = 0; code < 0xd800; code++) {
    const sign = String.fromCharCode(code);
    const text = `${`a ${sign}b ${sign}${sign}Cd${sign}1 `.repeat(40)}q1`;
    const apart = tokensLess(text, '1') - tokensLess(`${text}ж`, '1ж');
    // Sums are rounded down.
    expect([sign, Math.abs(apart) <= 1]).toEqual([sign, true]);
  }
});
