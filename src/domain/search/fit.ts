import { type PassageId, turnAround } from './passage.ts';
import { isSmall, isTelling, type Term } from './query.ts';
import { documentsIn, firstFrom, type HitList, rarity } from './rank.ts';

/** How much of a question a turn says. */
export interface Fit {
  /** Share of the question's words that it holds, by how rare they are: 0 to 1. */
  readonly share: number;
  /** How many of its words it holds that are no small talk. */
  readonly words: number;
  /** How many of these say what it is about. */
  readonly telling: number;
  /** Whether it holds an id that the question names. */
  readonly isNamed: boolean;
}

export const NO_FIT: Fit = { share: 0, words: 0, telling: 0, isNamed: false };

/** With fewer sessions than this, word frequencies say little: each word counts as if there were so many. */
const FEW = 12;
/** A word that more sessions hold says nothing about one of them. */
const RARE = 1 / 3;

/** Small talk tells little, however rare it is. */
const SMALL = 0.3;
/** A word that nobody wrote may be another one. */
const GUESSED = 0.5;

/** The fit of each turn, by a passage of it. `documents`: how many there are to choose from. */
export function fitter(
  terms: readonly Term[],
  hits: readonly HitList[],
  documents: number,
): (id: PassageId) => Fit {
  const words = terms.flatMap((term, i) => {
    const { ids, reach } = hits[i]!;
    const holders = documentsIn(ids) / reach;
    if (term.kind === 'file' || (holders === 0 && !countsUnheld(term))) return [];
    // Squared, so that what many share counts for little. An unknown word makes a question new only if much was written before.
    const counted = documents < FEW ? Math.max(1, holders) : holders;
    const factor = term.kind === 'id' ? 2 : isSmall(term) ? SMALL : 1;
    const weight = rarity(counted, Math.max(FEW, documents)) ** 2 * factor;
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

/** An unknown word makes a question a new one; a hash or a number says nothing by being new. */
function countsUnheld({ kind, forms }: Term): boolean {
  return kind === 'id' || (kind === 'word' && !/\d/.test(forms[0]!));
}

function isAnyWithin(ids: readonly PassageId[], from: PassageId, to: PassageId): boolean {
  const at = firstFrom(ids, from);
  return at < ids.length && ids[at]! < to;
}

/** The share from which a turn is quoted to somebody who asks for work, by its telling words: one in common is a coincidence. */
const ENOUGH = [0.45, 0.25, 0.12, 0.08];
/** Without a telling word, so many others must be held. */
const FEWEST = 3;
/** A question about the past gets what comes nearest. */
const ENOUGH_OF_PAST = 0.02;

/** Whether a turn fits well enough to be told to somebody who did not ask for it. */
export function isWorthQuoting({ share, words, telling, isNamed }: Fit, isAboutPast: boolean): boolean {
  if (words === 0) return false;
  if (isNamed || isAboutPast) return isNamed || share >= ENOUGH_OF_PAST;
  if (telling === 0 && words < FEWEST) return false;
  return share >= ENOUGH[Math.min(telling, ENOUGH.length - 1)]!;
}
