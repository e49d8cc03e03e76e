import { DAY, HOUR, MINUTE, type Millis, millis } from './time.ts';

/** `m` is a minute everywhere; a month is 30 days. */
const UNITS: Readonly<Record<string, Millis>> = { m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY, mo: 30 * DAY };

/** Forms that `momentOf` reads, for help and messages. */
export const MOMENTS = '90m, 36h, 14d, 2w, 3mo or a date like 2026-11-01';

/**
 * The moment that a person or a model names: a span before or after now, or an ISO date. Null where the text names none.
 * Every surface reads moments here, so that a span means the same in all of them.
 */
export function momentOf(text: string, now: Millis, direction: 'past' | 'future'): Millis | null {
  const named = text.trim();
  const [, count, unit] = /^(\d{1,6})(mo|[mhdw])$/.exec(named) ?? [];
  if (unit !== undefined) return now + (direction === 'past' ? -1 : 1) * Number(count) * UNITS[unit]!;
  if (!/^\d{4}-\d\d-\d\d(?:[T ][\d:.]{5,12}(?:Z|[+-]\d\d:?\d\d)?)?$/.test(named)) return null;
  return millis(named);
}
