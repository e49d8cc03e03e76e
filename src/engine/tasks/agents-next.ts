import { isSaidIn } from '../../domain/answer/once.ts';
import { isUnanswered, type StandingSession } from '../../domain/restore/standing.ts';
import type { Deps, Here } from '../deps.ts';
import { asOfNow } from '../restore/as-of-now.ts';
import { type Gathered, gather } from '../restore/gather.ts';
import { NOBODY } from '../restore/preview.ts';
import { bookNow, inOrder } from './open-tasks.ts';

/**
 * The agent's own list of what comes next, from the end of the last session that left one. A reply may echo a web page, so it
 * is no task before it is taken up.
 */
export interface AgentsNext {
  readonly session: StandingSession;
  readonly items: readonly string[];
}

/** A request that nobody answered: its session was cut off. */
export interface CutOff {
  readonly session: StandingSession;
  readonly text: string;
}

/** Where the last work here broke off, beside the tasks. */
export interface LeftOff {
  readonly cutOff: CutOff | null;
  readonly agentsNext: AgentsNext | null;
}

export async function leftOff(deps: Deps, place: Here): Promise<LeftOff> {
  const gathered = await gather(asOfNow(deps), { id: NOBODY, ...place });
  const { lastTime: session } = gathered;
  const cutOff = session && isUnanswered(session) ? { session, text: session.stopped!.asked!.text } : null;
  return { cutOff, agentsNext: await itemsLeft(deps, place, gathered) };
}

/** Null where nothing is left of it: the items that are tasks, done or given up by now are left out. */
export async function agentsNext(deps: Deps, place: Here): Promise<AgentsNext | null> {
  return itemsLeft(deps, place, await gather(asOfNow(deps), { id: NOBODY, ...place }));
}

async function itemsLeft(
  deps: Deps,
  place: Here,
  { lastTime, beforeThat }: Pick<Gathered, 'lastTime' | 'beforeThat'>,
): Promise<AgentsNext | null> {
  const session = beforeThat ?? lastTime;
  if (!session?.stopped || session.stopped.next.length === 0) return null;
  const open = inOrder(await bookNow(deps, place.scope)).map(({ title }) => title);
  const items = session.stopped.next.filter((text) => !isSaidIn(text, open));
  return items.length === 0 ? null : { session, items };
}
