import type { SessionState } from '../domain/session.ts';
import type { Deps } from './deps.ts';
import { foldingUnder } from './folding.ts';
import { isDead } from './recover.ts';

/** How a session stands: somebody runs it, it ended, its host died, or it is in cold storage by now. */
export type Standing = 'live' | 'ended' | 'crashed' | 'cold';

export interface Seen {
  /** As the facts say now: the row of an open session is only brought up to date when a turn ends. */
  readonly state: SessionState;
  readonly standing: Standing;
}

export async function see(deps: Deps, state: SessionState): Promise<Seen> {
  if (state.cold) return { state, standing: 'cold' };
  if (state.end_time !== null) return { state, standing: state.crash_recovered ? 'crashed' : 'ended' };
  const folding = foldingUnder(deps.config);
  const digest = await deps.store.digestOf(state.session_id, folding);
  const head = await deps.store.head(state.session_id);
  return {
    state: digest ? { ...state, ...folding.state(digest) } : state,
    standing: head && !isDead(deps, head) ? 'live' : 'crashed',
  };
}
