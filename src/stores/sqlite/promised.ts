import type { Database } from './database.ts';

/** Units of work on a database, each done at once. */
export type Units = Record<string, (database: Database, ...args: never[]) => unknown>;

/** The same on one database, each answering with a promise. */
export type Promised<U extends Units> = {
  [K in keyof U]: U[K] extends (database: Database, ...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never;
};

/** An error becomes a rejection. */
export function promised<U extends Units>(database: Database, units: U): Promised<U> {
  const result = {} as Record<string, unknown>;
  for (const [name, unit] of Object.entries(units)) {
    result[name] = async (...args: never[]) => unit(database, ...args);
  }
  return result as Promised<U>;
}
