import { describe, expect, it } from 'vitest';
import { findForeign } from './foreign.ts';
import type { SearchTerm } from './query.ts';

const underWay = (...words: string[]) => {
  const known = new Set(words);
  return ({ forms }: SearchTerm) => forms.some((form) => known.has(form));
};

describe('what a later prompt says of anything but what is under way', () => {
  it.each([
    ['back to the webhooks', [], ['webhooks'], 1],
    ['back to the webhooks of the shop', ['shop'], ['webhooks'], 1],
    [
      'does the stripe filter drop these events for all of the guests of the shop?',
      [],
      ['stripe', 'filter'],
      2,
    ],
    ['#482 is red', ['build', 'red'], ['482'], 2],
    ['what is missing in shadow.ts and in the build', ['build'], ['shadow ts'], 2],
  ])('%s', (prompt, known, words, least) => {
    const foreign = findForeign(prompt, underWay(...known));
    const forms = foreign?.query.terms.map((term) => term.forms[0]) ?? [];
    expect(forms).toEqual(expect.arrayContaining(words));
    for (const word of known) expect(forms).not.toContain(word);
    expect(foreign?.least).toBe(least);
  });

  it.each([
    ['run the tests again', []],
    ['is the stripe filter hidden for guests, too?', ['stripe', 'filter', 'hidden', 'guests']],
    [
      'make the stripe button of the checkout form in the basket blue',
      ['button', 'checkout', 'basket', 'form'],
    ],
  ])('%s: nothing', (prompt, known) => {
    expect(findForeign(prompt, underWay(...known))).toBeNull();
  });

  it('asks a long log for more words than a sentence', () => {
    const log = Array.from(
      { length: 40 },
      (_, i) => `zeppelin${String.fromCharCode(97 + (i % 26))}${i}q`,
    );
    expect(findForeign(log.join(' '), () => false)!.least).toBeGreaterThan(3);
  });

  it('does not take the version of a runner for a name', () => {
    expect(
      findForeign('runner version 2.328.0 of the build', underWay('build', 'runner')),
    ).toBeNull();
  });
});
