import type { ScopeKey, SessionId, ThreadId } from '../../domain/base/ids.ts';
import { type Scope, storedLabel } from '../../domain/base/scope.ts';
import { iso, type Millis, millis } from '../../domain/base/time.ts';
import { OWN_VIA } from '../../domain/facts/fact.ts';
import {
  EMPTY_THREAD,
  opensThread,
  type RecordedThreadFact,
  type Thread,
  type ThreadFact,
} from '../../domain/threads/thread.ts';
import { foldThread } from '../../domain/threads/thread-fold.ts';
import { blockedRows, inOrder, openBlocks } from '../base/blocks.ts';
import type { Database, Row, Value } from '../base/database.ts';
import { inScope, joinedKey, projectColumn } from '../base/joined.ts';
import { hasLate, IN_ORDER_OF_ALL, lastOf, placeOf } from '../base/order.ts';
import type { UnitsOf } from '../base/promised.ts';
import { parseOr, type ThreadHead } from '../base/rows.ts';
import { indexThreadFacts, numberOf } from '../index/search-write.ts';

/** An addition to the thread of a scope; work opens one if there is none. */
export interface ThreadEntry {
  readonly scope: Scope;
  readonly facts: readonly ThreadFact[];
  /** For the thread that may have to be opened. */
  readonly newId: () => ThreadId;
  /** After so long without access the active thread is archived, and work opens another. */
  readonly idleMillis: number;
}

/** An addition of an earlier moment. */
export interface DatedThreadEntry extends ThreadEntry {
  readonly at: Millis;
}

export interface ThreadSeen {
  readonly head: ThreadHead;
  readonly thread: Thread;
}

/** Threads: one active per scope, shared by all who work there. */
export interface ThreadStore {
  /** Adds to a scope's thread; null where nothing in it is work and no thread is open. */
  recordThread(
    entry: ThreadEntry,
    at: Millis,
    session: SessionId | null,
  ): Promise<ThreadHead | null>;

  /**
   * Adds what an earlier session did, in order, each fact at its own time. It goes to the scope's thread as if it had been
   * recorded then. Where that thread has newer work, the session gets an archived thread of its own instead.
   */
  replayThreads(session: SessionId, entries: readonly DatedThreadEntry[]): Promise<void>;

  /** The active thread of a scope. One that was idle for too long is archived instead. */
  activeThread(scopeKey: ScopeKey, at: Millis, idleMillis: number): Promise<ThreadSeen | null>;

  /** Moves the clock of idleness, and writes the fold down. */
  touchThread(id: ThreadId, at: Millis): Promise<void>;

  /** Makes a thread the active one of its scope; the one that was is archived. */
  activateThread(id: ThreadId, at: Millis): Promise<ThreadHead | null>;

  thread(id: ThreadId): Promise<ThreadSeen | null>;

  /** The thread that a session worked on last. */
  threadOfSession(id: SessionId): Promise<ThreadId | null>;

  threadsLike(prefix: string, limit: number): Promise<readonly ThreadId[]>;

  /** Newest access first. */
  threadHistory(scopeKey: ScopeKey | null, limit: number): Promise<readonly ThreadHead[]>;

  archiveIdleThreads(before: Millis): Promise<number>;

  /** Makes an archived or active thread of imported facts, once per origin; null where it was imported before. */
  importThread(
    entry: Omit<ThreadEntry, 'idleMillis'> & {
      readonly origin: string;
      readonly at: Millis;
      readonly status: 'active' | 'archived';
    },
  ): Promise<ThreadHead | null>;
}

export const threadUnits: UnitsOf<ThreadStore> = {
  recordThread(database, entry, at, session) {
    return database.write(() => addThreadWork(database, entry, at, session));
  },

  replayThreads(database, session, entries) {
    database.write(() => {
      for (const own of Map.groupBy(entries, ({ scope }) => scope.key).values()) {
        const last = own.at(-1)!.at;
        for (const id of replayEntries(database, session, own)) foldAndTouch(database, id, last);
      }
    });
  },

  activeThread(database, scopeKey, at, idleMillis) {
    const head = activeHead(database, scopeKey);
    if (!head) return null;
    if (isIdle(database, head, at, idleMillis)) {
      database.write(() => archiveThread(database, head.id, 'idle'));
      return null;
    }
    return { head, thread: threadNow(database, head.id).thread };
  },

  touchThread(database, id, at) {
    database.write(() => foldAndTouch(database, id, at));
  },

  activateThread(database, id, at) {
    return database.write(() => {
      const head = headOfThread(database, id);
      if (!head) return null;
      const active = activeHead(database, head.scope.key);
      if (active && active.id !== id) archiveThread(database, active.id, `${id} was resumed`);
      changeThread(
        database,
        id,
        "status = 'active', archived_because = NULL, last_accessed = ?",
        iso(at),
      );
      insertFact(database, id, null, at, { kind: 'reopened', by: 'person' });
      return headOfThread(database, id);
    });
  },

  thread(database, id) {
    const head = headOfThread(database, id);
    return head && { head, thread: threadNow(database, id).thread };
  },

  threadOfSession(database, id) {
    return lastThreadOf(database, id, "body ->> '$.kind' <> 'turn'");
  },

  threadsLike(database, prefix, limit) {
    const sql = "SELECT id FROM work_threads WHERE id >= ?1 AND id < ?1 || '\u{10FFFF}' LIMIT ?2";
    return database.column<ThreadId>(sql, prefix, limit);
  },

  threadHistory(database, scopeKey, limit) {
    const { where, keys } = inScope(database, scopeKey);
    return headsWhere(
      database,
      `${where} ORDER BY last_accessed DESC, rowid DESC LIMIT ?`,
      ...keys,
      limit,
    );
  },

  archiveIdleThreads(database, before) {
    const isIdle = `status = 'active' AND last_accessed < ?1 AND coalesce(${workedAt('work_threads.id')}, 0) < ?2`;
    const when = [iso(before), before];
    // Reading commands ask, too: they wait for no lock where there is nothing to do.
    if (!database.get(`SELECT 1 FROM work_threads WHERE ${isIdle} LIMIT 1`, ...when)) return 0;
    const archived = `UPDATE work_threads SET status = 'archived', archived_because = 'idle' WHERE ${isIdle}`;
    return database.write(() => database.record('work_threads', archived, ...when));
  },

  importThread(database, entry) {
    return database.write(() => {
      if (database.has('SELECT 1 FROM work_threads WHERE origin = ?', entry.origin)) return null;
      // The work that is under way here is not pushed aside by an import.
      const status = activeHead(database, entry.scope.key) ? 'archived' : entry.status;
      const id = insertThread(database, entry, entry.at, status, entry.origin);
      for (const fact of entry.facts) insertFact(database, id, null, entry.at, fact);
      indexThread(database, id);
      return headOfThread(database, id);
    });
  },
};

/** Work moves the clock of a thread, but not with every single event: that would write its row again each time. */
const CLOCK_MILLIS = 60_000;

/** Adds facts to the active thread of a scope, in a transaction that the caller opened. */
export function insertThreadFacts(
  database: Database,
  entry: ThreadEntry,
  at: Millis,
  session: SessionId | null,
  isLate = false,
): ThreadHead | null {
  let head = activeHead(database, entry.scope.key);
  if (head && isIdle(database, head, at, entry.idleMillis)) {
    archiveThread(database, head.id, 'idle');
    head = null;
  }
  if (!head && !entry.facts.some(opensThread)) return null;
  const id = head?.id ?? insertThread(database, entry, at, 'active', null);
  const follows = isLate ? placeAmong(database, id, at) : null;
  for (const fact of entry.facts) insertFact(database, id, session, at, fact, follows);
  // Also back, where the clock ran ahead.
  if (head && !isLate && Math.abs(at - head.lastAccessed) > CLOCK_MILLIS)
    changeThread(database, id, 'last_accessed = ?', iso(at));
  if (entry.facts.some((fact) => fact.kind === 'completed'))
    archiveThread(database, id, 'complete');
  return headOfThread(database, id);
}

/** The fact after which a late one belongs. One that belongs among facts in blocks opens them. */
function placeAmong(database: Database, id: ThreadId, at: Millis): number | null {
  const place = placeOf(database, id, at);
  if (place === null || !database.has(BLOCK_BEHIND, id, place)) return place;
  openBlocks(database, id);
  return placeOf(database, id, at);
}

const BLOCK_BEHIND = 'SELECT 1 FROM fact_blocks WHERE owner = ? AND last > ?';

/** Adds to the active thread of a scope and folds it, so that it can be found at once. */
export function addThreadWork(
  database: Database,
  entry: ThreadEntry,
  at: Millis,
  session: SessionId | null,
): ThreadHead | null {
  const head = insertThreadFacts(database, entry, at, session);
  if (head) foldAndTouch(database, head.id, at);
  return head;
}

/** Adds the facts of one session to one scope, and says to which threads. */
function replayEntries(
  database: Database,
  session: SessionId,
  entries: readonly DatedThreadEntry[],
): ReadonlySet<ThreadId> {
  const first = entries[0]!;
  const { key } = first.scope;
  const active = activeHead(database, key);
  const ids = new Set<ThreadId>();
  if (!active || lastAccess(database, active) <= first.at) {
    for (const entry of entries) {
      const head = insertThreadFacts(database, entry, entry.at, session);
      if (head) ids.add(head.id);
    }
    return ids;
  }
  // The work that is under way is not pushed aside, nor told what it has left behind.
  if (!entries.some(({ facts }) => facts.some(opensThread))) return ids;
  // The archived thread that the session was given before, if any.
  const { where, keys } = inScope(database, key);
  const archived = `session_id IN (SELECT id FROM work_threads WHERE ${where} AND status = 'archived')`;
  const known = lastThreadOf(database, session, archived, ...keys);
  const id = known ?? insertThread(database, first, first.at, 'archived', null);
  for (const { facts, at } of entries)
    for (const fact of facts) insertFact(database, id, session, at, fact);
  return ids.add(id);
}

/** The thread of a session's last fact that fits. */
function lastThreadOf(
  database: Database,
  id: SessionId,
  fits: string,
  ...values: Value[]
): ThreadId | null {
  const sql = `SELECT session_id FROM ${THREAD_FACTS} WHERE key = ? AND ${fits} ORDER BY seq DESC LIMIT 1`;
  return database.value<ThreadId>(sql, id, ...values);
}

/** Moves the clock of a thread, and writes its fold down. */
export function foldAndTouch(database: Database, id: ThreadId, at: Millis): void {
  const { thread, seq, facts, watermark } = threadNow(database, id);
  database.run(
    `INSERT INTO thread_folds(thread_id, seq, thread) VALUES (?, ?, ?)
     ON CONFLICT(thread_id) DO UPDATE SET seq = excluded.seq, thread = excluded.thread`,
    id,
    seq,
    JSON.stringify(thread),
  );
  const isIndexed = watermark > 0 && numberOf(database, 'thread', id) !== null;
  if (!isIndexed) indexThread(database, id);
  else if (facts.length > 0) indexThreadFacts(database, headOfThread(database, id)!, facts, false);
  moveClock(database, id, at);
}

export function moveClock(database: Database, id: ThreadId, at: Millis): void {
  changeThread(database, id, 'last_accessed = max(last_accessed, ?)', iso(at));
}

function insertThread(
  database: Database,
  { scope, newId }: Pick<ThreadEntry, 'scope' | 'newId'>,
  at: Millis,
  status: ThreadHead['status'],
  origin: string | null,
): ThreadId {
  const id = newId();
  database.put('work_threads', {
    id,
    scope: scope.label,
    scope_key: joinedKey(database, scope.key),
    project_path: scope.root,
    status,
    archived_because: status === 'archived' ? 'imported' : null,
    created_at: iso(at),
    last_accessed: iso(at),
    origin,
  });
  return id;
}

function insertFact(
  database: Database,
  id: ThreadId,
  session: SessionId | null,
  at: Millis,
  fact: ThreadFact,
  follows: number | null = null,
): void {
  database.append('session_events', {
    ...threadRow(id, session, at, JSON.stringify(fact)),
    follows,
  });
}

/** A fact of a thread as the log has it. */
export function threadRow(session_id: Value, session: Value, at: Value, body: Value) {
  return { session_id, at, via: OWN_VIA, key: session, kind: 'thread', body };
}

function archiveThread(database: Database, id: ThreadId, because: string): void {
  changeThread(
    database,
    id,
    "status = 'archived', archived_because = iif(status = 'active', ?, archived_because)",
    because,
  );
}

function changeThread(database: Database, id: ThreadId, set: string, value: string): void {
  database.record('work_threads', `UPDATE work_threads SET ${set} WHERE id = ?`, value, id);
}

/** Folded to its last fact, whether or not that is written down. */
export function threadNow(
  database: Database,
  id: ThreadId,
): { thread: Thread; seq: number; facts: readonly RecordedThreadFact[]; watermark: number } {
  const row = database.get('SELECT * FROM thread_folds WHERE thread_id = ?', id);
  const before = row ? parseOr<Thread>(row['thread'], EMPTY_THREAD) : EMPTY_THREAD;
  const watermark = Number(row?.['seq'] ?? 0);
  const facts = threadFactsAfter(database, id, watermark);
  const isLate = hasLate(database, id, watermark);
  const thread = isLate
    ? foldThread(EMPTY_THREAD, threadFactsAfter(database, id, 0))
    : foldThread(before, facts);
  return { thread, seq: lastOf(facts, watermark), facts, watermark };
}

export function threadFactsAfter(
  database: Database,
  id: ThreadId,
  seq: number,
): RecordedThreadFact[] {
  return threadRows(database, id, seq)
    .filter((row) => isAsWritten(database, row))
    .map(toFact);
}

/** The facts of a thread after a number, as the log has them, in the order of all homes. None in a block has a stamp. */
export function threadRows(database: Database, id: ThreadId, seq = 0): Row[] {
  const rows = database.all(
    `SELECT * FROM ${THREAD_FACTS} WHERE session_id = ? AND seq > ? ORDER BY ${IN_ORDER_OF_ALL}`,
    id,
    seq,
  );
  const blocked = blockedRows(database, id, seq);
  if (blocked.length === 0) return rows;
  const stamped = rows.filter((row) => row['stamp'] !== null);
  const others = rows.filter((row) => row['stamp'] === null);
  return [...stamped, ...[...blocked, ...others].sort(inOrder)];
}

/**
 * Facts of threads as the log has them, with their stamps. Those that an earlier version kept in a table of their own, until they are
 * moved (`one-log.ts`), have no `kind`.
 */
export const THREAD_FACTS = `(
  SELECT event.seq, session_id, at, via, key, kind, body, follows, event.checksum, origin, stamp, author
  FROM session_events AS event LEFT JOIN share_fact_stamps USING (seq) WHERE kind = 'thread'
  UNION ALL SELECT event.seq, thread_id, at, '', session_id, '', body, follows, event.checksum, origin, stamp, author
  FROM thread_events AS event LEFT JOIN share_thread_stamps USING (seq))`;

function isAsWritten(database: Database, row: Row): boolean {
  if (row['kind'] === 'thread') return database.isAsWritten('session_events', row);
  return database.isAsWritten('thread_events', {
    ...row,
    thread_id: row['session_id'],
    session_id: row['key'],
  });
}

/** Indexes a thread up to where it was folded; the next fold adds the rest. One that was never folded: all of it. */
export function indexThread(database: Database, id: ThreadId): void {
  const head = headOfThread(database, id);
  const folded = database.value<number>('SELECT seq FROM thread_folds WHERE thread_id = ?', id);
  const upTo = folded ?? Number.POSITIVE_INFINITY;
  const facts = threadFactsAfter(database, id, 0).filter(({ seq }) => seq <= upTo);
  if (head) indexThreadFacts(database, head, facts, true);
}

/** When somebody last added to a thread, in SQL. */
function workedAt(id: string): string {
  const last = (events: string) => `(SELECT at FROM ${events} = ${id} ORDER BY seq DESC LIMIT 1)`;
  return `coalesce(${last('session_events WHERE session_id')}, ${last('thread_events WHERE thread_id')})`;
}

/** When a thread was last worked on, given or asked for. */
export function lastAccess(database: Database, { id, lastAccessed }: ThreadHead): Millis {
  return Math.max(lastAccessed, Number(database.value(`SELECT ${workedAt('?1')}`, id)));
}

function isIdle(database: Database, head: ThreadHead, at: Millis, idleMillis: number): boolean {
  return at - head.lastAccessed > idleMillis && at - lastAccess(database, head) > idleMillis;
}

export function activeHead(database: Database, scopeKey: ScopeKey): ThreadHead | null {
  const { where, keys } = inScope(database, scopeKey);
  // Projects that were joined may have one each: the work goes on with the latest.
  const active = `${where} AND status = 'active' ORDER BY last_accessed DESC LIMIT 1`;
  return headsWhere(database, active, ...keys)[0] ?? null;
}

/** Threads that idleness archived, the latest last. */
export function idleThreads(database: Database, scopeKey: ScopeKey, most: number): ThreadId[] {
  const { where, keys } = inScope(database, scopeKey);
  const idle = "status = 'archived' AND archived_because = 'idle'";
  return database
    .column<ThreadId>(
      `SELECT id FROM work_threads WHERE ${where} AND ${idle} ORDER BY last_accessed DESC LIMIT ${most}`,
      ...keys,
    )
    .reverse();
}

function headOfThread(database: Database, id: ThreadId): ThreadHead | null {
  return headsWhere(database, 'id = ?', id)[0] ?? null;
}

function headsWhere(database: Database, where: string, ...values: Value[]): ThreadHead[] {
  return database
    .all(`SELECT *, ${projectColumn('work_threads')} FROM work_threads WHERE ${where}`, ...values)
    .map((row) => ({
      id: row['id'] as ThreadId,
      scope: {
        key: row['scope_key'] as ScopeKey,
        label: storedLabel(row['scope']),
        root: row['project_path'] as string | null,
      },
      status: row['status'] === 'active' ? 'active' : 'archived',
      archivedBecause: row['archived_because'] as string | null,
      createdAt: millis(String(row['created_at'])) ?? 0,
      lastAccessed: millis(String(row['last_accessed'])) ?? 0,
      imported: row['origin'] !== null,
    }));
}

function toFact(row: Row): RecordedThreadFact {
  return {
    seq: Number(row['seq']),
    // A clock that runs ahead must not make its facts the newest for a day.
    at:
      row['stamp'] == null ? Number(row['at']) : Math.min(Number(row['at']), Number(row['stamp'])),
    sessionId: (row['key'] ?? null) as SessionId | null,
    fact: parseOr<ThreadFact>(row['body'], { kind: 'turn', by: 'agent' }),
    ...(typeof row['author'] === 'string' && { from: row['author'] }),
  };
}

/** Facts of other homes came in between: what was folded is folded again. */
export function discardFold(database: Database, id: ThreadId): void {
  database.run('DELETE FROM thread_folds WHERE thread_id = ?', id);
}

/** Folds the threads of a project that have no fold. */
export function refoldThreads(database: Database, scopeKey: ScopeKey): void {
  const { where, keys } = inScope(database, scopeKey);
  const unfolded = `SELECT id FROM work_threads WHERE ${where} AND id NOT IN (SELECT thread_id FROM thread_folds)`;
  for (const id of database.column<ThreadId>(unfolded, ...keys)) foldAndTouch(database, id, 0);
}

/** Facts in the threads of a project that are shared, as they are stored, in the order of all homes. */
function sharedRows(database: Database, scopeKey: ScopeKey): Row[] {
  const { where, keys } = inScope(database, scopeKey);
  return database.all(
    `SELECT * FROM ${THREAD_FACTS} WHERE stamp IS NOT NULL AND session_id IN (SELECT id FROM work_threads WHERE ${where})
     ORDER BY ${IN_ORDER_OF_ALL}`,
    ...keys,
  );
}

export function sharedFacts(database: Database, scopeKey: ScopeKey): RecordedThreadFact[] {
  return sharedRows(database, scopeKey).map(toFact);
}

/** Facts of teammates among them. */
export function teamWork(database: Database, scopeKey: ScopeKey): Row[] {
  return sharedRows(database, scopeKey).filter(({ author }) => author !== null);
}
