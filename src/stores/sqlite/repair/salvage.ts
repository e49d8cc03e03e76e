import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Database, Value } from '../database.ts';
import { isMade, TABLES } from '../migrations.ts';
import { LEDGER_OWNER } from '../units/ledger.ts';
import { keepAside } from '../units/set-aside.ts';
import { OLDER_TABLES, quoted } from '../units/tables.ts';
import { openDamaged } from './open-damaged.ts';
import { salvagePages } from './salvage-pages.ts';

/** The fate of the rows of one table. */
export interface SalvagedTable {
  readonly table: string;
  readonly taken: number;
  /** Rows whose checksum does not fit; they are kept in `set_aside`. */
  readonly bad: number;
  /** Rows that are known to be gone; null where pages could not be read and nothing tells how many were on them. */
  readonly lost: number | null;
  /** Everything that was in the table was read. */
  readonly whole: boolean;
}

export interface Salvaged {
  /** False where nothing of the file could be read. */
  readonly isReadable: boolean;
  readonly tables: readonly SalvagedTable[];
}

/** How many rows of which table came from a copy. */
export type Taken = Readonly<Record<string, number>>;

/**
 * Copies all rows that can still be read out of a damaged file, which is not changed. SQLite reads each table from both ends up to
 * the damage; rows of ours behind it, or below a schema that is hit, are read from their pages one by one. `scratch` is free for a
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

/** Null where SQLite reads nothing at all. */
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

/** Fills in from a sound copy of the same database what is missing in these tables; all of them where none are named. */
export function fillFrom(path: string, into: Database, tables: ReadonlySet<string> | null): Taken {
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    const taken = takeTables(copy, into, (name) => tables?.has(name) ?? true);
    return Object.fromEntries(taken.filter((one) => one.taken > 0).map((one) => [one.table, one.taken]));
  } finally {
    copy.close();
  }
}

/** Entries of a ledger whose conversation is gone: the next one that gets its number would be taken for told. */
export function dropOwnerless(database: Database): void {
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
    // Tables of an older Cortex come along as they were; what nobody knows stays in the quarantine.
    if (!OLDER_TABLES.includes(name) || isThere(into, name)) continue;
    // Prepared and not executed as a script: of a text that somebody changed only the first statement counts.
    if (/^CREATE TABLE\b/i.test(sql)) into.raw.prepare(sql).run();
  }
  const wanted = found.filter(({ name }) => !isMade(name) && isWanted(name) && isThere(into, name));
  const cold = new Set<Value>(into.all('SELECT id FROM cold_sessions').map(({ id }) => id!));
  const tables = wanted.map((table) => takeTable(from, into, table, cold));
  takeNumbers(from, into);
  return tables;
}

/** Beyond any number that was ever given: a flipped bit. */
const HIGHEST = 2 ** 48;

/** Numbers that were given to rows which are gone by now are not given again. */
function takeNumbers(from: DatabaseSync, into: Database): void {
  try {
    const given = from
      .prepare(`SELECT name, seq FROM sqlite_sequence WHERE seq BETWEEN 1 AND ${HIGHEST}`)
      .all() as { name: string; seq: number }[];
    into.write(() => {
      for (const { name, seq } of given) {
        if (isMade(name) || !isThere(into, name)) continue;
        const change = 'UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?';
        if (into.run(change, seq, name).changes === 0)
          into.run('INSERT INTO sqlite_sequence(name, seq) VALUES (?, ?)', name, seq);
      }
    });
  } catch {
    // The rows that were read have theirs.
  }
}

type Row = Record<string, Value>;

/** The rows of one table, without those that are there already and those of a session that is in cold storage by now. */
function takeTable(
  from: DatabaseSync,
  into: Database,
  table: TableShape,
  cold: ReadonlySet<Value>,
): SalvagedTable {
  const { name } = table;
  const { session, checked } = TABLES[name] ?? {};
  const put = putter(into, name);
  const rows = { new: 0, known: 0, bad: 0 };
  const take = (row: Row) => {
    if (session !== undefined && cold.has(row[session]!)) return;
    if (checked && !into.isAsWritten(name, plain(row))) {
      rows.bad++;
      keepAside(into, name, plain(row), Date.now());
    } else rows[put(row)]++;
  };
  // The other way the damage is met from its other side.
  const isRead = into.write(() => {
    const isWhole = follow(from, table, 'ASC', take);
    if (!isWhole) follow(from, table, 'DESC', take);
    return isWhole;
  });
  const indexed = indexedRows(from, table);
  const lost =
    indexed === null ? (isRead ? 0 : null) : Math.max(0, indexed - rows.new - rows.known - rows.bad);
  return {
    table: name,
    taken: rows.new,
    bad: rows.bad,
    lost,
    whole: isRead && rows.bad === 0 && lost === 0,
  };
}

/** False where the table cannot be read to its end. */
function follow(
  from: DatabaseSync,
  { name, order }: TableShape,
  way: string,
  take: (row: Row) => void,
): boolean {
  try {
    const by = order.map((column) => `${column} ${way}`).join(', ');
    const statement = from.prepare(`SELECT * FROM ${quoted(name)} NOT INDEXED ORDER BY ${by}`);
    // A flipped bit may make a number that no double holds.
    statement.setReadBigInts(true);
    for (const row of statement.iterate() as Iterable<Row>) take(row);
    return true;
  } catch {
    return false;
  }
}

/** Numbers that a double holds, as doubles. */
function plain(row: Row): Record<string, string | number | null> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  ) as Record<string, string | number | null>;
}

/** Writes a row into the table as it is here. What breaks a rule of the table is not what was stored. */
function putter(into: Database, table: string): (row: Row) => 'new' | 'known' | 'bad' {
  const here = into.all('SELECT name FROM pragma_table_info(?)', table).map((row) => String(row['name']));
  let names: string[] = [];
  let statement: StatementSync | null = null;
  return (row) => {
    if (!statement) {
      // With its checksum, which was found right: nothing has to be computed again.
      names = Object.keys(row).filter((column) => here.includes(column));
      const marks = names.map(() => '?').join(', ');
      statement = into.raw.prepare(
        `INSERT OR IGNORE INTO ${quoted(table)}(${names.map(quoted).join(', ')}) VALUES (${marks})`,
      );
    }
    try {
      return statement.run(...names.map((column) => row[column]!)).changes === 1 ? 'new' : 'known';
    } catch {
      return 'bad';
    }
  };
}

/** How many rows an index of all rows knows; null where none can be read. */
function indexedRows(from: DatabaseSync, { name }: TableShape): number | null {
  const indexes = from.prepare('SELECT name FROM pragma_index_list(?) WHERE partial = 0').all(name);
  for (const index of indexes) {
    try {
      const by = `INDEXED BY ${quoted(String(index['name']))}`;
      return Number(from.prepare(`SELECT count(*) AS n FROM ${quoted(name)} ${by}`).get()!['n']);
    } catch {
      // Another index may be whole.
    }
  }
  return null;
}

/** A plain table of a file, and the columns by which its rows lie in order. */
interface TableShape {
  readonly name: string;
  readonly sql: string;
  readonly order: readonly string[];
}

/** Every plain table of a file; virtual tables and what is behind them are made from the others. */
export function tablesIn(raw: DatabaseSync): TableShape[] {
  const listed = raw
    .prepare(
      `SELECT tables.name, wr, sql FROM pragma_table_list AS tables JOIN sqlite_schema ON sqlite_schema.name = tables.name
       WHERE tables.schema = 'main' AND tables.type = 'table' AND tables.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all() as { name: string; wr: number; sql: string }[];
  const key = raw.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk');
  return listed.map(({ name, wr, sql }) => ({
    ...{ name, sql },
    order: wr === 0 ? ['_rowid_'] : key.all(name).map((column) => quoted(String(column['name']))),
  }));
}

/** How many rows each table holds that is not made from others. */
export function rowsOf(database: Database): Record<string, number> {
  const counted = tablesIn(database.raw)
    .filter(({ name }) => !isMade(name))
    .map(({ name }): [string, number] => [
      name,
      Number(database.get(`SELECT count(*) AS n FROM ${quoted(name)}`)?.['n']),
    ]);
  return Object.fromEntries(counted.filter(([, rows]) => rows > 0));
}

function isThere(database: Database, table: string): boolean {
  return database.get('SELECT 1 FROM pragma_table_info(?) LIMIT 1', table) !== undefined;
}
