import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { dropBlockedRows } from '../../base/blocks.ts';
import type { Database, Value } from '../../base/database.ts';
import { isDerived, TABLES } from '../../base/migrations.ts';
import { quotedName } from '../../base/quoted-name.ts';
import { keepAside } from '../../base/set-aside.ts';
import { LEDGER_OWNER } from '../../ledger/ledger.ts';
import { OLDER_TABLES } from '../tables.ts';
import { openDamaged } from './open-damaged.ts';
import { salvagePages } from './salvage-pages.ts';

/** The result of salvaging one table. */
export interface SalvagedTable {
  readonly table: string;
  readonly taken: number;
  /** Rows with a wrong checksum; they are kept in `set_aside`. */
  readonly bad: number;
  /** Number of lost rows; null if unknown because pages could not be read. */
  readonly lost: number | null;
  /** The whole table was read. */
  readonly whole: boolean;
}

export interface Salvaged {
  /** False where nothing of the file could be read. */
  readonly isReadable: boolean;
  readonly tables: readonly SalvagedTable[];
}

/** Number of rows from a copy, by table. */
export type TakenRows = Readonly<Record<string, number>>;

/**
 * Copies all readable rows of a damaged file, which is not changed. SQLite reads each table from both ends up to
 * the damage; rows beyond it, or under a damaged schema, are read from their pages one by one. `scratch` is a free path for a
 * copy with a new header.
 */
export function salvage(path: string, into: Database, scratch: string): Salvaged {
  const read = readAll(path, into, scratch);
  if (read?.every(({ whole }) => whole)) return { isReadable: true, tables: read };
  const found = salvagePages(path, into);
  const tables =
    read?.map((one) => {
      const more = found.get(one.table) ?? 0;
      return { ...one, taken: one.taken + more, lost: one.lost && Math.max(0, one.lost - more) };
    }) ?? [...found].map(([table, taken]) => ({ table, taken, bad: 0, lost: null, whole: false }));
  return { isReadable: read !== null || tables.some(({ taken }) => taken > 0), tables };
}

/** Null if SQLite can read nothing. */
function readAll(path: string, into: Database, scratch: string): readonly SalvagedTable[] | null {
  const damaged = openDamaged(path, scratch);
  try {
    const tables = damaged ? takeTables(damaged, into, () => true) : [];
    return tables.length > 0 ? tables : null;
  } catch {
    return null;
  } finally {
    damaged?.close();
  }
}

/** Fills in missing rows from an intact copy of the same database, in these tables; null means all. */
export function fillFrom(
  path: string,
  into: Database,
  tables: ReadonlySet<string> | null,
): TakenRows {
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    const taken = takeTables(copy, into, (name) => tables?.has(name) ?? true);
    return Object.fromEntries(
      taken.filter((one) => one.taken > 0).map((one) => [one.table, one.taken]),
    );
  } finally {
    copy.close();
  }
}

/**
 * Removes ledger entries without a conversation, which a new conversation with that number would inherit; and facts as rows that a block
 * holds too: a backup has them as they were before the block was closed.
 */
export function dropLeftovers(database: Database): void {
  dropBlockedRows(database);
  database.run(
    `DELETE FROM fact_blocks WHERE log = 'ledger' AND owner NOT IN (SELECT ${LEDGER_OWNER} FROM ledger_conversations)`,
  );
  database.run(
    `DELETE FROM session_events WHERE kind = 'ledger' AND session_id NOT IN (SELECT ${LEDGER_OWNER} FROM ledger_conversations)`,
  );
  database.run(
    'DELETE FROM ledger_facts WHERE conversation NOT IN (SELECT number FROM ledger_conversations)',
  );
}

function takeTables(
  from: DatabaseSync,
  into: Database,
  isWanted: (table: string) => boolean,
): SalvagedTable[] {
  const found = tablesIn(from);
  for (const { name, sql } of found) {
    // Tables of an older Cortex are copied unchanged; unknown tables stay in the quarantine.
    if (!OLDER_TABLES.includes(name) || isThere(into, name)) continue;
    // Prepared, not executed as a script, so that only the first statement of a manipulated text runs.
    if (/^CREATE TABLE\b/i.test(sql)) into.raw.prepare(sql).run();
  }
  const wanted = found.filter(
    ({ name }) => !isDerived(name) && isWanted(name) && isThere(into, name),
  );
  const cold = new Set<Value>(into.all('SELECT id FROM cold_sessions').map(({ id }) => id!));
  const tables = wanted.map((table) => takeTable(from, into, table, cold));
  takeNumbers(from, into);
  return tables;
}

/** Above any number ever used: a higher one is a flipped bit. */
const HIGHEST = 2 ** 48;

/** Keeps the counters, so that numbers of removed rows are not reused. */
function takeNumbers(from: DatabaseSync, into: Database): void {
  try {
    const given = from
      .prepare(`SELECT name, seq FROM sqlite_sequence WHERE seq BETWEEN 1 AND ${HIGHEST}`)
      .all() as { name: string; seq: number }[];
    into.write(() => {
      for (const { name, seq } of given) {
        if (isDerived(name) || !isThere(into, name)) continue;
        const change = 'UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?';
        if (into.run(change, seq, name).changes === 0)
          into.run('INSERT INTO sqlite_sequence(name, seq) VALUES (?, ?)', name, seq);
      }
    });
  } catch {
    // The counters then follow from the rows that were read.
  }
}

type SalvagedRow = Record<string, Value>;

/** Copies the rows of one table, except existing ones and those of sessions in cold storage. */
function takeTable(
  from: DatabaseSync,
  into: Database,
  table: TableShape,
  cold: ReadonlySet<Value>,
): SalvagedTable {
  const { name } = table;
  const { session, checked } = TABLES[name] ?? {};
  const put = rowWriter(into, name);
  const rows = { new: 0, known: 0, bad: 0 };
  const take = (row: SalvagedRow) => {
    if (session !== undefined && cold.has(row[session]!)) return;
    if (checked && !into.isAsWritten(name, plain(row))) {
      rows.bad++;
      keepAside(into, name, plain(row), Date.now());
    } else rows[put(row)]++;
  };
  // Reading backwards reaches the damage from the other side.
  const isRead = into.write(() => {
    const isWhole = readOneWay(from, table, 'ASC', take);
    if (!isWhole) readOneWay(from, table, 'DESC', take);
    return isWhole;
  });
  const read = rows.new + rows.known + rows.bad;
  const lost = lostRows(indexedRows(from, table), read, isRead);
  return {
    table: name,
    taken: rows.new,
    bad: rows.bad,
    lost,
    whole: isRead && rows.bad === 0 && lost === 0,
  };
}

/** Null where nobody knows how many rows there were. */
function lostRows(indexed: number | null, read: number, isReadToEnd: boolean): number | null {
  if (indexed !== null) return Math.max(0, indexed - read);
  return isReadToEnd ? 0 : null;
}

/** False where the table cannot be read to its end. */
function readOneWay(
  from: DatabaseSync,
  { name, order }: TableShape,
  way: string,
  take: (row: SalvagedRow) => void,
): boolean {
  try {
    const by = order.map((column) => `${column} ${way}`).join(', ');
    const statement = from.prepare(`SELECT * FROM ${quotedName(name)} NOT INDEXED ORDER BY ${by}`);
    // A flipped bit can make an integer beyond the range of doubles.
    statement.setReadBigInts(true);
    for (const row of statement.iterate() as Iterable<SalvagedRow>) take(row);
    return true;
  } catch {
    return false;
  }
}

/** Numbers that a double holds, as doubles. */
function plain(row: SalvagedRow): Record<string, string | number | null> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? Number(value) : value,
    ]),
  ) as Record<string, string | number | null>;
}

/** Writes rows into a table; a row that violates a constraint is bad. */
function rowWriter(into: Database, table: string): (row: SalvagedRow) => 'new' | 'known' | 'bad' {
  const here = into
    .all('SELECT name FROM pragma_table_info(?)', table)
    .map((row) => String(row['name']));
  let names: string[] = [];
  let statement: StatementSync | null = null;
  return (row) => {
    if (!statement) {
      // Includes the verified checksum, which is not computed again.
      names = Object.keys(row).filter((column) => here.includes(column));
      const marks = names.map(() => '?').join(', ');
      statement = into.raw.prepare(
        `INSERT OR IGNORE INTO ${quotedName(table)}(${names.map(quotedName).join(', ')}) VALUES (${marks})`,
      );
    }
    try {
      return statement.run(...names.map((column) => row[column]!)).changes === 1 ? 'new' : 'known';
    } catch {
      return 'bad';
    }
  };
}

/** The number of rows in a full index; null if none can be read. */
function indexedRows(from: DatabaseSync, { name }: TableShape): number | null {
  const indexes = from.prepare('SELECT name FROM pragma_index_list(?) WHERE partial = 0').all(name);
  for (const index of indexes) {
    try {
      const by = `INDEXED BY ${quotedName(String(index['name']))}`;
      return Number(
        from.prepare(`SELECT count(*) AS n FROM ${quotedName(name)} ${by}`).get()!['n'],
      );
    } catch {
      // Another index may be whole.
    }
  }
  return null;
}

/** A plain table of a file, and the columns of its row order. */
interface TableShape {
  readonly name: string;
  readonly sql: string;
  readonly order: readonly string[];
}

/** Every plain table of a file, without virtual tables and their shadow tables, which are derived. */
export function tablesIn(raw: DatabaseSync): TableShape[] {
  const listed = raw
    .prepare(
      `SELECT tables.name, wr, sql FROM pragma_table_list AS tables JOIN sqlite_schema ON sqlite_schema.name = tables.name
       WHERE tables.schema = 'main' AND tables.type = 'table' AND tables.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all() as { name: string; wr: number; sql: string }[];
  const key = raw.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk');
  return listed.map(({ name, wr, sql }) => ({
    name,
    sql,
    order:
      wr === 0 ? ['_rowid_'] : key.all(name).map((column) => quotedName(String(column['name']))),
  }));
}

/** The number of rows of each table that is not derived. */
export function rowsOf(database: Database): Record<string, number> {
  const counted = tablesIn(database.raw)
    .filter(({ name }) => !isDerived(name))
    .map(({ name }): [string, number] => [
      name,
      Number(database.get(`SELECT count(*) AS n FROM ${quotedName(name)}`)?.['n']),
    ]);
  return Object.fromEntries(counted.filter(([, rows]) => rows > 0));
}

function isThere(database: Database, table: string): boolean {
  return database.get('SELECT 1 FROM pragma_table_info(?) LIMIT 1', table) !== undefined;
}
