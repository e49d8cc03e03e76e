import type { OwnerRecord, SessionId } from '../domain/base/ids.ts';
import { GLOBAL_SCOPE, type Scope } from '../domain/base/scope.ts';
import type { EventSender } from '../domain/facts/sender.ts';
import type { SessionHead } from '../store/store.ts';
import { inheritQuietly } from './answer/doors/start.ts';
import type { Deps } from './base/deps.ts';
import { handle } from './engine.ts';
import { isDead } from './presence/recover.ts';
import { newestSession, sessionOfHost } from './presence/target.ts';

/** A connected MCP client. */
export interface Visitor {
  /** The host of the client; null if unknown. */
  readonly host: string | null;
  /** The host name for its own sessions. */
  readonly name: string;
  /** The client started the server process, so its hooks have the same ancestor. */
  readonly isParent: boolean;
  /** Sessions named by the host in the environment; outdated after it began another. */
  readonly named: readonly { readonly host: string; readonly id: string }[];
  /** Null if it cannot be distinguished from others: then it has no session of its own. */
  readonly own: OwnSession | null;
}

/** A client's own session: a single one, whatever projects it reads. It is opened only by writing calls. */
export interface OwnSession {
  /** Identifies the client. */
  readonly id: string;
  /** The process that the session lives in. */
  readonly process: OwnerRecord;
  /** The future id of the session; the conversation's ledger uses it already. */
  next: SessionId;
  /** Set by the first call that writes. */
  opened: {
    readonly at: Whereabouts;
    readonly host: string;
    readonly hostSessionId: string;
  } | null;
}

/** A client's scope, from the environment or from the request. */
export interface Whereabouts {
  readonly scope: Scope;
  /** A folder of that scope. */
  readonly cwd: string | null;
}

/** Marks the host session ids of sessions that no hook opened. */
const OWN = 'mcp:';

/**
 * The session that hooks opened for this client, looked up at each call because hosts begin new ones: the newest of the
 * common process, else one named by the environment, else the only one of that host in the project. A session
 * of another project is never joined. `place` is null if the client is in no working tree: then any project of its
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
  // An agent that another one started has both as ancestors, but not the other one's context.
  const kin = near.filter(({ host, owner }) =>
    visitor.host === null ? deps.owners.isParent(owner) : host === visitor.host,
  );
  const around = newestOfEach(kin.filter(isHere));
  if (around.length > 0) return around;
  // A client started inside another agent inherits its variables, so they do not identify an unnamed client.
  const isInherited = visitor.host === null && near.length > 0;
  for (const { host, id } of isInherited ? [] : visitor.named) {
    const head = await sessionOfHost(deps, host, id);
    if (head?.endedAt === null && isHere(head)) return [head];
  }
  const alive = open.filter((head) => head.host === visitor.host && !isDead(deps, head));
  // A daemon may run hooks and servers in separate processes.
  const beside =
    visitor.isParent && place === null
      ? alive.filter((head) => deps.owners.isBeside(head.owner))
      : [];
  if (beside.length > 0) return newestOfEach(beside);
  const inScope = alive.filter(({ scope }) => scope.key === (place ?? GLOBAL_SCOPE).key);
  return inScope.length === 1 ? inScope : [];
}

/** The newest session of each project. */
function newestOfEach(heads: readonly SessionHead[]): readonly SessionHead[] {
  return [...Map.groupBy(heads, ({ scope }) => scope.key).values()].map(newestSession);
}

/**
 * The client's own session, opened now if the call writes; null if capture is off. It inherits at
 * once, and the same pins that the client saw before, so that their numbers stay valid.
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
    at: first,
    host: visitor.name,
    hostSessionId: `${OWN}${own.id}`,
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

/** Ends the session of a disconnected client. */
export async function endClientSession(deps: Deps, own: OwnSession, reason: string): Promise<void> {
  if (!own.opened) return;
  const { host, hostSessionId } = own.opened;
  const common = { hostSessionId, cwd: null, key: null, subagent: null };
  await handle(livingIn(deps, own), sourceOf(host), { ...common, kind: 'session-end', reason });
  own.opened = null;
}

/** A source that cannot inject: the model gets everything by tool calls. */
function sourceOf(host: string): EventSender {
  return { host, via: 'mcp', injection: { at: [], keeps: true } };
}

/** The owner of this session is the server process, not the host above it. */
function livingIn(deps: Deps, own: OwnSession): Deps {
  return { ...deps, owners: { ...deps.owners, first: () => own.process, next: () => null } };
}
