import { readOwnSince } from './files.ts';

/** A hook waits for this: one read. The first turn of a session takes 140 KB, each later call of a tool some 6. */
const LONGEST_TAIL = 512 * 1024;
const LINE_END = 10;

/**
 * The whole lines behind a place in a transcript that a host named, and the place behind them; of very many the last. Null where it
 * is no plain file of this user. A host may be about to write the rest of a line.
 */
export function linesSince(
  path: string,
  since: number,
): { readonly text: string; readonly read: number } | null {
  const found = readOwnSince(path, since, LONGEST_TAIL);
  if (!found) return null;
  const end = found.bytes.lastIndexOf(LINE_END) + 1;
  return { text: found.bytes.toString('utf8', 0, end), read: end === 0 ? since : found.from + end };
}
