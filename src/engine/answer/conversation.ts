import type { SessionId } from '../../domain/base/ids.ts';
import type { SessionHead } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';

/** Later parts of a conversation that are told with an earlier one. */
const MOST_LATER = 4;
/** Parts that are walked back: a host that is started for one turn makes one of each turn. */
const FARTHEST_BACK = 50;

/** How a conversation went on that was resumed after this session: its last parts, the latest first. */
export async function resumedAfter(
  { store }: Pick<Deps, 'store'>,
  id: SessionId,
): Promise<readonly SessionHead[]> {
  const of = await store.head(id);
  if (!of?.hostSessionId) return [];
  const named = await store.idsAtHosts(of.hostSessionId, MOST_LATER);
  const heads = await Promise.all(named.map((one) => store.head(one.id)));
  const isSame = (one: SessionHead | null) =>
    one?.host === of.host && one.hostSessionId === of.hostSessionId;
  const later: SessionHead[] = [];
  let at = heads.find(isSame) ?? null;
  for (let i = 0; at !== null && at.id !== id && i < FARTHEST_BACK; i++) {
    later.push(at);
    at = at.previous && (await store.head(at.previous));
  }
  // A session that none of them leads back to is no part of what came after it.
  return at?.id === id ? later.slice(0, MOST_LATER) : [];
}
