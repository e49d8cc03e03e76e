import type { SessionId } from '../../domain/base/ids.ts';
import type { StoredRow } from '../../domain/base/packed.ts';
import { DAY, iso, type Millis, millis } from '../../domain/base/time.ts';
import { SESSION_TABLES as KNOWN_TABLES, type WholeSession } from '../../domain/keeping/archive.ts';
import type { Database, Row } from '../base/database.ts';
import { TABLES } from '../base/migrations.ts';
import type { UnitsOf } from '../base/promised.ts';
import { parseOr, toState } from '../base/rows.ts';
import { factRows } from '../facts/events.ts';
import type { ColdFile } from '../sessions/cold.ts';
import { turnRow, turnsOfSession } from '../turns/turns.ts';
import { insertRow } from './tables.ts';

export interface Removed {
  readonly table: string;
  readonly rows: number;
}

/** A session in cold storage, by its file. */
export interface ColdEntry {
  readonly id: SessionId;
  /** Below the folder of mirrors. */
  readonly path: string;
  readonly hash: string;
}

interface Outdated {
  readonly table: string;
  readonly days: number;
  readonly since?: string;
  /** Rows that stay whatever their age. */
  readonly but?: string;
}

/** Older rows are removed, by their column `at` or another. A part that keeps rows for a time adds its table here. */
const OUTDATED: readonly Outdated[] = [
  { table: 'scope_let_go', days: 365 },
  { table: 'scope_waiting_pins', days: 365, but: "body ->> '$.by' = 'person'" },
  { table: 'ledger_conversations', days: 7, since: 'last_activity' },
];

/** A session of a shared project with facts that no sync has looked at. */
const WAITS_TO_BE_SENT = `EXISTS (SELECT 1 FROM share_projects AS shared WHERE shared.scope_key IN (session_states.scope_key,
    (SELECT project_key FROM project_joined AS joined WHERE joined.scope_key = session_states.scope_key))
  AND session_seq < (SELECT max(seq) FROM session_events WHERE session_id = session_states.id))`;

/** Moving sessions to cold storage. */
export interface RetentionStore {
  /** Sessions in the hot table that ended before a moment, the one that ended first foremost. */
  endedBefore(before: Millis): Promise<readonly SessionId[]>;

  /** Everything that the hot tables hold of a session. */
  wholeSession(id: SessionId): Promise<WholeSession | null>;

  /**
   * Takes a session out of the hot tables, for a file that holds all of it. False where the file does not say what
   * `textOf` makes of the rows at this moment; then nothing is changed.
   */
  makeCold(
    id: SessionId,
    file: ColdFile,
    textOf: (whole: WholeSession) => string,
    at: Millis,
  ): Promise<boolean>;

  coldSessions(): Promise<readonly ColdEntry[]>;

  /** Counts the rows that are too old for anybody to ask for. `days`: by table, where they are not the usual ones. */
  countOutdated(now: Millis, days?: Readonly<Record<string, number>>): Promise<readonly Removed[]>;

  /** Removes them, and tells how many there were. */
  removeOutdated(now: Millis, days?: Readonly<Record<string, number>>): Promise<readonly Removed[]>;
}

export const retentionUnits: UnitsOf<RetentionStore> = {
  endedBefore(database, before) {
    return database
      .all(
        // A day more, because an older Cortex may have written its dates otherwise; what they mean decides.
        `SELECT id, end_time FROM session_states WHERE end_time < ? AND NOT (${WAITS_TO_BE_SENT}) ORDER BY end_time, id`,
        iso(before + DAY),
      )
      .filter((row) => (millis(String(row['end_time'])) ?? before) < before)
      .map((row) => row['id'] as SessionId);
  },

  wholeSession: wholeSession,

  makeCold(database, id, file, textOf, at) {
    return database.write(() => {
      const whole = wholeSession(database, id);
      if (whole?.state.end_time == null || textOf(whole) !== file.text) return false;
      enterIndex(database, whole.rows.session_states[0]!, file, at);
      removeHot(database, id);
      return true;
    });
  },

  coldSessions(database) {
    return database.all('SELECT id, path, hash FROM cold_sessions').map((row) => ({
      id: row['id'] as SessionId,
      path: String(row['path']),
      hash: String(row['hash']),
    }));
  },

  countOutdated(database, now, days = {}) {
    return OUTDATED.map((outdated) => {
      const { where, before } = outdatedBefore(outdated, now, days);
      const sql = `SELECT count(*) FROM ${outdated.table} WHERE ${where}`;
      return { table: outdated.table, rows: database.value<number>(sql, before)! };
    });
  },

  removeOutdated(database, now, days = {}) {
    return OUTDATED.map((outdated) => {
      const { where, before } = outdatedBefore(outdated, now, days);
      const sql = `DELETE FROM ${outdated.table} WHERE ${where}`;
      return {
        table: outdated.table,
        rows: database.write(() => database.run(sql, before).changes),
      };
    });
  },
};

function outdatedBefore(
  { table, days: usual, since = 'at', but = '0' }: Outdated,
  now: Millis,
  days: Readonly<Record<string, number>>,
): { readonly where: string; readonly before: Millis } {
  return {
    where: `${since} < ? AND NOT coalesce(${but}, 0)`,
    before: now - (days[table] ?? usual) * DAY,
  };
}

/** Tables whose rows belong to one session, and the column that says to which. */
const SESSION_TABLES = Object.entries(TABLES).flatMap(([table, { session }]): [string, string][] =>
  session ? [[table, session]] : [],
);

/** Session tables whose rows are packed as they are: nothing here knows what is in them. */
export const OTHER_SESSION_TABLES = SESSION_TABLES.filter(
  ([table]) => table !== 'fact_blocks' && !(KNOWN_TABLES as readonly string[]).includes(table),
);

export function wholeSession(database: Database, id: SessionId): WholeSession | null {
  const row = database.get('SELECT * FROM session_states WHERE id = ?', id);
  if (!row) return null;
  const turns = turnsOfSession(database, id);
  const rowsOf = (table: string, order = '') =>
    database.all(`SELECT * FROM ${table} WHERE session_id = ? ${order}`, id);
  return {
    state: { ...toState(row), turns },
    rows: {
      session_states: [row],
      // In the order in which they happened: whoever reads them elsewhere numbers them anew.
      session_events: factRows(database, id).map(({ follows: _, checksum: __, ...fact }) => fact),
      session_folds: rowsOf('session_folds'),
      session_turns: turns.map((turn) => turnRow(id, turn)),
      session_restores: rowsOf('session_restores', 'ORDER BY rowid'),
      session_links: linksOf(database, id),
      ...Object.fromEntries(
        OTHER_SESSION_TABLES.map(([table, column]) => [
          table,
          database.all(`SELECT * FROM ${table} WHERE ${column} = ?`, id),
        ]),
      ),
    },
  };
}

export function linksOf(database: Database, id: SessionId): StoredRow[] {
  return database.all(
    'SELECT * FROM session_links WHERE to_id = ?1 OR from_id = ?1 ORDER BY to_id, from_id',
    id,
  );
}

export function removeHot(database: Database, id: SessionId): void {
  for (const [table, column] of SESSION_TABLES)
    database.run(`DELETE FROM ${table} WHERE ${column} = ?`, id);
}

/** Keeps of the row that goes what the index has columns for, so that the session can be listed without its file. */
export function enterIndex(database: Database, row: StoredRow, file: ColdFile, at: Millis): void {
  const { path, hash, text } = file;
  const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  database.run('DELETE FROM cold_sessions WHERE id = ?', String(row['id']));
  insertRow(database, 'cold_sessions', {
    ...OTHERWISE,
    ...known,
    path,
    hash,
    bytes: Buffer.byteLength(text),
    archived_at: at,
  });
  const { scope_key: key, head, stopped } = row as Row;
  for (const commit of new Set([head, parseOr<{ head?: string | null }>(stopped, {}).head])) {
    if (key && commit) keepHead(database, String(key), String(commit), at);
  }
}

/** A commit that a session had checked out goes on to prove which project a clone is. */
function keepHead(database: Database, key: string, head: string, at: Millis): void {
  database.record(
    'project_signs',
    `INSERT INTO project_signs(scope_key, kind, sign, at) SELECT ?1, 'head', ?2, ?3
     WHERE NOT EXISTS (SELECT 1 FROM project_signs WHERE scope_key = ?1 AND kind = 'head' AND sign = ?2)`,
    key,
    head,
    at,
  );
}

/** Older rows may lack what the index asks for. */
const OTHERWISE: Readonly<Record<string, string | number>> = {
  scope: 'global',
  scope_key: 'global',
  host: 'unknown',
  crash_recovered: 0,
  turn_count: 0,
  hot_topics: '[]',
  started_seq: 0,
};
