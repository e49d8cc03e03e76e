import { singular } from '../base/text/words.ts';
import { isUnspaced, rawWords } from '../index/words.ts';
import { isTelling, type Query, readQuery, type SearchTerm } from './query.ts';
import { readReturning } from './returning.ts';

/** The part of a later prompt that is not about the work under way. */
export interface Foreign {
  /** Its words about something else. */
  readonly query: Query;
  /** Number of these words that an earlier session has to hold. */
  readonly least: number;
}

/** Most words of a prompt in which a single word names a matter: in a longer one it is a coincidence. */
const SHORT = 8;
/** Fewest telling words about something else. Each word about the work under way requires one more. */
const LEAST = 2;

/** Most words about the work under way: a prompt with more goes on with that work. */
const MOST_KNOWN = 3;

/** Least share of the words that an earlier session has to hold, because a pasted log shares some with anything. */
const LEAST_SHARE = 1 / 10;

/** Null if a prompt says too little about anything else: most prompts go on with the work under way. */
export function findForeign(
  prompt: string,
  isUnderWay: (term: SearchTerm) => boolean,
): Foreign | null {
  const { isReturn, object } = readReturning(prompt);
  const telling = readQuery(object).terms.filter(isTelling);
  const foreign = telling.filter((term) => !isUnderWay(term));
  const known = telling.length - foreign.length;
  const isShort = countWords(prompt) <= SHORT;
  const isAlone = isShort && (isReturn || known === 0);
  const least = isAlone ? 1 : Math.max(LEAST, 1 + known, foreign.length * LEAST_SHARE);
  const isOfElse = known <= MOST_KNOWN && foreign.length >= least;
  return isOfElse || foreign.some(isName) ? { query: { terms: foreign, pairs: [] }, least } : null;
}

/** Whether all words of a term stand in what was said under way, or name a file of it. */
export function heardIn(said: readonly string[]): (term: SearchTerm) => boolean {
  const words = new Set(said.flatMap((text) => rawWords(text.toLowerCase()).map(singular)));
  return ({ forms }) =>
    forms.some((form) => form.split(' ').every((word) => words.has(singular(word))));
}

/** Whether a term names one thing: the number of a version stands in many a log. */
export function isName({ kind, forms }: SearchTerm): boolean {
  return kind === 'file' || (kind === 'id' && !/^v?\d+(?: \d+)+$/.test(forms[0]!));
}

/** Two signs of a script without spaces count as a word. */
function countWords(text: string): number {
  return rawWords(text).reduce(
    (count, word) => count + (isUnspaced(word) ? Math.ceil(Array.from(word).length / 2) : 1),
    0,
  );
}
