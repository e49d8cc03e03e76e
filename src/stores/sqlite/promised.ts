import type { Promised, Units } from '../../store/units.ts';

/** The part of a contract as SQLite has it: at once, without promises. */
export type Sync<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => Promise<infer R> ? (...args: A) => R : never;
};

/** The same functions, each answering with a promise: an error becomes a rejection. */
export function promised<U extends Units>(units: U): Promised<U> {
  const result = {} as Record<string, unknown>;
  for (const [name, unit] of Object.entries(units)) {
    result[name] = async (...args: never[]) => unit(...args);
  }
  return result as Promised<U>;
}
