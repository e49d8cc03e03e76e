import { agreement, looseIdentity, onlyLetters } from '../text/near.ts';
import { oneLine } from '../text/safe-text.ts';
import { unitsOf } from '../turns/units.ts';

/** A text tells a thing once. The words of two places are compared loosely, in any language that contentWords can read. */

/** The share of a sentence's words that another one must hold to say the same. */
const MOST_OF_IT = 0.8;
/** A shorter wording says the same where it leaves out no more than this. */
const HALF = 0.5;
/** Fewer words than this are the same only where they stand there to the letter. */
const FEWEST = 3;

/** Whether one of the texts holds a sentence word by word. */
export function standsIn(sentence: string, texts: readonly string[]): boolean {
  const own = looseIdentity(sentence);
  return own !== '' && texts.some((text) => ` ${looseIdentity(text)} `.includes(` ${own} `));
}

/** Whether one of the texts says what a sentence says. */
export function isSaidIn(sentence: string, texts: readonly string[]): boolean {
  const own = oneLine(sentence).replace(/…$/, '');
  if (own === '') return true;
  return texts.some(
    (text) =>
      text.includes(own) ||
      // A truncated sentence may lack the very words that count.
      unitsOf(text).some((one) => !one.text.endsWith('…') && isSame(own, one.text)),
  );
}

function isSame(own: string, other: string): boolean {
  const { ofSaid, ofText, shared, isTelling } = agreement(withPathsAsWords(own), withPathsAsWords(other));
  if (shared.length < FEWEST || !isTelling) return false;
  const isMost = ofSaid >= MOST_OF_IT || (ofText >= MOST_OF_IT && ofSaid >= HALF);
  // Two figures of one thing are two facts.
  return isMost && (own.match(FIGURE) ?? []).every((figure) => other.includes(figure));
}

/** Two sentences about one file do not agree by the parts of its name. */
function withPathsAsWords(text: string): string {
  return text.replace(/[\w-]+(?:[./\\][\w-]+)+/g, (path) => path.replace(/[^\w]/g, ''));
}

const FIGURE = /\d+(?:[.,:]\d+)*/g;

/** Words that are looked up together, and the share of them that makes a text a known one. */
const RUN = 4;
const MOSTLY = 0.6;

/** Whether a quote stands in a text, for the most part. */
export function isMostlyIn(parts: readonly string[], text: string): boolean {
  const asWords = (some: string) => onlyLetters(some.toLowerCase(), ' ').trim();
  const told = asWords(text);
  const runs = parts.flatMap((part) => {
    const words = asWords(part).split(' ');
    return Array.from({ length: Math.ceil(words.length / RUN) }, (_, i) =>
      words.slice(i * RUN, (i + 1) * RUN).join(' '),
    );
  });
  return runs.filter((run) => told.includes(run)).length > runs.length * MOSTLY;
}
