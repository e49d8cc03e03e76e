/** The number of the last migration, known without loading them; written by `npm run docs`. */
export const SCHEMA = 25;

/** The part of a connection that schema checks need. */
interface SchemaReader {
  get(sql: string): Readonly<Record<string, unknown>> | undefined;
}

export function isCurrent(database: SchemaReader): boolean {
  return appliedNumber(database) === SCHEMA;
}

/** 0 for a file without our tables. */
export function appliedNumber(database: SchemaReader): number {
  try {
    const row = database.get('SELECT max(number) AS number FROM cortex_migrations');
    return Number(row?.['number'] ?? 0);
  } catch (error) {
    if (/no such table/.test((error as Error).message)) return 0;
    throw error;
  }
}

/** The oldest schema that can be upgraded; earlier ones were never released. */
const OLDEST = 19;

/** A newer Cortex migrated this file, so this one must not use it. */
class NewerSchema extends Error {
  readonly code = 'NEWER';
}

/** The error for a newer schema; null if this version knows it. */
export function newerThanKnown(applied: number): NewerSchema | null {
  if (applied > SCHEMA)
    return new NewerSchema(
      `brain.db has schema ${applied}, this Cortex knows ${SCHEMA}: update cortex-sessions to open it`,
    );
  return applied > 0 && applied < OLDEST
    ? new NewerSchema(
        `brain.db has schema ${applied} of a development version, this Cortex knows ${OLDEST} and later`,
      )
    : null;
}
