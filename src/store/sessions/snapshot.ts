import {
  GLOBAL_SCOPE_KEY,
  type ScopeKey,
  type SessionId,
  type ThreadId,
} from '../../domain/base/ids.ts';
import { isGlobal } from '../../domain/base/scope.ts';
import { type Millis, millis } from '../../domain/base/time.ts';
import {
  byLatestActivity,
  type CriticalPin,
  cutThread,
  type LastWork,
  leftOpenIn,
  type SessionSnapshot,
  SNAPSHOT_LIMITS,
  type Snapshot,
  sessionSnapshot,
  snapshotAsOf,
  type ThreadSnapshot,
} from '../../domain/sessions/snapshot.ts';
import { type Thread, withoutSessions, withSessionsOnly } from '../../domain/threads/thread.ts';
import type { Database } from '../base/database.ts';
import { inScope, projectColumn } from '../base/joined.ts';
import { memoriesWhere, PERSONS_RULES, TOLD_MEMORIES, WAITING_RULES } from '../base/memory-rows.ts';
import { hasSessionsToMove, hotInScope, keptHere } from '../base/outside.ts';
import type { UnitsOf } from '../base/promised.ts';
import { ALIVE_AT, LAST_AT, LAST_SEQ, PLACE, parsePins, toHead, toState } from '../base/rows.ts';
import {
  activeHead,
  idleThreads,
  lastAccess,
  THREAD_FACTS,
  threadNow,
} from '../threads/threads.ts';

/** The work of each scope. */
export interface SnapshotStore {
  /** As of now. `tree` is the top of a working tree; null outside of any. */
  snapshot(scopeKey: ScopeKey, tree: string | null, now: Millis): Promise<Snapshot>;
}

export const snapshotUnits: UnitsOf<SnapshotStore> = {
  snapshot(database, scopeKey, tree, now) {
    return snapshotAsOf(snapshotOf(database, scopeKey, tree), now);
  },
};

function snapshotOf(database: Database, scopeKey: ScopeKey, tree: string | null): Snapshot {
  const limits = SNAPSHOT_LIMITS;
  const { where, keys } = inScope(database, scopeKey);
  const own = keptHere(database, [scopeKey]);
  const chosen = (which: string, order: string, most: number) =>
    memoriesWhere(
      database,
      `${where} AND ${own.where} AND ${which} ORDER BY ${order} LIMIT ${most}`,
      ...keys,
      ...own.keys,
    );
  const sessions = sessionsOf(database, scopeKey, tree);
  const left = idleThreads(database, scopeKey, limits.idle).map((id) => {
    const { thread } = threadNow(database, id);
    return isGlobal(scopeKey) ? ownWork(database, id, thread, scopeKey) : thread;
  });
  const thread = threadOf(database, scopeKey);
  return {
    sessions,
    critical: criticalOf(database, scopeKey),
    rules: chosen(PERSONS_RULES, 'updated_at DESC', limits.rules),
    memories: chosen(TOLD_MEMORIES, 'importance DESC, updated_at DESC', limits.memories),
    proposals: database.value<number>(
      `SELECT count(*) FROM memory_items WHERE ${where} AND ${own.where} AND ${WAITING_RULES}`,
      ...keys,
      ...own.keys,
    )!,
    thread,
    left: leftOpenIn(left),
    lastWork: lastWorkOf(database, scopeKey, sessions[0]),
    foreign: isGlobal(scopeKey)
      ? []
      : foreignIn(
          database,
          scopeKey,
          [...left, ...(thread ? [thread.thread] : [])].flatMap(({ files }) => files),
          new Set(sessions.map(({ id }) => id)),
        ),
  };
}

/** The sessions of other projects that changed files of a scope last. */
function foreignIn(
  database: Database,
  scopeKey: ScopeKey,
  files: Thread['files'],
  own: ReadonlySet<SessionId>,
): SessionId[] {
  const changed = files.toSorted((a, b) => b.at - a.at).flatMap(({ session }) => session ?? []);
  const unknown = [...new Set(changed)].filter((id) => !own.has(id));
  if (unknown.length === 0) return [];
  const { where, keys } = inScope(database, scopeKey);
  const foreign = database.column<SessionId>(
    `SELECT id FROM session_states WHERE id IN (SELECT value FROM json_each(?)) AND NOT (${where})`,
    JSON.stringify(unknown),
    ...keys,
  );
  return unknown.filter((id) => foreign.includes(id)).slice(0, SNAPSHOT_LIMITS.foreign);
}

/**
 * The latest of the scope, the latest of the working tree, and the latest that left tasks; each once. Under a clock that was
 * wrong the last to start are not the last by their dates: the latest of the scope are both.
 */
function sessionsOf(
  database: Database,
  scopeKey: ScopeKey,
  tree: string | null,
): SessionSnapshot[] {
  const { latest, ofTree, withTasks } = SNAPSHOT_LIMITS;
  const scope = hotInScope(database, scopeKey);
  const trees = tree === null ? [] : [tree, ...earlierTrees(database, scopeKey, tree)];
  const chosen = (where: string, most: number, order: string, ...values: string[]) =>
    database.all(
      `SELECT *, ${projectColumn('session_states')}, ${LAST_AT} AS last_at, ${LAST_SEQ} AS last_seq FROM session_states
       WHERE ${scope.where} AND holds = 1 ${where} ORDER BY ${order} DESC LIMIT ${most}`,
      ...scope.keys,
      ...values,
    );
  const rows = [
    ...chosen('', latest, 'started_seq'),
    ...chosen('', latest, ALIVE_AT),
    ...(tree === null
      ? []
      : chosen(
          `AND project_path IN (${trees.map(() => '?').join(', ')})`,
          ofTree,
          ALIVE_AT,
          ...trees,
        )),
    ...chosen('AND task_count > 0', withTasks, ALIVE_AT),
  ];
  const byId = new Map(rows.map((row) => [row['id'], row]));
  return [...byId.values()]
    .map((row) => {
      const isAwaiting = isGlobal(row['scope_key'] as ScopeKey) && !isGlobal(scopeKey);
      const isOfTree = isAwaiting || trees.includes(String(row['project_path']));
      const placed = isAwaiting ? { ...row, scope_key: scopeKey } : row;
      const here = isOfTree ? { ...placed, project_path: tree } : placed;
      const activeAt = typeof row['last_at'] === 'number' ? row['last_at'] : null;
      return sessionSnapshot(toState(here), activeAt, toHead(here).place);
    })
    .sort(byLatestActivity);
}

/** Earlier paths of a working tree whose repository was moved: sessions that stopped there stopped here. */
function earlierTrees(database: Database, scopeKey: ScopeKey, tree: string): string[] {
  const sql = "SELECT sign FROM project_signs WHERE scope_key = ? AND kind = 'place' ORDER BY seq";
  const places = database.column<string>(sql, scopeKey);
  if (places.at(-1) !== `${tree}${IN_TREE}`) return [];
  return [scopeKey, ...places]
    .filter((place) => place.endsWith(IN_TREE))
    .map((place) => place.slice(0, -IN_TREE.length))
    .filter((earlier) => earlier !== tree);
}

const IN_TREE = '/.git';

function criticalOf(database: Database, scopeKey: ScopeKey): CriticalPin[] {
  const { where, keys } = hotInScope(database, scopeKey);
  const rows = database.all<{
    id: SessionId;
    alive_at: string;
    place: number;
    working_memory: string;
  }>(
    `SELECT id, ${ALIVE_AT} AS alive_at, ${PLACE} AS place, working_memory FROM session_states
     WHERE ${where} AND has_critical = 1 ORDER BY ${ALIVE_AT} DESC LIMIT ${SNAPSHOT_LIMITS.critical}`,
    ...keys,
  );
  return rows.flatMap(({ id: sessionId, alive_at, place, working_memory }) =>
    parsePins(working_memory)
      .filter(({ critical }) => critical)
      .map((pin) => ({ pin, sessionId, at: millis(alive_at) ?? 0, place })),
  );
}

function threadOf(database: Database, scopeKey: ScopeKey): ThreadSnapshot | null {
  const { keys } = inScope(database, scopeKey);
  const waiting = hasSessionsToMove(database, keys) ? activeHead(database, GLOBAL_SCOPE_KEY) : null;
  const head = activeHead(database, scopeKey) ?? waiting;
  if (!head) return null;
  const { label, root } = head.scope;
  const whole = threadNow(database, head.id).thread;
  const thread = isGlobal(head.scope.key) ? ownWork(database, head.id, whole, scopeKey) : whole;
  const accessedAt = lastAccess(database, head);
  return {
    id: head.id,
    label,
    root,
    imported: head.imported,
    accessedAt,
    thread: cutThread(thread),
  };
}

/** A scope's own part of the thread in `global`: earlier versions kept the work of every folder there. */
function ownWork(database: Database, id: ThreadId, thread: Thread, scopeKey: ScopeKey): Thread {
  const { where, keys } = hotInScope(database, scopeKey);
  const worked = database.all<{ session: SessionId; isOwn: number }>(
    `SELECT key AS session, key IN (SELECT id FROM session_states WHERE ${where}) AS isOwn
     FROM ${THREAD_FACTS} WHERE session_id = ? AND key IS NOT NULL GROUP BY key`,
    ...keys,
    id,
  );
  const of = (is: boolean) =>
    new Set(worked.filter(({ isOwn }) => (isOwn === 1) === is).map(({ session }) => session));
  // Items without a session were noted for `global`.
  return isGlobal(scopeKey)
    ? withoutSessions(thread, of(false))
    : withSessionsOnly(thread, of(true));
}

/** The session that worked here last, also one in cold storage. */
function lastWorkOf(
  database: Database,
  scopeKey: ScopeKey,
  latest: SessionSnapshot | undefined,
): LastWork | null {
  const { where, keys } = inScope(database, scopeKey);
  const cold = database.get<{
    id: SessionId;
    title: string | null;
    end_time: string;
    started_seq: number;
  }>(
    `SELECT id, title, end_time, started_seq FROM cold_sessions WHERE ${where} ORDER BY started_seq DESC, end_time DESC LIMIT 1`,
    ...keys,
  );
  if (latest && latest.place >= (cold?.started_seq ?? 0))
    return { id: latest.id, title: latest.title, at: latest.at, isCold: false };
  return cold
    ? { id: cold.id, title: cold.title, at: millis(cold.end_time) ?? 0, isCold: true }
    : null;
}
