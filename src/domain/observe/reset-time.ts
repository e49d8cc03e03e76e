import { DAY, type Millis } from '../time.ts';

/** `resets 3pm (Europe/Berlin)`, `resets Nov 20, 3:30pm (UTC)`; older programs end with `|` and seconds since 1970. */
const RESETS =
  /\bresets? (?:at |on )?(?:([a-z]{3})[a-z]* (\d{1,2}),? (?:(\d{4}),? )?(?:at )?)?(\d{1,2})(?::(\d\d))? ?([ap])m\b(?: \(([\w/+-]{1,40})\))?/i;
const SECONDS = /\|(\d{10})\b/;
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** When a limit ends by its host's words, seen from the moment they were said; null where they do not tell. */
export function resetTime(words: string, now: Millis): Millis | null {
  const seconds = SECONDS.exec(words)?.[1];
  if (seconds) return Number(seconds) * 1000;
  const [, month, day, year, hour, minute = '0', half = '', zone] = RESETS.exec(words) ?? [];
  if (hour === undefined) return null;
  try {
    const today = new Date(wallTime(now, zone));
    const at = { hour: (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0), minute: Number(minute) };
    const moment = (y: number, m: number, d: number) => fromWall(Date.UTC(y, m, d, at.hour, at.minute), zone);
    if (month === undefined) {
      const [y, m, d] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
      return moment(y, m, d) > now ? moment(y, m, d) : moment(y, m, d + 1);
    }
    const place = MONTHS.indexOf(month.toLowerCase()) / 3;
    if (!Number.isInteger(place) || place < 0) return null;
    const then = moment(Number(year ?? today.getUTCFullYear()), place, Number(day));
    // A year is named where it is another one.
    return then < now - DAY ? null : then;
  } catch {
    // A zone that nobody knows here.
    return null;
  }
}

/** A clock on the wall of a zone, as if it showed UTC. */
function wallTime(at: Millis, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
    ...{ hourCycle: 'h23', timeZone },
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

function fromWall(wall: number, zone: string | undefined): Millis {
  const near = wall - (wallTime(wall, zone) - wall);
  return near - (wallTime(near, zone) - wall);
}
