// Words for times in other languages, as Node's ICU has them: npm run time-words. Writes src/domain/search/time-words.json, which is
// committed, so that a question is read alike under every build of Node, and no process pays for Intl to read one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCommon, isOut } from '../src/domain/base/text/words.ts';

/** A language, its table, and whether its words stand without spaces or with endings attached. */
const LANGUAGES: Readonly<Record<string, 'spaced' | 'unspaced'>> = {
  cs: 'spaced',
  da: 'spaced',
  de: 'spaced',
  el: 'spaced',
  es: 'spaced',
  fi: 'spaced',
  fr: 'spaced',
  hu: 'spaced',
  id: 'spaced',
  it: 'spaced',
  ja: 'unspaced',
  ko: 'unspaced',
  nb: 'spaced',
  nl: 'spaced',
  pl: 'spaced',
  pt: 'spaced',
  ro: 'spaced',
  ru: 'spaced',
  sv: 'spaced',
  tr: 'spaced',
  uk: 'spaced',
  vi: 'spaced',
  zh: 'unspaced',
};

const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
/** Numbers that between them take every plural form of these languages. */
const COUNTS = [1, 2, 5, 21];

/** The phrases that have a word of their own, and what they are in English. */
const NAMED: readonly (readonly [
  offset: number,
  unit: Intl.RelativeTimeFormatUnit,
  english: string,
])[] = [
  [-3, 'day', '3 days ago'],
  [-2, 'day', 'day before yesterday'],
  [-1, 'day', 'yesterday'],
  [0, 'day', 'today'],
  [-2, 'week', 'week before last'],
  [-1, 'week', 'last week'],
  [0, 'week', 'this week'],
  [-2, 'month', 'month before last'],
  [-1, 'month', 'last month'],
  [0, 'month', 'this month'],
  [-2, 'year', 'year before last'],
  [-1, 'year', 'last year'],
  [0, 'year', 'this year'],
];

interface TimeWords {
  /** Words that show the language, and its letters beside the Latin ones. */
  readonly signs: string;
  readonly letters: string;
  readonly months: readonly string[];
  readonly weekdays: readonly string[];
  readonly units: readonly string[];
  readonly isUnspaced?: true;
  readonly phrases: readonly (readonly [phrase: string, english: string])[];
}

function wordsOf(language: string, spacing: 'spaced' | 'unspaced'): TimeWords {
  const months = twelveMonths(language);
  const weekdays = sevenDays(language);
  const { units, ago } = agoOf(language);
  const named = namedPhrases(language);
  const texts = [...[...named, ...ago].map(([phrase]) => phrase), ...months, ...weekdays, ...units];
  const table: TimeWords = {
    signs: spacing === 'spaced' ? signsOf(texts) : '',
    letters: spacing === 'spaced' ? lettersOf(texts) : '',
    months,
    weekdays,
    units,
    ...(spacing === 'unspaced' && { isUnspaced: true }),
    phrases: [...named, ...ago, ...dates(language), ...(spacing === 'spaced' ? ALONE : [])],
  };
  return spacing === 'spaced' ? table : withoutSpaces(table);
}

/** A day, or a month that stands alone: beside a number it is part of a date that an earlier phrase has put into English. */
const ALONE = [
  ['{day}', 'on {day}'],
  ['(?<!\\d\\.? ){month}(?! \\d)', 'in {month}'],
] as const;

/** Yesterday, last week and the like, where the language does not just count. */
function namedPhrases(language: string): readonly (readonly [string, string])[] {
  const named = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const counted = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  return NAMED.filter(
    ([offset, unit]) => named.format(offset, unit) !== counted.format(offset, unit),
  ).map(([offset, unit, english]) => [patternOf(named.format(offset, unit)), english] as const);
}

/** The names of the units after a number, and the phrases around them. */
function agoOf(
  language: string,
): Pick<TimeWords, 'units'> & { readonly ago: TimeWords['phrases'] } {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  const texts = UNITS.map((unit) =>
    COUNTS.map((count) => {
      const parts = format.formatToParts(-count, unit);
      const at = parts.findIndex(({ type }) => type === 'integer');
      const textOf = (some: typeof parts) => some.map(({ value }) => value).join('');
      return { before: textOf(parts.slice(0, at)), after: textOf(parts.slice(at + 1)) };
    }),
  );
  const all = texts.flat();
  const before = all[0]!.before;
  const end = commonEnd(all.map(({ after }) => after));
  const nameOf = ({ after }: { readonly after: string }) =>
    after.slice(0, after.length - end.length).trim();
  const space = all[0]!.after.startsWith(' ') ? ' ' : '';
  return {
    units: texts.map((forms) => oneOf(forms.map((form) => patternOf(nameOf(form))))),
    ago: [[`${patternOf(before)}{n}${space}{unit}${patternOf(end)}`, '{n} {unit}s ago']],
  };
}

/** The words that all phrases end in: `temu`, `fa`, or nothing where the language puts its words before. */
function commonEnd(texts: readonly string[]): string {
  const [first = ''] = texts;
  const isEnd = (end: string) =>
    texts.every((text) => text.endsWith(end) && text.length > end.length);
  const from = Array.from(first, (_, i) => i).find(
    (i) => isEnd(first.slice(i)) && isWordStart(first, i),
  );
  return from === undefined ? '' : first.slice(from);
}

function isWordStart(text: string, at: number): boolean {
  return text[at] === ' ' || /[\p{Script=Han}\p{Script=Hangul}]/u.test(text[at]!);
}

/** The forms of days and months with and without a year. */
function dates(language: string): TimeWords['phrases'] {
  const phraseOf = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
      .formatToParts(Date.UTC(2025, 10, 23))
      .map(({ type, value }) => {
        if (type === 'day') return '{date}';
        if (type === 'month') return '{month}';
        return type === 'year' ? '{year}' : patternOf(value);
      })
      .join('');
  return [
    [phraseOf({ day: 'numeric', month: 'long', year: 'numeric' }), '{date} {month} {year}'],
    [phraseOf({ day: 'numeric', month: 'long' }), '{date} {month}'],
    [phraseOf({ month: 'long', year: 'numeric' }), 'in {month} {year}'],
  ];
}

/** Months alone and beside a day: many languages decline them. */
function twelveMonths(language: string): readonly string[] {
  return Array.from({ length: 12 }, (_, month) => {
    const at = Date.UTC(2025, month, 3);
    const nameIn = (options: Intl.DateTimeFormatOptions) => partOf(language, options, 'month', at);
    return oneOf(
      [nameIn({ month: 'long' }), nameIn({ month: 'long', day: 'numeric' })].map(patternOf),
    );
  });
}

function sevenDays(language: string): readonly string[] {
  // 6 January 2025 is a Monday.
  return Array.from({ length: 7 }, (_, day) =>
    patternOf(partOf(language, { weekday: 'long' }, 'weekday', Date.UTC(2025, 0, 6 + day))),
  );
}

function partOf(
  language: string,
  options: Intl.DateTimeFormatOptions,
  type: string,
  at: number,
): string {
  const parts = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).formatToParts(
    at,
  );
  return parts.find((part) => part.type === type)!.value;
}

function oneOf(forms: readonly string[]): string {
  const distinct = [...new Set(forms)];
  // The longest first: an expression takes the first that fits.
  return distinct.length === 1
    ? distinct[0]!
    : `(?:${distinct.toSorted((a, b) => b.length - a.length).join('|')})`;
}

/** A text as an expression: lower case, any apostrophe, plain spaces. */
function patternOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/['’]/g, "['’]");
}

function withoutSpaces(table: TimeWords): TimeWords {
  const optional = (text: string) => text.replaceAll(' ', ' ?');
  return {
    ...table,
    phrases: table.phrases.map(([phrase, english]) => [optional(phrase), english]),
  };
}

function lettersOf(texts: readonly string[]): string {
  const letters = texts.flatMap((text) => text.match(/(?![a-z])\p{L}/gu) ?? []);
  return [...new Set(letters)].toSorted().join('');
}

const SHORTEST_SIGN = 4;

/** Words of a language that no English question has. */
function signsOf(texts: readonly string[]): string {
  const withoutLists = texts.map((text) => text.replace(/\{\w+\}/g, ' '));
  const words = withoutLists.flatMap((text) => text.match(/\p{L}+/gu) ?? []);
  const isSign = (word: string) =>
    (word.length >= SHORTEST_SIGN || /[^a-z]/.test(word)) && !isOut(word) && !isCommon(word);
  return [...new Set(words)]
    .filter((word) => isSign(word) && !ENGLISH_TOO.has(word))
    .toSorted()
    .join(' ');
}

/** Words of the tables that are English too. */
const ENGLISH_TOO = new Set(
  'april august december fore mars minute november october september week last tuna'.split(' '),
);

const tables = Object.fromEntries(
  Object.entries(LANGUAGES).map(([language, spacing]) => [language, wordsOf(language, spacing)]),
);
const file = join(import.meta.dirname, '..', 'src', 'domain', 'search', 'time-words.json');
writeFileSync(file, `${JSON.stringify(tables, null, 2)}\n`);
