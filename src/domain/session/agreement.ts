import { tokens } from '../text/words.ts';

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
