import { DAY, type Millis } from '../time.ts';

/** A time as the clocks of a zone show it, read as if they were in UTC: a day there always has 24 hours. */
export type Wall = number;

/** The calendar of one zone. Days have 23 to 25 hours: only the zone's own rules turn them into instants. */
export interface Calendar {
  wallOf(at: Millis): Wall;
  /** When clocks first show that time. */
  instantOf(wall: Wall): Millis;
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

  function wallOf(at: Millis): Wall {
    const read: Record<string, number> = {};
    for (const part of clock.formatToParts(at)) read[part.type] = Number(part.value);
    const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  }

  return {
    wallOf,
    instantOf(wall) {
      // The offsets of the day before and the day after are the only two that can hold at this hour.
      const before = wall - (wallOf(wall - DAY) - (wall - DAY));
      const after = wall - (wallOf(wall + DAY) - (wall + DAY));
      const [earlier, later] = before < after ? [before, after] : [after, before];
      // Shown twice: the first time counts. Never shown, for clocks were put forward: the moment they were.
      return wallOf(earlier) === wall ? earlier : later;
    },
  };
}
