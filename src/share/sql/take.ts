import type { ScopeKey, SessionId, ThreadId } from '../../domain/ids.ts';
import type { Importance, Memory, MemorySource } from '../../domain/memories/memory.ts';
import { type OwnerRecord, originOfOwner } from '../../domain/owner.ts';
import type { Scope } from '../../domain/scope.ts';
import { iso, type Millis, millis } from '../../domain/time.ts';
import { type Folding, SHARED } from '../../store.ts';
import type { Database, Row } from '../../stores/sqlite/database.ts';
import { putMemory, toMemory } from '../../stores/sqlite/memory-rows.ts';
import { joinedKey } from '../../stores/sqlite/projects.ts';
import { parsed } from '../../stores/sqlite/rows.ts';
import { foldSession, headOf } from '../../stores/sqlite/units/fold.ts';
import { letGo } from '../../stores/sqlite/units/let-go.ts';
import { activeHead, discardFold, teamWork } from '../../stores/sqlite/units/threads.ts';
import { nextSeq, place, placeByTime } from '../../stores/sqlite/units/transfer.ts';
import { placedFact } from '../domain/paths.ts';
import {
  idsOf,
  loginOf,
  mirrorOf,
  rowsGone,
  type SharedRecord,
  type Stamped,
  takenFromTeam,
} from '../domain/record.ts';
import type { LeftBehind, SharedProject, Taken, TakenIn } from '../store.ts';
import { projectRow } from './at-events.ts';
import { moveWithdrawals, noteSent, noteWithdrawal, WITHDRAWAL, wasSent } from './pack.ts';
import { textsOfWork, untellSession, untellTexts } from './untell.ts';

/** Names under which this home wrote before. */
export const FORMER = 'former stream';

/**
 * Takes segments in, in their order. A session belongs to its home, so its facts are simply appended; facts of a thread find their place by
 * their stamps when the thread is folded. The cursor moves in the same transaction: twice is once.
 */
export function takeIn(
  database: Database,
  scope: Scope,
  segments: readonly Taken[],
  folding: Folding,
  at: Millis,
): TakenIn {
  const shared = projectRow(database, scope.key);
  if (!shared) return NOTHING;
  const scopeKey = String(shared['scope_key']) as ScopeKey;
  const sessions = new Set<SessionId>();
  const threads = new Set<ThreadId>();
  let records = 0;
  for (const segment of segments) {
    if (segment.n <= cursorOf(database, scopeKey, segment.origin)) continue;
    const arrival: Arrival = { database, scope, scopeKey, segment, at, sessions, threads };
    for (const stamped of segment.records) if (!isWithdrawn(arrival, stamped)) take(arrival, stamped);
    moveCursor(arrival);
    records += segment.records.length;
  }
  // A session that is gone meanwhile was withdrawn.
  for (const id of sessions) foldTaken(database, id, folding, at);
  for (const id of threads) discardFold(database, id);
  return { records, sessions: [...sessions] };
}

const NOTHING: TakenIn = { records: 0, sessions: [] };
interface Arrival {
  readonly database: Database;
  readonly scope: Scope;
  /** Under which the project is shared. */
  readonly scopeKey: ScopeKey;
  readonly segment: Taken;
  readonly at: Millis;
  readonly sessions: Set<SessionId>;
  readonly threads: Set<ThreadId>;
}

/** A teammate's record counts for the team only; one that claims more is not believed. */
function take(arrival: Arrival, { stamp, record }: Stamped): void {
  const { segment } = arrival;
  switch (record.kind) {
    case 'work':
      takeWork(arrival, stamp, record);
      return;
    case 'withdrawn':
      takeWithdrawal(arrival, record.ids);
      return;
    case 'session':
      if (segment.isOwn) takeSession(arrival, record);
      return;
    case 'fact':
      if (segment.isOwn) takeFact(arrival, stamp, record);
      return;
    case 'memory':
      if (segment.isOwn) takeMemory(arrival, record.memory);
      else keepItem(arrival, record.memory.id, stamp, record);
      return;
    case 'waiting':
      if (segment.isOwn) takeWaitingPin(arrival, record);
      return;
    case 'let-go':
      if (segment.isOwn) takeLetGo(arrival, record);
      return;
    case 'metrics':
      if (segment.isOwn) keepItem(arrival, `metrics ${segment.origin}`, stamp, record);
      return;
    case 'pin':
      if (!segment.isOwn) keepItem(arrival, record.id, stamp, record);
      return;
    case 'visit':
      if (!segment.isOwn) keepVisit(arrival, stamp, record);
      return;
  }
}

function takeSession(
  { database, scope, segment, sessions }: Arrival,
  { session }: Extract<SharedRecord, { kind: 'session' }>,
): void {
  const id = session.id as SessionId;
  const known = database.get('SELECT owner FROM session_states WHERE id = ?', id);
  const end = session.endedAt === null ? null : iso(session.endedAt);
  if (known) {
    if (!isOf(database, known, segment.origin)) return;
    database.record(
      'session_states',
      'UPDATE session_states SET end_time = ?, crash_recovered = ? WHERE id = ?',
      end,
      session.crashed ? 1 : 0,
      id,
    );
    sessions.add(id);
    return;
  }
  if (database.get('SELECT 1 FROM cold_sessions WHERE id = ?', id)) return;
  const start = iso(session.startedAt);
  const row = {
    ...{ id, start_time: start, end_time: end, channel: session.host, host: session.host },
    ...{
      scope: scope.label,
      scope_key: joinedKey(database, scope.key),
      project_path: scope.root,
      cwd: scope.root,
    },
    ...{ branch: session.branch, head: session.head, previous_session_id: session.previous },
    ...{ crash_recovered: session.crashed ? 1 : 0, owner: JSON.stringify({ origin: segment.origin }) },
    ...{
      created_at: start,
      updated_at: start,
      last_activity: start,
      holds: 0,
      task_count: 0,
      has_critical: 0,
    },
  };
  const seat = place(database, row, Number.MAX_SAFE_INTEGER) ?? nextSeq(database);
  const columns = Object.entries({ ...row, started_seq: seat });
  database.record(
    'session_states',
    `INSERT INTO session_states(${columns.map(([name]) => name).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ...columns.map(([, value]) => value),
  );
  sessions.add(id);
}

/** A session of that home; or one of this home, which wrote under that name before its database was put back. */
function isOf(database: Database, { owner }: Row, origin: string): boolean {
  const home = originOfOwner(parsed<OwnerRecord | null>(owner, null));
  return home === null ? wasSent(database, FORMER, origin) !== null : home === origin;
}

function takeFact(
  { database, scope, segment, sessions }: Arrival,
  stamp: number,
  { session, at, fact }: Extract<SharedRecord, { kind: 'fact' }>,
): void {
  const row = database.get('SELECT owner FROM session_states WHERE id = ?', session);
  if (!row || !isOf(database, row, segment.origin)) return;
  const { kind, ...body } = placedFact(fact, scope.root);
  const done = database.append('session_events', {
    ...{ session_id: session, at, via: SHARED, kind, body: JSON.stringify(body) },
  });
  database.run(
    'INSERT INTO share_fact_stamps(seq, origin, stamp) VALUES (?, ?, ?)',
    done.lastRowid,
    segment.origin,
    stamp,
  );
  sessions.add(session as SessionId);
}

function foldTaken(database: Database, id: SessionId, folding: Folding, at: Millis): void {
  if (!headOf(database, id)) return;
  foldSession(database, id, folding, at, false);
  const head = headOf(database, id);
  if (!head) return;
  // A thread that was never at work here counts from its own last fact, not from when it came.
  database.record(
    'session_states',
    'UPDATE session_states SET last_activity = ?, updated_at = ? WHERE id = ?',
    iso(head.lastActivity),
    iso(head.endedAt ?? head.lastActivity),
    id,
  );
  const { stamp } = database.get(
    'SELECT max(stamp) AS stamp FROM session_events JOIN share_fact_stamps USING (seq) WHERE session_id = ?',
    id,
  )!;
  placeByTime(database, head, at, Number(stamp ?? head.lastActivity));
}

function takeWork(
  arrival: Arrival,
  stamp: number,
  { thread, session, at, fact }: Extract<SharedRecord, { kind: 'work' }>,
): void {
  const { database, segment, threads } = arrival;
  const isEnd = fact.kind === 'completed' || fact.kind === 'reopened';
  const id = threadFor(arrival, thread, Math.min(at, stamp), isEnd);
  if (!id) return;
  const done = database.append('thread_events', {
    ...{ thread_id: id, session_id: session, at, body: JSON.stringify(fact) },
  });
  database.record(
    'share_thread_stamps',
    'INSERT INTO share_thread_stamps(seq, origin, stamp, author) VALUES (?, ?, ?, ?)',
    done.lastRowid,
    segment.origin,
    stamp,
    segment.isOwn ? null : segment.author,
  );
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
  { database, scope }: Arrival,
  thread: string,
  at: Millis,
  isEnd: boolean,
): ThreadId | null {
  if (database.get('SELECT 1 FROM work_threads WHERE id = ?', thread)) return thread as ThreadId;
  const known = database.get('SELECT into_thread FROM share_threads WHERE thread = ?', thread);
  if (known) return isEnd ? null : (String(known['into_thread']) as ThreadId);
  const active = activeHead(database, scope.key);
  if (active && !isEnd) {
    database.run('INSERT INTO share_threads(thread, into_thread) VALUES (?, ?)', thread, active.id);
    return active.id;
  }
  database.record(
    'work_threads',
    `INSERT INTO work_threads(id, scope, scope_key, project_path, status, archived_because, created_at, last_accessed, origin)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)`,
    thread,
    scope.label,
    joinedKey(database, scope.key),
    scope.root,
    isEnd ? 'archived' : 'active',
    isEnd ? 'complete' : null,
    iso(at),
    iso(at),
  );
  return thread as ThreadId;
}

/** The later word counts; of two at the same moment the one that was here. */
function takeMemory(
  { database, scope }: Arrival,
  shared: Extract<SharedRecord, { kind: 'memory' }>['memory'],
): void {
  const row = database.get('SELECT * FROM memory_items WHERE id = ?', shared.id);
  const known = row && toMemory(row);
  const updatedAt = millis(shared.updatedAt) ?? 0;
  if (known && known.updatedAt >= updatedAt) return;
  const memory: Memory = {
    id: shared.id,
    content: shared.content,
    categories: shared.categories,
    importance: shared.importance as Importance,
    scope: known?.scope ?? scope.label,
    scopeKey: known?.scopeKey ?? joinedKey(database, scope.key),
    source: shared.source as MemorySource,
    confidence: shared.confidence,
    stated: known?.stated ?? shared.confidence,
    accessCount: known?.accessCount ?? 0,
    lastAccessed: known?.lastAccessed ?? null,
    validations: known?.validations ?? 0,
    contradictions: known?.contradictions ?? 0,
    createdAt: millis(shared.createdAt) ?? updatedAt,
    updatedAt,
    expiresAt: millis(shared.expiresAt),
    sessionId: shared.session as SessionId | null,
  };
  putMemory(database, memory);
  const isMarked = database.get('SELECT 1 FROM share_marked WHERE id = ?', memory.id) ? 1 : 0;
  noteSent(
    database,
    'memory',
    memory.id,
    `${iso(updatedAt)}|${numberText(database, memory.confidence)}|${isMarked}`,
  );
}

/** As SQLite writes a number into a text. */
function numberText(database: Database, value: number): string {
  return String(database.get("SELECT '' || CAST(? AS REAL) AS text", value)?.['text']);
}

/** The next session here takes it too: two pins of one identity are one. */
function takeWaitingPin(
  { database, scope }: Arrival,
  { at, pin }: Extract<SharedRecord, { kind: 'waiting' }>,
): void {
  const done = database.append('scope_waiting_pins', {
    ...{ scope_key: joinedKey(database, scope.key), scope: scope.label, at, body: JSON.stringify(pin) },
  });
  noteSent(database, 'waiting', String(done.lastRowid), '');
}

function takeLetGo(
  { database, scope }: Arrival,
  { what, identity, at }: Extract<SharedRecord, { kind: 'let-go' }>,
): void {
  const key = joinedKey(database, scope.key);
  letGo(database, key, what, identity, at);
  const row = database.get(
    'SELECT at FROM scope_let_go WHERE scope_key = ? AND kind = ? AND identity = ?',
    key,
    what,
    identity,
  );
  if (Number(row?.['at']) === at) noteSent(database, 'let-go', `${what}:${identity}`, String(at));
}

/** Keeps only a teammate's last visit: one row for each, however many sessions there are. */
function keepVisit(arrival: Arrival, stamp: number, record: Extract<SharedRecord, { kind: 'visit' }>): void {
  const { database, scopeKey, segment } = arrival;
  const later = database.get(
    "SELECT 1 FROM share_items WHERE scope_key = ? AND author = ? AND kind = 'visit' AND stamp > ?",
    ...[scopeKey, segment.author, stamp],
  );
  if (later) return;
  database.run(
    "DELETE FROM share_items WHERE scope_key = ? AND author = ? AND kind = 'visit'",
    ...[scopeKey, segment.author],
  );
  keepItem(arrival, `visit ${record.session}`, stamp, record);
}

/** The last word of its author about it counts. */
function keepItem(
  { database, scopeKey, segment }: Arrival,
  id: string,
  stamp: number,
  record: SharedRecord,
): void {
  const known = database.get(
    'SELECT stamp FROM share_items WHERE scope_key = ? AND author = ? AND id = ?',
    scopeKey,
    segment.author,
    id,
  );
  if (known && Number(known['stamp']) > stamp) return;
  database.run(
    'DELETE FROM share_items WHERE scope_key = ? AND author = ? AND id = ?',
    scopeKey,
    segment.author,
    id,
  );
  database.record(
    'share_items',
    'INSERT INTO share_items(scope_key, id, kind, author, origin, stamp, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
    scopeKey,
    id,
    record.kind,
    segment.author,
    segment.origin,
    stamp,
    JSON.stringify(record),
  );
}

/** Records that were withdrawn before they came, because another home's stream was read first. */
function isWithdrawn({ database, scopeKey, segment }: Arrival, stamped: Stamped): boolean {
  return idsOf(segment.origin, stamped).some((id) => {
    const names = [withdrawalKey(segment.author, id), ...(segment.isOwn ? [id] : [])];
    return names.some(
      (name) =>
        database.get('SELECT 1 FROM share_withdrawn WHERE scope_key = ? AND id = ?', scopeKey, name) !==
        undefined,
    );
  });
}

/** A withdrawal concerns what is its author's, and nothing else: it is kept under that name. */
function withdrawalKey(author: string, id: string): string {
  return JSON.stringify([author, id]);
}

function takeWithdrawal(arrival: Arrival, ids: readonly string[]): void {
  const { database, scopeKey, segment, at } = arrival;
  const note = (id: string, state: string) =>
    noteWithdrawal(database, scopeKey, withdrawalKey(segment.author, id), at, state);
  for (const id of ids) {
    const fromTeam = takenFromTeam(id);
    const isGone = fromTeam === null ? letGoOf(arrival, id) : dropItem(arrival, fromTeam);
    // The person's own sessions and memories have more than these rows.
    if (fromTeam === null) note(id, segment.isOwn ? WITHDRAWAL.received : WITHDRAWAL.done);
    if (isGone) note(rowsGone(`${segment.origin} ${segment.n}`), WITHDRAWAL.received);
  }
}

/** Rows of a withdrawn record, session or memory; whether there were any. */
function letGoOf(arrival: Arrival, id: string): boolean {
  const { database, scopeKey, segment, at, threads, sessions } = arrival;
  const author = segment.isOwn ? null : segment.author;
  const items = [id, `visit ${id}`].filter((item) => dropItem(arrival, item));
  const work = workWithdrawn(arrival, id);
  for (const row of work) {
    threads.add(String(row['thread_id']) as ThreadId);
    dropWork(database, row, author);
  }
  const facts = segment.isOwn ? factsWithdrawn(database, id) : [];
  for (const session of new Set(facts.map((row) => String(row['session_id']) as SessionId))) {
    sessions.add(session);
    untellSession(database, session);
    const mirror = withdrawalKey(segment.author, mirrorOf(session));
    noteWithdrawal(database, scopeKey, mirror, at, WITHDRAWAL.received);
    moveWithdrawals(database, scopeKey, [mirror], WITHDRAWAL.received);
  }
  for (const row of facts) {
    database.run('DELETE FROM session_events WHERE seq = ?', row['seq']!);
    database.run('DELETE FROM share_fact_stamps WHERE seq = ?', row['seq']!);
    for (const table of ['session_folds', 'session_turns'])
      database.run(`DELETE FROM ${table} WHERE session_id = ?`, row['session_id']!);
  }
  return items.length + work.length + facts.length > 0;
}

/** Items of teammates; what the person's own machines keep there is no word of theirs. */
const OF_TEAM = "FROM share_items WHERE scope_key = ? AND kind <> 'metrics'";

export function leftBehind(database: Database, scopeKey: ScopeKey): LeftBehind {
  const items = database.get(`SELECT count(*) AS n ${OF_TEAM}`, scopeKey);
  return { items: Number(items!['n']), work: teamWork(database, scopeKey).length };
}

/** Takes everything out that teammates shared with a project, and what sessions here were told of it. */
export function forgetTeam(database: Database, scopeKey: ScopeKey): void {
  for (const row of database.all(`SELECT id, author ${OF_TEAM}`, scopeKey))
    dropItem({ database, scopeKey, segment: { author: String(row['author']) } }, String(row['id']));
  const threads = new Set<ThreadId>();
  for (const row of teamWork(database, scopeKey)) {
    threads.add(row['thread_id'] as ThreadId);
    dropWork(database, row, String(row['author']));
  }
  for (const id of threads) discardFold(database, id);
}

/** Copies of what teammates shared are still to be dealt with: that stands in the list of what is to be obeyed. */
export function dismissTeam(database: Database, { scopeKey, origin }: SharedProject, at: Millis): boolean {
  const { items, work } = leftBehind(database, scopeKey);
  if (items + work === 0) return false;
  forgetTeam(database, scopeKey);
  const login = loginOf(origin);
  database.run('DELETE FROM share_cursors WHERE scope_key = ? AND author <> ?', scopeKey, login);
  const copies = withdrawalKey(login, rowsGone(`removed ${at}`));
  noteWithdrawal(database, scopeKey, copies, at, WITHDRAWAL.received);
  return true;
}

/** Whether there was one. What sessions were told of it goes too. */
function dropItem(
  {
    database,
    scopeKey,
    segment,
  }: Pick<Arrival, 'database' | 'scopeKey'> & { readonly segment: Pick<Taken, 'author'> },
  id: string,
): boolean {
  const key = [scopeKey, segment.author, id];
  const row = database.get(
    'SELECT body FROM share_items WHERE scope_key = ? AND author = ? AND id = ?',
    ...key,
  );
  if (!row) return false;
  const { memory, content } = parsed<{ memory?: { content: string }; content?: string }>(row['body'], {});
  const text = memory?.content ?? content;
  if (text !== undefined) untellTexts(database, [text], segment.author);
  database.run('DELETE FROM share_items WHERE scope_key = ? AND author = ? AND id = ?', ...key);
  return true;
}

/** A fact of a thread, with what sessions were told of it. */
function dropWork(database: Database, row: Row, author: string | null): void {
  untellTexts(database, textsOfWork(row['body']), author);
  database.run('DELETE FROM thread_events WHERE seq = ?', row['seq']!);
  database.run('DELETE FROM share_thread_stamps WHERE seq = ?', row['seq']!);
}

function workWithdrawn({ database, segment }: Arrival, id: string): Row[] {
  const author = segment.isOwn ? null : segment.author;
  const [origin, stamp] = splitId(id);
  return database.all(
    `SELECT event.seq, event.thread_id, event.body FROM share_thread_stamps AS stamp JOIN thread_events AS event ON event.seq = stamp.seq
     WHERE stamp.author IS ?1 AND (event.session_id = ?2 OR (stamp.origin = ?3 AND stamp.stamp = ?4))`,
    author,
    id,
    origin,
    stamp,
  );
}

function factsWithdrawn(database: Database, id: string): Row[] {
  const [origin, stamp] = splitId(id);
  return database.all(
    `SELECT event.seq, event.session_id, event.body FROM share_fact_stamps AS stamp JOIN session_events AS event ON event.seq = stamp.seq
     WHERE stamp.origin = ? AND stamp.stamp = ?`,
    origin,
    stamp,
  );
}

function splitId(id: string): readonly [origin: string, stamp: number] {
  const at = id.lastIndexOf('@');
  return at < 0 ? ['', -1] : [id.slice(0, at), Number(id.slice(at + 1)) || -1];
}

export function cursorOf(database: Database, scopeKey: ScopeKey, origin: string): number {
  const row = database.get(
    'SELECT last_any FROM share_cursors WHERE scope_key = ? AND origin = ?',
    scopeKey,
    origin,
  );
  return Number(row?.['last_any'] ?? 0);
}

function moveCursor({ database, scopeKey, segment, at }: Arrival): void {
  const team = segment.audience === 'team' ? segment.n : 0;
  database.run(
    `INSERT INTO share_cursors(scope_key, origin, author, last_any, last_team, stopped) VALUES (?, ?, ?, ?, ?, NULL)
     ON CONFLICT(scope_key, origin) DO UPDATE SET last_any = excluded.last_any,
       last_team = max(last_team, excluded.last_team), stopped = NULL`,
    scopeKey,
    segment.origin,
    segment.author,
    segment.n,
    team,
  );
  const highest = segment.records.reduce((most, { stamp }) => Math.max(most, stamp), 0);
  database.run(
    'UPDATE share_projects SET stamp = max(stamp, ?), arrived_at = ? WHERE scope_key = ?',
    highest,
    at,
    scopeKey,
  );
}
