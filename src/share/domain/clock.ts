import { MINUTE, type Millis } from '../../domain/time.ts';

/** How far a home's clock may be ahead of the server's. */
const AHEAD = 5 * MINUTE;

/**
 * The stamp of a fact: its own time, but after everything that was seen before, and never far beyond the server's clock. A
 * clock that runs a day ahead would otherwise have the last word for a day.
 */
export function nextStamp(at: Millis, lastSeen: number, serverNow: Millis): number {
  return Math.max(Math.min(at, serverNow + AHEAD), lastSeen + 1);
}

/** Stamps of one home count up by one where its clock stands still: an honest one may be this far beyond the limit. */
const SLACK = MINUTE;

/** The stamp that readers use: an author may write what it likes, but the server says when a segment arrived. */
export function readStamp(stamp: number, arrived: Millis): number {
  return Math.min(stamp, arrived + AHEAD + SLACK);
}
