import type { SessionId } from '../../domain/base/ids.ts';
import type { StoredRow } from '../../domain/base/packed.ts';
import type { Millis } from '../../domain/base/time.ts';
import { IMPORT_VIA } from '../../domain/facts/fact.ts';
import type { SessionRows } from '../../domain/keeping/archive.ts';
import { closedTasks, type Digest, foldDigest } from '../../domain/sessions/digest.ts';
import type { Database, Row } from '../base/database.ts';
import { keysOf, projectColumn } from '../base/joined.ts';
import type { UnitsOf } from '../base/promised.ts';
import { toHead } from '../base/rows.ts';
import { factRows, toRecorded } from '../facts/events.ts';
import {
  beginTakeover,
  forgetOrder,
  placeByTime,
  previousOf,
  refreshOrder,
  seatOf,
  type Takeover,
} from '../facts/takeover.ts';
import { indexSession } from '../search/search.ts';
import { type ColdFile, rowsInFile } from '../sessions/cold.ts';
import { foldedState, foldWithoutLearning, hotHead, putDigest } from '../sessions/fold.ts';
import { enterIndex, linksOf, OTHER_SESSION_TABLES, removeHot, wholeSession } from './retention.ts';
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

/** Without `write` it only says what would come of it. */
export interface Importing {
  readonly write: boolean;
  readonly takeover: Takeover;
  /** The row says nothing yet of what its facts amount to, nor which session was before it. */
  readonly isUnfolded?: true;
}

/** Export of this home, and import of another. */
export interface TransferStore {
  beginTakeover(now: Millis): Promise<Takeover>;

  /** Everything as it is at one moment, sessions in the order in which they started. */
  exportAll(scopeKey: string | null, each: (exported: Exported) => void): Promise<void>;

  importSession(rows: SessionRows, how: Importing): Promise<Imported>;

  importSessions(all: readonly SessionRows[], how: Importing): Promise<readonly Imported[]>;

  /** A cold session whose file is written already. */
  importCold(rows: SessionRows, file: ColdFile, takeover: Takeover): Promise<Imported>;

  /** Brings a cold session back to the hot tables, as it was; false where its file cannot be relied on. */
  thaw(id: SessionId): Promise<boolean>;

  /** How many of the rows are new. Null for a table that is not taken over. */
  importRows(table: string, found: readonly StoredRow[], write: boolean): Promise<number | null>;
}

export const transferUnits: UnitsOf<TransferStore> = {
  beginTakeover,

  exportAll(database, scopeKey, each) {
    atOneMoment(database, () => {
      const keys = scopeKey === null ? null : JSON.stringify(keysOf(database, scopeKey));
      for (const row of signs(database, keys)) each({ kind: 'row', table: SIGNS, row });
      for (const entry of sessionsInOrder(database, keys)) each(exportSession(database, entry));
      for (const { name, rows } of otherTables(database, keys))
        for (const row of rows) each({ kind: 'row', table: name, row });
    });
  },

  importSession(database, rows, how) {
    return importSessions(database, [rows], how)[0]!;
  },

  importSessions,

  importCold(database, rows, file, takeover) {
    return database.write(() => {
      const row = rows.session_states[0]!;
      if (isSession(database, row['id'] as SessionId)) return { outcome: 'known' };
      refreshOrder(database, takeover);
      const seat = seatOf(database, takeover, row) ?? nextSeq(database);
      enterIndex(database, { ...row, started_seq: seat }, file, takeover.now);
      insertLinks(database, rows);
      // Cold sessions count too in the order of their project.
      takeover.order.scopes.clear();
      indexSession(database, row['id'] as SessionId);
      return { outcome: 'new' };
    });
  },

  thaw(database, id) {
    return database.write(() => {
      const entry = database.get('SELECT * FROM cold_sessions WHERE id = ?', id);
      const rows = entry && rowsInFile(database, entry);
      if (!entry || !rows) return false;
      insertThawed(database, rows, entry);
      database.run('DELETE FROM cold_sessions WHERE id = ?', id);
      return true;
    });
  },

  importRows: insertRows,
};

/** In one transaction, which waits for the disk once. One that is refused takes nothing of the others with it. */
function importSessions(
  database: Database,
  all: readonly SessionRows[],
  how: Importing,
): readonly Imported[] {
  // Folding proves that the facts make sense.
  const digests = all.map((rows) => foldOrNull(database, rows));
  const each = (take: (rows: SessionRows, digest: Digest) => Imported) =>
    all.map((rows, i): Imported => {
      const digest = digests[i]!;
      return digest === null
        ? { outcome: 'refused', why: 'its facts cannot be folded' }
        : take(rows, digest);
    });
  if (!how.write) return each((rows) => judgeArrival(database, rows, how.isUnfolded));
  try {
    return database.write(() => {
      refreshOrder(database, how.takeover);
      return each((rows, digest) => takeOrRefuse(database, rows, digest, how));
    });
  } catch (error) {
    // The order that was read may hold sessions that were rolled back.
    forgetOrder(how.takeover.order);
    throw error;
  }
}

function takeOrRefuse(
  database: Database,
  rows: SessionRows,
  digest: Digest,
  how: Importing,
): Imported {
  try {
    return database.attempt(() => takeSession(database, rows, digest, how));
  } catch (error) {
    if (!isConstraint(error)) throw error;
    return { outcome: 'refused', why: (error as Error).message };
  }
}

function takeSession(
  database: Database,
  rows: SessionRows,
  digest: Digest,
  { takeover, isUnfolded }: Importing,
): Imported {
  const before = judgeArrival(database, rows, isUnfolded);
  if (before.outcome === 'known' || before.outcome === 'refused') return before;
  const id = rows.session_states[0]!['id'] as SessionId;
  if (before.outcome === 'grown') forgetOrder(takeover.order);
  const heir =
    isUnfolded && database.get('SELECT continued_by FROM session_states WHERE id = ?', id);
  insertSession(database, rows, isUnfolded ? null : digest, takeover);
  if (isUnfolded) foldUnfolded(database, takeover, id, heir?.['continued_by'] ?? null);
  else indexSession(database, id);
  placeByTime(database, takeover, hotHead(database, id)!);
  return before;
}

/** A reader's transaction: in write-ahead mode nobody waits for it, and it sees nothing of what others write meanwhile. */
function atOneMoment(database: Database, work: () => void): void {
  database.raw.exec('BEGIN');
  try {
    work();
  } finally {
    database.raw.exec('ROLLBACK');
  }
}

/** Signs of projects, each project's own before those of what was joined to it. They come first, because they tell whose the rest is. */
function signs(database: Database, keys: string | null): StoredRow[] {
  return database.all(
    `SELECT ${projectColumn(SIGNS)}, kind, sign, at FROM ${SIGNS}
     WHERE ?1 IS NULL OR scope_key IN (SELECT value FROM json_each(?1))
     ORDER BY EXISTS (SELECT 1 FROM project_joined WHERE project_joined.scope_key = ${SIGNS}.scope_key), seq`,
    keys,
  ) as StoredRow[];
}

function sessionsInOrder(database: Database, keys: string | null): Row[] {
  const wanted = 'WHERE ?1 IS NULL OR scope_key IN (SELECT value FROM json_each(?1))';
  const common = (table: string) => `id, started_seq, start_time, ${projectColumn(table)}`;
  return database.all(
    `SELECT ${common('session_states')}, NULL AS path, NULL AS hash, NULL AS continued_by FROM session_states ${wanted}
     UNION ALL SELECT ${common('cold_sessions')}, path, hash, continued_by FROM cold_sessions ${wanted}
     ORDER BY started_seq, start_time`,
    keys,
  );
}

function exportSession(database: Database, entry: Row): Exported {
  const id = entry['id'] as SessionId;
  const { scope_key = '' } = entry;
  if (entry['path'] === null) {
    const { rows } = wholeSession(database, id)!;
    const session_states = rows.session_states.map((row) => ({ ...row, scope_key }));
    return { kind: 'session', cold: false, rows: { ...rows, session_states, session_folds: [] } };
  }
  const rows = rowsInFile(database, entry);
  if (!rows) return { kind: 'missing', id, path: String(entry['path']) };
  const row = {
    ...rows.session_states[0]!,
    scope_key,
    continued_by: entry['continued_by'] ?? null,
  };
  return {
    kind: 'session',
    cold: true,
    // The receiving home folds the facts anew.
    rows: {
      ...rows,
      session_states: [row],
      session_folds: [],
      session_links: linksOf(database, id),
    },
  };
}

/** The fold of the facts; null if they cannot be folded, as every later reader would have to. */
function foldOrNull(database: Database, rows: SessionRows): Digest | null {
  const row = rows.session_states[0] as Row;
  try {
    const facts = rows.session_events.map((event) =>
      toRecorded(event as Row, row['id'] as SessionId),
    );
    const digest = foldDigest(null, facts, toHead(row).scope);
    foldedState(database, digest);
    closedTasks(digest);
    return digest;
  } catch {
    return null;
  }
}

/** The outcome for a session from elsewhere. */
function judgeArrival(database: Database, rows: SessionRows, isUnfolded = false): Imported {
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
    return {
      outcome: 'refused',
      why: `session ${rival['id']} of the same conversation is open here`,
    };
  return { outcome: 'new' };
}

/**
 * The session went on elsewhere, and nothing was added to it here. A new reading of a transcript need not begin with the
 * earlier one: a turn that was not over then has gone on.
 */
function hasGrown(
  database: Database,
  id: SessionId,
  rows: SessionRows,
  isUnfolded: boolean,
): boolean {
  const here = factRows(database, id);
  const last = here.at(-1);
  if (!last) return false;
  if (isUnfolded && here.every(({ via }) => via === IMPORT_VIA))
    return Number(last['at']) < Number(rows.session_events.at(-1)?.['at']);
  return (
    here.length < rows.session_events.length &&
    here.every((fact, i) =>
      ['at', 'kind', 'body'].every((name) => fact[name] === rows.session_events[i]![name]),
    )
  );
}

function insertSession(
  database: Database,
  rows: SessionRows,
  digest: Digest | null,
  takeover: Takeover,
): void {
  const row = rows.session_states[0]!;
  const id = row['id'] as SessionId;
  removeHot(database, id);
  const seat = seatOf(database, takeover, row);
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
    database.get(
      'SELECT 1 FROM session_events WHERE seq IN (SELECT value FROM json_each(?))',
      numbers,
    ) !== undefined;
  for (const { seq, ...fact } of rows.session_events)
    appendFact(database, isTaken ? fact : { ...fact, seq: seq! });
  if (!isTaken) for (const fold of rows.session_folds) insertRow(database, 'session_folds', fold);
  for (const [table] of OTHER_SESSION_TABLES)
    for (const other of rows[table] ?? []) insertRow(database, table, other, 'OR IGNORE');
  for (const table of ['session_turns', 'session_restores'] as const)
    for (const row of rows[table]) insertRow(database, table, row, 'OR IGNORE');
  insertLinks(database, rows);
}

function foldUnfolded(
  database: Database,
  takeover: Takeover,
  id: SessionId,
  heir: Row[string] | null,
): void {
  const head = hotHead(database, id)!;
  foldWithoutLearning(database, id, head.endedAt ?? head.lastActivity);
  database.record(
    'session_states',
    'UPDATE session_states SET continued_by = ?, previous_session_id = ? WHERE id = ?',
    heir,
    previousOf(database, takeover, head),
    id,
  );
}

function insertLinks(database: Database, rows: SessionRows): void {
  for (const link of rows.session_links) insertRow(database, 'session_links', link, 'OR IGNORE');
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
