import { DatabaseSync } from 'node:sqlite';
import { Database } from '../database.ts';
import { migrate } from '../migrations.ts';

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
    migrate(new Database(raw, () => 0), () => 0);
    return namesIn(raw);
  } finally {
    raw.close();
  }
}

/** `table` as the schema lists it, and `table.column` as its text declares it; of plain tables and of word indexes. */
function namesIn(raw: DatabaseSync): ReadonlySet<string> {
  const listed = raw.prepare("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'table'").all();
  const tables = listed.filter((row) => row['name'] === row['tbl_name']).map((row) => String(row['name']));
  const columns = raw
    .prepare(
      `SELECT tables.name AS "table", columns.name AS "column"
       FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
       WHERE tables.schema = 'main' AND tables.type IN ('table', 'virtual')`,
    )
    .all();
  return new Set([...tables, ...columns.map(({ table, column }) => `${table}.${column}`)]);
}
