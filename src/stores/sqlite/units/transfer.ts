import { IMPORTED } from '../../../domain/fact.ts';
import type { SessionId } from '../../../domain/ids.ts';
import { closedTasks, type Digest, foldAll } from '../../../domain/session/digest.ts';
import { iso, type Millis } from '../../../domain/time.ts';
import type { SessionRows } from '../../../domain/upkeep/archive.ts';
import type { StoredRow } from '../../../domain/upkeep/packed.ts';
import type { Database, Row } from '../database.ts';
import { inScope, keysOf, projectOf } from '../projects.ts';
import { ALIVE_AT, PLACE, type SessionHead, toHead } from '../rows.ts';
import { type ColdFile, rowsInFile } from './cold.ts';
import { factRows, toRecorded } from './events.ts';
import { foldedState, foldSession, headOf, putDigest } from './fold.ts';
import { enterIndex, linksOf, OTHER_SESSION_TABLES, removeHot, wholeOf } from './retention.ts';
import { indexSession } from './search.ts';
import { appendFact, insertRow, insertRows, isSession, otherTables } from './tables.ts';

export type Exported =
  | { readonly kind: 'session'; readonly cold: boolean; readonly rows: SessionRows }
  /** A cold session whose file is missing or was changed. */
  | { readonly kind: 'missing'; readonly id: SessionId; readonly path: string }
  /** A row of a table that belongs to no single session. */
  | { readonly kind: 'row'; readonly table: string; readonly row: StoredRow };

/** `known`: it was here before; `grown`: it was here with fewer facts; `refused`: it cannot be taken over. */
export type Imported =
  | { readonly outcome: 'new' | 'grown' | 'known' }
  | { readonly outcome: 'refused'; readonly why: string };

const SIGNS = 'project_signs';

/** Everything out, and in again elsewhere. */
export const transferUnits = {
  /** Everything as it is at one moment, sessions in the order in which they started. */
  exportAll(database: Database, scopeKey: string | null, each: (exported: Exported) => void): void {
    atOneMoment(database, () => {
      const keys = scopeKey === null ? null : JSON.stringify(keysOf(database, scopeKey));
      for (const row of signs(database, keys)) each({ kind: 'row', table: SIGNS, row });
      for (const entry of sessionsInOrder(database, keys)) each(exported(database, entry));
      for (const table of otherTables(database, keys !== null)) {
        const rows = database.raw.prepare(table.sql).iterate(...(table.scoped ? [keys] : []));
        for (const row of rows) each({ kind: 'row', table: table.name, row: row as StoredRow });
      }
    });
  },

  /** Without `write` it only says what would come of it. `folding` proves that the facts make sense. */
  importSession(
    database: Database,
    rows: SessionRows,
    {
      write,
      ownUpTo,
      isUnfolded,
      now,
    }: {
      readonly write: boolean;
      readonly ownUpTo: number;
      readonly now: Millis;
      /** The row says nothing yet of what its facts amount to, nor which session was before it. */
      readonly isUnfolded?: true;
    },
  ): Imported {
    const digest = foldable(database, rows);
    if (digest === null) return { outcome: 'refused', why: 'its facts cannot be folded' };
    if (!write) return standing(database, rows, isUnfolded);
    try {
      return database.write(() => {
        const before = standing(database, rows, isUnfolded);
        if (before.outcome === 'known' || before.outcome === 'refused') return before;
        const id = rows.session_states[0]!['id'] as SessionId;
        const heir = isUnfolded && database.get('SELECT continued_by FROM session_states WHERE id = ?', id);
        insertSession(database, rows, isUnfolded ? null : digest, ownUpTo);
        if (isUnfolded) foldUnfolded(database, id, heir?.['continued_by'] ?? null);
        else indexSession(database, id);
        placeByTime(database, headOf(database, id)!, now);
        return before;
      });
    } catch (error) {
      if (!isConstraint(error)) throw error;
      return { outcome: 'refused', why: (error as Error).message };
    }
  },

  /** A cold session whose file is written already. */
  importCold(database: Database, rows: SessionRows, file: ColdFile, at: Millis, ownUpTo: number): Imported {
    return database.write(() => {
      const row = rows.session_states[0]!;
      if (isSession(database, row['id'] as SessionId)) return { outcome: 'known' };
      const seat = place(database, row, ownUpTo) ?? nextSeq(database);
      enterIndex(database, { ...row, started_seq: seat }, file, at);
      insertLinks(database, rows);
      indexSession(database, row['id'] as SessionId);
      return { outcome: 'new' };
    });
  },

  /** Brings a cold session back to the hot tables, as it was; false where its file cannot be relied on. */
  thaw(database: Database, id: SessionId): boolean {
    return database.write(() => {
      const entry = database.get('SELECT * FROM cold_sessions WHERE id = ?', id);
      const rows = entry && rowsInFile(database, entry);
      if (!entry || !rows) return false;
      insertThawed(database, rows, entry);
      database.run('DELETE FROM cold_sessions WHERE id = ?', id);
      return true;
    });
  },

  /** How many of the rows are new. Null for a table that is not taken over. */
  importRows: insertRows,
};

/** A reader's transaction: in write-ahead mode nobody waits for it, and it sees nothing of what others write meanwhile. */
function atOneMoment(database: Database, work: () => void): void {
  database.raw.exec('BEGIN');
  try {
    work();
  } finally {
    database.raw.exec('ROLLBACK');
  }
}

/** First, for they tell whose everything else is; of each project its own before those of what was joined to it. */
function signs(database: Database, keys: string | null): StoredRow[] {
  return database.all(
    `SELECT ${projectOf(SIGNS)}, kind, sign, at FROM ${SIGNS}
     WHERE ?1 IS NULL OR scope_key IN (SELECT value FROM json_each(?1))
     ORDER BY EXISTS (SELECT 1 FROM project_joined WHERE project_joined.scope_key = ${SIGNS}.scope_key), seq`,
    keys,
  ) as StoredRow[];
}

function sessionsInOrder(database: Database, keys: string | null): Row[] {
  const wanted = 'WHERE ?1 IS NULL OR scope_key IN (SELECT value FROM json_each(?1))';
  const common = (table: string) => `id, started_seq, start_time, ${projectOf(table)}`;
  return database.all(
    `SELECT ${common('session_states')}, NULL AS path, NULL AS hash, NULL AS continued_by FROM session_states ${wanted}
     UNION ALL SELECT ${common('cold_sessions')}, path, hash, continued_by FROM cold_sessions ${wanted}
     ORDER BY started_seq, start_time`,
    keys,
  );
}

function exported(database: Database, entry: Row): Exported {
  const id = entry['id'] as SessionId;
  const { scope_key = '' } = entry;
  if (entry['path'] === null) {
    const { rows } = wholeOf(database, id)!;
    const session_states = rows.session_states.map((row) => ({ ...row, scope_key }));
    return { kind: 'session', cold: false, rows: { ...rows, session_states, session_folds: [] } };
  }
  const rows = rowsInFile(database, entry);
  if (!rows) return { kind: 'missing', id, path: String(entry['path']) };
  const row = { ...rows.session_states[0]!, scope_key, continued_by: entry['continued_by'] ?? null };
  return {
    kind: 'session',
    cold: true,
    // The receiving home folds the facts anew.
    rows: { ...rows, session_states: [row], session_folds: [], session_links: linksOf(database, id) },
  };
}

/** The fold of the facts; null if they cannot be folded, as every later reader would have to. */
function foldable(database: Database, rows: SessionRows): Digest | null {
  const row = rows.session_states[0] as Row;
  try {
    const facts = rows.session_events.map((event) => toRecorded(event as Row, row['id'] as SessionId));
    const digest = foldAll(null, facts, toHead(row).scope);
    foldedState(database, digest);
    closedTasks(digest);
    return digest;
  } catch {
    return null;
  }
}

/** The outcome for a session from elsewhere. */
function standing(database: Database, rows: SessionRows, isUnfolded = false): Imported {
  const row = rows.session_states[0]!;
  const id = row['id'] as SessionId;
  if (isSession(database, id))
    return { outcome: hasGrown(database, id, rows, isUnfolded) ? 'grown' : 'known' };
  const rival =
    row['end_time'] === null &&
    database.get(
      'SELECT id FROM session_states WHERE host = ? AND host_session_id = ? AND end_time IS NULL',
      (row as Row)['host'] ?? null,
      (row as Row)['host_session_id'] ?? null,
    );
  if (rival)
    return { outcome: 'refused', why: `session ${rival['id']} of the same conversation is open here` };
  return { outcome: 'new' };
}

/**
 * The session went on elsewhere, and nothing was added to it here. A new reading of a transcript need not begin with the
 * earlier one: a turn that was not over then has gone on.
 */
function hasGrown(database: Database, id: SessionId, rows: SessionRows, isUnfolded: boolean): boolean {
  const here = factRows(database, id);
  const last = here.at(-1);
  if (!last) return false;
  if (isUnfolded && here.every(({ via }) => via === IMPORTED))
    return Number(last['at']) < Number(rows.session_events.at(-1)?.['at']);
  return (
    here.length < rows.session_events.length &&
    here.every((fact, i) =>
      ['at', 'kind', 'body'].every((name) => fact[name] === rows.session_events[i]![name]),
    )
  );
}

function insertSession(database: Database, rows: SessionRows, digest: Digest | null, ownUpTo: number): void {
  const row = rows.session_states[0]!;
  const id = row['id'] as SessionId;
  const seat = place(database, row, ownUpTo);
  removeHot(database, id);
  insertRow(database, 'session_states', row);
  let first: number | null = null;
  let last = 0;
  for (const { seq: _, ...fact } of rows.session_events) {
    last = appendFact(database, fact).lastRowid;
    first ??= last;
  }
  for (const restore of rows.session_restores) insertRow(database, 'session_restores', restore);
  for (const [table] of OTHER_SESSION_TABLES)
    for (const other of rows[table] ?? []) insertRow(database, table, other, 'OR IGNORE');
  insertLinks(database, rows);
  // Without facts to fold, turns are what a copy says.
  if (last === 0) for (const turn of rows.session_turns) insertRow(database, 'session_turns', turn);
  // The row of a session that has ended says what the facts say; of an open one it may lag behind.
  if (last > 0 && row['end_time'] !== null && digest !== null) {
    putDigest(database, id, last, digest, true);
  }
  database.record(
    'session_states',
    'UPDATE session_states SET started_seq = ? WHERE id = ?',
    seat ?? first ?? nextSeq(database),
    id,
  );
}

/** The rows as they were when they went; what was on record in the index meanwhile counts. */
function insertThawed(database: Database, rows: SessionRows, entry: Row): void {
  const { continued_by, previous_session_id, scope_key, started_seq } = entry;
  const meanwhile = { continued_by, previous_session_id, scope_key, started_seq } as StoredRow;
  insertRow(database, 'session_states', { ...rows.session_states[0]!, ...meanwhile });
  // Numbers of another home may be given here.
  const numbers = JSON.stringify(rows.session_events.map(({ seq }) => seq));
  const isTaken =
    database.get('SELECT 1 FROM session_events WHERE seq IN (SELECT value FROM json_each(?))', numbers) !==
    undefined;
  for (const { seq, ...fact } of rows.session_events)
    appendFact(database, isTaken ? fact : { ...fact, seq: seq! });
  if (!isTaken) for (const fold of rows.session_folds) insertRow(database, 'session_folds', fold);
  for (const [table] of OTHER_SESSION_TABLES)
    for (const other of rows[table] ?? []) insertRow(database, table, other, 'OR IGNORE');
  for (const table of ['session_turns', 'session_restores'] as const)
    for (const row of rows[table]) insertRow(database, table, row, 'OR IGNORE');
  insertLinks(database, rows);
}

function foldUnfolded(database: Database, id: SessionId, heir: Row[string] | null): void {
  const head = headOf(database, id)!;
  foldSession(database, id, head.endedAt ?? head.lastActivity, false);
  const wanted = 'WHERE scope_key IN (SELECT value FROM json_each(?2))';
  database.record(
    'session_states',
    `UPDATE session_states SET continued_by = ?4, previous_session_id = (
       SELECT id FROM (SELECT id, start_time FROM session_states ${wanted}
         UNION ALL SELECT id, start_time FROM cold_sessions ${wanted})
       WHERE id <> ?1 AND start_time < ?3 ORDER BY start_time DESC LIMIT 1) WHERE id = ?1`,
    id,
    JSON.stringify(keysOf(database, head.scope.key)),
    iso(head.startedAt),
    heir,
  );
}

function insertLinks(database: Database, rows: SessionRows): void {
  for (const link of rows.session_links) insertRow(database, 'session_links', link, 'OR IGNORE');
}

/**
 * Sequence numbers mean something only where they were given. A session that is older than one of this home takes the
 * place that its date gives it; null for one that is newer than all: it comes last, in the order of the file.
 */
export function place(database: Database, row: StoredRow, ownUpTo: number): number | null {
  const [first, last] = ['max(started_seq)', 'max(start_time)'].map((what, i) => {
    const wanted = i === 0 ? 'AND start_time <= ?2' : 'AND start_time > ?2';
    const from = (table: string) =>
      `SELECT ${what} AS n FROM ${table} WHERE id <> ?1 AND started_seq <= ?3 ${wanted}`;
    return database.get(
      `SELECT max(n) AS n FROM (${from('session_states')} UNION ALL ${from('cold_sessions')})`,
      String(row['id']),
      String(row['start_time']),
      ownUpTo,
    )?.['n'];
  });
  return last == null ? null : Number(first ?? 0);
}

/**
 * A session from elsewhere comes before the first one here that was later by its time, and last where none was. Times after
 * now say nothing.
 */
export function placeByTime(database: Database, head: SessionHead, now: Millis, at?: Millis): void {
  const { where, keys } = inScope(database, head.scope.key);
  const time = iso(at ?? head.endedAt ?? head.lastActivity);
  const first = (table: string, place: string, alive: string) =>
    `SELECT min(${place}) AS place FROM ${table} WHERE ${where} AND id <> ? AND ${alive} > ? AND ${alive} <= ?`;
  const values = [...keys, head.id, time, iso(now)];
  const row = database.get(
    `SELECT min(place) AS place FROM (${first('session_states', PLACE, ALIVE_AT)}
       UNION ALL ${first('cold_sessions', 'started_seq', 'end_time')})`,
    ...values,
    ...values,
  );
  database.record(
    'session_states',
    'UPDATE session_states SET place = coalesce(?, nullif(?, 0), started_seq) WHERE id = ?',
    row?.['place'] ?? null,
    head.lastSeq,
    head.id,
  );
}

/** A number of its own between the facts before and after it. */
export function nextSeq(database: Database): number {
  const row = database.get(
    "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'session_events' RETURNING seq",
  );
  if (row) return Number(row['seq']);
  database.run("INSERT INTO sqlite_sequence(name, seq) VALUES ('session_events', 1)");
  return 1;
}

const SQLITE_CONSTRAINT = 19;

function isConstraint(error: unknown): boolean {
  return ((error as { errcode?: number } | null)?.errcode ?? 0) % 256 === SQLITE_CONSTRAINT;
}
