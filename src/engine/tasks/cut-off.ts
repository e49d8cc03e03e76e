import type { SessionSnapshot } from '../../domain/restore/snapshot.ts';
import type { Deps, Here } from '../deps.ts';
import { asOfNow } from '../restore/as-of-now.ts';
import { readInputs } from '../restore/inputs.ts';
import { NOBODY } from '../restore/preview.ts';

/** A request that nobody answered: its turn was cut off. */
export interface CutOff {
  readonly session: SessionSnapshot;
  readonly text: string;
}

/** The last request here, where it got no answer. */
export async function cutOff(deps: Deps, place: Here): Promise<CutOff | null> {
  const { context } = await readInputs(asOfNow(deps), { id: NOBODY, ...place });
  const last = context.turns.find(({ role }) => role === 'last');
  const turn = last?.turns.at(-1);
  if (!last || !turn?.asked || turn.ended === 'answered') return null;
  return { session: last.session, text: turn.asked };
}
