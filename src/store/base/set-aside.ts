import { pack } from '../../domain/base/packed.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { Database, Row } from './database.ts';

const WHY = 'it does not fit its checksum';

/** Moves one row out of the way, so that the rest goes on; within a transaction. Its content is kept. */
export function setAside(database: Database, table: string, row: Row, at: Millis): void {
  keepAside(database, table, row, at);
  const key = database.keyOf(table);
  database.run(
    `DELETE FROM ${table} WHERE ${key.map((name) => `${name} = ?`).join(' AND ')}`,
    ...key.map((name) => row[name] ?? null),
  );
}

export function keepAside(
  database: Database,
  table: string,
  row: Parameters<typeof pack>[0],
  at: Millis,
): void {
  database.run(
    'INSERT INTO set_aside(at, table_name, why, row) VALUES (?, ?, ?, ?)',
    at,
    table,
    WHY,
    JSON.stringify(pack(row)),
  );
}
