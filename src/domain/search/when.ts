import { DAY, HOUR, MINUTE, type Millis } from '../time.ts';
import {
  around,
  DAYS_OF,
  type DayNumber,
  dayNumber,
  isDate,
  type Span,
  type Spans,
  spansFrom,
  type Unit,
  weekdayOf,
} from './calendar.ts';
import { languageIn } from './query.ts';
import { type Token, timeTokens } from './when-languages.ts';

/** A stretch of time that a question names: `from` is in it, `to` is not any more. */
export interface When extends Span {
  readonly words: string;
}

export interface Timed {
  readonly ranges: readonly When[];
  /** The question without its time words. */
  readonly rest: string;
}

/** Words that lead to a time and go with it. */
const LEADS = /^(?:on|in|at|during|from|over|within|around|about|of|by|the|as)$/;

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
  const words = timeTokens(question, language);
  const reader = new TimeReader(words, spansFrom(now, timeZone));
  const ranges: When[] = [];
  let rest = '';
  let kept = 0;
  for (let i = 0; i < words.length; ) {
    const found = reader.read(i);
    if (!found) {
      i++;
      continue;
    }
    let first = i;
    while (first > 0 && words[first - 1]!.start >= kept && LEADS.test(words[first - 1]!.word)) first--;
    const end = words[found.next - 1]!.end;
    ranges.push({ from: found.from, to: found.to, words: question.slice(words[i]!.start, end) });
    rest += `${question.slice(kept, words[first]!.start)} `;
    kept = end;
    i = found.next;
  }
  rest += question.slice(kept);
  return { ranges, rest: rest.replace(/\s+/g, ' ').trim() };
}

/** A stretch of time, and the year that its words name; a date that names none may borrow that of the date beside it. */
interface Named extends Span {
  readonly year?: number;
  readonly isYearless?: true;
}

/** A named stretch, and the token after its last word. */
interface Point extends Named {
  readonly next: number;
}

/** The place at which a form was met. */
interface Place {
  readonly spans: Spans;
  /** The word before has said that a time follows. */
  readonly isIntroduced: boolean;
  /** `the sun` is no Sunday. */
  readonly isBehindThe: boolean;
  readonly isCapital: boolean;
  readonly lent: number | undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;
type Read = (groups: Groups, place: Place) => Named | null;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ORDINALS = ['last', 'first', 'second', 'third', 'fourth', 'fifth'];
/** Hours of a day, from and to. */
const PARTS: Readonly<Record<string, readonly [number, number]>> = {
  ...{ morning: [0, 12], afternoon: [12, 18], evening: [18, 24], night: [18, 24] },
};

/** The parts of the forms below. */
const MACROS: Readonly<Record<string, string>> = {
  part: `(?<part>${Object.keys(PARTS).join('|')})`,
  unit: '(?<unit>minute|hour|day|week|month|year)',
  amount: `(?:(?:a )?(?<vague>few|several|couple)(?: of)?|(?<n>\\d{1,3}|an?|${NUMBERS.join('|')})) {unit}s?`,
  which: '(?<which>last|previous|this)',
  day: '(?<day>mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)',
  month:
    '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?: \\.(?= \\d))?',
  date: '(?<date>0?[1-9]|[12]\\d|3[01])(?<ordinal> (?:st|nd|rd|th))?(?! :)',
  last: '(?<last>0?[1-9]|[12]\\d|3[01])(?: (?:st|nd|rd|th))?',
  year: '(?<year>(?:19|20|21)\\d\\d)',
};

const monthOf = ({ month }: Groups): number => MONTHS.indexOf(month!.slice(0, 3)) + 1;
const weekdayNamed = ({ day }: Groups): number => WEEKDAYS.indexOf(day!.slice(0, 3));
const back = ({ which }: Groups): number => (which === 'this' ? 0 : 1);

/** `few` is two to five. */
function countOf({ n, vague }: Groups): readonly [least: number, most: number] {
  if (vague) return vague === 'couple' ? [2, 2] : [2, 5];
  const count = /^\d/.test(n!) ? Number(n) : Math.max(1, NUMBERS.indexOf(n!) + 1);
  return [count, count];
}

/** A day, or the part of it that is named. */
function dayOrPart(spans: Spans, day: DayNumber, { part }: Groups): Span {
  return part ? spans.hours(day, ...PARTS[part]!) : spans.day(day);
}

const weekend = (spans: Spans, monday: DayNumber): Span => spans.days(monday + 5, monday + 7);

/** The latest that has begun. */
const latestWeekend = (spans: Spans): Span =>
  weekend(spans, spans.monday(weekdayOf(spans.today()) >= 5 ? 0 : 1));

/** A short name is other things too, and only behind a word that leads to a time a day. */
const isDay = ({ day }: Groups, { isIntroduced, isBehindThe }: Place): boolean =>
  day!.endsWith('day') || (isIntroduced && !isBehindThe);

/** `may` and `march` are verbs too, and the short names are other things: alone they name no month. */
const isPlainMonth = ({ month }: Groups): boolean => month!.length > 4 && month !== 'march';

const monthIn = (groups: Groups, { spans, lent }: Place): Named => {
  const month = monthOf(groups);
  if (groups['year']) return { ...spans.month(Number(groups['year']), month), year: Number(groups['year']) };
  const today = spans.date();
  const year = lent ?? (month > today.month ? today.year - 1 : today.year);
  return { ...spans.month(year, month), isYearless: true };
};

/** Days of a month in the year that is named, or the one that is lent, or the latest in which they have come. */
function onDate(groups: Groups, { spans, lent }: Place): Named | null {
  const month = monthOf(groups);
  const [first, last] = [Number(groups['date']), Number(groups['last'] ?? groups['date'])];
  const today = spans.date().year;
  const isAhead = dayNumber(today, month, first) > spans.today();
  const named = groups['year'] === undefined ? undefined : Number(groups['year']);
  const year = named ?? lent ?? (isAhead ? today - 1 : today);
  if (!isDate(year, month, first) || !isDate(year, month, last) || last < first) return null;
  const span = spans.days(dayNumber(year, month, first), dayNumber(year, month, last) + 1);
  return named === undefined ? { ...span, isYearless: true } : { ...span, year: named };
}

const isoDate: Read = ({ y, m, d, time }, { spans }) => {
  const [year, month, day] = [Number(y), Number(m), Number(d ?? 1)];
  if (!isDate(year, month, day)) return null;
  if (!d) return { ...spans.month(year, month), year };
  const start = dayNumber(year, month, day);
  if (!time) return { ...spans.day(start), year };
  const isZoned = /(?:z|[+-]\d{2}:\d{2})$/.test(time);
  const at = Date.parse(`${y}-${m}-${d}${time.toUpperCase()}${isZoned ? '' : 'Z'}`);
  if (!Number.isFinite(at)) return null;
  const from = isZoned ? at : spans.at(start, (at - start * DAY) / HOUR);
  return { from, to: from + MINUTE, year };
};

/** `mid-August 2023`, `end of May`, `second week of November`. */
const partOfMonth: Read = (groups, place) => {
  const { spans } = place;
  const month = monthIn(groups, place);
  const [first, end] = [spans.dayOf(month.from), spans.dayOf(month.to)];
  const week = ORDINALS.indexOf(groups['nth'] ?? '');
  if (week === 0) return { ...month, ...spans.days(end - 7, end) };
  if (week > 0) return { ...month, ...spans.days(first + 7 * (week - 1), Math.min(end, first + 7 * week)) };
  const third = /^mid/.test(groups['third']!) ? 1 : /^(?:late|end)/.test(groups['third']!) ? 2 : 0;
  return { ...month, ...spans.days(first + 10 * third, third === 2 ? end : first + 10 * third + 10) };
};

/** Forms of stretches; the first that fits decides. */
const FORMS: readonly (readonly [form: string, read: Read])[] = [
  ['(?<y>(?:19|20|21)\\d\\d)-(?<m>\\d\\d)(?:-(?<d>\\d\\d)(?<time>t\\S+)?)?', isoDate],
  ['today', (_, { spans }) => spans.day(spans.today())],
  ['tonight', (_, { spans }) => spans.hours(spans.today(), 18, 24)],
  ['yesterday(?: {part})?', (groups, { spans }) => dayOrPart(spans, spans.today() - 1, groups)],
  ['day before yesterday', (_, { spans }) => spans.day(spans.today() - 2)],
  ['weekend', (_, { spans }) => latestWeekend(spans)],
  ['{amount} ago', (groups, { spans }) => spans.ago(...countOf(groups), groups['unit'] as Unit)],
  // Behind `the` the last week is the last seven days, and not the one before this.
  ['(?:the (?:last|past)|past) {unit}(?! of)', ({ unit }, { spans }) => spans.rolling(1, unit as Unit)],
  [
    '(?:(?<third>(?:early|mid|late)(?: of| -)?|(?:beginning|start|middle|end) of)|(?<nth>last|first|second|third|fourth|fifth) week(?: of)?) {month}(?:(?: ,)? {year}|(?! \\d))',
    partOfMonth,
  ],
  [
    '(?:last|past|previous) {amount}',
    (groups, { spans }) => spans.rolling(countOf(groups)[1], groups['unit'] as Unit),
  ],
  [
    '{which} week {day}(?: {part})?',
    (groups, { spans }) => dayOrPart(spans, spans.monday(back(groups)) + weekdayNamed(groups), groups),
  ],
  [
    '{which} week',
    (groups, { spans }) => spans.days(spans.monday(back(groups)), spans.monday(back(groups)) + 7),
  ],
  ['this weekend', (_, { spans }) => latestWeekend(spans)],
  ['(?:last|previous) weekend', (_, { spans }) => weekend(spans, spans.monday(1))],
  ['{which} month', (groups, { spans }) => spans.month(spans.date().year, spans.date().month - back(groups))],
  ['{which} year', (groups, { spans }) => spans.year(spans.date().year - back(groups))],
  ['(?:last|previous) night', (_, { spans }) => spans.hours(spans.today() - 1, 18, 30)],
  ['this {part}', (groups, { spans }) => dayOrPart(spans, spans.today(), groups)],
  [
    '{which} {day}(?: {part})?',
    (groups, { spans }) =>
      dayOrPart(spans, spans.latest(weekdayNamed(groups), groups['which'] !== 'this'), groups),
  ],
  [
    '{which} {month}(?! \\d)',
    (groups, { spans }) => {
      const { year, month } = spans.date();
      return spans.month(back(groups) === 1 && monthOf(groups) >= month ? year - 1 : year, monthOf(groups));
    },
  ],
  [
    '{day}(?: of)? (?<which>last|this) week',
    (groups, place) =>
      isDay(groups, place) ? place.spans.day(place.spans.monday(back(groups)) + weekdayNamed(groups)) : null,
  ],
  [
    '{day}(?: {part})?',
    (groups, place) =>
      isDay(groups, place)
        ? dayOrPart(place.spans, place.spans.latest(weekdayNamed(groups), false), groups)
        : null,
  ],
  ['{month}(?: ,)? {year}', monthIn],
  [
    '{month} {date}(?: - {last})?(?:(?: ,)? {year})?',
    (groups, place) => {
      const isSure = place.isIntroduced || place.isCapital || isPlainMonth(groups);
      return isSure || groups['year'] || groups['ordinal'] ? onDate(groups, place) : null;
    },
  ],
  ['{date}(?: of)? {month}(?:(?: ,)? {year})?', onDate],
  [
    '{month}',
    (groups, place) => (place.isIntroduced || isPlainMonth(groups) ? monthIn(groups, place) : null),
  ],
  [
    '{year}',
    ({ year }, { spans, isIntroduced }) =>
      isIntroduced ? { ...spans.year(Number(year)), year: Number(year) } : null,
  ],
];

let compiled: readonly (readonly [form: RegExp, read: Read])[] | undefined;

const compile = () =>
  FORMS.map(([form, read]) => {
    const parts = (text: string): string =>
      text.replace(/\{(\w+)\}/g, (_, name: string) => parts(MACROS[name]!));
    return [new RegExp(`(?:${parts(form)})(?= |$)`, 'y'), read] as const;
  });

const INTRODUCES = /^(?:on|in|during|of|last|this)$/;
/** Before `before`, there is no beginning. */
const EVER: Millis = 0;

/** Reads a stretch, or two that bound one, or one that bounds on one side. */
class TimeReader {
  private readonly words: readonly Token[];
  private readonly spans: Spans;
  /** The words with a blank between them, and the place of each in it. */
  private readonly text: string;
  private readonly starts: readonly number[];

  constructor(words: readonly Token[], spans: Spans) {
    [this.words, this.spans] = [words, spans];
    this.text = words.map(({ word }) => word).join(' ');
    let at = 0;
    this.starts = words.map(({ word }) => (at += word.length + 1) - word.length - 1);
  }

  read(i: number): Point | null {
    const { spans } = this;
    const start = (): Point | null => this.point(i + 1, true);
    switch (this.word(i)) {
      case 'between':
        return this.pair(i + 1, /^and$/);
      case 'from':
        return this.pair(i + 1, /^(?:to|until|till|through|-|–)$/) ?? this.onwards(start()) ?? start();
      case 'since':
        return bounded(start(), ({ from }) => spans.since(from));
      case 'after':
        return bounded(start(), ({ to }) => spans.since(to));
      case 'before':
        return bounded(start(), ({ from }) => ({ from: EVER, to: from }));
      case 'until':
      case 'till':
        return bounded(start(), ({ to }) => ({ from: EVER, to }));
      default:
        return this.pair(i, /^(?:\.\.|to|until|till|through|-|–)$/) ?? this.beside(i) ?? this.point(i, false);
    }
  }

  private word(i: number): string {
    return this.words[i]?.word ?? '';
  }

  private point(i: number, introduced: boolean, lent?: number): Point | null {
    const isIntroduced = introduced || INTRODUCES.test(this.word(i - 1));
    compiled ??= compile();
    // `the` may belong to a form, or stand before one.
    for (const at of this.word(i) === 'the' && this.word(i + 1) !== 'the' ? [i, i + 1] : [i]) {
      if (at >= this.words.length) break;
      const isCapital = this.words[at]!.text !== this.words[at]!.word;
      for (const [form, read] of compiled) {
        form.lastIndex = this.starts[at]!;
        const match = form.exec(this.text);
        if (!match) continue;
        const place = { spans: this.spans, isIntroduced, isCapital, lent };
        const named = read(match.groups ?? {}, { ...place, isBehindThe: this.word(at - 1) === 'the' });
        return named && { ...named, next: at + match[0].split(' ').length };
      }
    }
    return null;
  }

  private onwards(mark: Point | null): Point | null {
    return mark && /^(?:on|onwards?)$/.test(this.word(mark.next))
      ? { ...this.spans.since(mark.from), next: mark.next + 1 }
      : null;
  }

  private pair(i: number, joint: RegExp): Point | null {
    let first = this.point(i, true);
    const second = first && joint.test(this.word(first.next)) ? this.point(first.next + 1, true) : null;
    if (!first || !second) return null;
    if (first.isYearless && second.year) first = this.point(i, true, second.year) ?? first;
    return first.from < second.to ? { from: first.from, to: second.to, next: second.next } : null;
  }

  /** `the week before May 3`, `two days after Monday`. */
  private beside(i: number): Point | null {
    const said = [0, 1, 2].map((place) => this.word(i + place)).join(' ');
    const [, n, unit, side] = BESIDE.exec(said) ?? [];
    const mark = n === undefined ? null : this.point(i + 3, true);
    if (!mark) return null;
    const { spans } = this;
    const isBefore = side === 'before';
    const count = countOf({ n: n! })[0];
    const day = isBefore ? spans.dayOf(mark.from) : spans.dayOf(mark.to) - 1;
    const { next } = mark;
    if (count > 1 || unit === 'day')
      return { ...around(spans, day, isBefore ? -count : count, unit as 'day'), next };
    const length = DAYS_OF[unit as 'week'];
    return { ...(isBefore ? spans.days(day - length, day) : spans.days(day + 1, day + 1 + length)), next };
  }
}

const BESIDE = new RegExp(`^(\\d{1,3}|the|an?|${NUMBERS.join('|')}) (day|week|month|year)s? (before|after)$`);

function bounded(mark: Point | null, by: (mark: Point) => Span): Point | null {
  return mark && { ...by(mark), next: mark.next };
}
