/** Milliseconds since 1970. Facts are ordered by sequence; a time only says how old something is. */
export type Millis = number;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Hours from `then` to `now`; zero if the clock ran backwards or a date is unreadable. */
export function hoursBetween(then: Millis, now: Millis): number {
  const hours = (now - then) / HOUR;
  return Number.isFinite(hours) && hours > 0 ? hours : 0;
}

/** `5m`, `7h`, `2d`: hours under a day, days after it. */
export function age(then: Millis, now: Millis): string {
  const hours = hoursBetween(then, now);
  if (hours < 1) return `${Math.floor(hours * 60)}m`;
  if (hours < 24) return `${Math.floor(hours)}h`;
  return `${Math.floor(hours / 24)}d`;
}

/** For a person: `just now`, `5m ago`, `2d ago`. */
export function ago(then: Millis, now: Millis): string {
  return now - then < MINUTE ? 'just now' : `${age(then, now)} ago`;
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** For a person, by the clock of their machine: `14:00`, on another day `Fri 14:00`. */
export function formatClock(at: Millis, now: Millis): string {
  const [then, today] = [new Date(at), new Date(now)];
  const time = `${String(then.getHours()).padStart(2, '0')}:${String(then.getMinutes()).padStart(2, '0')}`;
  return then.toDateString() === today.toDateString() ? time : `${DAYS[then.getDay()]} ${time}`;
}

export function iso(at: Millis): string {
  return new Date(at).toISOString();
}

/** A date as another program stored it: ISO, SQLite's own (in UTC without saying so), seconds or milliseconds since 1970. */
export function foreignDate(value: unknown): Millis | null {
  if (typeof value === 'string') {
    const text = value.trim();
    if (/^\d{9,14}(?:\.\d{1,9})?$/.test(text)) return foreignDate(Number(text));
    const bare = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)$/.exec(text);
    return millis(bare ? `${bare[1]}T${bare[2]}Z` : text);
  }
  if (typeof value !== 'number') return null;
  const at = Math.round(value < 1e11 ? value * 1000 : value);
  return Math.abs(at) <= 8.64e15 ? at : null;
}

/** A stored date as milliseconds, or null where it is absent or unreadable. */
export function millis(text: string | null | undefined): Millis | null {
  if (!text) return null;
  const at = Date.parse(text);
  return Number.isFinite(at) ? at : null;
}

/** `m` is a minute everywhere; a month is 30 days. */
const UNITS: Readonly<Record<string, Millis>> = {
  m: MINUTE,
  h: HOUR,
  d: DAY,
  w: 7 * DAY,
  mo: 30 * DAY,
};

/** Forms that `momentOf` reads, for help and messages. */
export const MOMENTS = '90m, 36h, 14d, 2w, 3mo or a date like 2026-11-01';

/**
 * The moment in a text by a person or a model: a span before or after now, or an ISO date. Null if there is none.
 * All surfaces use it, so that a span means the same in all of them.
 */
export function momentOf(text: string, now: Millis, direction: 'past' | 'future'): Millis | null {
  const named = text.trim();
  const [, count, unit] = /^(\d{1,6})(mo|[mhdw])$/.exec(named) ?? [];
  if (unit !== undefined)
    return now + (direction === 'past' ? -1 : 1) * Number(count) * UNITS[unit]!;
  if (!/^\d{4}-\d\d-\d\d(?:[T ][\d:.]{5,12}(?:Z|[+-]\d\d:?\d\d)?)?$/.test(named)) return null;
  return millis(named);
}
