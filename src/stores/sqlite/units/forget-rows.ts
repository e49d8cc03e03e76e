import { erase, eraserOf, type Forgetting, mayHold, traceOf } from '../../../domain/upkeep/forget.ts';
import type { Database, Row, Value } from '../database.ts';
import { TABLES } from '../migrations.ts';

/** How many rows hold what is to be forgotten. */
export interface Holding {
  /** Sessions whose record holds it. */
  readonly sessions: number;
  readonly facts: number;
  readonly memories: number;
  readonly thread_entries: number;
  /** Answers that sessions were given. */
  readonly told: number;
  /** Rows that are made of the others, or stand for themselves: waiting pins, what was let go, reasons. */
  readonly other_rows: number;
}

/** Rows that stay: something else relies on them. */
export interface Kept {
  /** Sealed metrics, which name tasks by their titles. */
  readonly sealed_metrics: number;
  /** Paths and names by which projects are known. */
  readonly names: number;
}

/** A table, with those of its columns that hold texts. */
export interface Place {
  readonly table: string;
  /** Which of its rows; all where it does not say. */
  readonly rows?: string;
  readonly columns: readonly string[];
  /** By which a row is known. */
  readonly key: readonly string[];
  /** Under which name its rows are counted. */
  readonly as: keyof (Holding & Kept);
}

export interface ChangedRow {
  readonly row: Row;
  /** By column. */
  readonly after: Readonly<Record<string, Value>>;
}

/** Tables that are made anew, name nobody's words, or hold them out of reach for SQL. */
const WITHOUT_WORDS: readonly string[] = [
  ...['scope_standings', 'memory_forgotten', 'cortex_migrations', 'fact_blocks'],
];

/** Tables that are looked at in a way of their own; metrics stay, for each is sealed by the next. */
const KNOWN: Readonly<Record<string, readonly Pick<Place, 'as' | 'columns' | 'rows'>[]>> = {
  session_events: [
    { as: 'facts', columns: ['body'], rows: "kind NOT IN ('thread', 'ledger')" },
    { as: 'thread_entries', columns: ['body'], rows: "kind = 'thread'" },
    // Ids and hashes.
    { as: 'names', columns: ['body'], rows: "kind = 'ledger'" },
  ],
  memory_items: [{ as: 'memories', columns: ['content', 'categories'] }],
  session_restores: [{ as: 'told', columns: ['preamble', 'explanation'] }],
  search_passage: [{ as: 'other_rows', columns: ['text', 'hidden'] }],
  metric_records: [{ as: 'sealed_metrics', columns: ['body'] }],
};

/** Columns by which things are known: changed, they would be something else. */
const NAMES =
  /^(?:id|\w+_id|ref|key|kind|hash|scope|scope_key|project_key|into_key|sign|place|stamp|tree|project_path|cwd|path|origin|host|owner|transcript|channel|previous|resumes|continued_by)$/;

/** Every place of the database where words may lie, also of parts that this file knows nothing of. */
export function placesIn(database: Database): Place[] {
  const tables = database
    .all("SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name")
    .map((row) => ({ table: String(row['name']), hasRowid: row['wr'] === 0 }))
    .filter(({ table }) => !table.startsWith('sqlite_') && !WITHOUT_WORDS.includes(table));
  return tables.flatMap(({ table, hasRowid }): Place[] => {
    const all = database.all('SELECT name, type, pk FROM pragma_table_info(?)', table);
    const texts = all
      .filter((column) => !/INT|REAL|NUM|BLOB/i.test(String(column['type'])))
      .map((column) => String(column['name']));
    const keys = all.filter((column) => Number(column['pk']) > 0).map((column) => String(column['name']));
    const key = hasRowid ? ['rowid'] : keys;
    const known = KNOWN[table];
    if (known) return known.map((place) => ({ table, key, ...place }));
    const places: Place[] = [
      { table, columns: texts.filter((name) => !NAMES.test(name)), key, as: 'other_rows' },
      { table, columns: texts.filter((name) => NAMES.test(name)), key, as: 'names' },
    ];
    return places.filter(({ columns }) => columns.length > 0);
  });
}

/** The rows that hold the words, with what is left of them. */
export function changedRows(
  database: Database,
  { table, columns, key, rows = 'TRUE' }: Omit<Place, 'as'>,
  forgetting: Forgetting,
): ChangedRow[] {
  const { where, values } = holding(columns.map(quoted), forgetting);
  const eraser = eraserOf(forgetting);
  const keys = key.map((name, i) => `${quoted(name)} AS key${i}`);
  return database
    .all(`SELECT *, ${keys.join(', ')} FROM ${quoted(table)} WHERE ${rows} AND ${where}`, ...values)
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

/** Writes them; a row that becomes equal to another takes its place. */
export function writeChanged(
  database: Database,
  { table, key }: Omit<Place, 'as'>,
  rows: readonly ChangedRow[],
): void {
  for (const { row, after } of rows) {
    const sets = Object.keys(after).map((name) => `${quoted(name)} = ?`);
    const write = TABLES[table]?.checked
      ? database.record.bind(database, table)
      : database.run.bind(database);
    write(
      `UPDATE OR REPLACE ${quoted(table)} SET ${sets.join(', ')} WHERE ${key.map((name) => `${quoted(name)} IS ?`).join(' AND ')}`,
      ...Object.values(after),
      ...key.map((_, i) => row[`key${i}`] ?? null),
    );
  }
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

/** Indexes of an older Cortex. Those over its tables are read anew; those with texts of their own lose the words themselves. */
export function inOlderIndexes(database: Database, forgetting: Forgetting): void {
  const indexes = database
    .all("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'")
    .filter((row) => /using\s+fts5/i.test(String(row['sql'])))
    .map((row) => String(row['name']))
    .filter((name) => OLDER_INDEXES.has(name));
  for (const name of indexes) {
    const index = quoted(name);
    // Without this the index only marks words as gone.
    database.run(`INSERT INTO ${index}(${index}, rank) VALUES ('secure-delete', 1)`);
    const columns = database
      .all('SELECT name FROM pragma_table_info(?)', name)
      .map((column) => String(column['name']));
    const hasOwnTexts =
      database.get('SELECT 1 FROM sqlite_master WHERE name = ?', `${name}_content`) !== undefined;
    if (hasOwnTexts) {
      const texts = { table: name, columns, key: ['rowid'] };
      writeChanged(database, texts, changedRows(database, texts, forgetting));
    }
    database.run(`INSERT INTO ${index}(${index}) VALUES ('rebuild')`);
  }
}

/** Indexes of an older Cortex are not ours to maintain. */
export const OLDER_INDEXES: ReadonlySet<string> = new Set([
  'messages_fts',
  'stm_fts',
  'atoms_fts',
  'memory_fts',
]);

function quoted(name: string): string {
  return name === 'rowid' ? name : `"${name.replaceAll('"', '""')}"`;
}
