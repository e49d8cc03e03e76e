import type { SessionId } from '../../domain/base/ids.ts';
import {
  type SessionSnapshot,
  sessionSnapshot,
  sessionsAsOf,
} from '../../domain/sessions/snapshot.ts';
import type { Deps } from '../base/deps.ts';

/** Sessions by their ids, as a snapshot would hold them. */
export async function sessionsNamed(
  deps: Pick<Deps, 'store' | 'now'>,
  ids: readonly SessionId[],
): Promise<SessionSnapshot[]> {
  const found = await Promise.all(
    ids.map(async (id) => {
      const state = await deps.store.session(id);
      return state && sessionSnapshot(state, null, (await deps.store.head(id))?.place);
    }),
  );
  return sessionsAsOf(
    found.filter((session) => session !== null),
    deps.now(),
  );
}
