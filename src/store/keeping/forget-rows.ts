import type { SessionId, ThreadId } from '../../domain/base/ids.ts';
import type { Millis } from '../../domain/base/time.ts';
import { erase, eraserOf, type Forgetting, mayHold, traceOf } from '../../domain/keeping/forget.ts';
import type { Database, Row, Value } from '../base/database.ts';
import { TABLES } from '../base/migrations.ts';
import { quotedName } from '../base/quoted-name.ts';

/** Number of rows with the words to forget. */
export interface Holding {
  /** Sessions whose row contains it. */
  readonly sessions: number;
  readonly facts: number;
  readonly memories: number;
  readonly thread_entries: number;
  /** Delivered preambles. */
  readonly told: number;
  /** Other rows: derived ones, waiting pins, dismissals, reasons. */
  readonly other_rows: number;
}

/** Rows that stay, because other data depends on them. */
export interface KeptRows {
  /** Sealed metrics, which name tasks by their titles. */
  readonly sealed_metrics: number;
  /** Paths and names by which projects are known. */
  readonly names: number;
}

/** Columns of a table that may contain words, the name under which rows are counted, and the way of erasing them. */
export interface WordPlace {
  readonly table: string;
  readonly columns: readonly string[];
  /** The key of a row. */
  readonly key: readonly string[];
  readonly as: keyof (Holding & KeptRows);
  /** A condition for its rows; all by default. */
  readonly rows?: string;
  /** Without it the rows stay, or are handled elsewhere. */
  readonly erase?: Erase;
}

/** Removes the words from a row. */
export type Erase = (database: Database, changed: ChangedRow, erasing: Erasing) => void;

/** The state of a running `forget`. */
export interface Erasing {
  readonly forgetting: Forgetting;
  readonly at: Millis;
  readonly memories: string[];
  /** Number of facts with the words; a fact that only has the memory's id does not count. */
  facts: number;
  /** Sessions whose facts held the words. */
  readonly sessions: Set<SessionId>;
  /** Sessions whose row contained the words although none of their facts did. */
  readonly records: Set<SessionId>;
  readonly threads: Set<ThreadId>;
}

export interface ChangedRow {
  readonly row: Row;
  /** By column. */
  readonly after: Readonly<Record<string, Value>>;
}

/** Special cases by table. An empty list: derived again, without a person's words, or not readable by SQL. */
export type WordPlaces = Readonly<
  Record<string, readonly (Pick<WordPlace, 'as' | 'rows' | 'erase'> & Partial<WordPlace>)[]>
>;

/** Columns with names and ids, which must not change. */
const NAMES =
  /^(?:id|\w+_id|ref|key|kind|hash|scope|scope_key|project_key|into_key|sign|place|stamp|tree|project_path|cwd|path|origin|host|owner|transcript|channel|previous|resumes|continued_by)$/;

/** Every place in the database that may contain words, including tables of other rooms. */
export function placesIn(database: Database, known: WordPlaces): WordPlace[] {
  const tables = database
    .all(
      "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name",
    )
    .map((row) => ({ table: String(row['name']), hasRowid: row['wr'] === 0 }))
    .filter(({ table }) => !table.startsWith('sqlite_'));
  return tables.flatMap(({ table, hasRowid }): WordPlace[] => {
    const all = database.all('SELECT name, type, pk FROM pragma_table_info(?)', table);
    const texts = all
      .filter((column) => !/INT|REAL|NUM|BLOB/i.test(String(column['type'])))
      .map((column) => String(column['name']));
    const keys = all
      .filter((column) => Number(column['pk']) > 0)
      .map((column) => String(column['name']));
    const key = hasRowid ? ['rowid'] : keys;
    const [named, said] = [
      texts.filter((name) => NAMES.test(name)),
      texts.filter((name) => !NAMES.test(name)),
    ];
    const columnsOf = ({ as }: Pick<WordPlace, 'as'>) => (as === 'names' ? named : said);
    if (known[table])
      return known[table].map((place) => ({ table, key, columns: columnsOf(place), ...place }));
    const erase: Erase = (_, changed) => writeChanged(database, { table, key }, changed);
    const places: WordPlace[] = [
      { table, columns: said, key, as: 'other_rows', erase },
      { table, columns: named, key, as: 'names' },
    ];
    return places.filter(({ columns }) => columns.length > 0);
  });
}

/** The rows that hold the words, with what is left of them. */
export function changedRows(
  database: Database,
  { table, columns, key, rows = 'TRUE' }: Omit<WordPlace, 'as'>,
  forgetting: Forgetting,
): ChangedRow[] {
  const { where, values } = holding(columns.map(quotedColumn), forgetting);
  const eraser = eraserOf(forgetting);
  const keys = key.map((name, i) => `${quotedColumn(name)} AS key${i}`);
  return database
    .all(
      `SELECT *, ${keys.join(', ')} FROM ${quotedColumn(table)} WHERE ${rows} AND ${where}`,
      ...values,
    )
    .flatMap((row) => {
      const after = columns.flatMap((name): [string, Value][] => {
        const before = row[name];
        if (typeof before !== 'string' || !mayHold(before, forgetting)) return [];
        const without = erase(before, eraser);
        return without === before ? [] : [[name, without]];
      });
      return after.length > 0 ? [{ row, after: Object.fromEntries(after) }] : [];
    });
}

/** Writes a row; one that becomes equal to another takes its place. */
export function writeChanged(
  database: Database,
  { table, key }: Pick<WordPlace, 'table' | 'key'>,
  { row, after }: ChangedRow,
): void {
  const sets = Object.keys(after).map((name) => `${quotedColumn(name)} = ?`);
  const same = key.map((name) => `${quotedColumn(name)} IS ?`).join(' AND ');
  const sql = `UPDATE OR REPLACE ${quotedColumn(table)} SET ${sets.join(', ')} WHERE ${same}`;
  const values = [...Object.values(after), ...key.map((_, i) => row[`key${i}`] ?? null)];
  if (TABLES[table]?.checked) database.record(table, sql, ...values);
  else database.run(sql, ...values);
}

/** The condition under which a row may hold the words or name the memory. */
function holding(
  columns: readonly string[],
  forgetting: Forgetting,
): { readonly where: string; readonly values: Value[] } {
  const trace = traceOf(forgetting);
  if (trace === null) return { where: 'TRUE', values: [] };
  const { memoryId } = forgetting;
  const traces = [trace, memoryId ?? ''].filter(Boolean).map((one) => `%${one}%`);
  const parts = columns.flatMap((name) => traces.map(() => `${name} LIKE ?`));
  return {
    where: parts.length > 0 ? `(${parts.join(' OR ')})` : 'FALSE',
    values: columns.flatMap(() => traces),
  };
}

/** Indexes of an older Cortex. Those over its tables are rebuilt; those with their own texts are edited. */
export function inOlderIndexes(database: Database, forgetting: Forgetting): void {
  const indexes = database
    .all(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'",
    )
    .filter((row) => /using\s+fts5/i.test(String(row['sql'])))
    .map((row) => String(row['name']))
    .filter((name) => OLDER_INDEXES.has(name));
  for (const name of indexes) {
    const index = quotedColumn(name);
    // Without this the index only marks words as gone.
    database.run(`INSERT INTO ${index}(${index}, rank) VALUES ('secure-delete', 1)`);
    const columns = database
      .all('SELECT name FROM pragma_table_info(?)', name)
      .map((column) => String(column['name']));
    const hasOwnTexts =
      database.get('SELECT 1 FROM sqlite_master WHERE name = ?', `${name}_content`) !== undefined;
    if (hasOwnTexts) {
      const texts = { table: name, columns, key: ['rowid'] };
      for (const changed of changedRows(database, texts, forgetting))
        writeChanged(database, texts, changed);
    }
    database.run(`INSERT INTO ${index}(${index}) VALUES ('rebuild')`);
  }
}

/** Indexes of an older Cortex, which Cortex otherwise does not maintain. */
export const OLDER_INDEXES: ReadonlySet<string> = new Set([
  'messages_fts',
  'stm_fts',
  'atoms_fts',
  'memory_fts',
]);

/** The row number is no column: quotedColumn, it would be a text. */
function quotedColumn(name: string): string {
  return name === 'rowid' ? name : quotedName(name);
}
