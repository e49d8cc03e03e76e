import type { ScopeKey, SessionId, ThreadId } from '../../../domain/ids.ts';
import { type Scope, storedLabel } from '../../../domain/scope.ts';
import {
  EMPTY_THREAD,
  opensThread,
  type RecordedThreadFact,
  type Thread,
  type ThreadFact,
} from '../../../domain/thread/thread.ts';
import { foldThread } from '../../../domain/thread/thread-fold.ts';
import { iso, type Millis, millis } from '../../../domain/time.ts';
import type { Database, Row } from '../database.ts';
import { inScope, joinedKey, projectOf } from '../projects.ts';
import { parsed, type ThreadHead } from '../rows.ts';
import { blockedRows, inOrder } from './blocks.ts';
import { hasLate, IN_ORDER_OF_ALL, lastOf, placeOf } from './order.ts';
import { indexThreadFacts, numberOf } from './search-write.ts';

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

export type ThreadFolding = (thread: Thread, facts: readonly RecordedThreadFact[]) => Thread;

export interface ThreadSeen {
  readonly head: ThreadHead;
  readonly thread: Thread;
}

/** Threads: one active per scope, shared by all who work there. */
export function threadUnits(database: Database) {
  return {
    /** Adds to a scope's thread; null where nothing in it is work and no thread is open. */
    recordThread(entry: ThreadEntry, at: Millis, session: SessionId | null): ThreadHead | null {
      return database.write(() => insertThreadFacts(database, entry, at, session));
    },

    /**
     * Adds what an earlier session did, in order, each fact at its own time. It goes to the scope's thread as if it had been
     * recorded then. Where that thread has newer work, the session gets an archived thread of its own instead.
     */
    replayThreads(session: SessionId, entries: readonly DatedThreadEntry[], folding: ThreadFolding): void {
      database.write(() => {
        for (const own of Map.groupBy(entries, ({ scope }) => scope.key).values()) {
          const last = own.at(-1)!.at;
          for (const id of replay(database, session, own)) touch(database, id, folding, last);
        }
      });
    },

    /** The active thread of a scope. One that was idle for too long is archived instead. */
    activeThread(
      scopeKey: ScopeKey,
      folding: ThreadFolding,
      at: Millis,
      idleMillis: number,
    ): ThreadSeen | null {
      const head = activeHead(database, scopeKey);
      if (!head) return null;
      if (isIdle(database, head, at, idleMillis)) {
        database.write(() => archive(database, head.id, 'idle'));
        return null;
      }
      return { head, thread: threadNow(database, head.id, folding).thread };
    },

    /** Moves the clock of idleness, and writes the fold down. */
    touchThread(id: ThreadId, folding: ThreadFolding, at: Millis): void {
      database.write(() => touch(database, id, folding, at));
    },

    /** Makes a thread the active one of its scope; the one that was is archived. */
    activateThread(id: ThreadId, at: Millis): ThreadHead | null {
      return database.write(() => {
        const head = headOfThread(database, id);
        if (!head) return null;
        const active = activeHead(database, head.scope.key);
        if (active && active.id !== id) archive(database, active.id, `${id} was resumed`);
        database.record(
          'work_threads',
          "UPDATE work_threads SET status = 'active', archived_because = NULL, last_accessed = ? WHERE id = ?",
          iso(at),
          id,
        );
        insertFact(database, id, null, at, { kind: 'reopened', by: 'person' });
        return headOfThread(database, id);
      });
    },

    thread(id: ThreadId, folding: ThreadFolding): ThreadSeen | null {
      const head = headOfThread(database, id);
      return head && { head, thread: threadNow(database, id, folding).thread };
    },

    /** The thread that a session worked on last. */
    threadOfSession(id: SessionId): ThreadId | null {
      const row = database.get(
        "SELECT thread_id FROM thread_events WHERE session_id = ? AND body ->> '$.kind' <> 'turn' ORDER BY seq DESC LIMIT 1",
        id,
      );
      return row ? (String(row['thread_id']) as ThreadId) : null;
    },

    threadsLike(prefix: string, limit: number): readonly ThreadId[] {
      return database
        .all("SELECT id FROM work_threads WHERE id >= ?1 AND id < ?1 || '\u{10FFFF}' LIMIT ?2", prefix, limit)
        .map((row) => row['id'] as ThreadId);
    },

    /** Newest access first. */
    threadHistory(scopeKey: ScopeKey | null, limit: number): readonly ThreadHead[] {
      const { where, keys } = scopeKey === null ? { where: 'TRUE', keys: [] } : inScope(database, scopeKey);
      return database
        .all(
          `SELECT ${THREAD_COLUMNS} FROM work_threads WHERE ${where} ORDER BY last_accessed DESC, rowid DESC LIMIT ?`,
          ...keys,
          limit,
        )
        .map(toThreadHead);
    },

    archiveIdleThreads(before: Millis): number {
      return database.write(() =>
        database.record(
          'work_threads',
          `UPDATE work_threads SET status = 'archived', archived_because = 'idle'
             WHERE status = 'active' AND last_accessed < ?1
               AND coalesce((SELECT at FROM thread_events WHERE thread_id = work_threads.id ORDER BY seq DESC LIMIT 1), 0) < ?2`,
          iso(before),
          before,
        ),
      );
    },

    /** Makes an archived or active thread of imported facts, once per origin; null where it was imported before. */
    importThread(
      entry: Omit<ThreadEntry, 'idleMillis'> & {
        readonly origin: string;
        readonly at: Millis;
        readonly status: 'active' | 'archived';
      },
    ): ThreadHead | null {
      return database.write(() => {
        if (database.get('SELECT 1 FROM work_threads WHERE origin = ?', entry.origin)) return null;
        // The work that is under way here is not pushed aside by an import.
        const status = activeHead(database, entry.scope.key) ? 'archived' : entry.status;
        const id = insertThread(database, entry, entry.at, status, entry.origin);
        for (const fact of entry.facts) insertFact(database, id, null, entry.at, fact);
        indexThread(database, id);
        return headOfThread(database, id);
      });
    },
  };
}

const THREAD_COLUMNS = `*, ${projectOf('work_threads')}`;

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
    archive(database, head.id, 'idle');
    head = null;
  }
  if (!head && !entry.facts.some(opensThread)) return null;
  const id = head?.id ?? insertThread(database, entry, at, 'active', null);
  const follows = isLate ? placeOf(database, 'thread_events', id, at) : null;
  for (const fact of entry.facts) insertFact(database, id, session, at, fact, follows);
  // Also back, where the clock ran ahead.
  if (head && !isLate && Math.abs(at - head.lastAccessed) > CLOCK_MILLIS) {
    database.record('work_threads', 'UPDATE work_threads SET last_accessed = ? WHERE id = ?', iso(at), id);
  }
  if (entry.facts.some((fact) => fact.kind === 'completed')) archive(database, id, 'complete');
  return headOfThread(database, id);
}

/** Adds the facts of one session to one scope, and says to which threads. */
function replay(
  database: Database,
  session: SessionId,
  entries: readonly DatedThreadEntry[],
): ReadonlySet<ThreadId> {
  const [first] = entries;
  const { key } = first!.scope;
  const active = activeHead(database, key);
  const ids = new Set<ThreadId>();
  if (!active || !hasNewer(database, active, first!.at)) {
    for (const entry of entries) {
      const head = insertThreadFacts(database, entry, entry.at, session);
      if (head) ids.add(head.id);
    }
    return ids;
  }
  // The work that is under way is not pushed aside, nor told what it has left behind.
  if (!entries.some(({ facts }) => facts.some(opensThread))) return ids;
  const id =
    archivedOf(database, session, key) ?? insertThread(database, first!, first!.at, 'archived', null);
  for (const { facts, at } of entries) for (const fact of facts) insertFact(database, id, session, at, fact);
  return ids.add(id);
}

function hasNewer(database: Database, head: ThreadHead, at: Millis): boolean {
  const newer = database.get(
    'SELECT 1 FROM thread_events WHERE thread_id = ? AND at > ? LIMIT 1',
    head.id,
    at,
  );
  return head.lastAccessed > at || newer !== undefined;
}

/** The archived thread that a session was given before. */
function archivedOf(database: Database, session: SessionId, key: ScopeKey): ThreadId | null {
  const { where, keys } = inScope(database, key);
  const row = database.get(
    `SELECT thread_id FROM thread_events JOIN work_threads ON work_threads.id = thread_id
     WHERE session_id = ? AND ${where} AND status = 'archived' ORDER BY seq DESC LIMIT 1`,
    session,
    ...keys,
  );
  return row ? (String(row['thread_id']) as ThreadId) : null;
}

/** Moves the clock of a thread, and writes its fold down. */
function touch(database: Database, id: ThreadId, folding: ThreadFolding, at: Millis): void {
  const { thread, seq, facts, watermark } = threadNow(database, id, folding);
  if (facts.length > 0) indexAfter(database, id, watermark, facts);
  database.run(
    `INSERT INTO thread_folds(thread_id, seq, thread) VALUES (?, ?, ?)
     ON CONFLICT(thread_id) DO UPDATE SET seq = excluded.seq, thread = excluded.thread`,
    id,
    seq,
    JSON.stringify(thread),
  );
  moveClock(database, id, at);
}

export function moveClock(database: Database, id: ThreadId, at: Millis): void {
  database.record(
    'work_threads',
    'UPDATE work_threads SET last_accessed = max(last_accessed, ?) WHERE id = ?',
    iso(at),
    id,
  );
}

function insertThread(
  database: Database,
  { scope, newId }: Pick<ThreadEntry, 'scope' | 'newId'>,
  at: Millis,
  status: ThreadHead['status'],
  origin: string | null,
): ThreadId {
  const id = newId();
  database.record(
    'work_threads',
    `INSERT INTO work_threads(id, scope, scope_key, project_path, status, archived_because, created_at, last_accessed, origin)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    scope.label,
    joinedKey(database, scope.key),
    scope.root,
    status,
    status === 'archived' ? 'imported' : null,
    iso(at),
    iso(at),
    origin,
  );
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
  database.append('thread_events', {
    ...{ thread_id: id, session_id: session, at, body: JSON.stringify(fact), follows },
  });
}

function archive(database: Database, id: ThreadId, because: string): void {
  database.record(
    'work_threads',
    "UPDATE work_threads SET status = 'archived', archived_because = ? WHERE id = ? AND status = 'active'",
    because,
    id,
  );
}

/** Folded to its last fact, whether or not that is written down. */
export function threadNow(
  database: Database,
  id: ThreadId,
  folding: ThreadFolding,
): { thread: Thread; seq: number; facts: readonly RecordedThreadFact[]; watermark: number } {
  const row = database.get('SELECT * FROM thread_folds WHERE thread_id = ?', id);
  const before = row ? parsed<Thread>(row['thread'], EMPTY_THREAD) : EMPTY_THREAD;
  const watermark = Number(row?.['seq'] ?? 0);
  const facts = threadFactsAfter(database, id, watermark);
  const isLate = hasLate(database, 'thread_events', id, watermark);
  const thread = isLate ? folding(EMPTY_THREAD, threadFactsAfter(database, id, 0)) : folding(before, facts);
  return { thread, seq: lastOf(facts, watermark), facts, watermark };
}

export function threadFactsAfter(database: Database, id: ThreadId, seq: number): RecordedThreadFact[] {
  const rows = database.all(
    `SELECT thread_events.*, origin, stamp, author FROM thread_events LEFT JOIN share_thread_stamps USING (seq) WHERE thread_id = ? AND seq > ?
     ORDER BY ${IN_ORDER_OF_ALL}`,
    id,
    seq,
  );
  // A home that shares has no blocks, and facts without stamps have the order of one home.
  const blocked = blockedRows(database, id, seq);
  return (blocked.length === 0 ? rows : [...blocked, ...rows].sort(inOrder))
    .filter((row) => database.isAsWritten('thread_events', row))
    .map(toFact);
}

/** Adds what a fold has just read; of a thread that was folded before there was an index, all of it. */
function indexAfter(
  database: Database,
  id: ThreadId,
  watermark: number,
  facts: readonly RecordedThreadFact[],
): void {
  const anew = watermark === 0 || numberOf(database, 'thread', id) === null;
  const all = anew && watermark > 0 ? threadFactsAfter(database, id, 0) : facts;
  indexThreadFacts(database, headOfThread(database, id)!, all, anew);
}

/** Indexes a thread up to where it was folded; the next fold adds the rest. One that was never folded: all of it. */
export function indexThread(database: Database, id: ThreadId): void {
  const head = headOfThread(database, id);
  const row = database.get('SELECT seq FROM thread_folds WHERE thread_id = ?', id);
  const upTo = Number(row?.['seq'] ?? Number.POSITIVE_INFINITY);
  const facts = threadFactsAfter(database, id, 0).filter(({ seq }) => seq <= upTo);
  if (head) indexThreadFacts(database, head, facts, true);
}

function isIdle(database: Database, head: ThreadHead, at: Millis, idleMillis: number): boolean {
  if (at - head.lastAccessed <= idleMillis) return false;
  const last = database.get(
    'SELECT at FROM thread_events WHERE thread_id = ? ORDER BY seq DESC LIMIT 1',
    head.id,
  );
  return at - Number(last?.['at'] ?? 0) > idleMillis;
}

export function activeHead(database: Database, scopeKey: ScopeKey): ThreadHead | null {
  const { where, keys } = inScope(database, scopeKey);
  // Projects that were joined may have one each: the work goes on with the latest.
  const row = database.get(
    `SELECT ${THREAD_COLUMNS} FROM work_threads WHERE ${where} AND status = 'active' ORDER BY last_accessed DESC LIMIT 1`,
    ...keys,
  );
  return row ? toThreadHead(row) : null;
}

/** Threads that idleness archived, the latest last. */
export function idleThreads(database: Database, scopeKey: ScopeKey, most: number): ThreadId[] {
  const { where, keys } = inScope(database, scopeKey);
  return database
    .all(
      `SELECT id FROM work_threads WHERE ${where} AND status = 'archived' AND archived_because = 'idle'
       ORDER BY last_accessed DESC LIMIT ${most}`,
      ...keys,
    )
    .map((row) => String(row['id']) as ThreadId)
    .reverse();
}

function headOfThread(database: Database, id: ThreadId): ThreadHead | null {
  const row = database.get(`SELECT ${THREAD_COLUMNS} FROM work_threads WHERE id = ?`, id);
  return row ? toThreadHead(row) : null;
}

function toThreadHead(row: Row): ThreadHead {
  return {
    id: String(row['id']) as ThreadId,
    scope: {
      key: String(row['scope_key']) as ScopeKey,
      label: storedLabel(row['scope']),
      root: row['project_path'] === null ? null : String(row['project_path']),
    },
    status: row['status'] === 'active' ? 'active' : 'archived',
    archivedBecause: row['archived_because'] === null ? null : String(row['archived_because']),
    createdAt: millis(String(row['created_at'])) ?? 0,
    lastAccessed: millis(String(row['last_accessed'])) ?? 0,
    imported: row['origin'] !== null,
  };
}

function toFact(row: Row): RecordedThreadFact {
  return {
    seq: Number(row['seq']),
    // A clock that runs ahead must not make its facts the newest for a day.
    at: row['stamp'] == null ? Number(row['at']) : Math.min(Number(row['at']), Number(row['stamp'])),
    sessionId: (row['session_id'] ?? null) as SessionId | null,
    fact: parsed<ThreadFact>(row['body'], { kind: 'turn', by: 'agent' }),
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
  const rows = database.all(
    `SELECT id, coalesce((SELECT max(at) FROM thread_events WHERE thread_id = work_threads.id), 0) AS at FROM work_threads
     WHERE ${where} AND NOT EXISTS (SELECT 1 FROM thread_folds WHERE thread_id = work_threads.id)`,
    ...keys,
  );
  for (const row of rows) touch(database, row['id'] as ThreadId, foldThread, Number(row['at']));
}

/** Every shared fact of a project, in the order of all homes. */
export function sharedFacts(database: Database, scopeKey: ScopeKey): RecordedThreadFact[] {
  const { where, keys } = inScope(database, scopeKey);
  return database
    .all(
      `SELECT thread_events.*, origin, stamp, author FROM thread_events JOIN share_thread_stamps USING (seq)
       WHERE thread_id IN (SELECT id FROM work_threads WHERE ${where}) ORDER BY ${IN_ORDER_OF_ALL}`,
      ...keys,
    )
    .map(toFact);
}

/** Facts of teammates in the threads of a project, as they are stored. */
export function teamWork(database: Database, scopeKey: ScopeKey): Row[] {
  const { where, keys } = inScope(database, scopeKey);
  return database.all(
    `SELECT thread_events.seq, thread_id, body, author FROM thread_events JOIN share_thread_stamps USING (seq)
     WHERE author IS NOT NULL AND thread_id IN (SELECT id FROM work_threads WHERE ${where})`,
    ...keys,
  );
}
