import { MOMENTS, momentOf } from '../../domain/moment.ts';
import type { Millis } from '../../domain/time.ts';
import { UsageError } from './errors.ts';

/** The moment that a flag names; undefined where the flag is not given. */
export function momentFlag(
  flag: string,
  text: string | undefined,
  now: Millis,
  direction: 'past' | 'future' = 'past',
): Millis | undefined {
  if (text === undefined) return undefined;
  const at = momentOf(text, now, direction);
  if (at === null) throw new UsageError(`--${flag} takes ${MOMENTS}, not ${text}.`);
  return at;
}
