import type { SessionId } from '../../domain/base/ids.ts';
import { dialogues } from '../../domain/turns/dialogue.ts';
import type { Turn } from '../../domain/turns/turn.ts';
import type { Deps } from '../base/deps.ts';
import type { RecalledTurn } from './recall.ts';

/** A hit with how its session ended; `end` is null where the hit is the end itself. */
export interface HitWithEnd extends RecalledTurn {
  readonly end: string | null;
}

/** Characters of an end. */
const ROOM = 420;
/** Last turns among which the end is looked for: the very last one may be a nod. */
const LAST_TURNS = 3;

/** Adds to each hit how its session ended: later words of a session overrule earlier ones. */
export function withEnds(
  { store }: Pick<Deps, 'store'>,
  hits: readonly RecalledTurn[],
): Promise<readonly HitWithEnd[]> {
  return Promise.all(
    hits.map(async (hit) => {
      if (hit.document.kind !== 'session') return { ...hit, end: null };
      return {
        ...hit,
        end: endAfter(await store.turnsOf(hit.document.ref as SessionId), hit.turn ?? 0),
      };
    }),
  );
}

/** The last turn behind one, as a line. */
function endAfter(turns: readonly Turn[], number: number): string | null {
  const later = turns.filter((turn) => turn.number > number).slice(-LAST_TURNS);
  const [told] = dialogues([{ turns: later, rank: 0, isKilled: false }], ROOM);
  return told?.lines.at(-1)?.text.replace(/^- /, '') ?? null;
}
