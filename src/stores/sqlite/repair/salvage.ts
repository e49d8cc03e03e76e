import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { CHECKSUM } from '../checksums.ts';
import type { Database, Value } from '../database.ts';
import { isMade, TABLES } from '../tables.ts';
import { keepAside } from '../units/set-aside.ts';
import { quoted } from '../units/tables.ts';
import { isThere, schemaOf, type TableShape, takeOverSchema } from './shapes.ts';

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

/** Reads that may fail within one table. A page holds up to some hundred rows, and each of them is asked for once. */
const MOST_PROBES = 4_000;

/** Copies all rows that can still be read out of a damaged file; one bad page costs the rows that are on it. */
export function salvage(damaged: DatabaseSync, into: Database): Salvaged {
  let found: readonly TableShape[];
  try {
    found = schemaOf(damaged);
  } catch {
    return { isReadable: false, tables: [] };
  }
  takeOverSchema(into, found);
  const shapes = found.filter(({ name }) => !isMade(name) && isThere(into, name));
  const tables = shapes.map((shape) => readTable(damaged, into, shape));
  takeNumbers(damaged, into);
  return { isReadable: shapes.length > 0, tables };
}

/** Beyond any number that was ever given: a flipped bit. */
const HIGHEST = 2 ** 48;

/** Numbers that were given to rows which are gone by now are not given again. */
export function takeNumbers(damaged: DatabaseSync, into: Database): void {
  try {
    const given = damaged
      .prepare(`SELECT name, seq FROM sqlite_sequence WHERE seq BETWEEN 1 AND ${HIGHEST}`)
      .all() as { name: string; seq: number }[];
    into.write(() => {
      for (const { name, seq } of given) {
        if (isMade(name) || !isThere(into, name)) continue;
        const { changes } = into.run(
          'UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?',
          seq,
          name,
        );
        if (changes === 0) into.run('INSERT INTO sqlite_sequence(name, seq) VALUES (?, ?)', name, seq);
      }
    });
  } catch {
    // The rows that were read have theirs.
  }
}

type Row = Record<string, Value>;

/** The rows of one table, without those that are there already. */
export function readTable(
  damaged: DatabaseSync,
  into: Database,
  shape: TableShape,
  isUnwanted: (row: Row) => boolean = () => false,
): SalvagedTable {
  const put = putter(into, shape);
  let taken = 0;
  let bad = 0;
  let known = 0;
  const take = (row: Row) => {
    if (isUnwanted(row)) return;
    if (!isGood(into, shape.name, row)) {
      bad++;
      keepAside(into, shape.name, plain(row), Date.now());
      return;
    }
    const done = put(row);
    if (done === 'refused') bad++;
    else if (done === 'new') taken++;
    else known++;
  };
  const isRead = into.write(() =>
    shape.hasRowid ? byNumber(damaged, shape, take) : byKey(damaged, shape, take),
  );
  const indexed = indexedRows(damaged, shape);
  const lost = indexed === null ? (isRead ? 0 : null) : Math.max(0, indexed - taken - known - bad);
  return { table: shape.name, taken, bad, lost, whole: isRead && bad === 0 && lost === 0 };
}

function isGood(into: Database, table: string, row: Row): boolean {
  return row[CHECKSUM] == null || !TABLES[table]?.checked || into.isAsWritten(table, plain(row));
}

/** Numbers that a double holds, as doubles. */
function plain(row: Row): Record<string, string | number | null> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  ) as Record<string, string | number | null>;
}

type Put = 'new' | 'known' | 'refused';

/** Writes a row into the table as it is here. What breaks a rule of the table is not what was stored. */
function putter(into: Database, { name }: TableShape): (row: Row) => Put {
  const here = into.all('SELECT name FROM pragma_table_info(?)', name).map((row) => String(row['name']));
  let names: string[] = [];
  let statement: StatementSync | null = null;
  return (row) => {
    if (!statement) {
      // With its checksum, which was found right: nothing has to be computed again.
      names = Object.keys(row).filter((column) => here.includes(column));
      const marks = names.map(() => '?').join(', ');
      statement = into.raw.prepare(
        `INSERT OR IGNORE INTO ${quoted(name)}(${names.map(quoted).join(', ')}) VALUES (${marks})`,
      );
    }
    try {
      return statement.run(...names.map((column) => row[column]!)).changes === 1 ? 'new' : 'known';
    } catch {
      return 'refused';
    }
  };
}

/** Hidden behind a name that no column has, because a table may call another column `rowid`. */
const NUMBER = 'cortex rowid';

/** From both ends towards the damage, then between the damages. */
function byNumber(damaged: DatabaseSync, { name }: TableShape, take: (row: Row) => void): boolean {
  const select = `SELECT rowid AS "${NUMBER}", * FROM ${quoted(name)} NOT INDEXED WHERE rowid BETWEEN ? AND ?`;
  const up = reader(damaged, `${select} ORDER BY rowid`);
  const down = reader(damaged, `${select} ORDER BY rowid DESC`);
  if (!up || !down) return false;
  let probes = MOST_PROBES;
  const give = (row: Row) => {
    const { [NUMBER]: _, ...rest } = row;
    take(rest);
  };
  const read = (from: bigint, to: bigint): boolean => {
    if (from > to) return true;
    if (probes-- <= 0) return false;
    const reached = follow(up, from, to, give);
    if (reached.isWhole) return true;
    const low = reached.last === null ? from : reached.last + 1n;
    const back = follow(down, low, to, give);
    const end = back.last === null ? to : back.last - 1n;
    const high = end === LAST && low + PAGEFUL < LAST ? low + PAGEFUL : end;
    // Both ends may meet at one row; good rows may lie between two bad ones.
    if (low >= high) return false;
    const middle = (low + high) / 2n;
    read(low, middle);
    read(middle + 1n, high);
    return false;
  };
  return read(1n, LAST);
}

/** Above every number that is given. */
const LAST = 2n ** 62n;
/** Rows on the last page of a table, at most: beyond it no good row follows. */
const PAGEFUL = 2_048n;

interface Reached {
  readonly last: bigint | null;
  readonly isWhole: boolean;
}

function follow(statement: StatementSync, from: bigint, to: bigint, give: (row: Row) => void): Reached {
  let last: bigint | null = null;
  try {
    for (const row of statement.iterate(from, to) as Iterable<Row>) {
      last = row[NUMBER] as bigint;
      give(row);
    }
    return { last, isWhole: true };
  } catch {
    return { last, isWhole: false };
  }
}

/** A table that has only its key: from both ends; what lies between two damages is not found. */
function byKey(damaged: DatabaseSync, { name, key }: TableShape, take: (row: Row) => void): boolean {
  const ordered = (way: string) =>
    reader(
      damaged,
      `SELECT * FROM ${quoted(name)} ORDER BY ${key.map((one) => quoted(one) + way).join(', ')}`,
    );
  const up = ordered('');
  if (!up) return false;
  try {
    for (const row of up.iterate() as Iterable<Row>) take(row);
    return true;
  } catch {
    try {
      for (const row of (ordered(' DESC')?.iterate() ?? []) as Iterable<Row>) take(row);
    } catch {
      // The damage from its other side.
    }
    return false;
  }
}

/** Numbers as they are stored: a flipped bit may make one that no double holds. */
function reader(damaged: DatabaseSync, sql: string): StatementSync | null {
  try {
    const statement = damaged.prepare(sql);
    statement.setReadBigInts(true);
    return statement;
  } catch {
    return null;
  }
}

/** How many rows an index of all rows knows; null where none can be read. */
function indexedRows(damaged: DatabaseSync, { name, indexes }: TableShape): number | null {
  for (const index of indexes) {
    try {
      const row = damaged
        .prepare(`SELECT count(*) AS n FROM ${quoted(name)} INDEXED BY ${quoted(index)}`)
        .get() as { n: number };
      return row.n;
    } catch {
      // Another index may be whole.
    }
  }
  return null;
}
