import type { ScopeKey } from '../domain/ids.ts';
import type { Deps } from '../engine/deps.ts';
import { newest } from '../engine/session/target.ts';
import type { SessionHead } from '../store.ts';

/** The newest session of a scope that lives in this process; null where it runs none. */
export async function sessionHere(deps: Deps, scopeKey: ScopeKey): Promise<SessionHead | null> {
  const open = await deps.store.openSessions();
  const own = open.filter((head) => head.scope.key === scopeKey && deps.owners.isAround(head.owner));
  return own.length > 0 ? newest(own) : null;
}
