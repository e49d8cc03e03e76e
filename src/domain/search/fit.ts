import { type PassageId, turnAround } from '../index/passage.ts';
import { isSmall, isTelling, type SearchTerm } from './query.ts';
import { documentsIn, firstFrom, type HitList, rarity } from './rank.ts';

/** How well a turn matches a question. */
export interface Fit {
  /** Share of the question's words that it holds, by how rare they are: 0 to 1. */
  readonly share: number;
  /** Number of matched words that are not small talk. */
  readonly words: number;
  /** Number of matched words that carry its subject. */
  readonly telling: number;
  /** Whether it contains an id from the question. */
  readonly isNamed: boolean;
}

export const NO_FIT: Fit = { share: 0, words: 0, telling: 0, isNamed: false };

/** With fewer sessions than this, word frequencies are unreliable: this number is used instead. */
const FEW = 12;
/** A word in a larger share of sessions does not distinguish them. */
const RARE = 1 / 3;

/** Weight of small talk, however rare. */
const SMALL = 0.3;
/** Weight of a corrected spelling, which may be wrong. */
const GUESSED = 0.5;

/** Returns a function that computes the fit of a turn from one of its passages. `documents`: their total number. */
export function fitter(
  terms: readonly SearchTerm[],
  hits: readonly HitList[],
  documents: number,
): (id: PassageId) => Fit {
  const words = terms.flatMap((term, i) => {
    const { ids, reach } = hits[i]!;
    const holders = documentsIn(ids) / reach;
    if (term.kind === 'file' || (holders === 0 && !countsUnheld(term))) return [];
    // Squared, so that common words count little. An unknown word makes a question new only if much is stored.
    const counted = documents < FEW ? Math.max(1, holders) : holders;
    const weight = rarity(counted, Math.max(FEW, documents)) ** 2 * factorOf(term);
    const telling = !term.isGuess && isTelling(term) && holders <= Math.max(2, documents * RARE);
    return [{ term, ids, weight, worth: term.isGuess ? weight * GUESSED : weight, telling }];
  });
  const whole = words.reduce((sum, { weight }) => sum + weight, 0);
  return (id) => {
    const [from, to] = turnAround(id);
    const held = words.filter(({ ids }) => isAnyWithin(ids, from, to));
    return {
      share: whole > 0 ? held.reduce((sum, { worth }) => sum + worth, 0) / whole : 0,
      words: held.filter(({ term }) => !isSmall(term)).length,
      telling: held.filter(({ telling }) => telling).length,
      isNamed: held.some(({ term }) => term.kind === 'id'),
    };
  };
}

/** Weight of a term beside its rarity. */
function factorOf(term: SearchTerm): number {
  if (term.kind === 'id') return 2;
  return isSmall(term) ? SMALL : 1;
}

/** An unknown word makes a question a new one; a hash or a number says nothing by being new. */
function countsUnheld({ kind, forms }: SearchTerm): boolean {
  return kind === 'id' || (kind === 'word' && !/\d/.test(forms[0]!));
}

function isAnyWithin(ids: readonly PassageId[], from: PassageId, to: PassageId): boolean {
  const at = firstFrom(ids, from);
  return at < ids.length && ids[at]! < to;
}

/** Minimum share for quoting a turn to a request for work, by number of subject words: a single one may be a coincidence. */
const ENOUGH = [0.45, 0.25, 0.12, 0.08];
/** Without a subject word, this many other words must match. */
const FEWEST = 3;
/** Minimum share for a question about the past, which gets the nearest match. */
const ENOUGH_OF_PAST = 0.02;

/** Whether a turn fits well enough to be included without being asked for. */
export function isWorthQuoting(
  { share, words, telling, isNamed }: Fit,
  isAboutPast: boolean,
): boolean {
  if (words === 0) return false;
  if (isNamed || isAboutPast) return isNamed || share >= ENOUGH_OF_PAST;
  if (telling === 0 && words < FEWEST) return false;
  return share >= ENOUGH[Math.min(telling, ENOUGH.length - 1)]!;
}
