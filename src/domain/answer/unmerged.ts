import type { SessionSnapshot } from '../restore/snapshot.ts';
import type { Millis } from '../time.ts';
import { earlierLine } from './last-time.ts';
import type { Dates } from './lines.ts';

/** Work that sessions left on a branch whose commits are not part of what is checked out. */
export interface UnmergedBranch {
  readonly branch: string;
  /** The latest first. */
  readonly sessions: readonly SessionSnapshot[];
  /** How much is left there: it holds on that branch, and is not told as if it held here. */
  readonly left: {
    readonly tasks: number;
    readonly next: number;
    readonly blockers: number;
    readonly decisions: number;
    readonly pins: number;
  };
}

const MOST_SESSIONS = 2;

/** Three lines at most: the latest two sessions, and what is left there. */
export function unmergedLines({ sessions, left }: UnmergedBranch, now: Millis, dates: Dates): string[] {
  const counted = [
    count(left.tasks, 'open task'),
    count(left.next, 'next action'),
    count(left.blockers, 'blocker'),
    count(left.decisions, 'decision'),
    count(left.pins, 'pin'),
  ].filter((part) => part !== null);
  return [
    ...sessions
      .slice(0, MOST_SESSIONS)
      .map((session) => earlierLine(session, now, dates, { namesBranch: false })),
    ...(counted.length > 0 ? [`left there: ${counted.join(', ')}`] : []),
  ];
}

function count(number: number, one: string): string | null {
  return number === 0 ? null : `${number} ${one}${number === 1 ? '' : 's'}`;
}
