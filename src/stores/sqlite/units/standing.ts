import type { ScopeKey, SessionId, ThreadId } from '../../../domain/ids.ts';
import type { Memory } from '../../../domain/memories/memory.ts';
import {
  asOf,
  type CriticalPin,
  cutThread,
  EMPTY_SNAPSHOT,
  type LastWork,
  latestFirst,
  leftOpenIn,
  type SessionSnapshot,
  SNAPSHOT_LIMITS,
  type Snapshot,
  sessionSnapshot,
  type ThreadSnapshot,
} from '../../../domain/restore/snapshot.ts';
import { foldThread } from '../../../domain/thread/thread-fold.ts';
import { type Millis, millis } from '../../../domain/time.ts';
import type { Database, Row } from '../database.ts';
import { MEMORY_COLUMNS, PERSONS_RULES, TOLD_MEMORIES, toMemory, WAITING_RULES } from '../memory-rows.ts';
import { inScope, projectOf } from '../projects.ts';
import { ALIVE_AT, LAST_AT, LAST_SEQ, PLACE, parsed, pinsOf, toHead, toState } from '../rows.ts';
import { activeHead, idleThreads, threadNow } from './threads.ts';

/** A standing with what it depends on besides: how long the thread has been left alone. */
export interface SnapshotNow {
  readonly standing: Snapshot;
  /** Whether it was read as it was kept, or had to be made anew. */
  readonly isKept: boolean;
  /** When the thread was last worked on, given or asked for; null where there is none. */
  readonly threadAccessedAt: Millis | null;
}

/** The snapshots of the work in each scope. */
export function standingUnits(database: Database) {
  return {
    /** As it is kept, else made anew and kept; as of now. `tree` is the top of a working tree; null outside of any. */
    standing(scopeKey: ScopeKey, tree: string | null, now: Millis): SnapshotNow {
      const kept = keptStanding(database, scopeKey, tree);
      const standing = kept ?? database.write(() => refreshStanding(database, scopeKey, tree));
      return {
        standing: asOf(standing, now),
        isKept: kept !== null,
        threadAccessedAt: accessedAt(database, standing.thread?.id),
      };
    },
  };
}

function keptStanding(database: Database, scopeKey: ScopeKey, tree: string | null): Snapshot | null {
  const row = database.get(
    'SELECT standing FROM scope_standings AS kept WHERE scope_key = ? AND tree = ? AND generation = ?',
    scopeKey,
    tree ?? '',
    generationOf(database, scopeKey),
  );
  return parsed<Snapshot | null>(row?.['standing'], null);
}

/** Makes a standing anew and keeps it, inside the transaction that changed what it is made of. */
export function refreshStanding(database: Database, scopeKey: ScopeKey, tree: string | null): Snapshot {
  const standing = standingNow(database, scopeKey, tree);
  database.run(
    `INSERT INTO scope_standings(scope_key, tree, generation, standing) VALUES (?, ?, ?, ?)
     ON CONFLICT(scope_key, tree) DO UPDATE SET generation = excluded.generation, standing = excluded.standing`,
    scopeKey,
    tree ?? '',
    generationOf(database, scopeKey),
    JSON.stringify(standing),
  );
  return standing;
}

/** For a project that others were joined to, the figures of all together: each only grows. */
function generationOf(database: Database, scopeKey: ScopeKey): number {
  const { where, keys } = inScope(database, scopeKey);
  const row = database.get(
    `SELECT total(generation) AS generation FROM scope_generations WHERE ${where}`,
    ...keys,
  );
  return Number(row?.['generation']);
}

function standingNow(database: Database, scopeKey: ScopeKey, tree: string | null): Snapshot {
  const limits = SNAPSHOT_LIMITS;
  const sessions = sessionsOf(database, scopeKey, tree);
  return {
    ...EMPTY_SNAPSHOT,
    sessions,
    critical: criticalOf(database, scopeKey),
    rules: memoriesOf(database, scopeKey, PERSONS_RULES, 'updated_at DESC', limits.rules),
    memories: memoriesOf(
      database,
      scopeKey,
      TOLD_MEMORIES,
      'importance DESC, updated_at DESC',
      limits.memories,
    ),
    proposals: proposalsIn(database, scopeKey),
    thread: threadOf(database, scopeKey),
    left: leftOpenIn(
      idleThreads(database, scopeKey, limits.idle).map((id) => threadNow(database, id, foldThread).thread),
    ),
    lastWork: lastWorkOf(database, scopeKey, sessions[0]),
  };
}

/**
 * The latest of the scope, the latest of the working tree, and the latest that left tasks; each once. Under a clock that was
 * wrong the last to start are not the last by their dates: the latest of the scope are both.
 */
function sessionsOf(database: Database, scopeKey: ScopeKey, tree: string | null): SessionSnapshot[] {
  const { latest, ofTree, withTasks } = SNAPSHOT_LIMITS;
  const scope = inScope(database, scopeKey);
  const trees = tree === null ? [] : [tree, ...earlierTrees(database, scopeKey, tree)];
  const chosen = (where: string, most: number, order: string, ...values: string[]) =>
    database.all(
      `SELECT *, ${projectOf('session_states')}, ${LAST_AT} AS last_at, ${LAST_SEQ} AS last_seq FROM session_states
       WHERE ${scope.where} AND holds = 1 ${where} ORDER BY ${order} DESC LIMIT ${most}`,
      ...scope.keys,
      ...values,
    );
  const rows = [
    ...chosen('', latest, 'started_seq'),
    ...chosen('', latest, ALIVE_AT),
    ...(tree === null
      ? []
      : chosen(`AND project_path IN (${trees.map(() => '?').join(', ')})`, ofTree, ALIVE_AT, ...trees)),
    ...chosen('AND task_count > 0', withTasks, ALIVE_AT),
  ];
  const byId = new Map(rows.map((row) => [row['id'], row]));
  return [...byId.values()]
    .map((row) =>
      toSession(trees.includes(String(row['project_path'])) ? { ...row, project_path: tree } : row),
    )
    .sort(latestFirst);
}

/** Earlier paths of a working tree whose repository was moved: sessions that stopped there stopped here. */
function earlierTrees(database: Database, scopeKey: ScopeKey, tree: string): string[] {
  const places = database
    .all("SELECT sign FROM project_signs WHERE scope_key = ? AND kind = 'place' ORDER BY seq", scopeKey)
    .map((row) => String(row['sign']));
  if (places.at(-1) !== `${tree}${IN_TREE}`) return [];
  return [scopeKey, ...places]
    .filter((place) => place.endsWith(IN_TREE))
    .map((place) => place.slice(0, -IN_TREE.length))
    .filter((earlier) => earlier !== tree);
}

const IN_TREE = '/.git';

function toSession(row: Row): SessionSnapshot {
  const activeAt = typeof row['last_at'] === 'number' ? row['last_at'] : null;
  return sessionSnapshot(toState(row), activeAt, toHead(row).place);
}

function criticalOf(database: Database, scopeKey: ScopeKey): CriticalPin[] {
  const { where, keys } = inScope(database, scopeKey);
  const rows = database.all(
    `SELECT id, ${ALIVE_AT} AS alive_at, ${PLACE} AS place, working_memory FROM session_states
     WHERE ${where} AND has_critical = 1 ORDER BY ${ALIVE_AT} DESC LIMIT ${SNAPSHOT_LIMITS.critical}`,
    ...keys,
  );
  return rows.flatMap((row) =>
    pinsOf(row['working_memory'])
      .filter(({ critical }) => critical)
      .map((pin) => ({
        pin,
        sessionId: String(row['id']) as SessionId,
        at: millis(String(row['alive_at'])) ?? 0,
        place: Number(row['place']),
      })),
  );
}

function memoriesOf(
  database: Database,
  scopeKey: ScopeKey,
  which: string,
  order: string,
  most: number,
): Memory[] {
  const { where, keys } = inScope(database, scopeKey);
  return database
    .all(
      `SELECT ${MEMORY_COLUMNS} FROM memory_items WHERE ${where} AND ${which} ORDER BY ${order} LIMIT ${most}`,
      ...keys,
    )
    .map(toMemory);
}

function proposalsIn(database: Database, scopeKey: ScopeKey): number {
  const { where, keys } = inScope(database, scopeKey);
  const row = database.get(
    `SELECT count(*) AS n FROM memory_items WHERE ${where} AND ${WAITING_RULES}`,
    ...keys,
  );
  return Number(row?.['n']);
}

function threadOf(database: Database, scopeKey: ScopeKey): ThreadSnapshot | null {
  const head = activeHead(database, scopeKey);
  if (!head) return null;
  const { label, root } = head.scope;
  const { thread } = threadNow(database, head.id, foldThread);
  return { id: head.id, label, root, imported: head.imported, thread: cutThread(thread) };
}

function accessedAt(database: Database, id: ThreadId | undefined): Millis | null {
  if (id === undefined) return null;
  const row = database.get(
    `SELECT last_accessed, (SELECT at FROM thread_events WHERE thread_id = ?1 ORDER BY seq DESC LIMIT 1) AS worked_at
     FROM work_threads WHERE id = ?1`,
    id,
  );
  return row ? Math.max(millis(String(row['last_accessed'])) ?? 0, Number(row['worked_at'] ?? 0)) : null;
}

/** The session that worked here last, also one in cold storage. */
function lastWorkOf(
  database: Database,
  scopeKey: ScopeKey,
  latest: SessionSnapshot | undefined,
): LastWork | null {
  const { where, keys } = inScope(database, scopeKey);
  const cold = database.get(
    `SELECT id, title, end_time, started_seq FROM cold_sessions WHERE ${where} ORDER BY started_seq DESC, end_time DESC LIMIT 1`,
    ...keys,
  );
  if (latest && latest.place >= Number(cold?.['started_seq'] ?? 0))
    return { id: latest.id, title: latest.title, at: latest.at, isCold: false };
  if (!cold) return null;
  return {
    id: String(cold['id']) as SessionId,
    title: cold['title'] === null ? null : String(cold['title']),
    at: millis(String(cold['end_time'])) ?? 0,
    isCold: true,
  };
}
