/** Which words of a memory it is found by, and which memories answer a question best. */
import { characterPairs, isUnspaced, rawWords } from '../search/words.ts';

/** Something to look for: any of its forms will do, the words of one form side by side. */
export interface Term {
  readonly forms: readonly string[];
  /** Also as the beginning of a word: a single character of a script without spaces. */
  readonly prefix?: true;
}

/** Each term costs a look into the index; a question has few words, a pasted log thousands. */
const MOST_TERMS = 32;

/** Words that the tokenizer misses: words without spaces, as pairs of characters, and parts of `joinedNames`. */
export function hiddenWords(text: string): string {
  const hidden = new Set<string>();
  for (const word of rawWords(text)) {
    if (isUnspaced(word)) hidden.add(characterPairs(word).join(' '));
    else if (/[a-z][A-Z]/.test(word)) hidden.add(parts(word).join(' '));
  }
  return [...hidden].join(' ');
}

/** Search terms of a question as people write it; stop words only if there is nothing else. */
export function termsOf(question: string): Term[] {
  const words = rawWords(question.normalize('NFC'));
  const telling = words.filter((word) => !STOP_WORDS.test(word));
  const terms = new Map<string, Term>();
  for (const word of telling.length > 0 ? telling : words) {
    for (const term of isUnspaced(word) ? unspacedTerms(word) : [spacedTerm(word)]) {
      if (terms.size < MOST_TERMS) terms.set(term.forms[0]!, term);
    }
  }
  return [...terms.values()];
}

function spacedTerm(word: string): Term {
  const joined = parts(word);
  const whole = word.toLowerCase();
  return { forms: joined.length > 1 ? [whole, joined.join(' ').toLowerCase()] : [whole] };
}

function unspacedTerms(word: string): Term[] {
  const found = characterPairs(word);
  // The last character alone is looked for when it is all there is.
  if (found.length === 1) return [{ forms: found, prefix: true }];
  return found.slice(0, -1).map((pair) => ({ forms: [pair] }));
}

function parts(word: string): string[] {
  return word.split(/(?<=[a-z])(?=[A-Z])/);
}

const STOP_WORDS =
  /^(?:an?|the|of|to|in|on|at|for|and|or|but|is|are|was|were|be|do|does|did|has|have|had|what|when|where|which|who|why|how|that|this|it|its|with|by|from|as|if|so|not|no|can|i|you|we|my|your|our|about)$/i;

export interface Scored {
  readonly id: string;
  /** The share of the question, weighed by how rare each word is, that it holds: 0 to 1. */
  readonly score: number;
}

/** Scores of all that hold a term. `holders` are the ids for each term; `total` is how many there are to choose from. */
export function scoreByTerms(holders: readonly (readonly string[])[], total: number): Scored[] {
  const weights = holders.map((ids) => Math.log(1 + (total - ids.length + 0.5) / (ids.length + 0.5)));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const sums = new Map<string, number>();
  holders.forEach((ids, term) => {
    for (const id of ids) sums.set(id, (sums.get(id) ?? 0) + weights[term]!);
  });
  return [...sums].map(([id, sum]) => ({ id, score: all > 0 ? sum / all : 0 }));
}
