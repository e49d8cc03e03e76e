/** The number of the last migration, known without loading them; written by `npm run docs`. */
export const SCHEMA = 21;

/** A connection, as far as it is asked for its schema. */
interface Asked {
  get(sql: string): Readonly<Record<string, unknown>> | undefined;
}

export function isCurrent(database: Asked): boolean {
  return appliedNumber(database) === SCHEMA;
}

/** 0 for a file without our tables. */
export function appliedNumber(database: Asked): number {
  try {
    const row = database.get('SELECT max(number) AS number FROM cortex_migrations');
    return Number(row?.['number'] ?? 0);
  } catch (error) {
    if (/no such table/.test((error as Error).message)) return 0;
    throw error;
  }
}

/** The oldest schema that is upgraded: before it there was no release. */
const OLDEST = 19;

/** Another Cortex has written this file; this one must not guess. */
class NewerSchema extends Error {
  readonly code = 'NEWER';
}

/** Null where this Cortex knows the schema. */
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
