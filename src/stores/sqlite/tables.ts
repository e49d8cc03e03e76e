import type { Table } from './migrations/migration.ts';
import { MIGRATIONS } from './migrations.ts';

/** Every table of ours, as the migration says that makes it. */
export const TABLES: Readonly<Record<string, Table>> = Object.fromEntries(
  MIGRATIONS.flatMap(({ tables = {} }) => Object.entries(tables)),
);

export function tablesWhere(is: (table: Table) => boolean): string[] {
  return Object.keys(TABLES).filter((name) => is(TABLES[name]!));
}

export function isMade(name: string): boolean {
  return TABLES[name]?.made === true;
}
