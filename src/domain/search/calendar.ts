import { DAY, type Millis } from '../time.ts';

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
      const wanted = day * DAY + hour * 3_600_000;
      // The offsets of the day before and the day after are the only two that can hold at this hour.
      const before = wanted - (shown(wanted - DAY) - (wanted - DAY));
      const after = wanted - (shown(wanted + DAY) - (wanted + DAY));
      const [earlier, later] = before < after ? [before, after] : [after, before];
      // Shown twice: the first time counts. Never shown, for clocks were put forward: the moment they were.
      return shown(earlier) === wanted ? earlier : later;
    },
  };
}
