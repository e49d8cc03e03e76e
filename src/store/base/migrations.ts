import type { Database } from './database.ts';
import { home } from './migrations/0019-home.ts';
import { oneLog } from './migrations/0020-one-log.ts';
import { noKeptSnapshots } from './migrations/0021-no-kept-snapshots.ts';
import { headFiles } from './migrations/0022-head-files.ts';
import { foldedAgain } from './migrations/0023-folded-again.ts';
import { touchedLines } from './migrations/0024-touched-lines.ts';
import { packedLog } from './migrations/0025-packed-log.ts';
import type { Migration, Table } from './migrations/migration.ts';
import { type OpenOptions, openDatabase } from './open.ts';
import { appliedNumber, newerThanKnown } from './schema.ts';

export const MIGRATIONS: readonly Migration[] = [
  home,
  oneLog,
  noKeptSnapshots,
  headFiles,
  foldedAgain,
  touchedLines,
  packedLog,
];

/** All tables of Cortex, as declared by their migrations. */
export const TABLES: Readonly<Record<string, Table>> = Object.fromEntries(
  MIGRATIONS.flatMap(({ tables = {} }) => Object.entries(tables)),
);

export function tablesWhere(is: (table: Table) => boolean): string[] {
  return Object.keys(TABLES).filter((name) => is(TABLES[name]!));
}

export function isDerived(name: string): boolean {
  return TABLES[name]?.made === true;
}

export interface StoreOptions extends Omit<OpenOptions, 'schema'> {
  readonly now: () => number;
}

export function openMigrated(path: string, options: StoreOptions): Database {
  return openDatabase(path, { ...options, schema: (database) => migrate(database, options.now) });
}

/** Brings the schema up to date; another process may do the same, so missing steps are read again under the lock. */
export function migrate(database: Database, now: () => number): void {
  const applied = appliedNumber(database);
  const newer = newerThanKnown(applied);
  if (newer) throw newer;
  for (const migration of MIGRATIONS) {
    if (migration.number <= applied) continue;
    database.write(() => {
      if (appliedNumber(database) >= migration.number) return;
      for (const { sql } of Object.values(migration.tables ?? {})) database.raw.exec(sql);
      migration.up?.(database);
      database.run(
        'INSERT INTO cortex_migrations(number, name, applied_at) VALUES (?, ?, ?)',
        migration.number,
        migration.name,
        new Date(now()).toISOString(),
      );
    });
  }
}
