/** Units of work, at once. */
export type Units = Record<string, (...args: never[]) => unknown>;

/** The same, each answering with a promise. */
export type Promised<U extends Units> = {
  [K in keyof U]: (...args: Parameters<U[K]>) => Promise<ReturnType<U[K]>>;
};
