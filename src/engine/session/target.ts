import { originOfOwner } from '../../domain/owner.ts';
import type { Scope } from '../../domain/scope.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { isDead } from './recover.ts';

/** Sessions of a scope that somebody runs on this machine, as far as can be known: nothing is added to those of another. */
export async function liveSessions(deps: Deps, scope: Scope): Promise<SessionHead[]> {
  const open = await deps.store.openSessions();
  return open.filter(
    (head) => head.scope.key === scope.key && originOfOwner(head.owner) === null && !isDead(deps, head),
  );
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
