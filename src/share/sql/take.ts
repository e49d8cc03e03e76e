import type { OwnerRecord, ScopeKey, SessionId, ThreadId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import { iso, type Millis, millis } from '../../domain/base/time.ts';
import { SHARE_VIA } from '../../domain/facts/fact.ts';
import { placeBehindEarlier } from '../../domain/keeping/arrival-place.ts';
import type { Importance, MemorySource } from '../../domain/memories/memory.ts';
import type { Database, Row } from '../../store/base/database.ts';
import { dismiss } from '../../store/base/dismissed.ts';
import { inScope, joinedKey } from '../../store/base/joined.ts';
import { putMemory, toMemory } from '../../store/base/memory-rows.ts';
import { originOf, parseOr } from '../../store/base/rows.ts';
import { placeAmongOthers, readStarted } from '../../store/facts/takeover.ts';
import { forgetTold } from '../../store/keeping/forget.ts';
import { insertRow, mayBeThread } from '../../store/keeping/tables.ts';
import { nextSeq } from '../../store/keeping/transfer.ts';
import { foldWithoutLearning, hotHead } from '../../store/sessions/fold.ts';
import { activeHead, discardFold, teamWork, threadRow } from '../../store/threads/threads.ts';
import { placedFact } from '../domain/paths.ts';
import {
  isGitStream,
  loginOf,
  type RecordKind,
  type RecordOf,
  type SharedRecord,
  type Stamped,
  takenFromTeam,
  withdrawableIds,
} from '../domain/record.ts';
import type { NumberedSegment } from '../domain/segment.ts';
import { type SharedProject, sharedUnits } from './at-events.ts';
import { noteSent, noteWithdrawal, putStamp, wasSent } from './pack.ts';

/** Names under which this home wrote before. */
export const FORMER = 'former stream';

/** A segment that was opened and checked. */
export interface OpenedSegment extends NumberedSegment {
  readonly origin: string;
  readonly author: string;
  /** Written by this home's login: the person's own words. */
  readonly isOwn: boolean;
}

interface SegmentArrival {
  readonly database: Database;
  readonly scope: Scope;
  /** The keys under which the project is shared, and under which its rows are written. */
  readonly scopeKey: ScopeKey;
  readonly key: ScopeKey;
  readonly segment: OpenedSegment;
  readonly at: Millis;
  readonly sessions: Set<SessionId>;
  readonly threads: Set<ThreadId>;
}

/**
 * Takes segments in, in their order, and says how many records there were. A session belongs to its home, so its facts are simply
 * appended; facts of a thread find their place by their stamps when the thread is folded. The cursor moves in the same
 * transaction: twice is once.
 */
export function takeSegments(
  database: Database,
  scope: Scope,
  segments: readonly OpenedSegment[],
  at: Millis,
): number {
  const scopeKey = sharedUnits.sharedProject(database, scope.key)?.scopeKey;
  if (!scopeKey) return 0;
  const sessions = new Set<SessionId>();
  const threads = new Set<ThreadId>();
  let records = 0;
  for (const segment of segments) {
    if (isTaken(database, scopeKey, segment)) continue;
    const key = joinedKey(database, scope.key);
    const arrival: SegmentArrival = {
      database,
      scope,
      scopeKey,
      key,
      segment,
      at,
      sessions,
      threads,
    };
    for (const stamped of segment.records)
      if (!isWithdrawn(arrival, stamped)) take(arrival, stamped);
    moveCursor(arrival);
    records += segment.records.length;
  }
  // A session that is gone meanwhile was withdrawn.
  for (const id of sessions) foldTaken(database, id, at);
  for (const id of threads) discardFold(database, id);
  return records;
}

type Taker<K extends RecordKind> = (
  arrival: SegmentArrival,
  record: RecordOf<K>,
  stamp: number,
) => void;

/** The place of each kind of record of the person's own machines here. */
const OWN_TAKERS: { readonly [K in RecordKind]?: Taker<K> } = {
  withdrawn: takeWithdrawal,
  work: takeWork,
  session: takeSession,
  fact: takeFact,
  memory: takeMemory,
  waiting: takeWaitingPin,
  'let-go': takeDismissed,
  metrics: (arrival, record, stamp) =>
    keepItem(arrival, `metrics ${arrival.segment.origin}`, stamp, record),
};

/** Takers for records of a teammate. A record that claims more than the team is not believed. */
const TEAM_TAKERS: { readonly [K in RecordKind]?: Taker<K> } = {
  withdrawn: takeWithdrawal,
  work: takeWork,
  memory: (arrival, record, stamp) => keepItem(arrival, record.memory.id, stamp, record),
  pin: (arrival, record, stamp) => keepItem(arrival, record.id, stamp, record),
  visit: keepVisit,
};

function take(arrival: SegmentArrival, { stamp, record }: Stamped): void {
  const takers = arrival.segment.isOwn ? OWN_TAKERS : TEAM_TAKERS;
  (takers[record.kind] as Taker<RecordKind> | undefined)?.(arrival, record as never, stamp);
}

function takeSession(arrival: SegmentArrival, { session }: RecordOf<'session'>): void {
  const { database, scope, key, segment, sessions } = arrival;
  const id = session.id as SessionId;
  const known = database.get('SELECT owner FROM session_states WHERE id = ?', id);
  const end = session.endedAt === null ? null : iso(session.endedAt);
  const crashed = session.crashed ? 1 : 0;
  if (known) {
    if (!isOfHome(database, known, segment.origin)) return;
    const change = 'UPDATE session_states SET end_time = ?, crash_recovered = ? WHERE id = ?';
    database.record('session_states', change, end, crashed, id);
  } else {
    if (database.has('SELECT 1 FROM cold_sessions WHERE id = ?', id)) return;
    const start = iso(session.startedAt);
    const row = {
      id,
      start_time: start,
      end_time: end,
      channel: session.host,
      host: session.host,
      scope: scope.label,
      scope_key: key,
      project_path: scope.root,
      cwd: scope.root,
      branch: session.branch,
      head: session.head,
      previous_session_id: session.previous,
      crash_recovered: crashed,
      owner: JSON.stringify({ origin: segment.origin }),
      created_at: start,
      updated_at: start,
      last_activity: start,
      holds: 0,
      task_count: 0,
      has_critical: 0,
    };
    const started = readStarted(database, Number.MAX_SAFE_INTEGER);
    const seat = placeBehindEarlier(started, start) ?? nextSeq(database);
    insertRow(database, 'session_states', { ...row, started_seq: seat });
  }
  sessions.add(id);
}

/**
 * A session of that home; or one of this home, which wrote under that name before its database was put back. Through git all
 * homes are one person's, and one that goes on under another name goes on with its sessions.
 */
function isOfHome(database: Database, { owner }: Row, origin: string): boolean {
  const home = originOf(parseOr<OwnerRecord | null>(owner, null));
  if (home !== null && isGitStream(home) && isGitStream(origin)) return true;
  return home === null ? wasSent(database, FORMER, origin) !== null : home === origin;
}

function takeFact(
  arrival: SegmentArrival,
  { session, at, fact }: RecordOf<'fact'>,
  stamp: number,
): void {
  const { database, scope, segment, sessions } = arrival;
  const row = database.get('SELECT owner FROM session_states WHERE id = ?', session);
  if (!row || !isOfHome(database, row, segment.origin)) return;
  const { kind, ...body } = placedFact(fact, scope.root);
  const done = database.append('session_events', {
    session_id: session,
    at,
    via: SHARE_VIA,
    kind,
    body: JSON.stringify(body),
  });
  putStamp(database, done.lastRowid, segment.origin, stamp);
  sessions.add(session as SessionId);
}

function foldTaken(database: Database, id: SessionId, at: Millis): void {
  if (!hotHead(database, id)) return;
  foldWithoutLearning(database, id, at);
  const head = hotHead(database, id)!;
  // A thread that was never at work here counts from its own last fact, not from when it came.
  database.record(
    'session_states',
    'UPDATE session_states SET last_activity = ?, updated_at = ? WHERE id = ?',
    iso(head.lastActivity),
    iso(head.endedAt ?? head.lastActivity),
    id,
  );
  const stamps =
    'SELECT max(stamp) FROM session_events JOIN share_fact_stamps USING (seq) WHERE session_id = ?';
  const last = database.value<number>(stamps, id) ?? head.lastActivity;
  placeAmongOthers(database, head, at, last);
}

function takeWork(
  arrival: SegmentArrival,
  { thread, session, at, fact }: RecordOf<'work'>,
  stamp: number,
): void {
  const { database, segment, threads } = arrival;
  const isEnd = fact.kind === 'completed' || fact.kind === 'reopened';
  const id = threadFor(arrival, thread, { at: Math.min(at, stamp), isEnd });
  if (!id) return;
  const done = database.append('session_events', threadRow(id, session, at, JSON.stringify(fact)));
  putStamp(database, done.lastRowid, segment.origin, stamp, segment.isOwn ? null : segment.author);
  threads.add(id);
  if (fact.kind === 'completed' && id === thread)
    database.record(
      'work_threads',
      "UPDATE work_threads SET status = 'archived', archived_because = 'complete' WHERE id = ? AND status = 'active'",
      id,
    );
}

/**
 * The thread of this home that a fact of another belongs to: the same, the one that it was found to go on with, else the one
 * that is under way here. Two homes that began without knowing of each other work on one thing. An ending is that thread's alone.
 */
function threadFor(
  { database, scope, key }: SegmentArrival,
  thread: string,
  { at, isEnd }: { readonly at: Millis; readonly isEnd: boolean },
): ThreadId | null {
  if (!mayBeThread(database, thread)) return null;
  if (database.has('SELECT 1 FROM work_threads WHERE id = ?', thread)) return thread as ThreadId;
  const known = database.value<ThreadId>(
    'SELECT into_thread FROM share_threads WHERE thread = ?',
    thread,
  );
  if (known) return isEnd ? null : known;
  const active = activeHead(database, scope.key);
  if (active && !isEnd) {
    database.run('INSERT INTO share_threads(thread, into_thread) VALUES (?, ?)', thread, active.id);
    return active.id;
  }
  insertRow(database, 'work_threads', {
    id: thread,
    scope: scope.label,
    scope_key: key,
    project_path: scope.root,
    status: isEnd ? 'archived' : 'active',
    archived_because: isEnd ? 'complete' : null,
    created_at: iso(at),
    last_accessed: iso(at),
  });
  return thread as ThreadId;
}

/** The later word counts; of two at the same moment the one that was here. */
function takeMemory(
  { database, scope, key }: SegmentArrival,
  { memory: shared }: RecordOf<'memory'>,
): void {
  const row = database.get('SELECT * FROM memory_items WHERE id = ?', shared.id);
  const known = row && toMemory(row);
  const updatedAt = millis(shared.updatedAt) ?? 0;
  if (known && known.updatedAt >= updatedAt) return;
  const { id, content, categories, confidence } = shared;
  putMemory(database, {
    scope: scope.label,
    scopeKey: key,
    stated: confidence,
    accessCount: 0,
    lastAccessed: null,
    validations: 0,
    contradictions: 0,
    ...known,
    id,
    content,
    categories,
    confidence,
    updatedAt,
    importance: shared.importance as Importance,
    source: shared.source as MemorySource,
    createdAt: millis(shared.createdAt) ?? updatedAt,
    expiresAt: millis(shared.expiresAt),
    sessionId: shared.session as SessionId | null,
  });
  const isMarked = database.has('SELECT 1 FROM share_marked WHERE id = ?', id) ? 1 : 0;
  // Written by SQLite: the state has to equal what the query of unsent memories computes.
  const sum = database.value<string>("SELECT '' || CAST(? AS REAL)", confidence);
  noteSent(database, 'memory', id, `${iso(updatedAt)}|${sum}|${isMarked}`);
}

/** The next session here takes it too: two pins of one identity are one. */
function takeWaitingPin(
  { database, scope, key }: SegmentArrival,
  { at, pin }: RecordOf<'waiting'>,
): void {
  const done = database.append('scope_waiting_pins', {
    scope_key: key,
    scope: scope.label,
    at,
    body: JSON.stringify(pin),
  });
  noteSent(database, 'waiting', String(done.lastRowid), '');
}

function takeDismissed(
  { database, key }: SegmentArrival,
  { what, identity, at }: RecordOf<'let-go'>,
): void {
  dismiss(database, key, what, identity, at);
  const here =
    'SELECT 1 FROM scope_let_go WHERE scope_key = ? AND kind = ? AND identity = ? AND at = ?';
  if (database.has(here, key, what, identity, at))
    noteSent(database, 'let-go', `${what}:${identity}`, String(at));
}

/** Keeps only a teammate's last visit: one row for each, however many sessions there are. */
function keepVisit(arrival: SegmentArrival, record: RecordOf<'visit'>, stamp: number): void {
  const { database, scopeKey, segment } = arrival;
  const others = "FROM share_items WHERE scope_key = ? AND author = ? AND kind = 'visit'";
  const key = [scopeKey, segment.author];
  if (database.has(`SELECT 1 ${others} AND stamp > ?`, ...key, stamp)) return;
  database.run(`DELETE ${others}`, ...key);
  keepItem(arrival, `visit ${record.session}`, stamp, record);
}

const ITEM = 'FROM share_items WHERE scope_key = ? AND author = ? AND id = ?';

/** The last word of its author about it counts. */
function keepItem(
  { database, scopeKey, segment: { author, origin } }: SegmentArrival,
  id: string,
  stamp: number,
  record: SharedRecord,
): void {
  const key = [scopeKey, author, id];
  if (database.has(`SELECT 1 ${ITEM} AND stamp > ?`, ...key, stamp)) return;
  database.run(`DELETE ${ITEM}`, ...key);
  insertRow(database, 'share_items', {
    scope_key: scopeKey,
    id,
    kind: record.kind,
    author,
    origin,
    stamp,
    body: JSON.stringify(record),
  });
}

/** Records that were withdrawn before they came, because another home's stream was read first. */
function isWithdrawn({ database, scopeKey, segment }: SegmentArrival, stamped: Stamped): boolean {
  const ids = withdrawableIds(segment.origin, stamped);
  const names = [
    ...ids.map((id) => withdrawalKey(segment.author, id)),
    ...(segment.isOwn ? ids : []),
  ];
  const look = 'SELECT 1 FROM share_withdrawn WHERE scope_key = ? AND id = ?';
  return names.some((name) => database.has(look, scopeKey, name));
}

/** A withdrawal concerns what is its author's, and nothing else: it is kept under that name. */
function withdrawalKey(author: string, id: string): string {
  return JSON.stringify([author, id]);
}

/** The id in such a key. */
export function withdrawnId(key: string): string {
  return parseOr<[string, string]>(key, ['', ''])[1];
}

/**
 * Rows of teammates and single facts go at once. The person's own sessions and memories have more than rows, and mirrors and
 * backups hold all of it: what is received is obeyed when everything is in.
 */
function takeWithdrawal(arrival: SegmentArrival, { ids }: RecordOf<'withdrawn'>): void {
  const { database, scopeKey, segment, at } = arrival;
  let isAnyGone = false;
  for (const id of ids) {
    const fromTeam = takenFromTeam(id);
    const isGone = fromTeam === null ? dropRows(arrival, id) : dropItem(arrival, fromTeam);
    isAnyGone ||= isGone;
    // Only the person's own withdrawals reach sessions and memories of the person.
    const isOwnHere = segment.isOwn && (isGone || database.has(KNOWN, id));
    const state = isOwnHere ? 'received' : 'done';
    if (fromTeam === null)
      noteWithdrawal(database, scopeKey, withdrawalKey(segment.author, id), at, state);
  }
  if (!isAnyGone) return;
  // Copies hold what is gone from the rows.
  const copies = withdrawalKey(segment.author, `copies ${segment.origin} ${segment.n}`);
  noteWithdrawal(database, scopeKey, copies, at, 'received');
  clearTold(database, scopeKey, segment.isOwn ? null : segment.author);
}

const KNOWN = `SELECT 1 FROM session_states WHERE id = ?1 UNION ALL SELECT 1 FROM cold_sessions WHERE id = ?1
  UNION ALL SELECT 1 FROM memory_items WHERE id = ?1`;

/** Drops what its author shared with the team under an id; whether there was anything. */
function dropItem({ database, scopeKey, segment }: SegmentArrival, id: string): boolean {
  const isDropped = (item: string) =>
    database.run(`DELETE ${ITEM}`, scopeKey, segment.author, item).changes > 0;
  return [id, `visit ${id}`].filter(isDropped).length > 0;
}

/** Drops the rows of a withdrawn record, session or memory; whether there were any. */
function dropRows(arrival: SegmentArrival, id: string): boolean {
  const { database, segment, threads, sessions } = arrival;
  const isItem = dropItem(arrival, id);
  const at = id.lastIndexOf('@');
  const [origin, stamp] = at < 0 ? ['', -1] : [id.slice(0, at), Number(id.slice(at + 1)) || -1];
  const author = segment.isOwn ? null : segment.author;
  const facts = database.all(
    `SELECT seq, session_id, kind FROM share_fact_stamps AS stamp JOIN session_events AS event USING (seq)
     WHERE author IS ?1 AND ((kind = 'thread' AND key = ?2) OR (origin = ?3 AND stamp.stamp = ?4))`,
    author,
    id,
    origin,
    stamp,
  );
  for (const row of facts) {
    dropFact(database, row);
    const owner = row['session_id']!;
    if (row['kind'] === 'thread') threads.add(owner as ThreadId);
    else {
      sessions.add(owner as SessionId);
      for (const table of ['session_folds', 'session_turns'])
        database.run(`DELETE FROM ${table} WHERE session_id = ?`, owner);
    }
  }
  return isItem || facts.length > 0;
}

function dropFact(database: Database, { seq }: Row): void {
  for (const table of ['session_events', 'share_fact_stamps'])
    database.run(`DELETE FROM ${table} WHERE seq = ?`, seq!);
}

/**
 * Clears texts that sessions of the project were told: they may hold what is gone. That they were told is left. `author`: only
 * where they name that teammate.
 */
function clearTold(database: Database, scopeKey: ScopeKey, author: string | null): void {
  const { where, keys } = inScope(database, scopeKey);
  const sessions = new Set(
    database.column(`SELECT id FROM session_states WHERE ${where}`, ...keys),
  );
  const mark = author === null ? '' : `[${oneLine(author, 40)}, `;
  forgetTold(
    database,
    (row) => sessions.has(row['session_id']!) && String(row['preamble']).includes(mark),
  );
}

/** Items of teammates; what the person's own machines keep there is no word of theirs. */
const OF_TEAM = "FROM share_items WHERE scope_key = ? AND kind <> 'metrics'";

/** How much teammates have shared with a project, as it lies here. */
export interface TeamRows {
  readonly items: number;
  /** Their facts in threads. */
  readonly work: number;
}

export function countTeamRows(database: Database, scopeKey: ScopeKey): TeamRows {
  const items = database.value<number>(`SELECT count(*) ${OF_TEAM}`, scopeKey)!;
  return { items, work: teamWork(database, scopeKey).length };
}

/** Takes everything out that teammates shared with a project, and what sessions here were told of it. */
export function forgetTeam(database: Database, scopeKey: ScopeKey): void {
  const items = database.all(`SELECT author ${OF_TEAM}`, scopeKey);
  const work = teamWork(database, scopeKey);
  database.run(`DELETE ${OF_TEAM}`, scopeKey);
  for (const row of work) dropFact(database, row);
  for (const id of new Set(work.map((row) => row['session_id'] as ThreadId)))
    discardFold(database, id);
  for (const author of new Set([...items, ...work].map((row) => String(row['author']))))
    clearTold(database, scopeKey, author);
}

/** Takes out what teammates shared, and how far their streams were read: where the login becomes a member again, all of it comes again. */
export function dismissTeam(
  database: Database,
  { scopeKey, origin }: SharedProject,
  at: Millis,
): boolean {
  const { items, work } = countTeamRows(database, scopeKey);
  if (items + work === 0) return false;
  forgetTeam(database, scopeKey);
  const author = loginOf(origin);
  database.run('DELETE FROM share_cursors WHERE scope_key = ? AND author <> ?', scopeKey, author);
  // Copies hold what is gone from the rows.
  noteWithdrawal(database, scopeKey, withdrawalKey(author, `removed ${at}`), at, 'received');
  return true;
}

function isTaken(database: Database, scopeKey: ScopeKey, { origin, n }: OpenedSegment): boolean {
  const read = 'SELECT 1 FROM share_cursors WHERE scope_key = ? AND origin = ? AND last_any >= ?';
  return database.has(read, scopeKey, origin, n);
}

function moveCursor({ database, scopeKey, segment, at }: SegmentArrival): void {
  const { origin, author, n, audience, records } = segment;
  database.run(
    `INSERT INTO share_cursors(scope_key, origin, author, last_any, last_team, stopped) VALUES (?, ?, ?, ?, ?, NULL)
     ON CONFLICT(scope_key, origin) DO UPDATE SET last_any = excluded.last_any,
       last_team = max(last_team, excluded.last_team), stopped = NULL`,
    scopeKey,
    origin,
    author,
    n,
    audience === 'team' ? n : 0,
  );
  const highest = records.reduce((most, { stamp }) => Math.max(most, stamp), 0);
  database.run(
    'UPDATE share_projects SET stamp = max(stamp, ?), arrived_at = ? WHERE scope_key = ?',
    highest,
    at,
    scopeKey,
  );
}
