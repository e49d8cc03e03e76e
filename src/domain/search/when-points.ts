import { DAY, HOUR, MINUTE } from '../time.ts';
import { type DayNumber, dayNumber, isDate } from './calendar.ts';
import type { Span, Spans } from './when-spans.ts';
import {
  countOf,
  isFullWeekday,
  isPlainMonth,
  monthOf,
  ordinalOf,
  PARTS_OF_DAY,
  type Token,
  type Unit,
  unitOf,
  weekdayNamed,
  yearOf,
} from './when-words.ts';

/** A stretch of time that some words name. */
export interface Point extends Span {
  /** The token after its last word. */
  readonly next: number;
  /** The year it names; a date that names none may borrow that of the date beside it. */
  readonly year?: number;
  readonly yearless?: true;
}

/**
 * Reads a named stretch that begins at token `i`. `introduced`: the word before it has said that a time
 * follows.
 */
export type ReadPoint = (i: number, introduced: boolean, lent?: number) => Point | null;

const INTRODUCES = /^(?:on|in|during|of|last|this)$/;
const THIRDS: ReadonlyMap<string, number> = new Map([
  ['early', 0],
  ['beginning of', 0],
  ['start of', 0],
  ['mid', 1],
  ['middle of', 1],
  ['late', 2],
  ['end of', 2],
]);

export function pointReader(words: readonly Token[], spans: Spans): ReadPoint {
  const word = (i: number): string => words[i]?.word ?? '';

  const point: ReadPoint = (i, introduced, lent) => {
    const known = introduced || INTRODUCES.test(word(i - 1));
    if (word(i) === 'the')
      return lastUnit(i + 1) ?? (word(i + 1) === 'the' ? null : point(i + 1, known, lent));
    return (
      iso(i) ??
      dayWord(i) ??
      ago(i) ??
      partOfMonth(i, lent) ??
      lastOrThis(i) ??
      date(i, known, lent) ??
      weekday(i, known) ??
      bareYear(i, known)
    );
  };

  function iso(i: number): Point | null {
    const parts = /^(\d{4})-(\d{2})(?:-(\d{2})(t.+)?)?$/.exec(word(i));
    if (!parts || !yearOf(parts[1]!)) return null;
    const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3] ?? 1)];
    if (!isDate(year, month, day)) return null;
    const next = i + 1;
    if (!parts[3]) return { ...spans.month(year, month), next, year };
    const start = dayNumber(year, month, day);
    if (!parts[4]) return { ...spans.day(start), next, year };
    const zoned = /(?:z|[+-]\d{2}:\d{2})$/.test(parts[4]);
    const at = Date.parse(word(i).toUpperCase() + (zoned ? '' : 'Z'));
    if (!Number.isFinite(at)) return null;
    const from = zoned ? at : spans.at(start, (at - start * DAY) / HOUR);
    return { from, to: from + MINUTE, next, year };
  }

  function dayWord(i: number): Point | null {
    if (word(i) === 'today') return { ...spans.day(spans.today()), next: i + 1 };
    if (word(i) === 'tonight') return { ...spans.hours(spans.today(), 18, 24), next: i + 1 };
    if (word(i) === 'yesterday') return partOf(spans.today() - 1, i + 1);
    if (word(i) === 'weekend') return { ...latestWeekend(), next: i + 1 };
    if (word(i) === 'day' && word(i + 1) === 'before' && word(i + 2) === 'yesterday')
      return { ...spans.day(spans.today() - 2), next: i + 3 };
    return null;
  }

  function weekendOf(monday: DayNumber): Span {
    return spans.days(monday + 5, monday + 7);
  }

  /** The latest that has begun. */
  function latestWeekend(): Span {
    const monday = spans.monday(0);
    return weekendOf(spans.today() >= monday + 5 ? monday : monday - 7);
  }

  /** A day, or the part of it that the next word names. */
  function partOf(day: DayNumber, next: number): Point {
    const part = PARTS_OF_DAY.get(word(next));
    return part ? { ...spans.hours(day, ...part), next: next + 1 } : { ...spans.day(day), next };
  }

  /** `two weeks`, `a couple of days`, `few months`. */
  function amount(i: number): { least: number; most: number; unit: Unit; next: number } | null {
    const first = word(i) === 'a' && /^(?:couple|few)$/.test(word(i + 1)) ? i + 1 : i;
    const isVague = /^(?:few|several)$/.test(word(first));
    const isCouple = word(first) === 'couple';
    const at = isCouple && word(first + 1) === 'of' ? first + 2 : first + 1;
    const unit = unitOf(word(at));
    const count = isCouple ? 2 : countOf(word(first));
    if (!unit || (count === null && !isVague)) return null;
    return { least: count ?? 2, most: count ?? 5, unit, next: at + 1 };
  }

  function ago(i: number): Point | null {
    const many = amount(i);
    if (!many || word(many.next) !== 'ago') return null;
    return { ...spans.ago(many.least, many.most, many.unit), next: many.next + 1 };
  }

  /** After `the` the last week is the last seven days, and not the one before this. */
  function lastUnit(i: number): Point | null {
    const unit = /^(?:last|past)$/.test(word(i)) ? unitOf(word(i + 1)) : null;
    if (!unit || /s$/.test(word(i + 1)) || word(i + 2) === 'of') return null;
    return { ...spans.rolling(1, unit), next: i + 2 };
  }

  function lastOrThis(i: number): Point | null {
    const which = word(i);
    if (!/^(?:last|past|previous|this)$/.test(which)) return null;
    const many = which === 'this' ? null : amount(i + 1);
    if (many) return { ...spans.rolling(many.most, many.unit), next: many.next };
    if (which === 'past') return lastUnit(i);
    const what = word(i + 1);
    const next = i + 2;
    const isThis = which === 'this';
    const back = isThis ? 0 : 1;
    const { year, month } = spans.date();
    const weekdayOfWeek = what === 'week' ? weekdayNamed(word(next)) : null;
    if (weekdayOfWeek !== null) return partOf(spans.monday(back) + weekdayOfWeek, next + 1);
    if (what === 'week') return { ...spans.days(spans.monday(back), spans.monday(back) + 7), next };
    if (what === 'weekend') return { ...(isThis ? latestWeekend() : weekendOf(spans.monday(1))), next };
    if (what === 'month') return { ...spans.month(year, month - back), next };
    if (what === 'year') return { ...spans.year(year - back), next };
    if (what === 'night' && !isThis) return { ...spans.hours(spans.today() - 1, 18, 30), next };
    const part = isThis ? PARTS_OF_DAY.get(what) : undefined;
    if (part) return { ...spans.hours(spans.today(), ...part), next };
    const weekday = weekdayNamed(what);
    if (weekday !== null) return partOf(spans.latest(weekday, !isThis), next);
    const named = monthOf(what);
    if (named === null || /^\d/.test(word(next))) return null;
    return { ...spans.month(!isThis && named >= month ? year - 1 : year, named), next };
  }

  /** A weekday, `Tuesday last week` among them. */
  function weekday(i: number, introduced: boolean): Point | null {
    const named = weekdayNamed(word(i));
    // The sun is no Sunday.
    const isNamed = isFullWeekday(word(i)) || (introduced && word(i - 1) !== 'the');
    if (named === null || !isNamed) return null;
    const of = word(i + 1) === 'of' ? i + 2 : i + 1;
    if (/^(?:last|this)$/.test(word(of)) && word(of + 1) === 'week')
      return { ...spans.day(spans.monday(word(of) === 'last' ? 1 : 0) + named), next: of + 2 };
    return partOf(spans.latest(named, false), i + 1);
  }

  /** `mid-August 2023`, `end of May`, `second week of November`. */
  function partOfMonth(i: number, lent?: number): Point | null {
    const third = THIRDS.get(word(i)) ?? THIRDS.get(`${word(i)} ${word(i + 1)}`);
    const week = word(i + 1) === 'week' ? (word(i) === 'last' ? 0 : ordinalOf(word(i))) : null;
    if (third === undefined && week === null) return null;
    const after = week === null ? i + 1 : i + 2;
    const month = date(/^(?:of|-)$/.test(word(after)) ? after + 1 : after, true, lent);
    if (!month) return null;
    const first = spans.dayOf(month.from);
    const end = spans.dayOf(month.to);
    if (end - first < 28) return null;
    if (week === 0) return { ...month, ...spans.days(end - 7, end) };
    if (week !== null)
      return { ...month, ...spans.days(first + 7 * (week - 1), Math.min(end, first + 7 * week)) };
    const start = first + 10 * third!;
    return { ...month, ...spans.days(start, third === 2 ? end : start + 10) };
  }

  /** `May 7, 2023`, `7th of May`, `May 2023`, `May`. */
  function date(i: number, introduced: boolean, lent?: number): Point | null {
    const month = monthOf(word(i));
    if (month !== null) return monthFirst(i, month, introduced, lent);
    const day = dayOfMonth(i);
    const at = day && (word(day.next) === 'of' ? day.next + 1 : day.next);
    const named = at && monthOf(word(at));
    return named ? onDate(named, day.day, day.day, afterMonth(at), lent) : null;
  }

  function monthFirst(i: number, month: number, introduced: boolean, lent?: number): Point | null {
    const token = words[i]!;
    const next = afterMonth(i);
    const named = yearAt(next);
    if (named) return { ...spans.month(named.year, month), ...named };
    const day = dayOfMonth(next);
    if (day) {
      // A day that the month does not have makes it no month either.
      const range = word(day.next) === '-' ? dayOfMonth(day.next + 1) : null;
      const dated = onDate(month, day.day, range?.day ?? day.day, range?.next ?? day.next, lent);
      const isSure = introduced || isPlainMonth(token) || token.text !== token.word;
      return dated && (isSure || dated.year !== undefined || day.next > next + 1) ? dated : null;
    }
    if (!introduced && !isPlainMonth(token)) return null;
    const today = spans.date();
    const year = lent ?? (month > today.month ? today.year - 1 : today.year);
    return { ...spans.month(year, month), next, yearless: true };
  }

  /** Past a month's name and the dot of its short form. */
  function afterMonth(i: number): number {
    const isShort = word(i).length < 5 && word(i + 1) === '.' && words[i + 1]!.start === words[i]!.end;
    return isShort && /^\d/.test(word(i + 2)) ? i + 2 : i + 1;
  }

  function yearAt(i: number): { year: number; next: number } | null {
    const at = word(i) === ',' ? i + 1 : i;
    const year = yearOf(word(at));
    return year ? { year, next: at + 1 } : null;
  }

  function dayOfMonth(i: number): { day: number; next: number } | null {
    if (!/^(?:0?[1-9]|[12]\d|3[01])$/.test(word(i)) || word(i + 1) === ':') return null;
    const isOrdinal = /^(?:st|nd|rd|th)$/.test(word(i + 1)) && words[i + 1]!.start === words[i]!.end;
    return { day: Number(word(i)), next: isOrdinal ? i + 2 : i + 1 };
  }

  /**
   * Days of a month in the year that follows, or the one that is lent, or the latest in which they have come.
   */
  function onDate(month: number, first: number, last: number, next: number, lent?: number): Point | null {
    const named = yearAt(next);
    const today = spans.date().year;
    const isAhead = dayNumber(today, month, first) > spans.today();
    const year = named?.year ?? lent ?? (isAhead ? today - 1 : today);
    if (!isDate(year, month, first) || !isDate(year, month, last) || last < first) return null;
    const span = spans.days(dayNumber(year, month, first), dayNumber(year, month, last) + 1);
    return named ? { ...span, ...named } : { ...span, next, yearless: true };
  }

  function bareYear(i: number, introduced: boolean): Point | null {
    const year = introduced ? yearOf(word(i)) : null;
    return year ? { ...spans.year(year), next: i + 1, year } : null;
  }

  return point;
}
