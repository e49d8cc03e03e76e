import { iso, millis } from '../../domain/base/time.ts';
import { DatabaseBusy } from '../base/database.ts';
import { openToRead } from '../base/foreign.ts';
import { MIGRATIONS, openMigrated, type StoreOptions } from '../base/migrations.ts';
import { isSound, openDatabase } from '../base/open.ts';
import { ALIVE_AT } from '../base/rows.ts';
import { lostIndexes } from '../index/word-indexes.ts';
import { badRows, complaintsOf, lostNames } from './repair/condition.ts';

/** The condition of a database, for `doctor` and maintenance. */
export interface DatabaseReport {
  readonly sqliteVersion: string;
  readonly isSound: boolean;
  readonly journalMode: string;
  readonly synchronous: number;
  /** The result of checking every page and row; null if not checked. */
  readonly content: {
    /** The complaints of `integrity_check`; empty when all is well. */
    readonly damage: readonly string[];
    /** Number of rows with a wrong checksum, by table. */
    readonly badRows: readonly { readonly table: string; readonly rows: number }[];
  } | null;
  readonly migrations: readonly {
    readonly number: number;
    readonly name: string;
    readonly applied_at: string;
  }[];
  readonly newestMigration: number;
}

/** Inspects a file, opened as usual; `isWhole`: every page and row. Throws if it cannot be opened. */
export function inspectDatabase(
  path: string,
  options: StoreOptions,
  isWhole: boolean,
): DatabaseReport {
  const database = openMigrated(path, options);
  try {
    const one = (sql: string) => Object.values(database.get(sql) ?? {})[0] ?? null;
    const sqliteVersion = String(one('SELECT sqlite_version()'));
    return {
      sqliteVersion,
      isSound: isSound(sqliteVersion),
      journalMode: String(one('PRAGMA journal_mode')),
      synchronous: Number(one('PRAGMA synchronous')),
      content: isWhole
        ? {
            badRows: badRows(database.raw),
            damage: [
              ...complaintsOf(database.raw),
              ...lostNames(database.raw).map((name) => `${name} is gone from the schema`),
              ...lostIndexes(database.raw).map((index) => `${index} lost the words of its rows`),
            ],
          }
        : null,
      migrations: database
        .all('SELECT number, name, applied_at FROM cortex_migrations ORDER BY number')
        .map((row) => ({
          number: Number(row['number']),
          name: String(row['name']),
          applied_at: String(row['applied_at']),
        })),
      newestMigration: MIGRATIONS.at(-1)!.number,
    };
  } finally {
    database.close();
  }
}

/** Whether another process keeps the database locked for longer than a command waits. */
export function isLocked(path: string, options: StoreOptions): boolean {
  try {
    const database = openDatabase(path, { ...options, schema: () => {} });
    try {
      database.write(() => {});
      return false;
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof DatabaseBusy) return true;
    throw error;
  }
}

/** Key data of a home's database. */
export interface Glance {
  readonly sessions: number;
  readonly last_event: string | null;
}

/** Reads a home's database of any version without changing it. Throws if it is not one. */
export function glanceAt(path: string): Glance {
  const database = openToRead(path);
  try {
    const row = database
      .prepare(
        `SELECT count(*) + (SELECT count(*) FROM cold_sessions) AS sessions, max(${ALIVE_AT}) AS last FROM session_states`,
      )
      .get();
    const last = row?.['last'];
    const at = typeof last === 'number' ? last : millis(String(last ?? ''));
    return { sessions: Number(row?.['sessions'] ?? 0), last_event: at === null ? null : iso(at) };
  } finally {
    database.close();
  }
}
