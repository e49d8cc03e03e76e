import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { ForeignDatabase, ForeignRow } from '../../ports/base/foreign.ts';
import { quotedName } from './quoted-name.ts';

/** Time to wait for a writer. */
const PATIENCE_MS = 5000;

/** Opens a database of another system read-only. Throws if it is not a database. */
export function openForeign(path: string): ForeignDatabase {
  const database = openToRead(path);
  try {
    // The schema is untrusted and could run functions.
    database.exec('PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON');
    const found = database
      .prepare(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')",
      )
      .all();
    const tables = new Set(found.map((row) => String(row['name'])));
    return {
      tables,
      rows: (table, only) => (tables.has(table) ? rowsOf(database, table, only) : []),
      count: (table) => (tables.has(table) ? countOf(database, table) : 0),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

export function openToRead(path: string): DatabaseSync {
  const options = { readOnly: true, timeout: PATIENCE_MS };
  const database = new DatabaseSync(path, options);
  try {
    database.prepare('SELECT 1 FROM sqlite_master').get();
    return database;
  } catch (error) {
    database.close();
    // Write-ahead logging creates files, which fails in a read-only folder. Without a log
    // file no data can be missed.
    if (!isNotOpened(error) || existsSync(`${path}-wal`)) throw error;
    const url = pathToFileURL(path);
    url.searchParams.set('immutable', '1');
    return new DatabaseSync(url, options);
  }
}

/** `unable to open database file`, or no permission to write beside it. */
function isNotOpened(error: unknown): boolean {
  const code = ((error as { errcode?: number } | null)?.errcode ?? 0) & 0xff;
  return code === 14 || code === 8;
}

function* rowsOf(
  database: DatabaseSync,
  table: string,
  only?: { readonly column: string; readonly is: string },
): Generator<ForeignRow> {
  const where = only ? ` WHERE ${quotedName(only.column)} = ?` : '';
  const statement = database.prepare(`SELECT * FROM ${quotedName(table)}${where}`);
  // Otherwise a number beyond 2^53 would throw.
  statement.setReadBigInts(true);
  for (const row of statement.iterate(...(only ? [only.is] : []))) {
    yield Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name.toLowerCase(), plain(value)]),
    );
  }
}

function plain(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value !== 'bigint') return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function countOf(database: DatabaseSync, table: string): number {
  return Number(
    database.prepare(`SELECT count(*) AS n FROM ${quotedName(table)}`).get()?.['n'] ?? 0,
  );
}
