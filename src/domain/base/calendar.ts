import { DAY, type Millis } from './time.ts';

/** A local time of a zone, encoded as if it were UTC: a day always has 24 hours. */
export type Wall = number;

/** The calendar of one zone. Days have 23 to 25 hours: only the zone's own rules turn them into instants. */
export interface Calendar {
  wallOf(at: Millis): Wall;
  /** The first instant with that local time. */
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
      // Only the offsets of the day before and of the day after are possible at this hour.
      const before = wall - (wallOf(wall - DAY) - (wall - DAY));
      const after = wall - (wallOf(wall + DAY) - (wall + DAY));
      const [earlier, later] = before < after ? [before, after] : [after, before];
      // An hour that occurs twice: the first one counts. An hour that is skipped: the moment of the change.
      return wallOf(earlier) === wall ? earlier : later;
    },
  };
}
