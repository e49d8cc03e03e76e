import { patternOnFirstUse } from '../base/text/pattern.ts';
import data from './languages.json' with { type: 'json' };

/** Languages besides English: their stop words and endings. The index handles English endings itself. */
export type Language = 'de' | 'fr' | 'es' | 'pt' | 'ru';

interface Grammar {
  /** Stop words. */
  readonly stop: ReadonlySet<string>;
  /** Words that ask for work as such: "woran habe ich gearbeitet". */
  readonly work: RegExp;
  /** Words of questions about the past: past tenses, "we", "our". */
  readonly past: RegExp;
  /** Endings of nouns, verbs and adjectives; the longest match is removed. */
  readonly endings: RegExp;
}

const LANGUAGES: readonly Language[] = ['de', 'fr', 'es', 'pt', 'ru'];
const grammars = new Map<Language, Grammar>();

function grammarOf(language: Language): Grammar {
  const known = grammars.get(language);
  if (known) return known;
  const { stop, work, past, endings } = data[language];
  const made = {
    stop: new Set(stop.flatMap((line) => line.split(' '))),
    work: new RegExp(work, 'u'),
    past: new RegExp(past, 'u'),
    endings: new RegExp(endings, 'u'),
  };
  grammars.set(language, made);
  return made;
}

const LETTERS = /[äöüßàâçéèêëîïôùûñáíóúãõ¿¡]/i;

/** The language of a text by its small words; null for English and for what is too short to tell. */
export function languageOf(
  words: readonly string[],
  isEnglishStop: (word: string) => boolean,
): Language | null {
  if (words.filter((word) => /^[\u0400-\u052F]+$/.test(word)).length > words.length / 2)
    return 'ru';
  const english = words.filter(isEnglishStop).length;
  let best: Language | null = null;
  let most = english;
  for (const language of LANGUAGES) {
    const { stop } = grammarOf(language);
    const count = words.filter((word) => stop.has(word)).length;
    if (count > most) [best, most] = [language, count];
  }
  if (best === null) return null;
  return most > 1 || words.some((word) => LETTERS.test(word)) ? best : null;
}

export function isStopIn(language: Language, word: string): boolean {
  return grammarOf(language).stop.has(word);
}

export function isWorkIn(language: Language, word: string): boolean {
  return grammarOf(language).work.test(word);
}

const englishPast = patternOnFirstUse(
  () =>
    '^(?:did|didn|was|wasn|were|weren|had|hadn|went|came|got|took|said|found|we|our|ours|us|\\p{L}{3,}ed)$',
  'u',
);
const HAN_PAST = /[了过過]|我们|我們|上次|之前|当时|當時/;

/** Whether a question is about the past. English if no other language was recognised. */
export function asksForPast(
  language: Language | null,
  question: string,
  words: readonly string[],
): boolean {
  const past = language ? grammarOf(language).past : englishPast();
  return words.some((word) => past.test(word)) || HAN_PAST.test(question);
}

const SHORTEST_STEM = 4;

/** A word without its ending, or null where too little would be left to begin others with. */
export function stemIn(language: Language, word: string): string | null {
  if (word.length <= SHORTEST_STEM || /\d/.test(word)) return null;
  const { endings } = grammarOf(language);
  const stem = word.replace(endings, '');
  if (stem.length >= SHORTEST_STEM) return stem;
  // A shorter ending may still leave enough: `notes` is `note`.
  const shorter = word.replace(/[se]$/, '');
  return shorter.length >= SHORTEST_STEM ? shorter : null;
}
