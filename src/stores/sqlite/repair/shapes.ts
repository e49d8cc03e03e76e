import type { DatabaseSync } from 'node:sqlite';
import type { Database } from '../database.ts';
import { isMade } from '../tables.ts';
import { OLDER_TABLES, quoted } from '../units/tables.ts';

/** A table, as far as its rows are read one after the other. */
export interface TableShape {
  readonly name: string;
  readonly sql: string;
  readonly hasRowid: boolean;
  readonly key: readonly string[];
  /** Stores that know every row. */
  readonly indexes: readonly string[];
}

/** Every plain table of a file; virtual tables and what is behind them are made from the others. */
export function schemaOf(raw: DatabaseSync): TableShape[] {
  const all = (sql: string, ...values: string[]) =>
    raw.prepare(sql).all(...values) as Record<string, string | number>[];
  return all("SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    .map(({ name, wr }) => ({ name: String(name), hasRowid: wr === 0 }))
    .filter(({ name }) => !name.startsWith('sqlite_'))
    .map(({ name, hasRowid }) => ({
      name,
      hasRowid,
      sql: String(
        all('SELECT sql FROM sqlite_schema WHERE type = ? AND name = ?', 'table', name)[0]?.['sql'],
      ),
      key: all('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk', name).map((row) =>
        String(row['name']),
      ),
      indexes: all('SELECT name FROM pragma_index_list(?) WHERE partial = 0', name).map((row) =>
        String(row['name']),
      ),
    }));
}

/** Tables of an older Cortex come along as they were; what nobody knows stays in the quarantine. */
export function takeOverSchema(into: Database, shapes: readonly TableShape[]): void {
  for (const { name, sql } of shapes) {
    if (!OLDER_TABLES.includes(name) || isThere(into, name)) continue;
    // Prepared and not executed as a script: of a text that somebody changed only the first statement counts.
    if (/^CREATE TABLE\b/i.test(sql)) into.raw.prepare(sql).run();
  }
}

/** How many rows each table holds that is not made from others. */
export function rowsOf(database: Database): Record<string, number> {
  const tables = schemaOf(database.raw).filter(({ name }) => !isMade(name));
  const counted = tables.map(({ name }): [string, number] => [
    name,
    Number(database.get(`SELECT count(*) AS n FROM ${quoted(name)}`)?.['n']),
  ]);
  return Object.fromEntries(counted.filter(([, rows]) => rows > 0));
}

export function isThere(database: Database, table: string): boolean {
  return database.get('SELECT 1 FROM pragma_table_info(?) LIMIT 1', table) !== undefined;
}
