import { safeId } from '../../domain/redact/ids.ts';
import type { Scope } from '../../domain/scope.ts';
import { MINUTE } from '../../domain/time.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { isDead } from './recover.ts';

/** Sessions of a scope that somebody runs on this machine, as far as can be known: nothing is added to those of another. */
export async function liveSessions(deps: Deps, scope: Scope): Promise<SessionHead[]> {
  const open = await deps.store.openSessions();
  return open.filter((head) => head.scope.key === scope.key && head.origin === null && !isDead(deps, head));
}

/**
 * Which sessions a command means: the one whose host started it, else the only live one of the scope, else every live
 * one. Empty where nothing runs.
 */
export async function meantSessions(deps: Deps, scope: Scope): Promise<SessionHead[]> {
  const open = await deps.store.openSessions();
  const around = open.filter((head) => deps.owners.isAround(head.owner));
  if (around.length > 0) return [newest(around)];
  return liveSessions(deps, scope);
}

/** Whether an agent with a session here has this process among its descendants, whatever project either is in. */
export async function isInAgent({ store, owners }: Pick<Deps, 'store' | 'owners'>): Promise<boolean> {
  return (await store.openSessions()).some(({ owner }) => owners.isAround(owner));
}

/** The one in which something happened last. */
export function newest(heads: readonly SessionHead[]): SessionHead {
  return heads.reduce((latest, head) => (head.lastSeq > latest.lastSeq ? head : latest));
}

/** Sessions of the scope that run and are not quiet, the latest first. One that went quiet is an earlier session. */
export async function runningSessions(deps: Deps, scope: Scope): Promise<readonly SessionHead[]> {
  const since = deps.now() - deps.config['restore.quiet_minutes'] * MINUTE;
  return (await deps.store.openSessions())
    .filter((head) => head.scope.key === scope.key && head.lastActivity > since && !isDead(deps, head))
    .sort((a, b) => b.lastSeq - a.lastSeq);
}

/**
 * The session that a host's own id means, for those who ask past the door. Ids are stored without the secrets that somebody
 * put into them, so they are looked for without them too.
 */
export function sessionOfHost(
  {
    store,
    config,
  }: { readonly store: Pick<Deps['store'], 'sessionOfHost'>; readonly config: Deps['config'] },
  host: string,
  hostSessionId: string,
): Promise<SessionHead | null> {
  return store.sessionOfHost(host, safeId(hostSessionId, { strict: config['redaction.strict'] }));
}
