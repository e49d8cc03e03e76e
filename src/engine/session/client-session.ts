import type { OwnerRecord, SessionId } from '../../domain/ids.ts';
import { GLOBAL_SCOPE, type Scope } from '../../domain/scope.ts';
import type { SessionHead } from '../../store.ts';
import type { Deps } from '../deps.ts';
import { handle } from '../engine.ts';
import type { Source } from '../reply.ts';
import { inheritQuietly } from '../restore/restore.ts';
import { isDead } from './recover.ts';
import { newest, sessionOfHost } from './target.ts';

/** Somebody who calls the tools, for as long as it is connected. */
export interface Visitor {
  /** The host whose program it is; null where none is known. */
  readonly host: string | null;
  /** The host that its own sessions are filed under. */
  readonly name: string;
  /** The tools run in a process that it started: its hooks have the same ancestor. */
  readonly isParent: boolean;
  /** Sessions that the host names in the environment; stale after it began another. */
  readonly named: readonly { readonly host: string; readonly id: string }[];
  /** Null where it cannot be told from others: then it has no session of its own. */
  readonly own: OwnSession | null;
}

/** The session that a visitor has of its own: one, whatever other projects it asks about. Who only asks opens none. */
export interface OwnSession {
  /** Tells this visitor from all others. */
  readonly id: string;
  /** The process that the session lives in. */
  readonly process: OwnerRecord;
  /** The id that the session will have; until then the ledger of the conversation is kept under it. */
  next: SessionId;
  /** Set by the first call that writes. */
  opened: { readonly at: Whereabouts; readonly host: string; readonly hostSessionId: string } | null;
}

/** A visitor's scope, as the environment tells it or as it says itself. */
export interface Whereabouts {
  readonly scope: Scope;
  /** A folder of that scope. */
  readonly cwd: string | null;
}

/** Marks the host session ids of sessions that no hook opened. */
const OWN = 'mcp:';

/**
 * The session that hooks opened for this visitor, looked up at each call because hosts begin new ones: the newest of the
 * process that both come from, else one that the environment names, else the only one of that host in the project. A session
 * of another project is never joined. `place` is null where the visitor stands in no working tree: then any project of its
 * process may be meant, and the newest session of each is returned.
 */
export async function joinable(
  deps: Deps,
  visitor: Visitor,
  place: Scope | null,
): Promise<readonly SessionHead[]> {
  const open = (await deps.store.openSessions()).filter(
    (head) => !head.hostSessionId?.startsWith(OWN) && head.origin === null,
  );
  const isHere = ({ scope }: SessionHead) => place === null || scope.key === place.key;
  const near = visitor.isParent ? open.filter((head) => deps.owners.isAround(head.owner)) : [];
  // An agent that another one started has both as ancestors, and has seen nothing of what the other one was told.
  const kin = near.filter(({ host, owner }) =>
    visitor.host === null ? deps.owners.isParent(owner) : host === visitor.host,
  );
  const around = newestOfEach(kin.filter(isHere));
  if (around.length > 0) return around;
  // Whoever is started inside another agent inherits its variables: nothing tells that they are about a nameless client.
  const isInherited = visitor.host === null && near.length > 0;
  for (const { host, id } of isInherited ? [] : visitor.named) {
    const head = await sessionOfHost(deps, host, id);
    if (head?.endedAt === null && isHere(head)) return [head];
  }
  const alive = open.filter((head) => head.host === visitor.host && !isDead(deps, head));
  // A daemon may keep hooks and servers in processes of their own.
  const beside =
    visitor.isParent && place === null ? alive.filter((head) => deps.owners.isBeside(head.owner)) : [];
  if (beside.length > 0) return newestOfEach(beside);
  const inScope = alive.filter(({ scope }) => scope.key === (place ?? GLOBAL_SCOPE).key);
  return inScope.length === 1 ? inScope : [];
}

/** The newest session of each project. */
function newestOfEach(heads: readonly SessionHead[]): readonly SessionHead[] {
  return [...Map.groupBy(heads, ({ scope }) => scope.key).values()].map(newest);
}

/**
 * The visitor's own session, opened now where there is none and the call writes; null where capture is off. It inherits at
 * once, and the same that the visitor was shown before: numbers of pins stay true.
 */
export async function ownSession(
  deps: Deps,
  visitor: Visitor,
  first: Whereabouts,
  writes: boolean,
): Promise<SessionHead | null> {
  const { own } = visitor;
  if (!own || !(writes || own.opened)) return null;
  const { at, host, hostSessionId } = own.opened ?? {
    ...{ at: first, host: visitor.name, hostSessionId: `${OWN}${own.id}` },
  };
  if (deps.locate(at.cwd).scope.key !== at.scope.key) return null;
  const running = await sessionOfHost(deps, host, hostSessionId);
  if (running?.endedAt === null) return running;
  if (!writes) return null;
  const common = { hostSessionId, cwd: at.cwd, key: null, subagent: null };
  const opening = { ...livingIn(deps, own), newSessionId: () => own.next };
  await handle(opening, sourceOf(host), { ...common, kind: 'session-start', source: 'startup' });
  const opened = await sessionOfHost(deps, host, hostSessionId);
  if (!opened || opened.endedAt !== null) return null;
  own.opened = { at, host, hostSessionId };
  own.next = deps.newSessionId();
  await inheritQuietly(deps, opened);
  return opened;
}

/** The visitor is gone: its own session is over. */
export async function leave(deps: Deps, own: OwnSession, reason: string): Promise<void> {
  if (!own.opened) return;
  const { host, hostSessionId } = own.opened;
  const common = { hostSessionId, cwd: null, key: null, subagent: null };
  await handle(livingIn(deps, own), sourceOf(host), { ...common, kind: 'session-end', reason });
  own.opened = null;
}

/** Nobody reads an answer to these events: the model is told by what it asks for. */
function sourceOf(host: string): Source {
  return { host, via: 'mcp', injection: { at: [], keeps: true } };
}

/** A hook belongs to the host above it; this session to the process that serves it. */
function livingIn(deps: Deps, own: OwnSession): Deps {
  return { ...deps, owners: { ...deps.owners, first: () => own.process, next: () => null } };
}
