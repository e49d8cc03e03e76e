import type { Scope } from '../../domain/scope.ts';
import { MINUTE } from '../../domain/time.ts';
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
