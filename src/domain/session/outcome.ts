import { oneLine } from '../text/safe-text.ts';
import { didSomething, type Turn, type TurnEnd, workIn } from '../turns/turn.ts';
import { tellingPart } from '../turns/weight.ts';
import { EMPTY_TREE, type TreeState } from './tree.ts';

/** How a session was left: its working tree, how much it did, and how its last turn ended. */
export interface SessionOutcome extends Omit<TreeState, 'committed'> {
  /** Zero where it did nothing that a later session could go on from. */
  readonly work: number;
  /** The last thing that came of it, in a line. */
  readonly result: string | null;
  readonly ended: TurnEnd | null;
  /** When the usage limit ends at which it stopped. */
  readonly until?: number;
}

export const NO_OUTCOME: SessionOutcome = { ...EMPTY_TREE, work: 0, result: null, ended: null };

const MOST_TOUCHED = 8;
const LONGEST_RESULT = 120;
/** A session that only talked did something too. */
const TALK = 0.1;

/** Null where nobody asked, said or changed anything. */
export function outcomeOf(turns: readonly Turn[], tree: TreeState): SessionOutcome | null {
  const { committed: _, ...left } = tree;
  if (turns.length === 0 && tree.made.length + tree.touched.length === 0) return null;
  const last = turns.at(-1);
  return {
    ...left,
    touched: tree.touched.slice(-MOST_TOUCHED),
    touchedMore: tree.touchedMore + Math.max(0, tree.touched.length - MOST_TOUCHED),
    work: Math.max(workIn(turns), turns.some(didSomething) ? TALK : 0),
    result: resultOf(turns, tree),
    ended: last?.ended ?? null,
    ...(last?.until !== undefined && { until: last.until }),
  };
}

/** The last thing that came of turns, in a line. */
export function resultOf(turns: readonly Turn[], { made }: Pick<TreeState, 'made'>): string | null {
  const commit = made.findLast(({ what }) => what === 'commit');
  if (commit) return `committed "${oneLine(commit.text, LONGEST_RESULT)}"`;
  const answered = turns.findLast((turn) => turn.answered !== null)?.answered;
  return answered ? `"${oneLine(tellingPart(answered, LONGEST_RESULT, 'agent'), LONGEST_RESULT)}"` : null;
}
