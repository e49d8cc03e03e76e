import type { SalvagedTable, Taken } from '../../store.ts';

/** Why a database is made anew. */
export type RepairReason = 'damaged' | 'missing' | 'behind' | 'asked';

/** In place of a backup: all mirrors and archives that know more than the database. */
export const MIRRORS = 'mirrors';

/** The report of a repair, kept beside the files that it set aside. */
export interface RepairReport {
  readonly at: string;
  readonly reason: string;
  readonly detail: string;
  /** The folder of everything that was replaced. */
  readonly quarantine: string;
  readonly took_ms: number;
  /** Rows that were read out of the old database; null where it could not be read at all. */
  readonly salvaged: readonly SalvagedTable[] | null;
  /** Rows of the old database that came from nowhere else, as far as is known. */
  readonly unread: readonly string[];
  readonly backup: { readonly path: string; readonly rows: Taken } | null;
  /** Sessions by where they were taken from, beyond salvaged rows and rows of the backup. */
  readonly sessions_from: { readonly backup: number; readonly archives: number; readonly mirrors: number };
  /** Sessions whose mirror was newer than any row. */
  readonly caught_up: number;
  /** Sessions whose row is lost: it was made anew from their facts, without the host's name and id. */
  readonly adopted: number;
  /** Mirrors that were passed over, because somebody changed them. */
  readonly edited_mirrors: number;
  /** Rows of each table of the new database. */
  readonly rows: Taken;
  /** The stretch of metrics that could not be proved and is a sealed gap now. */
  readonly gap_sealed: string | null;
}

export type Repaired =
  | { readonly kind: 'sound' }
  | { readonly kind: 'nothing' }
  /** Something else keeps the database from being read: nothing was touched. */
  | { readonly kind: 'unavailable'; readonly error: unknown }
  | { readonly kind: 'busy' }
  /** Only a person decides about it. */
  | { readonly kind: 'reported'; readonly reason: RepairReason; readonly detail: string }
  /** Only indexes were lost: they were made anew in place. */
  | { readonly kind: 'reindexed'; readonly indexes: readonly string[] }
  /** All facts are there; rows that did not follow from them were folded again. */
  | {
      readonly kind: 'refolded';
      readonly folds: readonly { readonly table: string; readonly rows: number }[];
    }
  | { readonly kind: 'repaired'; readonly report: RepairReport };

/** The damage that would be repaired, before anybody is asked. */
export type Finding =
  | { readonly kind: 'sound' | 'nothing' }
  | { readonly kind: 'unavailable'; readonly error: unknown }
  | { readonly kind: 'newer'; readonly error: unknown }
  | { readonly kind: 'broken'; readonly reason: RepairReason; readonly detail: string };
