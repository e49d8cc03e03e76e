import type { SessionState } from '../domain/session.ts';
import type { Deps } from './deps.ts';
import { isDead } from './recover.ts';
import { stateNow } from './state.ts';

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
  const head = await deps.store.head(state.session_id);
  return {
    state: await stateNow(deps, state),
    standing: head && !isDead(deps, head) ? 'live' : 'crashed',
  };
}
