import type { SessionState } from '../../domain/session/session.ts';
import type { Deps } from '../deps.ts';
import { isDead } from './recover.ts';
import { stateNow } from './state.ts';

/** Somebody runs the session, it ended, its host died, or it is in cold storage by now. */
export type Liveness = 'live' | 'ended' | 'crashed' | 'cold';

export interface SessionStatus {
  /** As the facts say now: the row of an open session is only brought up to date when a turn ends. */
  readonly state: SessionState;
  readonly liveness: Liveness;
}

export async function statusOf(deps: Deps, state: SessionState): Promise<SessionStatus> {
  if (state.cold) return { state, liveness: 'cold' };
  if (state.end_time !== null) return { state, liveness: state.crash_recovered ? 'crashed' : 'ended' };
  const head = await deps.store.head(state.session_id);
  return {
    state: await stateNow(deps, state),
    liveness: head && !isDead(deps, head) ? 'live' : 'crashed',
  };
}
