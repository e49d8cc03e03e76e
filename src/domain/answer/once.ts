import { agreement, looseIdentity } from '../base/text/near.ts';
import { oneLine } from '../base/text/safe-text.ts';
import { parseUnits } from '../turns/units.ts';

/** Finds repetitions within a text. Words are compared loosely, in any language that contentWords can read. */

/** The share of a sentence's words that another sentence must contain to count as the same. */
const MOST_OF_IT = 0.8;
/** A shorter wording counts as the same if it contains at least this share. */
const HALF = 0.5;
/** Sentences with fewer words than this must match exactly. */
const FEWEST = 3;

/** Whether one of the texts holds a sentence word by word. */
export function standsIn(sentence: string, texts: readonly string[]): boolean {
  const own = looseIdentity(sentence);
  return own !== '' && texts.some((text) => ` ${looseIdentity(text)} `.includes(` ${own} `));
}

/** Whether one of the texts says the same as a sentence. */
export function isSaidIn(sentence: string, texts: readonly string[]): boolean {
  const own = oneLine(sentence).replace(/…$/, '');
  if (own === '') return true;
  return texts.some(
    (text) =>
      text.includes(own) ||
      // A truncated sentence may lack the decisive words.
      parseUnits(text).some((one) => !one.text.endsWith('…') && isSame(own, one.text)),
  );
}

function isSame(own: string, other: string): boolean {
  const { ofSaid, ofText, shared, isTelling } = agreement(
    withPathsAsWords(own),
    withPathsAsWords(other),
  );
  if (shared.length < FEWEST || !isTelling) return false;
  const isMost = ofSaid >= MOST_OF_IT || (ofText >= MOST_OF_IT && ofSaid >= HALF);
  // Sentences with different numbers are different facts.
  return isMost && (own.match(FIGURE) ?? []).every((figure) => other.includes(figure));
}

/** Treats a path as one word, so that parts of a file name do not count as common words. */
function withPathsAsWords(text: string): string {
  return text.replace(/[\w-]+(?:[./\\][\w-]+)+/g, (path) => path.replace(/[^\w]/g, ''));
}

const FIGURE = /\d+(?:[.,:]\d+)*/g;
