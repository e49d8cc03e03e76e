import { lstatSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { badRowsOf } from '../../base/checksums.ts';
import { BUSY_SLICE_MS, Database, isDamage, patiently } from '../../base/database.ts';
import { migrate, tablesWhere } from '../../base/migrations.ts';
import { appliedNumber, newerThanKnown, SCHEMA } from '../../base/schema.ts';
import { lostIndexes } from '../../index/word-indexes.ts';

/** The condition of the database. */
export type Condition =
  | { readonly kind: 'sound' }
  /** No file, an empty one, or not a plain file. */
  | { readonly kind: 'missing'; readonly detail: string }
  /** SQLite reports damage on two connections. */
  | { readonly kind: 'damaged'; readonly detail: string }
  /** A newer Cortex migrated it: only that version can interpret its rows and checksums. */
  | { readonly kind: 'newer'; readonly error: unknown }
  /** Currently unknown: locked, unreadable, an I/O failure. Nothing is changed then. */
  | { readonly kind: 'unknown'; readonly error: unknown };

const PATIENCE_MS = 5_000;
/** Most complaints that are reported; a damaged file has thousands. */
const MOST_COMPLAINTS = 5;

/**
 * Checks a database without changing its content. Damage counts if a second connection finds it too; a lock, a
 * full disk or missing permissions are never damage.
 */
export function conditionOf(path: string): Condition {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return { kind: 'missing', detail: `${path} is gone` };
  if (!found.isFile()) return { kind: 'missing', detail: `${path} is not a file` };
  if (found.size === 0) return { kind: 'missing', detail: `${path} is empty` };
  const first = look(path);
  return first.kind === 'damaged' ? look(path) : first;
}

function look(path: string): Condition {
  try {
    const raw = new DatabaseSync(path, { timeout: BUSY_SLICE_MS });
    try {
      const newer = patiently(() => newerThanKnown(appliedIn(raw)), PATIENCE_MS);
      if (newer) return { kind: 'newer', error: newer };
      const complaints = patiently(() => complaintsOf(raw), PATIENCE_MS);
      if (complaints.length > 0) return { kind: 'damaged', detail: complaints.join('; ') };
      const names = appliedIn(raw) === SCHEMA ? lostNames(raw).slice(0, MOST_COMPLAINTS) : [];
      if (names.length > 0)
        return { kind: 'damaged', detail: `names in the schema are gone: ${names.join(', ')}` };
      const rows = badRows(raw).map(({ table, rows }) => `${rows} of ${table}`);
      if (rows.length > 0)
        return { kind: 'damaged', detail: `rows do not fit their checksums: ${rows.join(', ')}` };
      const indexes = lostIndexes(raw);
      if (indexes.length > 0)
        return {
          kind: 'damaged',
          detail: `indexes lost the words of their rows: ${indexes.join(', ')}`,
        };
      const ours = raw
        .prepare("SELECT 1 FROM sqlite_schema WHERE name = 'cortex_migrations'")
        .get();
      return ours
        ? { kind: 'sound' }
        : { kind: 'missing', detail: `${path} holds no tables of Cortex` };
    } finally {
      raw.close();
    }
  } catch (error) {
    if (isDamage(error)) return { kind: 'damaged', detail: (error as Error).message };
    return { kind: 'unknown', error };
  }
}

/** The number of the last migration of the checked file. */
function appliedIn(raw: DatabaseSync): number {
  return appliedNumber({ get: (sql) => raw.prepare(sql).get() });
}

/** Rows with a wrong checksum, by table; none in a file without checksums. */
export function badRows(raw: DatabaseSync): { readonly table: string; readonly rows: number }[] {
  return tablesWhere(({ checked }) => checked === true)
    .map((table) => ({ table, rows: badRowsOf(raw, table) }))
    .filter(({ rows }) => rows > 0);
}

/** Complaints of SQLite, including those about full text indexes. */
export function complaintsOf(raw: DatabaseSync): string[] {
  return raw
    .prepare(`PRAGMA integrity_check(${MOST_COMPLAINTS})`)
    .all()
    .map((row) => String(Object.values(row)[0]))
    .filter((line) => line !== 'ok');
}

/**
 * Tables and columns of ours that a file of the current schema lacks. Names in the schema carry no checksum, and SQLite finds
 * nothing wrong with a table or a column of another name. Rows are read by these names, letter by letter.
 */
export function lostNames(raw: DatabaseSync): readonly string[] {
  const there = namesIn(raw);
  return [...expected()].filter((name) => !there.has(name));
}

function expected(): ReadonlySet<string> {
  const raw = new DatabaseSync(':memory:');
  try {
    migrate(new Database(raw, { waitMillis: () => 0 }), () => 0);
    return namesIn(raw);
  } finally {
    raw.close();
  }
}

/** `table` as the schema lists it, and `table.column` as its text declares it; of plain tables and of word indexes. */
function namesIn(raw: DatabaseSync): ReadonlySet<string> {
  const listed = raw.prepare("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'table'").all();
  const tables = listed
    .filter((row) => row['name'] === row['tbl_name'])
    .map((row) => String(row['name']));
  const columns = raw
    .prepare(
      `SELECT tables.name AS "table", columns.name AS "column"
       FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
       WHERE tables.schema = 'main' AND tables.type IN ('table', 'virtual')`,
    )
    .all();
  return new Set([...tables, ...columns.map(({ table, column }) => `${table}.${column}`)]);
}
