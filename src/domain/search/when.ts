import { type Calendar, calendarOf, type Wall } from '../base/calendar.ts';
import { DAY, HOUR, MINUTE, type Millis } from '../base/time.ts';
import { languageIn } from './query.ts';
import { withEnglishTimes } from './when-languages.ts';

/** A time range in a question: `from` is inclusive, `to` exclusive. */
export interface When {
  readonly from: Millis;
  readonly to: Millis;
}

export interface Timed {
  readonly ranges: readonly When[];
  /** The question without its time words. */
  readonly rest: string;
}

/** Words that introduce a time and are removed with it. */
const LEADS =
  /(?<![\p{L}\d])(?:(?:on|in|at|during|from|over|within|around|about|of|by|the|as)\s+)+$/iu;
/** Longest text that is searched for times: the rest is pasted text. */
const LONGEST = 3_000;

/**
 * The times that a question names, read in the user's zone (a zone that does not exist throws). Questions are
 * about the past: a day or a month without a year is the latest that has begun, weeks begin on Monday.
 */
export function findWhen(
  question: string,
  now: Millis,
  timeZone: () => string,
  language = languageIn(question),
): Timed {
  // Created at the first time word: Intl costs milliseconds, and most questions name no time.
  let calendar: Calendar | undefined;
  const zone = () => (calendar ??= calendarOf(timeZone()));
  const text = withEnglishTimes(question, language);
  const reader = new TimeReader(text, () => clockAt(zone().wallOf(now)));
  const ranges: When[] = [];
  let rest = '';
  let kept = 0;
  for (const { index } of text.slice(0, LONGEST).matchAll(/(?<![\p{L}\d_-])[\p{L}\d]/gu)) {
    const found = index < kept ? null : reader.read(index);
    if (!found) continue;
    const instantOf = (wall: Wall) => (wall === EVER ? 0 : zone().instantOf(wall));
    ranges.push({ from: instantOf(found.from), to: instantOf(found.to) });
    rest += `${text.slice(kept, index).replace(LEADS, '')} `;
    kept = found.end;
  }
  rest += text.slice(kept);
  return { ranges, rest: rest.replace(/\s+/g, ' ').trim() };
}

/** A range in local time, and the year in its words; a date without a year may take that of an adjacent date. */
interface LocalRange {
  readonly from: Wall;
  readonly to: Wall;
  readonly year?: number;
  readonly isYearless?: true;
}

/** A range, and the position after its words. */
interface Point extends LocalRange {
  readonly end: number;
}

/** The start of a range without a beginning. */
const EVER: Wall = Number.NEGATIVE_INFINITY;

const days = (first: number, count = 1): LocalRange => ({
  from: first * DAY,
  to: (first + count) * DAY,
});
const hours = (day: number, from: number, to: number): LocalRange => ({
  from: day * DAY + from * HOUR,
  to: day * DAY + to * HOUR,
});
const monthSpan = (year: number, month: number): LocalRange => ({
  from: Date.UTC(year, month - 1),
  to: Date.UTC(year, month),
});
const yearSpan = (year: number): LocalRange => ({
  from: Date.UTC(year, 0),
  to: Date.UTC(year + 1, 0),
});
const dayOf = (wall: Wall): number => Math.floor(wall / DAY);
/** Monday is 0. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Approximate lengths of units in days. */
const DAYS_OF: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

/** A date `count` units from a day, as a range: that day, the week around it, its month. */
function around(from: number, count: number, unit: string): LocalRange {
  if (unit === 'day') return days(from + count);
  if (unit === 'week') return days(from + count * 7 - 3, 7);
  const at = new Date(from * DAY);
  if (unit === 'month') return monthSpan(at.getUTCFullYear(), at.getUTCMonth() + 1 + count);
  // "A year ago" is not the calendar year: two months to either side for each year, half a year at most.
  const centre = Date.UTC(at.getUTCFullYear() + count, at.getUTCMonth(), at.getUTCDate()) / DAY;
  const slack = Math.min(6, Math.abs(count) * 2) * 30;
  return days(centre - slack, 2 * slack + 1);
}

/** The present in local time. */
interface Clock {
  readonly now: Wall;
  /** Number of the day, as `dayOf` counts. */
  readonly today: number;
  readonly year: number;
  readonly month: number;
  /** The Monday of this week. */
  readonly monday: number;
}

function clockAt(now: Wall): Clock {
  const today = dayOf(now);
  const date = new Date(now);
  return {
    now,
    today,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    monday: today - weekdayOf(today),
  };
}

const LENGTH_OF: Readonly<Record<string, number>> = { minute: MINUTE, hour: HOUR };

/** `least` to `most` units before now. */
function ago({ now, today }: Clock, [least, most]: Count, unit: string): LocalRange {
  const short = LENGTH_OF[unit];
  if (short) return { from: now - (most + 0.5) * short, to: now - (least - 0.5) * short };
  return { from: around(today, -most, unit).from, to: around(today, -least, unit).to };
}

/** The last so many, up to now. */
function rolling({ now, today }: Clock, count: number, unit: string): LocalRange {
  const short = LENGTH_OF[unit];
  if (short) return { from: now - count * short, to: now + MINUTE };
  return days(today - count * DAYS_OF[unit]!, count * DAYS_OF[unit]! + 1);
}

function since({ today }: Clock, from: Wall): LocalRange {
  return { from, to: Math.max(from, (today + 1) * DAY) };
}

/** The latest day of that name, which may be today. */
function latestNamed({ today }: Clock, weekday: number): number {
  return today - ((weekdayOf(today) - weekday + 7) % 7);
}

/** The latest day of that name before today. */
function lastNamed(clock: Clock, weekday: number): number {
  const day = latestNamed(clock, weekday);
  return day === clock.today ? day - 7 : day;
}

/** The context of a match. */
interface FormContext {
  readonly clock: Clock;
  /** The preceding word introduces a time. */
  readonly isIntroduced: boolean;
  /** `the` precedes: `the sun` is not Sunday. */
  readonly isBehindThe: boolean;
  readonly isCapital: boolean;
  readonly lent: number | undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;
type FormReader = (groups: Groups, place: FormContext) => LocalRange | null;
type Count = readonly [least: number, most: number];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ORDINALS = ['last', 'first', 'second', 'third', 'fourth', 'fifth'];
/** Hours of a day, from and to. */
const PARTS: Readonly<Record<string, Count>> = {
  morning: [0, 12],
  afternoon: [12, 18],
  evening: [18, 24],
  night: [18, 24],
};

/** The parts of the forms below. */
const MACROS: Readonly<Record<string, string>> = {
  part: `(?<part>${Object.keys(PARTS).join('|')})`,
  unit: '(?<unit>minute|hour|day|week|month|year)',
  n: `(?<n>\\d{1,3}|an?|the|${NUMBERS.join('|')})`,
  amount: '(?:(?:a )?(?<vague>few|several|couple)(?: of)?|{n}) {unit}s?',
  which: '(?<which>last|previous|this)',
  // In "the Monday before last Friday" the last two words are a time of their own.
  prior: `before last(?! (?:week|month|year|night|${[...WEEKDAYS, ...MONTHS].join('|')}))`,
  period: '(?:{which} (?<whole>week|month|year)|(?<older>week|month|year) {prior})',
  week: '(?:{which} week|(?<older>week) {prior})',
  day: '(?<day>mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)',
  month:
    '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?:\\.(?= \\d))?',
  date: '(?<date>0?[1-9]|[12]\\d|3[01])(?<ordinal>st|nd|rd|th)?(?!:\\d)',
  last: '(?<last>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?',
  year: '(?<year>(?:19|20|21)\\d\\d)',
};

const monthOf = ({ month }: Groups): number => MONTHS.indexOf(month!.slice(0, 3)) + 1;
const weekdayNamed = ({ day }: Groups): number => WEEKDAYS.indexOf(day!.slice(0, 3));

/** How many periods ago: `older` is the name of the period in "the week before last". */
function back({ which, older }: Groups): number {
  if (older) return 2;
  return which === 'this' ? 0 : 1;
}

/** `few` is two to five. */
function countOf({ n, vague }: Groups): Count {
  if (vague) return vague === 'couple' ? [2, 2] : [2, 5];
  const count = Number(n) || Math.max(1, NUMBERS.indexOf(n!) + 1);
  return [count, count];
}

/** A day, or the named part of it. */
function dayOrPart(day: number, { part }: Groups): LocalRange {
  return part ? hours(day, ...PARTS[part]!) : days(day);
}

/** A short name has other meanings: it is a day only after a word that introduces a time. */
const isDay = ({ day }: Groups, { isIntroduced, isBehindThe }: FormContext): boolean =>
  day!.endsWith('day') || (isIntroduced && !isBehindThe);

/** `may`, `march` and the short names have other meanings: alone they are not months. */
const isAlone = ({ month }: Groups, { isIntroduced }: FormContext): boolean =>
  isIntroduced || (month!.length > 4 && month !== 'march');

/** "It failed may 3 times" names no date. */
const isSure = (groups: Groups, place: FormContext): boolean =>
  isAlone(groups, place) ||
  place.isCapital ||
  groups['year'] !== undefined ||
  groups['ordinal'] !== undefined;

/** A day of this week or of the one before. */
const inWeek = (groups: Groups, { clock }: FormContext): number =>
  clock.monday - 7 * back(groups) + weekdayNamed(groups);

function monthIn(groups: Groups, { clock, lent }: FormContext): LocalRange {
  const month = monthOf(groups);
  if (groups['year'])
    return { ...monthSpan(Number(groups['year']), month), year: Number(groups['year']) };
  const year = lent ?? (month > clock.month ? clock.year - 1 : clock.year);
  return { ...monthSpan(year, month), isYearless: true };
}

/** Days of a month in the named year, in that of an adjacent date, or in the latest year in which they have begun. */
function onDate(groups: Groups, { clock, lent }: FormContext): LocalRange | null {
  const month = monthOf(groups);
  const [first, last] = [Number(groups['date']), Number(groups['last'] ?? groups['date'])];
  const isAhead = Date.UTC(clock.year, month - 1, first) > clock.now;
  const named = groups['year'] === undefined ? undefined : Number(groups['year']);
  const year = named ?? lent ?? (isAhead ? clock.year - 1 : clock.year);
  if (!isDate(year, month, first) || !isDate(year, month, last) || last < first) return null;
  const span = days(Date.UTC(year, month - 1, first) / DAY, last - first + 1);
  return named === undefined ? { ...span, isYearless: true } : { ...span, year: named };
}

const isoDate: FormReader = ({ y, m, d }) => {
  const [year, month, day] = [Number(y), Number(m), Number(d ?? 1)];
  if (!isDate(year, month, day)) return null;
  return { ...(d ? days(Date.UTC(year, month - 1, day) / DAY) : monthSpan(year, month)), year };
};

/** `last week`, `the month before last`. */
function periodIn(groups: Groups, clock: Clock): LocalRange {
  switch (groups['whole'] ?? groups['older']) {
    case 'week':
      return days(clock.monday - 7 * back(groups), 7);
    case 'month':
      return monthSpan(clock.year, clock.month - back(groups));
    default:
      return yearSpan(clock.year - back(groups));
  }
}

/** `mid-August 2023`, `end of last month`, `second week of November`, `last Friday of May`. */
const partOfPeriod: FormReader = (groups, place) => {
  const whole = groups['month'] ? monthIn(groups, place) : periodIn(groups, place.clock);
  const part = groups['nth'] ? nthOf(whole, groups) : thirdOf(whole, groups);
  return part && { ...whole, ...part };
};

const THIRDS: readonly (readonly string[])[] = [
  ['early', 'begin', 'start'],
  ['mid'],
  ['late', 'end'],
];

function thirdOf({ from, to }: LocalRange, { third }: Groups): LocalRange {
  const [first, end] = [dayOf(from), dayOf(to)];
  const length = Math.floor((end - first) / 3);
  const place = THIRDS.findIndex((words) => words.some((word) => third!.startsWith(word)));
  return days(first + place * length, place === 2 ? end - first - 2 * length : length);
}

/** A numbered day, weekday or week; null where the range has fewer. */
function nthOf({ from, to }: LocalRange, groups: Groups): LocalRange | null {
  const [first, end] = [dayOf(from), dayOf(to)];
  const length = groups['slice'] === 'week' ? 7 : 1;
  const step = groups['slice'] === 'day' ? 1 : 7;
  const daysUntil = (day: number): number =>
    groups['day'] ? (weekdayNamed(groups) - weekdayOf(day) + 7) % 7 : 0;
  const nth = ORDINALS.indexOf(groups['nth']!);
  const earliestLast = end - (groups['day'] ? step : length);
  const start =
    nth === 0
      ? earliestLast + daysUntil(earliestLast)
      : first + daysUntil(first) + step * (nth - 1);
  return start < end ? days(start, Math.min(length, end - start)) : null;
}

/** Forms of ranges; the first match decides. */
const FORMS: readonly (readonly [form: string, read: FormReader])[] = [
  [
    '(?<y>(?:19|20|21)\\d\\d)-(?<m>\\d\\d)(?:-(?<d>\\d\\d)(?:t\\d{2}:\\d{2}(?::\\d{2})?(?:z|[+-]\\d{2}:\\d{2})?)?)?(?![\\w-])',
    isoDate,
  ],
  ['today', (_, { clock }) => days(clock.today)],
  ['tonight', (_, { clock }) => hours(clock.today, 18, 24)],
  ['yesterday(?: {part})?', (groups, { clock }) => dayOrPart(clock.today - 1, groups)],
  ['day before yesterday', (_, { clock }) => days(clock.today - 2)],
  // The latest weekend that has begun.
  [
    '(?:this )?weekend(?! before)',
    (_, { clock: { today, monday } }) => days(today - monday >= 5 ? monday + 5 : monday - 2, 2),
  ],
  ['(?:last|previous) weekend', (_, { clock }) => days(clock.monday - 2, 2)],
  ['{amount} ago', (groups, { clock }) => ago(clock, countOf(groups), groups['unit']!)],
  // `the last week` means the last seven days, not the previous calendar week.
  ['(?:the (?:last|past)|past) {unit}(?! of)', ({ unit }, { clock }) => rolling(clock, 1, unit!)],
  [
    '(?:(?<third>(?:early|mid|late)(?: of|-)?|(?:beginning|start|middle|end) of) ?|(?<nth>last|first|second|third|fourth|fifth) (?<slice>week|day|{day}) (?:of|in) )(?:the )?(?:{month}(?:,? {year}|(?! \\d))|{period})',
    partOfPeriod,
  ],
  [
    '(?:last|past|previous) {amount}',
    (groups, { clock }) => rolling(clock, countOf(groups)[1], groups['unit']!),
  ],
  ['{week} {day}(?: {part})?', (groups, place) => dayOrPart(inWeek(groups, place), groups)],
  [
    '{day}(?: of)?(?: the)? {week}',
    (groups, place) => (isDay(groups, place) ? days(inWeek(groups, place)) : null),
  ],
  [
    '{day}(?: {part})? {n} weeks? ago',
    (groups, place) =>
      isDay(groups, place)
        ? dayOrPart(place.clock.monday - 7 * countOf(groups)[0] + weekdayNamed(groups), groups)
        : null,
  ],
  [
    '{n} {day}s ago',
    (groups, { clock }) =>
      days(lastNamed(clock, weekdayNamed(groups)) - 7 * (countOf(groups)[0] - 1)),
  ],
  [
    '{day} {prior}',
    (groups, place) =>
      isDay(groups, place) ? days(lastNamed(place.clock, weekdayNamed(groups)) - 7) : null,
  ],
  ['weekend {prior}', (_, { clock }) => days(clock.monday - 9, 2)],
  ['night {prior}', (_, { clock }) => hours(clock.today - 2, 18, 30)],
  ['{period}', (groups, { clock }) => periodIn(groups, clock)],
  ['(?:last|previous) night', (_, { clock }) => hours(clock.today - 1, 18, 30)],
  ['this {part}', (groups, { clock }) => dayOrPart(clock.today, groups)],
  [
    '{which} {day}(?: {part})?',
    (groups, { clock }) =>
      dayOrPart(
        (back(groups) === 1 ? lastNamed : latestNamed)(clock, weekdayNamed(groups)),
        groups,
      ),
  ],
  [
    '{which} {month}(?! \\d)',
    (groups, { clock: { year, month } }) =>
      monthSpan(back(groups) === 1 && monthOf(groups) >= month ? year - 1 : year, monthOf(groups)),
  ],
  [
    '{day}(?: {part})?',
    (groups, place) =>
      isDay(groups, place)
        ? dayOrPart(latestNamed(place.clock, weekdayNamed(groups)), groups)
        : null,
  ],
  ['{month},? {year}', monthIn],
  [
    '{month} {date}(?: ?- ?{last})?(?:,? {year})?',
    (groups, place) => (isSure(groups, place) ? onDate(groups, place) : null),
  ],
  ['{date}(?: of)? {month}(?:,? {year})?', onDate],
  ['{month}', (groups, place) => (isAlone(groups, place) ? monthIn(groups, place) : null)],
  [
    '{year}',
    ({ year }, { isIntroduced }) =>
      isIntroduced ? { ...yearSpan(Number(year)), year: Number(year) } : null,
  ],
];

/** Compiles a form to a sticky expression. */
function compile(form: string): RegExp {
  const whole = (text: string): string =>
    text.replace(/\{([a-z]+)\}/g, (_, name: string) => whole(MACROS[name]!));
  return new RegExp(whole(form).replaceAll(' ', '\\s+').replaceAll('\\s+?', '\\s*'), 'uy');
}

let compiled: readonly (readonly [form: RegExp, read: FormReader])[] | undefined;
let beside: RegExp | undefined;

const INTRODUCES = /(?<![\p{L}\d])(?:on|in|during|of|last|this)\s+(?:the\s+)?$/u;
const BOUND = /(between|from|since|after|before|until|till)\s+/y;
const JOINT = /\s*(?:\.\.|[-–]|\b(?:to|until|till|through)\b)\s*/y;
const AND = /\s+and\s+/y;
const ONWARDS = /\s+on(?:wards?)?(?!\p{L})/uy;
const BESIDE = '{n} (?<unit>day|week|month|year)s? (?<side>before|after) ';

/** Reads a range, or one given by two bounds or by one. */
class TimeReader {
  readonly #text: string;
  readonly #lower: string;
  readonly #clockOf: () => Clock;
  #clock: Clock | undefined;

  constructor(text: string, clockOf: () => Clock) {
    [this.#text, this.#clockOf] = [text, clockOf];
    // ASCII only, because lower-casing other letters may change their length.
    this.#lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  }

  read(at: number): Point | null {
    const bound = this.#match(BOUND, at);
    if (!bound) return this.#pair(at, JOINT) ?? this.#beside(at) ?? this.#point(at, false);
    const start = at + bound[0].length;
    if (bound[1] === 'between') return this.#pair(start, AND);
    const mark = this.#point(start, true);
    if (!mark) return null;
    const onwards = this.#match(ONWARDS, mark.end);
    switch (bound[1]) {
      case 'since':
        return { ...since(this.#now(), mark.from), end: mark.end };
      case 'after':
        return { ...since(this.#now(), mark.to), end: mark.end };
      case 'before':
        return { from: EVER, to: mark.from, end: mark.end };
      case 'from':
        if (onwards) return { ...since(this.#now(), mark.from), end: mark.end + onwards[0].length };
        return this.#pair(start, JOINT) ?? mark;
      default:
        return { from: EVER, to: mark.to, end: mark.end };
    }
  }

  #now(): Clock {
    return (this.#clock ??= this.#clockOf());
  }

  #match(form: RegExp, at: number): RegExpExecArray | null {
    form.lastIndex = at;
    return form.exec(this.#lower);
  }

  #point(start: number, introduced: boolean, lent?: number): Point | null {
    compiled ??= FORMS.map(([form, read]) => [compile(`${form}(?![\\p{L}\\d])`), read]);
    // `the` may be part of a form, or precede one.
    const the = this.#match(/the\s+/y, start)?.[0].length ?? 0;
    for (const at of new Set([start, start + the]))
      for (const [form, read] of compiled) {
        const match = this.#match(form, at);
        if (!match) continue;
        const before = this.#lower.slice(0, at);
        const span = read(match.groups ?? {}, {
          clock: this.#now(),
          isIntroduced: introduced || INTRODUCES.test(before),
          isBehindThe: /(?<![\p{L}\d])the\s+$/u.test(before),
          isCapital: this.#text[at] !== this.#lower[at],
          lent,
        });
        return span && { ...span, end: at + match[0].length };
      }
    return null;
  }

  #pair(start: number, joint: RegExp): Point | null {
    let first = this.#point(start, true);
    const between = first && this.#match(joint, first.end);
    const second = between && this.#point(first!.end + between[0].length, true);
    if (!first || !second) return null;
    if (first.isYearless && second.year) first = this.#point(start, true, second.year) ?? first;
    return first.from < second.to ? { from: first.from, to: second.to, end: second.end } : null;
  }

  /** `the week before May 3`, `two days after Monday`. */
  #beside(at: number): Point | null {
    const match = this.#match((beside ??= compile(BESIDE)), at);
    const mark = match && this.#point(at + match[0].length, true);
    if (!mark) return null;
    const { unit, side, n } = match.groups!;
    const [count] = countOf({ n });
    const day = side === 'before' ? dayOf(mark.from) : dayOf(mark.to) - 1;
    if (count > 1 || unit === 'day')
      return { ...around(day, side === 'before' ? -count : count, unit!), end: mark.end };
    const length = DAYS_OF[unit!]!;
    return { ...days(side === 'before' ? day - length : day + 1, length), end: mark.end };
  }
}
