import { isCommon, isOut, singular } from '../text/words.ts';
import { fileNames, namedIds } from './names.ts';
import { readReturning } from './returning.ts';
import { isUnspaced, rawWords } from './words.ts';

/**
 * By what a later prompt may mean an older matter. `names`: a file, an id with its sign, or words of coming back with an object.
 * `words`: two telling words in a short prompt, or a pasted error.
 */
export type Opening = 'names' | 'words';

/** Who names a matter in words alone says little else; a long prompt shares two words with anything. */
const LONGEST = 300;
const TELLING = 2;

/** Decides by the text alone whether earlier work is looked for at a later prompt; null for most prompts. */
export function openingIn(prompt: string): Opening | null {
  const { isReturn, isBare, object } = readReturning(prompt);
  if (isBare) return null;
  if (namedIds(prompt).length > 0 || fileNames(prompt).length > 0) return 'names';
  const telling = tellingIn(object.slice(0, LONGEST));
  if (isReturn && telling > 0) return 'names';
  if (ERROR_LINE.test(prompt)) return 'words';
  return prompt.trim().length <= LONGEST && telling >= TELLING ? 'words' : null;
}

/** Whether words alone may open a matter: a process that starts for one prompt does not look for them. */
export function isNamedIn(prompt: string): boolean {
  return openingIn(prompt) === 'names';
}

/** How many words say what a text is about; a run of a script without spaces holds one for every two signs. */
function tellingIn(text: string): number {
  const words = new Set<string>();
  let unspaced = 0;
  for (const raw of rawWords(text)) {
    const word = singular(raw.toLowerCase());
    if (isUnspaced(raw)) unspaced += Math.floor(Array.from(raw).length / 2);
    else if (word.length > 2 && !/^\d+$/.test(word) && !isOut(word) && !isCommon(word)) words.add(word);
  }
  return words.size + unspaced;
}

/** A line that a program printed as it failed. */
const ERROR_LINE =
  /^\s*(?:\S+ )?(?:Traceback\b|panic(?:ked)?\b|fatal:|\w*(?:Error|Exception)(?: \[\w+\])?: \S|error(?:\[\w+\]| \w+)?: \S)/m;
