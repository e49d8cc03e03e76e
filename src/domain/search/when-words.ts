/** The words that name times, and a question cut into the pieces that the grammar of `when.ts` reads. */

export interface Token {
  readonly text: string;
  /** Lower case. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

// An ISO date is one token, unless it is part of something longer: an id, a version, a file name.
const PIECES =
  /(?<![\w-])\d{4}-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)?)?(?![\w-])|\p{L}+|\d+|\.\.|\S/gu;

/** A question says when early on; what is longer is a pasted text. */
const MOST = 400;

export function tokens(question: string): Token[] {
  const found: Token[] = [];
  for (const { 0: text, index } of question.matchAll(PIECES)) {
    if (found.length === MOST) break;
    found.push({ text, word: text.toLowerCase(), start: index, end: index + text.length });
  }
  return found;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/;
const SHORT_MONTH = /^(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/;

/** 1 to 12, or null. */
export function monthOf(word: string): number | null {
  return MONTH.test(word) || SHORT_MONTH.test(word) ? MONTHS.indexOf(word.slice(0, 3)) + 1 : null;
}

/** `may` and `march` are verbs too, and the short names are other things: alone they name no month. */
export function isPlainMonth(token: Token): boolean {
  return MONTH.test(token.word) && token.word !== 'may' && token.word !== 'march';
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const WEEKDAY = /^(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/;
const SHORT_WEEKDAY = /^(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)$/;

/** Monday is 0. */
export function weekdayNamed(word: string): number | null {
  return WEEKDAY.test(word) || SHORT_WEEKDAY.test(word) ? WEEKDAYS.indexOf(word.slice(0, 3)) : null;
}

export function isFullWeekday(word: string): boolean {
  return WEEKDAY.test(word);
}

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

const UNIT = /^(minute|hour|day|week|month|year)s?$/;

export function unitOf(word: string): Unit | null {
  return (UNIT.exec(word)?.[1] as Unit | undefined) ?? null;
}

const NUMBERS = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six'],
  ...['seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
];

/** How many: figures up to three digits, or words up to twelve; `a` is one. */
export function countOf(word: string): number | null {
  if (/^\d{1,3}$/.test(word)) return Number(word);
  if (word === 'a' || word === 'an') return 1;
  const number = NUMBERS.indexOf(word);
  return number > 0 ? number : null;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

export function ordinalOf(word: string): number | null {
  const place = ORDINALS.indexOf(word);
  return place < 0 ? null : place + 1;
}

export function yearOf(word: string): number | null {
  return /^(?:19|20|21)\d{2}$/.test(word) ? Number(word) : null;
}

/** Hours of a day, from and to. */
export const PARTS_OF_DAY: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['morning', [0, 12]],
  ['afternoon', [12, 18]],
  ['evening', [18, 24]],
  ['night', [18, 24]],
]);
