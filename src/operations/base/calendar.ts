import { DAY, type Millis } from '../../domain/base/time.ts';
import type { Style, ViewLine } from './view.ts';
import { localTime } from './words.ts';

interface DayCount {
  readonly day: string;
  readonly sessions: number;
}

const SHADES = ['·', '░', '▒', '▓', '█'] as const;
const WEEKS = 26;
/** Days that a calendar goes back: half a year. */
export const CALENDAR_DAYS = WEEKS * 7;
const NAMES = ['Mon', '', 'Wed', '', 'Fri', '', 'Sun'] as const;

/** A column for each week up to now, a row for each weekday; the fuller, the more sessions. */
export function calendarLines(
  rows: readonly DayCount[],
  now: Millis,
  { dim, cyan }: Style,
): readonly ViewLine[] {
  const counts = new Map<string, number>();
  const today = startOfDay(now);
  // Shades are relative to the days shown, so that a busier day outside does not pale them.
  const first = dayOf(today.getTime() - CALENDAR_DAYS * DAY);
  for (const { day, sessions } of rows)
    if (day > first) counts.set(day, (counts.get(day) ?? 0) + sessions);
  const most = Math.max(1, ...counts.values());
  // Monday is the first row.
  const weekday = (today.getDay() + 6) % 7;
  return NAMES.map((name, row) => {
    const cells = Array.from({ length: WEEKS }, (_, column) => {
      const back = (WEEKS - 1 - column) * 7 + weekday - row;
      if (back < 0) return ' ';
      const sessions = counts.get(dayOf(today.getTime() - back * DAY)) ?? 0;
      const shade = SHADES[sessions === 0 ? 0 : Math.ceil((sessions / most) * 4)]!;
      return sessions === 0 ? dim(shade) : cyan(shade);
    });
    return `${dim(name.padEnd(4))}${cells.join('')}`;
  });
}

/** Noon, so that a day of 23 or 25 hours does not move the days before it. */
function startOfDay(now: Millis): Date {
  const date = new Date(now);
  date.setHours(12, 0, 0, 0);
  return date;
}

function dayOf(at: Millis): string {
  return localTime(at).slice(0, 10);
}
