import { iso } from '../../domain/time.ts';
import type { Missed } from '../deps.ts';

/** One line about what was missed: `3 events were missed from 2026-11-16T08:00 to 2026-11-16T08:02 (ENOSPC)`. */
export function missedLine({ count, first, last, why }: Missed): string {
  const minute = (at: number) => iso(at).slice(0, 16);
  const many = count === 1 ? '1 event was' : `${count} events were`;
  return `${many} missed from ${minute(first)} to ${minute(last)}, because nothing could be written (${why})`;
}
