import { fingerprint } from '../../domain/text/hash.ts';

/**
 * The moment that a host stamps on an event: for those without ids the nearest to one. It is stamped once however many hooks
 * are called, as a date or as milliseconds.
 */
export function momentOf(timestamp: unknown): string | null {
  const millis = typeof timestamp === 'string' ? Date.parse(timestamp) : timestamp;
  return Number.isSafeInteger(millis) ? String(millis) : null;
}

/** A few letters for what an event is about: two of them may fall into one millisecond. */
export function contentOf(...parts: readonly unknown[]): string {
  return fingerprint(JSON.stringify(parts));
}
