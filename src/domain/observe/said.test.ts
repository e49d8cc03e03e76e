import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/effort.ts';
import { expectLinear } from '../../../test/growth.ts';
import { agreement } from '../session/agreement.ts';
import { endsLastRule, findingsIn, revokedIn, rulesIn, saidIn } from './said.ts';

const LONG = 100_000;
const PIECES = [
  'a',
  '\n',
  ' ',
  '"',
  "'",
  '`',
  '```',
  '>',
  '<a>',
  '<a b="c">',
  '# ',
  '- ',
  '*',
  '**',
  ', ',
  '. ',
  '? ',
  ': ',
  '; ',
  'always ',
  'never ',
  'no, ',
  'no. ',
  'every commit needs a ',
  'never use x. ',
  "please don't ",
  'we use a and ',
  'the root cause is ',
  'because ',
  'so it never ',
  'only works if ',
  'I chose a over b since ',
  'forget that. ',
  'nie immer ',
  'jamais ',
  'nunca ',
  '以后都要',
  '，',
  '。',
  'é',
  '😀',
  '\u0000',
  '\ud800',
  '\u00a0',
  '\t',
];

/** A small generator with a fixed seed. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

const bare = (text: string) => text.replace(/[\s*]+/g, '');

describe('any text', () => {
  it('gives sentences that stand in it, and never throws', () => {
    const random = numbers(7);
    for (let round = 0; round < runs(30, 1_000); round++) {
      const length = Math.floor(random.next().value * 40);
      const text = Array.from({ length }, () => PIECES[Math.floor(random.next().value * PIECES.length)]).join(
        '',
      );
      const found = [...rulesIn(text), ...saidIn(text).corrections, ...findingsIn(text)];
      for (const sentence of found) {
        expect(bare(text), JSON.stringify(text)).toContain(bare(sentence));
        expect(sentence.length).toBeLessThanOrEqual(300);
        expect(sentence).not.toMatch(/[\n\r]/);
      }
      expect(typeof endsLastRule(text)).toBe('boolean');
      expect(agreement(text, 'always use tabs')).toBeGreaterThanOrEqual(0);
      expect(agreement(text, text)).toBeLessThanOrEqual(1);
    }
  });

  // The reading stops at 20,000 characters and at 300 in a sentence. A quadratic form takes minutes here.
  it.each(PIECES)('of 100 KB of %j is read in linear time', (piece) => {
    expectLinear((times) => {
      const text = piece.repeat(Math.ceil(((LONG / 8) * times) / piece.length));
      rulesIn(text);
      saidIn(text);
      findingsIn(text);
      endsLastRule(text);
      revokedIn(text);
    });
  });
});
