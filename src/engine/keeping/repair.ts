import type { SalvagedTable, TableRows, Taken } from '../../store/store.ts';

/** Why a database is rebuilt. */
export type RepairReason = 'damaged' | 'missing' | 'behind' | 'asked';

/** The source name for all mirrors and archives, in place of a backup. */
export const MIRRORS = 'mirrors';

/** The report of a repair, stored with the replaced files. */
export interface RepairReport {
  readonly at: string;
  readonly reason: string;
  readonly detail: string;
  /** The folder of everything that was replaced. */
  readonly quarantine: string;
  readonly took_ms: number;
  /** Rows read from the old database; null if it could not be read at all. */
  readonly salvaged: readonly SalvagedTable[] | null;
  /** Rows of the old database that could not be read and are in no other source. */
  readonly unread: readonly string[];
  readonly backup: { readonly path: string; readonly rows: Taken } | null;
  /** Number of sessions by source, besides salvaged rows and rows of the backup. */
  readonly sessions_from: {
    readonly backup: number;
    readonly archives: number;
    readonly mirrors: number;
  };
  /** Sessions whose mirror was newer than any row. */
  readonly caught_up: number;
  /** Sessions whose lost row was rebuilt from their facts, without the host's name and id. */
  readonly adopted: number;
  /** Mirrors that were skipped because they had been edited. */
  readonly edited_mirrors: number;
  /** Rows of each table of the new database. */
  readonly rows: Taken;
  /** The range of unverifiable metrics, now a sealed gap. */
  readonly gap_sealed: string | null;
}

export type Repaired =
  | { readonly kind: 'sound' }
  | { readonly kind: 'nothing' }
  /** The database cannot be read for another reason: nothing was changed. */
  | { readonly kind: 'unavailable'; readonly error: unknown }
  | { readonly kind: 'busy' }
  /** A person has to decide. */
  | { readonly kind: 'reported'; readonly reason: RepairReason; readonly detail: string }
  /** Only indexes were damaged and were rebuilt in place. */
  | { readonly kind: 'reindexed'; readonly indexes: readonly string[] }
  /** All facts are there; rows that differed from their fold were folded again. */
  | {
      readonly kind: 'refolded';
      readonly folds: readonly TableRows[];
    }
  | { readonly kind: 'repaired'; readonly report: RepairReport };

/** The damage that a repair would fix. */
export type RepairFinding =
  | { readonly kind: 'sound' | 'nothing' }
  | { readonly kind: 'unavailable'; readonly error: unknown }
  | { readonly kind: 'newer'; readonly error: unknown }
  | { readonly kind: 'broken'; readonly reason: RepairReason; readonly detail: string };
