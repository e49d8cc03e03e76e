import { patternOnFirstUse } from '../base/text/pattern.ts';
import data from './words.json' with { type: 'json' };

/** Words of a text, as search counts them. */

/**
 * Scripts without spaces between words: Thai, Lao, Burmese, Khmer, Japanese, Chinese; and Korean, which joins
 * its particles to them. As ranges: expressions with names of scripts take milliseconds to compile.
 */
const UNSPACED =
  '\\u0E00-\\u0EFF\\u1000-\\u109F\\u1100-\\u11FF\\u1780-\\u17FF\\u3040-\\u30FF\\u3130-\\u318F' +
  '\\u31F0-\\u31FF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uAC00-\\uD7AF\\uF900-\\uFAFF\\u{20000}-\\u{3FFFF}';

const ASCII = /^[\0-\x7F]*$/;
const wordRun = patternOnFirstUse(
  () => `[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`,
  'gu',
);
const unspaced = patternOnFirstUse(() => `[${UNSPACED}]`, 'u');

/** The words of a text; each run of an unspaced script is one. */
export function rawWords(text: string): string[] {
  // Most text is ASCII, and this path takes a tenth of the time.
  if (ASCII.test(text)) return text.match(/[A-Za-z0-9]+/g) ?? [];
  return text.match(wordRun()) ?? [];
}

export function isUnspaced(text: string): boolean {
  if (ASCII.test(text)) return false;
  return unspaced().test(text);
}

/**
 * A run of an unspaced script as overlapping pairs of characters, because its words are not separated. The
 * last character comes once more by itself, so that a search for one character finds it everywhere.
 */
export function characterPairs(run: string): string[] {
  const characters = Array.from(run);
  return characters.map((character, i) => character + (characters[i + 1] ?? ''));
}

/** `getUserName` as `get`, `User`, `Name`; a word without an inner capital is itself. */
export function identifierParts(word: string): string[] {
  return word.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
}

let stop: ReadonlySet<string> | undefined;

/** Whether a word is a stop word in English. */
export function isStopWord(word: string): boolean {
  stop ??= new Set(data.stop.flatMap((line) => line.split(' ')));
  return stop.has(word);
}

let families: Map<string, readonly string[]> | undefined;

/** All irregular forms of a word, or the word alone; the index stems regular ones. */
export function formsOf(word: string): readonly string[] {
  if (!families) {
    families = new Map();
    for (const family of data.irregular.flatMap((line) => line.split('|'))) {
      const forms = family.split(' ');
      for (const form of forms) families.set(form, forms);
    }
  }
  return families.get(word) ?? [word];
}
