import type { SessionId } from '../../domain/ids.ts';
import { inStanding, type StandingSession } from '../../domain/restore/standing.ts';
import type { Scope } from '../../domain/scope.ts';
import { MINUTE } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import { foldingUnder } from '../session/folding.ts';
import { isDead } from '../session/recover.ts';

/** More than these at once are not named. */
const MOST = 3;

/**
 * Sessions of the scope in which somebody asked for something and no turn has ended yet: no standing knows them. `known` are
 * those that are weighed already.
 */
export async function atWork(
  deps: Deps,
  scope: Scope,
  known: ReadonlySet<SessionId>,
): Promise<StandingSession[]> {
  const since = deps.now() - deps.config['restore.quiet_minutes'] * MINUTE;
  const heads = (await deps.store.openSessions())
    .filter(
      ({ id, scope: { key }, lastActivity }) => key === scope.key && !known.has(id) && lastActivity > since,
    )
    .filter((head) => !isDead(deps, head))
    .sort((a, b) => b.lastSeq - a.lastSeq)
    .slice(0, MOST);
  const folding = foldingUnder(deps.config);
  const sessions: StandingSession[] = [];
  for (const head of heads) {
    const digest = await deps.store.digestOf(head.id, folding);
    const row = digest && (await deps.store.session(head.id));
    if (row) sessions.push(inStanding({ ...row, ...folding.state(digest) }, head.lastActivity));
  }
  return sessions;
}
