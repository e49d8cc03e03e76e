import type { Scope } from '../../domain/scope.ts';
import { MINUTE } from '../../domain/time.ts';
import type { Beside } from '../../store/pins.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { isDead } from './recover.ts';

/** Sessions of the scope that run and are not quiet, the latest first. One that went quiet is an earlier session. */
export async function runningBeside(deps: Deps, scope: Scope): Promise<readonly SessionHead[]> {
  const since = deps.now() - deps.config['restore.quiet_minutes'] * MINUTE;
  return (await deps.store.openSessions())
    .filter((head) => head.scope.key === scope.key && head.lastActivity > since && !isDead(deps, head))
    .sort((a, b) => b.lastSeq - a.lastSeq);
}

/** Whose pins a session that starts now has from its beginning; no more than it may inherit. */
export async function besideNow(deps: Deps, scope: Scope): Promise<Beside> {
  const heads = await runningBeside(deps, scope);
  return {
    sessions: heads.map(({ id }) => id),
    most: deps.config['session_persistence.max_inherited_pins'],
  };
}
