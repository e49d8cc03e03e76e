import { calendarOf } from '../base/calendar.ts';
import { DAY, HOUR, MINUTE, type Millis } from '../base/time.ts';

/** `resets 3pm (Europe/Berlin)`, `resets Nov 20, 3:30pm (UTC)`; older programs end with `|` and seconds since 1970. */
const RESETS =
  /\bresets? (?:at |on )?(?:([a-z]{3})[a-z]* (\d{1,2}),? (?:(\d{4}),? )?(?:at )?)?(\d{1,2})(?::(\d\d))? ?([ap])m\b(?: \(([\w/+-]{1,40})\))?/i;
const SECONDS = /\|(\d{10})\b/;
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** When a usage limit ends, parsed from the host's message, relative to its time; null if it does not say. */
export function resetTime(words: string, now: Millis): Millis | null {
  const seconds = SECONDS.exec(words)?.[1];
  if (seconds) return Number(seconds) * 1000;
  const [, month, day, year, hour, minute = '0', half = '', zone] = RESETS.exec(words) ?? [];
  if (hour === undefined) return null;
  try {
    const { wallOf, instantOf } = calendarOf(
      zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    );
    const at =
      ((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)) * HOUR +
      Number(minute) * MINUTE;
    const today = Math.floor(wallOf(now) / DAY) * DAY;
    if (month === undefined) {
      const then = instantOf(today + at);
      return then > now ? then : instantOf(today + DAY + at);
    }
    const place = MONTHS.indexOf(month.toLowerCase()) / 3;
    if (!Number.isInteger(place) || place < 0) return null;
    const then = instantOf(
      Date.UTC(Number(year ?? new Date(today).getUTCFullYear()), place, Number(day)) + at,
    );
    // The message names the year if it is another one, so a day in the past is misread.
    return then < now - DAY ? null : then;
  } catch {
    // An unknown time zone.
    return null;
  }
}
