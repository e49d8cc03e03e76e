import { isStopIn, type Language, languageOf, stemIn } from './languages.ts';
import { characterPairs, formsOf, identifierParts, isStopWord, isUnspaced, rawWords } from './words.ts';

/** Something to look for. Any of its forms will do; the words of one form stand side by side. */
export interface Term {
  readonly forms: readonly string[];
  /** Also as the beginning of a word: a single character of a script without spaces. */
  readonly prefix?: true;
}

/** Neighbours in the question: found side by side they say more than each alone. */
export interface Pair extends Term {
  /** Their places among the terms. */
  readonly of: readonly [number, number];
}

export interface Query {
  readonly terms: readonly Term[];
  readonly pairs: readonly Pair[];
}

/** Each term costs a look into the index. A question has few words; a pasted log has thousands. */
const MOST_TERMS = 64;

interface Word {
  readonly text: string;
  readonly raw: string;
  readonly stop: boolean;
  readonly unspaced: boolean;
  /** That of the question; null for English. */
  readonly language: Language | null;
}

/** Search terms of words as people write them. */
export function readQuery(text: string, language = languageIn(text), most = MOST_TERMS): Query {
  const words = spread(text, language, most * 4);
  // A question of nothing but stop words has no others to be found by.
  const only = words.every((word) => word.stop);
  const terms: Term[] = [];
  const places = new Map<string, number>();
  const pairs = new Map<string, Pair>();
  let previous: { at: number; place: number } | null = null;
  for (const [at, word] of words.entries()) {
    if (word.stop && !only) continue;
    const term = termOf(word);
    let place = places.get(term.forms[0]!);
    if (place === undefined) {
      if (terms.length === most) break;
      place = terms.push(term) - 1;
      places.set(term.forms[0]!, place);
    }
    if (previous && previous.place !== place) {
      const forms = pairForms(words.slice(previous.at, at + 1));
      pairs.set(forms[0]!, { forms, of: [previous.place, place] });
    }
    previous = { at, place };
  }
  return { terms, pairs: [...pairs.values()] };
}

/** Null for English, and where too little is said to tell. */
export function languageIn(text: string): Language | null {
  return languageOf(rawWords(text.slice(0, LOOKED_AT).toLowerCase()), isStopWord);
}

/** Characters of a long text that decide its language. */
const LOOKED_AT = 600;

function spread(text: string, language: Language | null, most: number): Word[] {
  const words: Word[] = [];
  for (const raw of rawWords(text)) {
    if (words.length >= most) break;
    if (isUnspaced(raw)) {
      const parts = characterPairs(raw);
      // The last character alone is only looked for when it is all there is.
      for (const part of parts.length > 1 ? parts.slice(0, -1) : parts)
        words.push({ text: part, raw: part, stop: false, unspaced: true, language });
    } else {
      const text = raw.toLowerCase();
      const stop = isStopWord(text) || (language !== null && isStopIn(language, text));
      words.push({ text, raw, stop, unspaced: false, language });
    }
  }
  return words;
}

function termOf({ text, raw, unspaced, language }: Word): Term {
  if (unspaced) return Array.from(text).length > 1 ? { forms: [text] } : { forms: [text], prefix: true };
  const parts = identifierParts(raw);
  const stem = language && parts.length === 1 ? stemIn(language, text) : null;
  if (stem !== null) return { forms: stem === text ? [text] : [text, stem], prefix: true };
  return { forms: parts.length > 1 ? [text, parts.join(' ').toLowerCase()] : formsOf(text) };
}

/** Two words as they stand, without the stop words between them, and written as one. */
function pairForms(words: readonly Word[]): string[] {
  const [first, last] = [words[0]!, words.at(-1)!];
  const forms = [words.map((word) => word.text).join(' ')];
  if (words.length > 2) forms.push(`${first.text} ${last.text}`);
  if (!first.unspaced && !last.unspaced) forms.push(first.text + last.text);
  return forms;
}
