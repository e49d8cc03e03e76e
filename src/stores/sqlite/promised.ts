/** The part of a contract as SQLite has it: at once, without promises. */
export type Sync<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => Promise<infer R> ? (...args: A) => R : never;
};

type Units = Record<string, (...args: never[]) => unknown>;
type Promised<U extends Units> = { [K in keyof U]: (...args: Parameters<U[K]>) => Promise<ReturnType<U[K]>> };

/** The same functions, each answering with a promise: an error becomes a rejection. */
export function promised<U extends Units>(units: U): Promised<U> {
  const result = {} as Record<string, unknown>;
  for (const [name, unit] of Object.entries(units)) {
    result[name] = async (...args: never[]) => unit(...args);
  }
  return result as Promised<U>;
}

type Part = () => object;
type Together<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void
  ? All
  : never;
export type PromisedParts<P extends readonly Part[]> = Promised<Together<ReturnType<P[number]>> & Units>;

/** The functions of several parts as one object. */
export function promisedParts<P extends readonly Part[]>(parts: P): PromisedParts<P> {
  return Object.assign({}, ...parts.map((part) => promised(part() as Units))) as PromisedParts<P>;
}

/** The same for a hook, which needs few of them: a part is made when a function is asked for that no part before it has. */
export function promisedAsAsked<P extends readonly Part[]>(parts: P): PromisedParts<P> {
  const made: Units[] = [];
  const find = (name: string) => {
    for (let i = 0; i < parts.length; i++) {
      const unit = (made[i] ??= parts[i]!() as Units)[name];
      if (unit) return async (...args: never[]) => unit(...args);
    }
    return undefined;
  };
  return new Proxy({} as Record<string, unknown>, {
    get: (target, name) => (typeof name === 'string' ? (target[name] ??= find(name)) : undefined),
  }) as PromisedParts<P>;
}
