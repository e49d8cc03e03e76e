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
let runs: RegExp | undefined;
let unspaced: RegExp | undefined;

/** The words of a text as they stand; each run of an unspaced script is one. */
export function rawWords(text: string): string[] {
  // Most text is plain, and this costs a tenth.
  if (ASCII.test(text)) return text.match(/[A-Za-z0-9]+/g) ?? [];
  runs ??= new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');
  return text.match(runs) ?? [];
}

export function isUnspaced(text: string): boolean {
  if (ASCII.test(text)) return false;
  unspaced ??= new RegExp(`[${UNSPACED}]`, 'u');
  return unspaced.test(text);
}

/**
 * A run of an unspaced script as overlapping pairs of characters, since nobody says where its words end. The
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

/** Words that say how a sentence is built, not what it is about. */
export function isStopWord(word: string): boolean {
  stop ??= new Set(data.stop.flatMap((line) => line.split(' ')));
  return stop.has(word);
}

let families: Map<string, readonly string[]> | undefined;

/** All forms of a word that no ending explains, or the word alone; the stemmer of the index knows the rest. */
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
