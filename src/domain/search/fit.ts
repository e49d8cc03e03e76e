import { type PassageId, turnAround } from './passage.ts';
import { isTelling, type Term } from './query.ts';
import { documentsIn, type HitList, rarity } from './rank.ts';

/** How much of a question a turn says. */
export interface Fit {
  /** Share of the question's words that it holds, by how rare they are: 0 to 1. */
  readonly share: number;
  /** How many telling words of the question it holds. */
  readonly telling: number;
  /** Whether it holds an id that the question names. */
  readonly isNamed: boolean;
}

export const NO_FIT: Fit = { share: 0, telling: 0, isNamed: false };

/** With fewer sessions than this, word frequencies say little: each word counts as if there were so many. */
const FEW = 12;
/** A word that more sessions hold says nothing about one of them. */
const RARE = 1 / 3;

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
    const weight = rarity(counted, Math.max(FEW, documents)) ** 2 * (term.kind === 'id' ? 2 : 1);
    return [{ term, ids, weight, telling: isTelling(term) && holders <= Math.max(2, documents * RARE) }];
  });
  const whole = words.reduce((sum, { weight }) => sum + weight, 0);
  return (id) => {
    const [from, to] = turnAround(id);
    const held = words.filter(({ ids }) => isAnyWithin(ids, from, to));
    return {
      share: whole > 0 ? held.reduce((sum, { weight }) => sum + weight, 0) / whole : 0,
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
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ids[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low < ids.length && ids[low]! < to;
}

/** Below this share a quotation has no use more often than one time in five. */
const USEFUL = { work: 0.35, past: 0.35 };
const LEAST_TELLING = 2;

/** Whether a turn fits well enough to be told to somebody who did not ask for it. */
export function isWorthQuoting({ share, telling, isNamed }: Fit, isAboutPast: boolean): boolean {
  // One telling word in common is a coincidence.
  return share >= (isAboutPast ? USEFUL.past : USEFUL.work) && (isNamed || telling >= LEAST_TELLING);
}
