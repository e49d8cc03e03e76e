import type { ScopeKey, ThreadId } from '../../domain/base/ids.ts';
import type { StoredRow } from '../../domain/base/packed.ts';
import { openBlocks } from '../base/blocks.ts';
import { CHECKSUM } from '../base/checksums.ts';
import type { Database, Value } from '../base/database.ts';
import { projectColumn } from '../base/joined.ts';
import { TABLES } from '../base/migrations.ts';
import { quotedName } from '../base/quoted-name.ts';
import { LEDGER_NAME } from '../ledger/ledger.ts';
import {
  activeHead,
  indexThread,
  THREAD_FACTS,
  threadRow,
  threadRows,
} from '../threads/threads.ts';

export interface OtherTable {
  readonly name: string;
  readonly rows: Iterable<StoredRow>;
}

/** Whether a table is not exported here: exported with its session, derived, or local to this home. */
function staysHere(name: string): boolean {
  const { session, made, leaves } = TABLES[name] ?? {};
  return session !== undefined || made === true || leaves === 'never';
}

/** Every table whose rows belong to no single session, including those of other rooms. `keys`: those of a scope, as JSON. */
export function otherTables(database: Database, keys: string | null): OtherTable[] {
  const names = database
    // Virtual tables and what is behind them can be made again from the others.
    .all(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name",
    )
    .map((row) => String(row['name']))
    .filter((name) => !name.startsWith('sqlite_') && !staysHere(name));
  return [...names, WORK].sort().flatMap((name): OtherTable[] => {
    if (name === WORK) return [{ name, rows: workIn(database, keys) }];
    const own = columnsOf(database, name);
    // Elsewhere nobody knows what was joined here: rows say the project that they belong to.
    const columns = own.includes('scope_key') ? `*, ${projectColumn(quotedName(name))}` : '*';
    const sql = `SELECT ${columns} FROM ${quotedName(name)}`;
    if (keys === null) return [{ name, rows: each(database, sql) }];
    const column = Object.keys(IN_SCOPE).find((candidate) => own.includes(candidate));
    return column
      ? [{ name, rows: each(database, `${sql} WHERE ${column} ${IN_SCOPE[column]}`, keys) }]
      : [];
  });
}

function* each(database: Database, sql: string, ...values: Value[]): Iterable<StoredRow> {
  yield* database.raw.prepare(sql).iterate(...values) as Iterable<StoredRow>;
}

/** Facts of threads stand in the log; a file has them in a table of their own, thread by thread. */
function* workIn(database: Database, keys: string | null): Iterable<StoredRow> {
  const ids =
    keys === null
      ? database.column<ThreadId>(`SELECT DISTINCT session_id FROM ${THREAD_FACTS} ORDER BY 1`)
      : database.column<ThreadId>(
          `SELECT id FROM work_threads WHERE scope_key IN ${KEYS} ORDER BY id`,
          keys,
        );
  for (const thread_id of ids)
    for (const { seq, key, at, body } of threadRows(database, thread_id))
      yield { seq: seq!, thread_id, session_id: key!, at: at!, body: body! };
}

/** The keys of a project, as JSON. */
const KEYS = '(SELECT value FROM json_each(?1))';

const WORK = 'thread_events';
/** The columns by which rows of a file name a thread that they make or add to. */
const NAMES_THREAD: Readonly<Record<string, string>> = { [WORK]: 'thread_id', work_threads: 'id' };

/** By which of its columns a row belongs to a scope; the first that a table has decides. */
const IN_SCOPE: Readonly<Record<string, string>> = {
  scope_key: `IN ${KEYS}`,
  memory_id: `IN (SELECT id FROM memory_items WHERE scope_key IN ${KEYS})`,
  session_id: `IN (SELECT id FROM session_states WHERE scope_key IN ${KEYS}
    UNION ALL SELECT id FROM cold_sessions WHERE scope_key IN ${KEYS})`,
};

/** Writes the columns that the table has here; how many rows were new. */
export function insertRow(
  database: Database,
  table: string,
  row: StoredRow,
  conflict: '' | 'OR IGNORE' = '',
): number {
  if (table === 'session_events') return appendFact(database, row, conflict).changes;
  const names = columnsOf(database, table).filter((name) => row[name] !== undefined);
  const sql = `INSERT ${conflict} INTO ${quotedName(table)}(${names.map(quotedName).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  const values = names.map((name) => row[name]!);
  return TABLES[table]?.checked
    ? database.record(table, sql, ...values)
    : database.run(sql, ...values).changes;
}

/** Appends a fact with the columns that the log has here. */
export function appendFact(
  database: Database,
  row: StoredRow,
  conflict: '' | 'OR IGNORE' = '',
): { readonly changes: number; readonly lastRowid: number } {
  const names = columnsOf(database, 'session_events').filter((name) => row[name] !== undefined);
  return database.append(
    'session_events',
    Object.fromEntries(names.map((name) => [name, row[name]!])),
    conflict,
  );
}

/**
 * Rows of a table of another part. A key says which of them are here already; where rows are only numbered, those that
 * are equal in everything else are the same.
 */
export function insertRows(
  database: Database,
  table: string,
  found: readonly StoredRow[],
  write: boolean,
): number | null {
  const name = NAMES_THREAD[table];
  const rows = name ? found.filter((row) => mayBeThread(database, row[name])) : found;
  if (table === WORK) return insertWork(database, rows, write);
  if (write && rows[0]) makeOlder(database, table, rows[0]);
  const taken = importable(database, table);
  if (!taken) return null;
  if (taken.length === 0) return rows.length;
  const identity = identityOf(database, table, taken);
  const missing = (row: StoredRow) => {
    const same = identity.map((name) => `${quotedName(name)} IS ?`).join(' AND ');
    const values = identity.map((name): Value => row[name] ?? null);
    return (
      database.get(`SELECT 1 FROM ${quotedName(table)} WHERE ${same}`, ...values) === undefined
    );
  };
  if (!write) return rows.filter(missing).length;
  return database.write(() => {
    let added = 0;
    for (const row of rows) {
      if (!missing(row)) continue;
      const kept = Object.fromEntries(
        Object.entries(beside(database, table, row)).filter(([name]) => taken.includes(name)),
      );
      added += insertRow(database, table, kept, 'OR IGNORE');
    }
    // Nobody may ever work on it here, and so it is never folded: it is found all the same.
    if (table === 'work_threads') for (const { id } of rows) indexThread(database, id as ThreadId);
    return added;
  });
}

/**
 * Whether something from elsewhere may be a thread of that name: facts of sessions and entries of ledgers stand in the same log, and
 * nobody but their owners adds to them.
 */
export function mayBeThread(database: Database, name: unknown): boolean {
  return typeof name === 'string' && !name.startsWith(LEDGER_NAME) && !isSession(database, name);
}

export function isSession(database: Database, id: string): boolean {
  const known =
    'SELECT 1 FROM session_states WHERE id = ?1 UNION ALL SELECT 1 FROM cold_sessions WHERE id = ?1';
  return database.has(known, id);
}

/** Facts of threads, which come before their threads and are found with them. */
function insertWork(database: Database, rows: readonly StoredRow[], write: boolean): number {
  const known = `SELECT 1 FROM ${THREAD_FACTS} WHERE session_id = ? AND key IS ? AND at = ? AND body = ?`;
  const valuesOf = ({ thread_id = '', session_id = null, at = 0, body = '{}' }: StoredRow) =>
    [thread_id, session_id, at, body] as const;
  const missing = (row: StoredRow) => !database.has(known, ...valuesOf(row));
  return database.write(() => {
    for (const id of new Set(rows.map((row) => String(row['thread_id'])))) openBlocks(database, id);
    if (!write) return rows.filter(missing).length;
    const added = rows.filter((row) => {
      if (!missing(row)) return false;
      database.append('session_events', threadRow(...valuesOf(row)));
      return true;
    });
    for (const id of new Set(added.map((row) => row['thread_id'])))
      indexThread(database, id as ThreadId);
    return added.length;
  });
}

/** Archives an imported thread, because the active thread of this home stays. */
function beside(database: Database, table: string, row: StoredRow): StoredRow {
  if (table !== 'work_threads' || row['status'] !== 'active') return row;
  const isTaken = activeHead(database, row['scope_key'] as ScopeKey) !== null;
  return isTaken ? { ...row, status: 'archived', archived_because: 'imported' } : row;
}

/** Tables of an older Cortex, which it reads on: they are made where they are missing. */
export const OLDER_TABLES: readonly string[] = [
  'messages',
  'threads',
  'acks',
  'read_receipts',
  'stm',
  'atoms',
  'causal_links',
  'embeddings',
  'todos',
  'todo_templates',
  'categories',
  'working_memory',
  'insights',
];

/**
 * The columns to take over, without a number that was given elsewhere; null where the table is not taken over. An import takes
 * nothing that a file must not decide: which instructions a person trusts. Nor what cannot move: a sealed chain is that of its own
 * home, and what a model was shown is in its own conversation.
 */
function importable(database: Database, table: string): string[] | null {
  if (TABLES[table]?.leaves !== 'taken' && !OLDER_TABLES.includes(table)) return null;
  const serial = serialOf(database, table);
  return columnsOf(database, table).filter((name) => name !== serial);
}

/** Creates a table of an older Cortex from a row, without column types, which SQLite does not need. */
function makeOlder(database: Database, table: string, row: StoredRow): void {
  if (!OLDER_TABLES.includes(table) || columnsOf(database, table).length > 0) return;
  const names = Object.keys(row).filter((name) => /^[a-z_]{1,40}$/.test(name));
  if (names.length > 0)
    database.raw.exec(`CREATE TABLE ${quotedName(table)} (${names.map(quotedName).join(', ')})`);
  columns.delete(database);
}

function identityOf(
  database: Database,
  table: string,
  taken: readonly string[],
): readonly string[] {
  const names = (sql: string) => database.all(sql, table).map((row) => String(row['name']));
  const key = names('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk');
  if (key.length > 0 && serialOf(database, table) === null) return key;
  const unique = names(
    `SELECT name FROM pragma_index_info(
       (SELECT name FROM pragma_index_list(?) WHERE "unique" = 1 AND origin = 'u' ORDER BY seq LIMIT 1))`,
  );
  return unique.length > 0 ? unique : taken;
}

/** The column that numbers the rows of a table by itself. */
function serialOf(database: Database, table: string): string | null {
  const row = database.get(
    `SELECT name FROM pragma_table_info(?1) WHERE pk = 1 AND type = 'INTEGER'
     AND (SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?1) LIKE '%AUTOINCREMENT%'`,
    table,
  );
  return row ? String(row['name']) : null;
}

const columns = new WeakMap<Database, Map<string, readonly string[]>>();

/** Remembered: an import asks for every row. Generated columns are not among them, and could not be written. */
function columnsOf(database: Database, table: string): readonly string[] {
  const known = columns.get(database) ?? new Map<string, readonly string[]>();
  columns.set(database, known);
  const found = known.get(table) ?? namesIn(database, table);
  known.set(table, found);
  return found;
}

function namesIn(database: Database, table: string): string[] {
  return (
    database
      .all('SELECT name FROM pragma_table_info(?) ORDER BY cid', table)
      .map((row) => String(row['name']))
      // Every row gets the checksum of what it holds here.
      .filter((name) => name !== CHECKSUM)
  );
}
