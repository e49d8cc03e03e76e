import { HEADINGS } from '../../domain/answer/headings.ts';
import { GLOBAL_SCOPE } from '../../domain/base/scope.ts';
import { ago as agoAt, DAY, HOUR, MINUTE, type Millis, millis } from '../../domain/base/time.ts';

/** `2026-02-14 09:23`, in the time zone of the person who asks. */
export function localTime(at: Millis | string | null): string {
  const moment = typeof at === 'string' ? millis(at) : at;
  if (moment === null) return 'unknown';
  const date = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function timeAgo(at: Millis | string | null, now: Millis): string {
  const moment = typeof at === 'string' ? millis(at) : at;
  if (moment === null) return 'unknown';
  return agoAt(moment, now);
}

/** For a person, in words: `2 min ago`, `3 days ago`. */
export function agoInWords(at: Millis | string | null, now: Millis): string {
  const moment = typeof at === 'string' ? millis(at) : at;
  if (moment === null) return 'unknown';
  const past = now - moment;
  if (past < MINUTE) return 'just now';
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min ago`;
  if (past < 2 * DAY) return `${Math.floor(past / HOUR)} h ago`;
  return `${count(Math.floor(past / DAY), 'day')} ago`;
}

/** A model's text as people read it: pins are counted in English, and no tool is named. */
export function forPeople(told: string): string {
  return told
    .replace(
      COUNTED,
      (_, heading: string, pins: string) => `${heading}${count(Number(pins), 'pin')} inherited`,
    )
    .replace(/^(… \d+ more) pins: working_memory view$/m, '$1 pins: cortex pin')
    .replace(/(?<![\w.])0m ago\b/g, 'just now');
}

const COUNTED = new RegExp(
  `^(${HEADINGS.inherited}: )(\\d+) pins inherited \\(use working_memory view to see all\\)$`,
  'm',
);

/** `1 session`, `2 sessions`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** A scope within a sentence. */
export function scopeInWords(label: string): string {
  return label === GLOBAL_SCOPE.label ? 'the global scope' : label;
}

const REDACTED = '[REDACTED]';

/** Tells the writer that the words were redacted. */
export function redactionNote(said: string, kept: string): readonly string[] {
  const isRedacted = kept.includes(REDACTED) && !said.includes(REDACTED);
  return isRedacted ? ['What looked like a secret was not stored.'] : [];
}
