import { age, MINUTE, type Millis, millis } from '../../domain/time.ts';

/** `2026-02-14 09:23`, in the time zone of the person who asks. */
export function when(at: Millis | string | null): string {
  const moment = typeof at === 'string' ? millis(at) : at;
  if (moment === null) return 'unknown';
  const date = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function ago(at: Millis | string | null, now: Millis): string {
  const moment = typeof at === 'string' ? millis(at) : at;
  if (moment === null) return 'unknown';
  return now - moment < MINUTE ? 'just now' : `${age(moment, now)} ago`;
}

/** `1 session`, `2 sessions`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** Of the person who asks. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
