import type { SessionId } from '../../domain/base/ids.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { RecordedFact } from '../../domain/facts/fact.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import { type Turn, turnAfter } from '../../domain/turns/turn.ts';
import type { Deps } from '../base/deps.ts';
import { recall } from './recall.ts';

/** A turn with its full text. */
export interface WholeTurn {
  readonly number: number;
  readonly at: Millis;
  readonly asked: string;
  readonly answered: string;
  /** Its files, checks and commits, if the session has them. */
  readonly did: Turn | null;
}

export interface ReadTurns {
  readonly turns: readonly WholeTurn[];
  /** The requested turn; null if none was named. */
  readonly at: number | null;
  /** Turns of the session. */
  readonly all: number;
}

const AROUND = 2;

/** Turns of a session around one, given by number or by words, else the newest. Null if no turn contains the words. */
export async function readTurns(
  deps: Pick<Deps, 'store' | 'now' | 'config' | 'deadline' | 'rooms'>,
  state: SessionState,
  where: number | string | null,
  around = AROUND,
): Promise<ReadTurns | null> {
  const id = state.session_id;
  const all = wholeTurns(await deps.store.factsOf(id), state);
  const last = all.at(-1)?.number ?? 0;
  const at = typeof where === 'string' ? await turnHolding(deps, id, where) : where;
  if (typeof where === 'string' && at === null) return null;
  const centre = at ?? last - around;
  const turns = all.filter(({ number }) => Math.abs(number - centre) <= around);
  return { turns, at, all: last };
}

async function turnHolding(
  deps: Parameters<typeof readTurns>[0],
  session: SessionId,
  words: string,
): Promise<number | null> {
  const where = { scope: null, kinds: ['session'] as const, filter: { session }, limit: 1 };
  const { turns } = await recall(deps, words, where);
  return turns[0]?.turn ?? null;
}

/** Reads turns from the facts; for a row of an older Cortex, those stored in the row. */
function wholeTurns(
  facts: readonly RecordedFact[],
  { turns: kept, project_path: root }: SessionState,
): WholeTurn[] {
  const whole = new Map<number, { at: Millis; asked: string[]; answered: string[] }>();
  let number = 0;
  for (const { fact, at } of facts) {
    number = turnAfter(number, fact, root);
    if (fact.kind !== 'prompt' && fact.kind !== 'reply') continue;
    const turn = whole.get(number) ?? { at, asked: [], answered: [] };
    whole.set(number, turn);
    (fact.kind === 'prompt' ? turn.asked : turn.answered).push(fact.text.trim());
  }
  if (whole.size === 0)
    return kept.map((did) => ({
      ...did,
      asked: did.asked ?? '',
      answered: did.answered ?? '',
      did,
    }));
  return [...whole].map(([key, { at, asked, answered }]) => ({
    number: key,
    at,
    asked: asked.join('\n\n'),
    answered: answered.join('\n\n'),
    did: kept.find((turn) => turn.number === key) ?? null,
  }));
}
