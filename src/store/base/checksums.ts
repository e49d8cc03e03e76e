import type { DatabaseSync } from 'node:sqlite';
import { checksumOf } from '../../domain/base/checksum.ts';

/** The checksum column; NULL if an older version wrote the row. */
export const CHECKSUM = 'checksum';

/** The columns that a checksum covers, the key first. A column that is added later and NULL changes no checksum. */
export const COVERED = `SELECT name, pk FROM pragma_table_info(?) WHERE name <> '${CHECKSUM}' ORDER BY pk = 0, pk, cid`;

export function checksumOfRow(
  columns: readonly string[],
  row: Readonly<Record<string, unknown>>,
): number {
  return checksumOf(columns.map((name) => row[name]));
}

/** Number of rows of a table with a wrong checksum; zero if it has no checksums. */
export function badRowsOf(raw: DatabaseSync, table: string): number {
  if (!raw.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, CHECKSUM))
    return 0;
  const columns = raw
    .prepare(COVERED)
    .all(table)
    .map((row) => String(row['name']));
  const rows = raw.prepare(`SELECT * FROM ${table} WHERE ${CHECKSUM} IS NOT NULL`);
  // A flipped bit can make integers beyond the range of doubles.
  rows.setReadBigInts(true);
  let bad = 0;
  for (const row of rows.iterate())
    if (Number(row[CHECKSUM]) !== checksumOfRow(columns, row)) bad++;
  return bad;
}
