import { DAY, HOUR, MINUTE, type Millis, millis } from '../../domain/time.ts';
import { UsageError } from './errors.ts';

const UNITS: Readonly<Record<string, Millis>> = { m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY };

/** The moment that `--since` means: so long ago (`90m`, `12h`, `2d`, `1w`), or an ISO date. */
export function since(text: string, now: Millis): Millis {
  const [, number, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (number) return now - Number(number) * UNITS[unit!]!;
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? millis(text) : null;
  if (at !== null) return at;
  throw new UsageError(`--since takes an age such as 90m, 12h, 2d or 1w, or an ISO date, not ${text}.`);
}
