import { isCommon, isOut, singular } from '../base/text/words.ts';
import { isUnspaced, rawWords } from '../index/words.ts';
import { fileNames, namedIds } from './names.ts';
import { readReturning } from './returning.ts';

/**
 * The means by which a later prompt may refer to an older matter. `names`: a file, an id with its sign, or words of coming back with an object.
 * `words`: anything else that says what it is about.
 */
export type PromptOpening = 'names' | 'words';

/** Whether earlier work may be meant at a later prompt, by the text alone. If so it is looked for, and `opensLater` decides. */
export function openingIn(prompt: string): PromptOpening | null {
  const { isReturn, isBare, object } = readReturning(prompt);
  if (isBare) return null;
  if (namedIds(prompt).length > 0 || fileNames(prompt).length > 0) return 'names';
  if (!isTellingIn(object)) return null;
  return isReturn ? 'names' : 'words';
}

/** Whether words alone may open a matter: a process that starts for one prompt does not look for them. */
export function isNamedIn(prompt: string): boolean {
  return openingIn(prompt) === 'names';
}

/** Whether a text says what it is about. */
function isTellingIn(text: string): boolean {
  return rawWords(text).some((raw) => {
    const word = singular(raw.toLowerCase());
    if (isUnspaced(raw)) return Array.from(raw).length > 1;
    return word.length > 2 && !/^\d+$/.test(word) && !isOut(word) && !isCommon(word);
  });
}
