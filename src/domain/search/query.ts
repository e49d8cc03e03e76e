/**
 * Reads a question, ranks passages for it and quotes them: words, times, spellings, excerpts. Search uses no model, and an excerpt never begins
 * within a sentence.
 */

import { isCommon, isOut, singular } from '../base/text/words.ts';
import { unmarked } from '../index/passage.ts';
import {
  characterPairs,
  formsOf,
  identifierParts,
  isStopWord,
  isUnspaced,
  rawWords,
} from '../index/words.ts';
import { isStopIn, type Language, languageOf, stemIn } from './languages.ts';
import { fileNames, idPattern, namedIds } from './names.ts';

/** A search item. Any of its forms may match; the words of one form must be adjacent. */
export interface SearchItem {
  readonly forms: readonly string[];
  /** The forms also match as the beginning of a word. */
  readonly prefix?: true;
}

/** `id` contains a sign (`#482`, `ABC-12`, a branch, a version); `number` is a bare number; `file` is a file name. */
export interface SearchTerm extends SearchItem {
  readonly kind: 'word' | 'number' | 'id' | 'file';
  /** The word is not in the index: these forms are the nearest ones that are. */
  readonly isGuess?: true;
}

/** Adjacent words of the question: found adjacent, they count more than each alone. */
export interface Pair extends SearchItem {
  /** Their places among the terms. */
  readonly of: readonly [number, number];
}

export interface Query {
  readonly terms: readonly SearchTerm[];
  readonly pairs: readonly Pair[];
}

/** Most terms of a query: each costs a look into the index, and a pasted log has thousands of words. */
const MOST_TERMS = 48;

/** Line numbers, dates and times, which do not recur. */
const PASSING =
  /\blines?\s+\d+(?:\s*(?:-|–|to|and)\s*\d+)?|\bL\d+\b|(?<=\w):\d+(?:[:-]\d+)*|\b\d{4}-\d\d-\d\d\S*|\b\d{1,2}:\d\d(?::\d\d)?\b/gi;

/** Search terms of words as people write them. */
export function readQuery(text: string, language = languageIn(text), most = MOST_TERMS): Query {
  const terms: SearchTerm[] = [
    ...namedIds(text).map((forms) => ({ forms, kind: 'id' as const })),
    ...fileNames(text).map((forms) => ({ forms, kind: 'file' as const })),
  ];
  const known = new Map(terms.map(({ forms }, place) => [forms[0]!, place]));
  const pairs = new Map<string, Pair>();
  const words = spread(
    text.replace(idPattern(), lettersOf).replace(PASSING, ' '),
    language,
    most * 4,
  );
  // A question of stop words only is searched by these.
  const only = terms.length === 0 && words.every((word) => word.stop);
  let previous: { at: number; place: number } | null = null;
  for (const [at, word] of words.entries()) {
    if (word.stop && !only) continue;
    const term = termOf(word);
    let place = known.get(term.forms[0]!);
    if (place === undefined) {
      if (terms.length >= most) break;
      place = terms.push(term) - 1;
      known.set(term.forms[0]!, place);
    }
    if (previous && previous.place !== place) {
      const forms = pairForms(words.slice(previous.at, at + 1));
      pairs.set(forms[0]!, { forms, of: [previous.place, place] });
    }
    previous = { at, place };
  }
  return { terms, pairs: [...pairs.values()] };
}

/** Whether a term says what a question is about: "continue", "fix" and "code" do not. */
export function isTelling({ kind, forms }: SearchTerm): boolean {
  if (kind !== 'word') return kind === 'id' || kind === 'file';
  // Two signs of a script without spaces are about a word; how rare they are says the rest.
  if (isUnspaced(forms[0]!))
    return Array.from(forms[0]!).length > 1 && !/^[\u3040-\u309f]+$/.test(forms[0]!);
  const word = singular(forms[0]!);
  return word.length > 2 && !isOut(word) && !isCommon(word);
}

/** Whether a word is a common one. */
export function isSmall({ kind, forms }: SearchTerm): boolean {
  return kind === 'word' && isOut(singular(forms[0]!));
}

/** Null for English, and for a text that is too short to tell. */
export function languageIn(text: string): Language | null {
  return languageOf(rawWords(text.slice(0, LOOKED_AT).toLowerCase()), isStopWord);
}

/** Characters of a long text that decide its language. */
const LOOKED_AT = 600;

interface QueryWord {
  readonly text: string;
  readonly raw: string;
  readonly stop: boolean;
  readonly unspaced: boolean;
  /** The language of the question; null for English. */
  readonly language: Language | null;
}

function spread(text: string, language: Language | null, most: number): QueryWord[] {
  const words: QueryWord[] = [];
  for (const raw of rawWords(text.replace(/(?<=\d),(?=\d{3}\b)/g, ''))) {
    if (words.length >= most) break;
    if (isUnspaced(raw)) {
      const parts = characterPairs(raw);
      // The last character alone is searched only if it is the whole run.
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

function termOf({ text, raw, unspaced, language }: QueryWord): SearchTerm {
  const kind = /^\d+$/.test(text) ? 'number' : 'word';
  if (unspaced)
    return Array.from(text).length > 1
      ? { kind, forms: [text] }
      : { kind, forms: [text], prefix: true };
  const parts = identifierParts(raw);
  const stem = language && parts.length === 1 ? stemIn(language, text) : null;
  if (stem !== null) return { kind, forms: stem === text ? [text] : [text, stem], prefix: true };
  const plain = unmarked(text);
  if (plain !== text) return { kind, forms: [text, plain] };
  return { kind, forms: parts.length > 1 ? [text, parts.join(' ').toLowerCase()] : formsOf(text) };
}

/** Two adjacent words, without stop words between them, and written as one. */
function pairForms(words: readonly QueryWord[]): string[] {
  const [first, last] = [words[0]!, words.at(-1)!];
  const forms = [words.map((word) => word.text).join(' ')];
  if (words.length > 2) forms.push(`${first.text} ${last.text}`);
  if (!first.unspaced && !last.unspaced) forms.push(first.text + last.text);
  return forms;
}

/** The letters of an id are searched too; its number alone is meaningless. */
function lettersOf(id: string): string {
  return ` ${id.replace(/\d+/g, ' ')} `;
}
