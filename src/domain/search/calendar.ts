import { DAY, HOUR, MINUTE, type Millis } from '../time.ts';

/** A calendar day as a count of days since 1970-01-01, wherever on earth it is lived through. */
export type DayNumber = number;

/** The calendar of one zone. Days have 23 to 25 hours: only the zone's own rules turn them into instants. */
export interface Calendar {
  /** The day that clocks in the zone show at an instant. */
  dayOf(at: Millis): DayNumber;
  /** When a day begins there; with `hour`, when its clocks first show that hour. */
  startOf(day: DayNumber, hour?: number): Millis;
}

export interface YearMonthDay {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

export function dayNumber(year: number, month: number, day: number): DayNumber {
  return Math.floor(Date.UTC(year, month - 1, day) / DAY);
}

export function yearMonthDay(day: DayNumber): YearMonthDay {
  const date = new Date(day * DAY);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  };
}

/** Monday is 0. */
export function weekdayOf(day: DayNumber): number {
  return (((day + 3) % 7) + 7) % 7;
}

export function isDate(year: number, month: number, day: number): boolean {
  const back = yearMonthDay(dayNumber(year, month, day));
  return back.month === month && back.day === day;
}

/** Throws a RangeError for a zone that does not exist. */
export function calendarOf(timeZone: string): Calendar {
  const clock = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

  /** The zone's wall clock, read as if it were UTC. */
  function shown(at: Millis): Millis {
    const read: Record<string, number> = {};
    for (const part of clock.formatToParts(at)) read[part.type] = Number(part.value);
    const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  }

  return {
    dayOf: (at) => Math.floor(shown(at) / DAY),
    startOf(day, hour = 0) {
      const wanted = day * DAY + hour * HOUR;
      // The offsets of the day before and the day after are the only two that can hold at this hour.
      const before = wanted - (shown(wanted - DAY) - (wanted - DAY));
      const after = wanted - (shown(wanted + DAY) - (wanted + DAY));
      const [earlier, later] = before < after ? [before, after] : [after, before];
      // Shown twice: the first time counts. Never shown, for clocks were put forward: the moment they were.
      return shown(earlier) === wanted ? earlier : later;
    },
  };
}

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** From an instant to before another. */
export interface Span {
  readonly from: Millis;
  readonly to: Millis;
}

/** Lengths of units in days, where they need not be exact. */
export const DAYS_OF = { day: 1, week: 7, month: 30, year: 365 } as const;

/** So many units from a day: that very day, the week around it, the month that it falls into. */
export function around(
  spans: Pick<Spans, 'day' | 'days' | 'month'>,
  from: DayNumber,
  count: number,
  unit: keyof typeof DAYS_OF,
): Span {
  if (unit === 'day') return spans.day(from + count);
  if (unit === 'week') return spans.days(from + count * 7 - 3, from + count * 7 + 4);
  const at = yearMonthDay(from);
  if (unit === 'month') return spans.month(at.year, at.month + count);
  // "A year ago" is not the calendar year: two months to either side for each year, half a year at most.
  const centre = dayNumber(at.year + count, at.month, at.day);
  const slack = Math.min(6, Math.abs(count) * 2) * 30;
  return spans.days(centre - slack, centre + slack + 1);
}

/** Stretches of time as seen from one moment in one zone. */
export type Spans = ReturnType<typeof spansFrom>;

export function spansFrom(now: Millis, timeZone: () => string) {
  // Made when a time word is met: Intl costs milliseconds, and most questions name no time.
  let made: Calendar | undefined;
  const calendar = (): Calendar => (made ??= calendarOf(timeZone()));
  let known: DayNumber | undefined;
  const today = (): DayNumber => (known ??= calendar().dayOf(now));
  const date = (): YearMonthDay => yearMonthDay(today());

  const days = (from: DayNumber, to: DayNumber): Span => ({
    from: calendar().startOf(from),
    to: calendar().startOf(to),
  });
  const day = (which: DayNumber): Span => days(which, which + 1);
  const month = (year: number, number: number): Span =>
    days(dayNumber(year, number, 1), dayNumber(year, number + 1, 1));
  const year = (which: number): Span => days(dayNumber(which, 1, 1), dayNumber(which + 1, 1, 1));
  /** Hours may go beyond 24, into the next day. */
  const hours = (which: DayNumber, from: number, to: number): Span => ({
    from: calendar().startOf(which, from),
    to: to < 24 ? calendar().startOf(which, to) : calendar().startOf(which + 1, to - 24),
  });
  const monday = (back: number): DayNumber => today() - weekdayOf(today()) - 7 * back;

  return {
    today,
    date,
    days,
    day,
    month,
    year,
    hours,
    monday,
    dayOf: (at: Millis): DayNumber => calendar().dayOf(at),
    /** Local clock time of a day, in hours with their fractions. */
    at: (which: DayNumber, hour: number): Millis => calendar().startOf(which, hour),
    since: (from: Millis): Span => ({ from, to: Math.max(from, calendar().startOf(today() + 1)) }),
    /** `least` to `most` units before now. */
    ago(least: number, most: number, unit: Unit): Span {
      if (unit === 'minute' || unit === 'hour') {
        const length = unit === 'hour' ? HOUR : MINUTE;
        return { from: now - (most + 0.5) * length, to: now - (least - 0.5) * length };
      }
      const [first, last] = [most, least].map((count) => around({ day, days, month }, today(), -count, unit));
      return { from: first!.from, to: last!.to };
    },
    /** The last so many, up to now. */
    rolling(count: number, unit: Unit): Span {
      if (unit === 'minute' || unit === 'hour')
        return { from: now - count * (unit === 'hour' ? HOUR : MINUTE), to: now + MINUTE };
      return days(today() - count * DAYS_OF[unit], today() + 1);
    },
    /** The latest day of that name, today among them unless `strictly` before. */
    latest(weekday: number, strictly: boolean): DayNumber {
      const since = (weekdayOf(today()) - weekday + 7) % 7;
      return today() - (since === 0 && strictly ? 7 : since);
    },
  };
}
