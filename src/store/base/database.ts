import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Sealer } from '../../domain/metrics/seal.ts';
import type { StateLimits } from '../../domain/sessions/session.ts';
import { CHECKSUM, COVERED, checksumOfRow } from './checksums.ts';
import { appliedNumber, newerThanKnown } from './schema.ts';

export type Row = Readonly<Record<string, string | number | null>>;
export type Value = SQLInputValue;

/** The database stayed locked by another writer. Never a sign of damage. */
export class DatabaseBusy extends Error {
  readonly code = 'BUSY';
}

/** Hooks leave the write-ahead log behind, and the next process reads all of it, so it is kept short. */
export const LOG_PAGES = 200;
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
/** Short sleeps of SQLite's own, in a loop of ours: its long back-off starves writers (worst wait 4 s against 0.7 s). */
export const BUSY_SLICE_MS = 25;

export function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: number } | null)?.errcode;
  return code !== undefined && ((code & 0xff) === SQLITE_BUSY || (code & 0xff) === SQLITE_LOCKED);
}

/** Only these two codes mean a damaged file. */
export function isDamage(error: unknown): boolean {
  const code = (error as { errcode?: number } | null)?.errcode;
  return (
    code !== undefined && ((code & 0xff) === SQLITE_CORRUPT || (code & 0xff) === SQLITE_NOTADB)
  );
}

interface Covered {
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** Access to the files of cold sessions. */
export interface ColdFiles {
  /** Null where there is no such file. */
  read(path: string): { readonly text: string; readonly hash: string } | null;
}

export interface FactNumbers {
  /** Called before the first fact that a connection adds, under the lock. */
  compare(next: number): void;
  committed(last: number): void;
}

export interface ConnectionOptions {
  /** How long a statement may wait for other processes, called each time. */
  readonly waitMillis: () => number;
  /** Tracks numbers of facts outside the database. */
  readonly numbers?: FactNumbers;
  /** Reads the files of cold sessions; without it only the index is available. */
  readonly cold?: ColdFiles;
  /** Opened for the first metric; without it none are recorded. */
  readonly sealer?: () => Sealer;
  /** Folders that are no place of work, as hosts name them. */
  readonly nowhere?: readonly string[];
  /** The limits of a session's row; without them nothing is cut. */
  readonly limits?: StateLimits;
}

/** One connection, its statements kept, its transactions immediate. */
export class Database {
  readonly raw: DatabaseSync;
  readonly cold: ColdFiles | undefined;
  readonly sealer: (() => Sealer) | undefined;
  readonly limits: StateLimits;
  readonly nowhere: readonly string[];
  readonly #statements = new Map<string, StatementSync>();
  readonly #waitMillis: () => number;
  #inTransaction = false;
  /** The last write did not get the lock: the next one does not wait the full time again. */
  #isHeld = false;
  #isCurrent = false;
  readonly #numbers: FactNumbers | undefined;
  #isCompared = false;
  /** The last fact of a session in the open transaction; 0 where there is none. */
  #lastFact = 0;
  /** The columns that the checksums of a table cover. */
  readonly #covered = new Map<string, Covered>();

  constructor(
    raw: DatabaseSync,
    { waitMillis, numbers, cold, sealer, limits, nowhere }: ConnectionOptions,
  ) {
    this.raw = raw;
    this.#waitMillis = waitMillis;
    this.#numbers = numbers;
    this.cold = cold;
    this.sealer = sealer;
    this.nowhere = nowhere ?? [];
    this.limits = limits ?? { topics: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
  }

  /** The schema is the one that this program knows. */
  isCurrent(): void {
    this.#isCurrent = true;
  }

  /** `T`: the row as the statement names its columns. */
  get<T = Row>(sql: string, ...values: Value[]): T | undefined {
    return this.#patiently(() => this.#statement(sql).get(...values) as T | undefined);
  }

  all<T = Row>(sql: string, ...values: Value[]): T[] {
    return this.#patiently(() => this.#statement(sql).all(...values) as T[]);
  }

  /** The first column of the first row; null where there is none. */
  value<T extends Row[string]>(sql: string, ...values: Value[]): T | null {
    const row = this.get(sql, ...values);
    return row ? (Object.values(row)[0] as T) : null;
  }

  /** The first column of all rows. */
  column<T extends Row[string]>(sql: string, ...values: Value[]): T[] {
    return this.all(sql, ...values).map((row) => Object.values(row)[0] as T);
  }

  has(sql: string, ...values: Value[]): boolean {
    return this.get(sql, ...values) !== undefined;
  }

  hasTable(name: string): boolean {
    return this.has("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name);
  }

  run(sql: string, ...values: Value[]): { changes: number; lastRowid: number } {
    const done = this.#statement(sql).run(...values);
    return { changes: Number(done.changes), lastRowid: Number(done.lastInsertRowid) };
  }

  /** Appends a row to a table of facts. It gets its checksum and a number above every number ever used. */
  append(
    table: string,
    fact: Readonly<Record<string, Value>>,
    conflict: '' | 'OR IGNORE' = '',
  ): { changes: number; lastRowid: number } {
    const next = `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0),
      coalesce((SELECT max(seq) FROM ${table}), 0)) + 1 AS seq`;
    const row = 'seq' in fact ? fact : { seq: Number(this.get(next)!['seq']), ...fact };
    if (table === 'session_events' && !this.#isCompared && row !== fact) {
      this.#isCompared = true;
      this.#numbers?.compare(Number(row['seq']));
    }
    const names = Object.keys(row);
    // The loss of a ledger entry would not matter.
    if (table === 'session_events' && row['kind'] !== 'ledger') this.#lastFact = Number(row['seq']);
    return this.run(
      `INSERT ${conflict} INTO ${table}(${names.join(', ')}, ${CHECKSUM}) VALUES (${'?, '.repeat(names.length)}?)`,
      ...Object.values(row),
      checksumOfRow(this.#coveredIn(table).columns, row),
    );
  }

  /** Adds or changes rows that cannot be derived; each gets its checksum. Returns their number. */
  record(table: string, sql: string, ...values: Value[]): number {
    const rows = this.all(`${sql} RETURNING *`, ...values);
    if (rows.length === 0) return 0;
    const { columns, key } = this.#coveredIn(table);
    const same = key.map((name) => `${name} = ?`).join(' AND ');
    for (const row of rows)
      this.run(
        `UPDATE ${table} SET ${CHECKSUM} = ? WHERE ${same}`,
        checksumOfRow(columns, row),
        ...key.map((name) => row[name]!),
      );
    return rows.length;
  }

  /** Records one row. `conflict`: SQL after the values. Returns the number of written rows. */
  put(table: string, row: Readonly<Record<string, Value>>, conflict = ''): number {
    const names = Object.keys(row);
    const sql = `INSERT INTO ${table}(${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ${conflict}`;
    return this.record(table, sql, ...Object.values(row));
  }

  /** The key columns of a table. */
  keyOf(table: string): readonly string[] {
    return this.#coveredIn(table).key;
  }

  /** Whether a row's checksum is correct; a row without one is accepted. */
  isAsWritten(table: string, row: Readonly<Record<string, unknown>>): boolean {
    const sum = row[CHECKSUM];
    return sum == null || sum === checksumOfRow(this.#coveredIn(table).columns, row);
  }

  /** Runs `work` as one transaction; it takes the write lock before the first read, otherwise two readers would deadlock. */
  write<T>(work: () => T): T {
    if (this.#inTransaction) throw new Error('a transaction is open already');
    try {
      patiently(() => this.raw.exec('BEGIN IMMEDIATE'), this.#isHeld ? 0 : this.#waitMillis());
      this.#isHeld = false;
    } catch (error) {
      this.#isHeld = error instanceof DatabaseBusy;
      throw error;
    }
    this.#inTransaction = true;
    try {
      // A newer Cortex may have migrated the file since this one opened it: a server and a gateway live for days.
      const newer = this.#isCurrent && newerThanKnown(appliedNumber(this));
      if (newer) throw newer;
      const result = work();
      this.raw.exec('COMMIT');
      if (this.#lastFact > 0) this.#numbers?.committed(this.#lastFact);
      return result;
    } catch (error) {
      try {
        this.raw.exec('ROLLBACK');
      } catch {
        // On a full disk SQLite has already rolled back; the first error is reported.
      }
      throw error;
    } finally {
      this.#inTransaction = false;
      this.#lastFact = 0;
    }
  }

  /** Part of the open transaction: if it throws, it alone is undone. */
  attempt<T>(work: () => T): T {
    const before = this.#lastFact;
    this.raw.exec('SAVEPOINT attempt');
    try {
      const result = work();
      this.raw.exec('RELEASE attempt');
      return result;
    } catch (error) {
      this.#lastFact = before;
      // On a full disk SQLite has already rolled everything back.
      if (this.raw.isTransaction) this.raw.exec('ROLLBACK TO attempt; RELEASE attempt');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.raw.close();
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      this.#statements.set(sql, (statement = this.raw.prepare(sql)));
    }
    return statement;
  }

  #coveredIn(table: string): Covered {
    const known = this.#covered.get(table);
    if (known) return known;
    const rows = this.all(COVERED, table);
    const names = (of: readonly Row[]) => of.map((row) => String(row['name']));
    const covered = { columns: names(rows), key: names(rows.filter(({ pk }) => Number(pk) > 0)) };
    this.#covered.set(table, covered);
    return covered;
  }

  #patiently<T>(work: () => T): T {
    if (this.#inTransaction) return work();
    return patiently(work, this.#waitMillis());
  }
}

/** Tries until `millis` have passed; each try waits one slice inside SQLite. */
export function patiently<T>(work: () => T, millis: number): T {
  const until = process.uptime() + millis / 1000;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (process.uptime() >= until)
        throw new DatabaseBusy(`the database stayed locked for ${Math.round(millis)} ms`);
    }
  }
}
