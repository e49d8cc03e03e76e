import type { ScopeKey, SessionId } from '../../domain/base/ids.ts';
import type { StoredRow } from '../../domain/base/packed.ts';
import { iso, type Millis } from '../../domain/base/time.ts';
import {
  addLatest,
  firstIndex,
  placeBeforeLater,
  placeBehindEarlier,
  type SessionStanding,
  type StandingOrder,
  standingOrder,
} from '../../domain/keeping/arrival-place.ts';
import type { Database } from '../base/database.ts';
import { inScope } from '../base/joined.ts';
import { ALIVE_AT, PLACE, type SessionHead } from '../base/rows.ts';

/**
 * A run that takes sessions from elsewhere over. It reads the order of this home once: read for each session, 10,000 sessions
 * would read it 10,000 times.
 */
export interface Takeover {
  readonly now: Millis;
  /** Numbers up to this one were given before the run began. */
  readonly ownUpTo: number;
  readonly order: HomeOrder;
}

/** The order of this home, as far as it was read. */
export interface HomeOrder {
  /** SQLite's count of commits by other connections. */
  version: number;
  started: StandingOrder | null;
  readonly scopes: Map<ScopeKey, ScopeOrder>;
}

export interface ScopeOrder {
  /** By when they were last alive; times after now say nothing. */
  readonly alive: StandingOrder;
  /** Sorted, with the ids beside them. */
  readonly starts: string[];
  readonly ids: SessionId[];
}

export function beginTakeover(database: Database, now: Millis): Takeover {
  const last = database.value<number>(
    "SELECT seq FROM sqlite_sequence WHERE name = 'session_events'",
  );
  const order = { version: versionOf(database), started: null, scopes: new Map() };
  return { now, ownUpTo: last ?? 0, order };
}

/** Reads the order again if another process has written. Within a transaction nobody else can. */
export function refreshOrder(database: Database, { order }: Takeover): void {
  const version = versionOf(database);
  if (version !== order.version) forgetOrder(order);
  order.version = version;
}

/** Drops what was read, because a session that was here already is written anew. */
export function forgetOrder(order: HomeOrder): void {
  order.started = null;
  order.scopes.clear();
}

function versionOf(database: Database): number {
  return database.value<number>('PRAGMA data_version') ?? 0;
}

/**
 * The number of a session by its start, among those that began here. Sequence numbers mean something only where they were given.
 * Null for one that is newer than all: it comes last, in the order of the file.
 */
export function seatOf(database: Database, takeover: Takeover, row: StoredRow): number | null {
  const { order, ownUpTo } = takeover;
  // A session that takes such a place changes no other's: its own number is one that is there.
  order.started ??= readStarted(database, ownUpTo);
  return placeBehindEarlier(order.started, String(row['start_time']));
}

export function readStarted(database: Database, upTo: number): StandingOrder {
  const from = (table: string) =>
    `SELECT start_time AS time, started_seq AS place FROM ${table} WHERE started_seq <= ?1`;
  return standingOrder(
    database.all<SessionStanding>(
      `${from('session_states')} UNION ALL ${from('cold_sessions')}`,
      upTo,
    ),
  );
}

/** The session of its project that started last before this one. */
export function previousOf(
  database: Database,
  takeover: Takeover,
  head: SessionHead,
): SessionId | null {
  const { starts, ids } = scopeOrder(database, takeover, head);
  const time = iso(head.startedAt);
  return ids[firstIndex(starts, (one) => one >= time) - 1] ?? null;
}

/** Gives a session that was just written its place, and notes it for those to come. */
export function placeByTime(database: Database, takeover: Takeover, head: SessionHead): void {
  const { alive, starts, ids } = scopeOrder(database, takeover, head);
  const time = aliveAt(head);
  const later = placeBeforeLater(alive, time);
  const place = putPlace(database, head, later);
  if (later === null && time <= iso(takeover.now)) addLatest(alive, { time, place });
  const start = iso(head.startedAt);
  const at = firstIndex(starts, (one) => one > start);
  starts.splice(at, 0, start);
  ids.splice(at, 0, head.id);
}

function aliveAt(head: SessionHead): string {
  return iso(head.endedAt ?? head.lastActivity);
}

function scopeOrder(
  database: Database,
  { order, now }: Takeover,
  { id, scope }: SessionHead,
): ScopeOrder {
  const known = order.scopes.get(scope.key);
  if (known) return known;
  const sessions = readScope(database, scope.key, id).toSorted((a, b) =>
    a.start < b.start ? -1 : 1,
  );
  const read = {
    alive: aliveOrder(sessions, now),
    starts: sessions.map(({ start }) => start),
    ids: sessions.map((one) => one.id),
  };
  order.scopes.set(scope.key, read);
  return read;
}

interface StandingSession {
  readonly id: SessionId;
  readonly start: string;
  readonly alive: string;
  readonly place: number;
}

/** The sessions of a project but one. */
function readScope(database: Database, key: ScopeKey, besides: SessionId): StandingSession[] {
  const { where, keys } = inScope(database, key);
  const values = [...keys, besides];
  return database.all<StandingSession>(
    `SELECT id, start_time AS start, ${ALIVE_AT} AS alive, ${PLACE} AS place FROM session_states WHERE ${where} AND id <> ?
     UNION ALL SELECT id, start_time, end_time, started_seq FROM cold_sessions WHERE ${where} AND id <> ?`,
    ...values,
    ...values,
  );
}

function aliveOrder(sessions: readonly StandingSession[], now: Millis): StandingOrder {
  const present = sessions.filter(({ alive }) => alive <= iso(now));
  return standingOrder(present.map(({ alive, place }) => ({ time: alive, place })));
}

/** For one session by itself: before the first one of its project that was later than `at`, and last where none was. */
export function placeAmongOthers(
  database: Database,
  head: SessionHead,
  now: Millis,
  at: Millis,
): void {
  const others = aliveOrder(readScope(database, head.scope.key, head.id), now);
  putPlace(database, head, placeBeforeLater(others, iso(at)));
}

function putPlace(database: Database, head: SessionHead, place: number | null): number {
  const given = place ?? (head.lastSeq || null);
  database.record(
    'session_states',
    'UPDATE session_states SET place = coalesce(?, started_seq) WHERE id = ?',
    given,
    head.id,
  );
  return (
    given ?? database.value<number>('SELECT started_seq FROM session_states WHERE id = ?', head.id)!
  );
}
