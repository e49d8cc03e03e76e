import { patternOnFirstUse } from '../base/text/pattern.ts';
import { isOut } from '../base/text/words.ts';
import { isUnspaced, rawWords } from '../index/words.ts';
import data from './returning.json' with { type: 'json' };

/** The reading of a prompt for words with which people come back to earlier work. */
export interface Returning {
  /** The person comes back: "back to the webhooks", "carry on with #482". */
  readonly isReturn: boolean;
  /** Nothing but such words, nods and politeness: "ok, continue please". It means the last work, or what is under way. */
  readonly isBare: boolean;
  /** The prompt without those words: they speak of the work and not of its subject. */
  readonly object: string;
}

/** Longest prompt that is searched for such words: "again" in a longer one says nothing. */
const LONGEST = 300;

const { unspaced, polite, ...spaced } = data;

const returningWords = patternOnFirstUse(() => {
  const words = Object.values(spaced).flat().join('|');
  const separate = `(?<![\\p{L}\\p{N}_/.-])(?:${words})(?![\\p{L}\\p{N}_/-])`;
  return `${separate}|${unspaced.join('|')}`;
}, 'giu');

export function readReturning(prompt: string): Returning {
  const text = prompt.trim();
  if (text.length > LONGEST) return { isReturn: false, isBare: false, object: text };
  const object = text.replace(returningWords(), ' ').trim();
  // The "s" of "let's" stands alone.
  const isSmall = (word: string) =>
    polite.includes(word) || (!isUnspaced(word) && (word.length === 1 || isOut(word)));
  return {
    isReturn: object !== text,
    isBare: rawWords(object.toLowerCase()).every(isSmall),
    object,
  };
}
