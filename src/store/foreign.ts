import type { Memory } from '../domain/memories/memory.ts';

/** A row of somebody else's database. What is neither text nor a number is null. */
export type ForeignRow = Readonly<Record<string, string | number | null>>;

/** A database of another system, opened to be read. */
export interface ForeignDatabase {
  readonly tables: ReadonlySet<string>;
  /** None where there is no such table. Throws, in the middle too, where the file is damaged. */
  rows(table: string, only?: { readonly column: string; readonly is: string }): Iterable<ForeignRow>;
  count(table: string): number;
  close(): void;
}

/** The storage for imports from another system. */
export interface ForeignStore {
  /** Origins of imported threads that begin so. */
  threadOrigins(prefix: string): Promise<readonly string[]>;
  /** Keeps memories under their own ids and dates: how many, without those whose id or words their scope has already. */
  importMemories(memories: readonly Memory[], write: boolean): Promise<number>;
}
