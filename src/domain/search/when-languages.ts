import { rawWords } from '../index/words.ts';
import written from './languages.json' with { type: 'json' };
import type { Language } from './languages.ts';
import generated from './time-words.json' with { type: 'json' };

/**
 * Translates time words of other languages into the English that the forms of `when.ts` read. `time-words.json` has what ICU knows
 * of each language (`npm run time-words`), `languages.json` what it does not: numbers in words, colloquial forms, and endings.
 * In a phrase `{n}`, `{unit}`, `{day}`, `{month}`, `{third}`, `{date}` and `{year}` stand for entries of the lists, also in the
 * English text; written phrases come first, and the first matching phrase counts.
 */
interface TimeWords {
  /** Words that show the language, and its letters beside the Latin ones. */
  readonly signs: string;
  readonly letters: string;
  readonly months: readonly string[];
  readonly weekdays: readonly string[];
  readonly units: readonly string[];
  readonly numbers?: readonly string[];
  readonly thirds?: readonly string[];
  /** Its words stand without spaces around them. */
  readonly isUnspaced?: boolean;
  readonly phrases: readonly (readonly string[])[];
}

type SpokenLanguage = keyof typeof generated;

const WRITTEN: Readonly<Partial<Record<SpokenLanguage, Partial<TimeWords>>>> = written;
const GENERATED: Readonly<Record<SpokenLanguage, TimeWords>> = generated;
const ALL = Object.keys(generated) as readonly SpokenLanguage[];

type Lists = Readonly<Record<string, readonly string[]>>;

const ENGLISH: Lists = {
  n: Array.from({ length: 12 }, (_, i) => String(i + 1)),
  unit: ['minute', 'hour', 'day', 'week', 'month', 'year'],
  day: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  month:
    'January February March April May June July August September October November December'.split(
      ' ',
    ),
  third: ['beginning', 'middle', 'end'],
};

type TimeTranslation = (text: string) => string;

const compiled = new Map<SpokenLanguage, readonly TimeTranslation[]>();

function rulesOf(spoken: SpokenLanguage): readonly TimeTranslation[] {
  const known = compiled.get(spoken);
  if (known) return known;
  const { phrases: own = [], ...lists } = WRITTEN[spoken] ?? {};
  const { phrases, ...words } = { ...GENERATED[spoken], ...lists };
  const rules = [...own, ...phrases].map(([phrase, english]) => ruleOf(words, phrase!, english!));
  compiled.set(spoken, rules);
  return rules;
}

/** The alternatives for each name in braces. */
function listsOf({
  numbers = [],
  units,
  weekdays,
  months,
  thirds = [],
}: Omit<TimeWords, 'phrases'>): Lists {
  return {
    n: ['\\d{1,3}', ...numbers],
    unit: units,
    day: weekdays,
    month: months,
    third: thirds,
    date: ['\\d{1,2}'],
    year: ['\\d{4}'],
  };
}

function ruleOf(
  words: Omit<TimeWords, 'phrases'>,
  phrase: string,
  english: string,
): TimeTranslation {
  const lists = listsOf(words);
  const source = phrase
    .replaceAll(' ', '\\s+')
    .replaceAll('\\s+?', '\\s*')
    .replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${lists[name]!.join('|')})`);
  const pattern = new RegExp(
    words.isUnspaced ? source : `(?<![\\p{L}\\d])(?:${source})(?![\\p{L}\\d])`,
    'giu',
  );
  const inEnglish = (name: string, found: string) => {
    if (name === 'n' && /^\d/.test(found)) return found;
    const place = lists[name]!.findIndex((one) => new RegExp(`^(?:${one})$`, 'iu').test(found));
    return ENGLISH[name]?.[name === 'n' ? place - 1 : place] ?? found;
  };
  return (text) =>
    text.replace(pattern, (...match) => {
      const groups = match.at(-1) as Readonly<Record<string, string | undefined>> | string;
      const named = typeof groups === 'string' ? {} : groups;
      const said = english.replace(/\{(\w+)\}/g, (_, name: string) =>
        inEnglish(name, named[name] ?? ''),
      );
      return ` ${said.trim()} `;
    });
}

let signs: ReadonlyMap<string, readonly SpokenLanguage[]> | undefined;

/** Which languages a word shows. */
function signsOfAll(): ReadonlyMap<string, readonly SpokenLanguage[]> {
  if (signs) return signs;
  const made = new Map<string, SpokenLanguage[]>();
  for (const spoken of ALL)
    for (const word of `${GENERATED[spoken].signs} ${WRITTEN[spoken]?.signs ?? ''}`.split(' '))
      made.set(word, [...(made.get(word) ?? []), spoken]);
  signs = made;
  return made;
}

const HANGUL = /\p{Script=Hangul}/u;
const HAN_OR_KANA = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The languages that the letters or words of a question show. */
function languagesIn(question: string): ReadonlySet<SpokenLanguage> {
  const found = new Set<SpokenLanguage>();
  const lower = question.toLowerCase();
  const known = signsOfAll();
  for (const word of rawWords(lower)) for (const spoken of known.get(word) ?? []) found.add(spoken);
  const letters = [...new Set(lower.match(/(?![a-z])\p{L}/gu))];
  const hasAll = (spoken: SpokenLanguage) =>
    letters.every((letter) => GENERATED[spoken].letters.includes(letter));
  if (letters.length > 0) for (const spoken of ALL.filter(hasAll)) found.add(spoken);
  if (HANGUL.test(question)) found.add('ko');
  if (HAN_OR_KANA.test(question)) for (const spoken of ['ja', 'zh'] as const) found.add(spoken);
  return found;
}

/** A question with foreign time words as English ones; those of its own language count first. */
export function withEnglishTimes(question: string, language: Language | null): string {
  const spoken = languagesIn(question);
  if (spoken.size === 0) return question;
  // `hier` is yesterday in French and "here" in German; `d'hier` is French whatever stands around it.
  const isFrench = language === 'fr' || /[dl]['’]hier\b/i.test(question);
  const isMeant = (one: SpokenLanguage) =>
    spoken.has(one) && (one !== 'fr' || isFrench || !/\bhier\b/i.test(question));
  return [...ALL]
    .sort((a, b) => Number(b === language) - Number(a === language))
    .filter((one) => isMeant(one) || one === language)
    .flatMap(rulesOf)
    .reduce((text, translate) => translate(text), question);
}
