import { isCommon, tokens } from '../text/words.ts';
import { asks } from './requests.ts';

/** Rules that share so much of their words are one rule, said anew. */
export const SAME_RULE = 0.6;

/** Where a rule holds, not what it says. */
const PLACES = new Set(['repo', 'repository', 'project', 'codebase']);

/**
 * The share, 0 to 1, of the content words of two sentences that stand in both. "Branch names start with the ticket
 * number" and "commit messages start with the ticket number" must stay two rules: words in common count once.
 */
export function agreement(a: string, b: string): number {
  const one = contentWords(a);
  const other = contentWords(b);
  const common = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - common;
  return all === 0 ? Number(a.trim() === b.trim() && a.trim() !== '') : common / all;
}

function contentWords(sentence: string): Set<string> {
  return new Set(
    tokens(sentence)
      .map(({ term }) => term)
      .filter((term) => !PLACES.has(term)),
  );
}

/**
 * Whether a text speaks of an item of a list: it holds half of the item's words that tell it from others. Endings do not
 * count, so that "migrated the carts" is about "Migrate old carts".
 */
export function speaksOf(text: string, item: string): boolean {
  const all = tokens(item).map(({ term }) => term);
  // What is to be done, at the beginning, is said of other things too.
  const isVerb = (term: string, i: number) => i === 0 && item.toLowerCase().startsWith(term) && asks(item);
  const things = all.filter((term, i) => !isVerb(term, i) && !isCommon(term));
  const own = things.length > 0 ? things : all;
  const said = tokens(text).map(({ term }) => term);
  const found = own.filter((term) => said.some((other) => isSameWord(term, other)));
  return own.length > 0 && found.length >= Math.ceil(own.length / 2);
}

function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const stem = Math.max(SHORTEST_STEM, Math.min(a.length, b.length) - 2);
  return a.length >= stem && b.length >= stem && a.slice(0, stem) === b.slice(0, stem);
}

const SHORTEST_STEM = 4;
