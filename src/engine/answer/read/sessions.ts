import {
  judgeCandidates,
  type RankedSession,
  type SessionCandidate,
} from '../../../domain/answer/contribute.ts';
import type { SessionId } from '../../../domain/base/ids.ts';
import { GLOBAL_SCOPE, isGlobal } from '../../../domain/base/scope.ts';
import { DAY, MINUTE } from '../../../domain/base/time.ts';
import {
  EMPTY_SNAPSHOT,
  type SessionSnapshot,
  type Snapshot,
  stoppedAtLimit,
} from '../../../domain/sessions/snapshot.ts';
import type { SessionHead } from '../../../store/store.ts';
import type { Deps } from '../../base/deps.ts';
import { sessionsNamed } from '../../sessions/named.ts';
import { type TaskCheck, taskCheck } from '../../tasks/tasks.ts';
import {
  findUnmerged,
  relateToHead,
  type TreeHistory,
  treeHistory,
  type Unmerged,
} from './history.ts';

/** A session that is told something, or a place in which one may begin. */
export interface Recipient extends Pick<SessionHead, 'id' | 'scope' | 'branch'> {
  readonly host?: string;
}

/** The contributors of a conversation before its context was compacted, and its own work. */
export interface Earlier {
  /** Sessions that contributed and do so again, whatever their age by now. */
  readonly again: readonly SessionId[];
  /** The running session. */
  readonly own: SessionSnapshot | null;
}

/** The stored state of a scope, and the lists that say what of it is still open. */
export interface StoredScope {
  readonly recipient: Recipient;
  readonly earlier: Earlier;
  readonly here: Snapshot;
  readonly global: Snapshot;
  /** Separates closed, unpinned and muted items from open ones. */
  readonly check: TaskCheck;
  readonly tree: TreeHistory;
}

/** The sessions of a scope and of the global one, each judged by its age and relevance. */
export interface EarlierSessions {
  readonly candidates: readonly SessionCandidate[];
  /** Best first; which of them contribute is decided when it is known whose turns are told. */
  readonly judged: readonly RankedSession[];
  readonly ofScope: readonly SessionCandidate[];
  /** Sessions of the scope in which nobody works now, and those in which somebody does. */
  readonly quiet: readonly SessionCandidate[];
  readonly busy: readonly RankedSession[];
  readonly unmerged: Unmerged;
}

export async function readStored(
  deps: Deps,
  recipient: Recipient,
  earlier: Earlier,
): Promise<StoredScope> {
  const { scope } = recipient;
  const tree = treeHistory(deps, scope);
  const here = await deps.store.snapshot(scope.key, scope.root, deps.now());
  const global = isGlobal(scope.key)
    ? EMPTY_SNAPSHOT
    : await deps.store.snapshot(GLOBAL_SCOPE.key, null, deps.now());
  return { recipient, earlier, here, global, check: await taskCheck(deps, scope), tree };
}

export async function readSessions(deps: Deps, stored: StoredScope): Promise<EarlierSessions> {
  const { key: scopeKey } = stored.recipient.scope;
  const candidates = await findCandidates(deps, stored);
  const judged = judgeCandidates(
    candidates,
    { now: deps.now(), scopeKey },
    {
      threshold: deps.config['session_persistence.relevance_threshold'],
      sameScope: deps.config['relevance.same_scope'],
      tasksThatForce: deps.config['tasks.force_restore'],
      quietMillis: deps.config['restore.quiet_minutes'] * MINUTE,
      lookbackMillis: lookbackMillis(deps),
    },
  );
  const ofScope = candidates.filter((one) => one.scopeKey === scopeKey);
  const working = new Set(judged.filter(({ verdict }) => verdict === 'busy').map(({ id }) => id));
  return {
    candidates,
    judged,
    ofScope,
    quiet: ofScope.filter(({ id }) => !working.has(id)),
    busy: judged.filter((one) => working.has(one.id) && one.scopeKey === scopeKey),
    unmerged: findUnmerged(candidates),
  };
}

/** How long ago a session may have ended to contribute. */
export function lookbackMillis({ config }: Pick<Deps, 'config'>): number {
  return config['session_persistence.lookback_days'] * DAY;
}

async function findCandidates(
  deps: Deps,
  stored: StoredScope,
): Promise<readonly SessionCandidate[]> {
  const { recipient, earlier, here, global, check, tree } = stored;
  const kept = [...here.sessions, ...global.sessions].filter(({ id }) => id !== recipient.id);
  const known = new Set(kept.map(({ id }) => id));
  const wanted = earlier.again.filter((id) => !known.has(id) && id !== recipient.id);
  const sessions = [...kept, ...(await sessionsNamed(deps, wanted))];
  const left = await findLeft(deps, sessions);
  const lines = relateToHead(
    tree,
    sessions.filter(({ scopeKey }) => scopeKey === recipient.scope.key),
  );
  return sessions.map((session): SessionCandidate => {
    const line = lines.get(session.id);
    return {
      ...session,
      tasks: check.stillOpen(session.tasks, session.scopeKey),
      ...(left.has(session.id) && { isLeft: true }),
      ...(line && { line, isUnmerged: line.isUnmerged }),
    };
  });
}

/**
 * Open sessions without work: no turn is running, and they stopped at a usage limit, their process has begun
 * this conversation (`/new`), or their machine is another one, of which nobody here knows whether it is still there.
 */
async function findLeft(
  deps: Deps,
  sessions: readonly SessionSnapshot[],
): Promise<ReadonlySet<SessionId>> {
  const running = sessions.filter((one) => one.running);
  if (running.length === 0) return new Set();
  const heads = await deps.store.openSessions();
  const replaced = new Set(
    heads
      .filter(({ owner, origin }) => origin !== null || deps.owners.isAround(owner))
      .map(({ id }) => id),
  );
  const ids = running
    .filter((one) => stoppedAtLimit(one) || replaced.has(one.id))
    .map(({ id }) => id);
  const midTurn = ids.length > 0 ? await deps.store.midTurn(ids) : new Set();
  return new Set(ids.filter((id) => !midTurn.has(id)));
}
