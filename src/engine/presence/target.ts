import type { Scope } from '../../domain/base/scope.ts';
import { MINUTE } from '../../domain/base/time.ts';
import { safeId } from '../../domain/redact/ids.ts';
import type { SessionHead } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';
import { isDead } from './recover.ts';

/** Running sessions of a scope on this machine; those of other machines are read-only. */
export async function liveSessions(deps: Deps, scope: Scope): Promise<SessionHead[]> {
  const open = await deps.store.openSessions();
  return open.filter(
    (head) => head.scope.key === scope.key && head.origin === null && !isDead(deps, head),
  );
}

/**
 * The sessions that a command applies to: the one whose host started it, else all live
 * ones of the scope. Empty if none runs.
 */
export async function meantSessions(deps: Deps, scope: Scope): Promise<SessionHead[]> {
  const open = await deps.store.openSessions();
  const around = open.filter((head) => deps.owners.isAround(head.owner));
  if (around.length > 0) return [newestSession(around)];
  return liveSessions(deps, scope);
}

/** Whether this process is a descendant of an agent with a session, in any project. */
export async function isInAgent({
  store,
  owners,
}: Pick<Deps, 'store' | 'owners'>): Promise<boolean> {
  return (await store.openSessions()).some(({ owner }) => owners.isAround(owner));
}

/** The session with the latest activity. */
export function newestSession(heads: readonly SessionHead[]): SessionHead {
  return heads.reduce((latest, head) => (head.lastSeq > latest.lastSeq ? head : latest));
}

/** Running sessions of the scope, the latest first, without quiet ones, which count as earlier sessions. */
export async function runningSessions(deps: Deps, scope: Scope): Promise<readonly SessionHead[]> {
  const since = deps.now() - deps.config['restore.quiet_minutes'] * MINUTE;
  return (await deps.store.openSessions())
    .filter(
      (head) => head.scope.key === scope.key && head.lastActivity > since && !isDead(deps, head),
    )
    .sort((a, b) => b.lastSeq - a.lastSeq);
}

/**
 * The session with a host's id, for callers outside of events. Ids are stored without secrets,
 * so they are looked up without them too.
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
