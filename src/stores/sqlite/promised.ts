/** Units of work, at once. */
export type Units = Record<string, (...args: never[]) => unknown>;

/** The same, each answering with a promise. */
export type Promised<U extends Units> = {
  [K in keyof U]: (...args: Parameters<U[K]>) => Promise<ReturnType<U[K]>>;
};

/** The same functions, each answering with a promise: an error becomes a rejection. */
export function promised<U extends Units>(units: U): Promised<U> {
  const result = {} as Record<string, unknown>;
  for (const [name, unit] of Object.entries(units)) {
    result[name] = async (...args: never[]) => unit(...args);
  }
  return result as Promised<U>;
}
