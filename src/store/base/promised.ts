import type { Database } from './database.ts';

/** Synchronous units of work on a database. */
export type Units = Record<string, (database: Database, ...args: never[]) => unknown>;

/** The units behind a part of the store: each gets the database first, and answers at once what its method promises. */
export type UnitsOf<Part> = {
  readonly [K in keyof Part]: Part[K] extends (...args: infer Args) => Promise<infer Result>
    ? (database: Database, ...args: Args) => Result
    : never;
};

/** The same units bound to one database, each returning a promise. */
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
