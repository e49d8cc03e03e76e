import type { SessionId } from '../domain/ids.ts';
import type { Millis } from '../domain/time.ts';

/** The findings of a look at the database. */
export type Condition =
  | { readonly kind: 'sound' }
  /** No file, an empty one or something that is no file. */
  | { readonly kind: 'missing'; readonly detail: string }
  /** SQLite calls it damaged, twice. */
  | { readonly kind: 'damaged'; readonly detail: string }
  /** A newer Cortex has migrated it: its rows and checksums mean something that only that one knows. */
  | { readonly kind: 'newer'; readonly error: unknown }
  /** The state is not known now: locked, not readable, a disk that does not answer. No reason to change anything. */
  | { readonly kind: 'unknown'; readonly error: unknown };

/** The fate of the rows of one table. */
export interface SalvagedTable {
  readonly table: string;
  readonly taken: number;
  /** Rows whose checksum does not fit; they are kept in `set_aside`. */
  readonly bad: number;
  /** Rows that are known to be gone; null where pages could not be read and nothing tells how many were on them. */
  readonly lost: number | null;
  /** Everything that was in the table was read. */
  readonly whole: boolean;
}

export interface Salvaged {
  /** False where nothing of the file could be read. */
  readonly isReadable: boolean;
  readonly tables: readonly SalvagedTable[];
}

/** Facts whose session has no row. */
export interface Orphan {
  readonly id: SessionId;
  readonly cwd: string | null;
  readonly from: Millis;
  readonly to: Millis;
}

/** How many rows of which table came from a copy. */
export type Taken = Readonly<Record<string, number>>;
