import type { Database } from './database.ts';

/** The number of the last migration, known without loading them. */
export const SCHEMA = 10;

/** Raised where nobody may change the schema: whoever can, has to open the database first. */
export class SchemaNotCurrent extends Error {}

export function onlyCurrentSchema(database: Database): void {
  const applied = appliedNumber(database);
  if (applied !== SCHEMA) throw new SchemaNotCurrent(`schema ${applied}, expected ${SCHEMA}`);
}

export function appliedNumber(database: Database): number {
  try {
    const row = database.get('SELECT max(number) AS number FROM cortex_migrations');
    return Number(row?.['number'] ?? 0);
  } catch (error) {
    if (/no such table/.test((error as Error).message)) return 0;
    throw error;
  }
}
