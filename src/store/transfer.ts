import type { SessionId } from '../domain/ids.ts';
import type { Millis } from '../domain/time.ts';
import type { SessionRows, WholeSession } from '../domain/upkeep/archive.ts';
import type { StoredRow } from '../domain/upkeep/packed.ts';
import type { ColdFile } from './retention.ts';
import type { Folding } from './session.ts';

export type Exported =
  | { readonly kind: 'session'; readonly cold: boolean; readonly rows: SessionRows }
  /** A cold session whose file is missing or was changed. */
  | { readonly kind: 'missing'; readonly id: SessionId; readonly path: string }
  /** A row of a table that belongs to no single session. */
  | { readonly kind: 'row'; readonly table: string; readonly row: StoredRow };

/** `known`: it was here before; `grown`: it was here with fewer facts; `refused`: it cannot be taken over. */
export type Imported =
  | { readonly outcome: 'new' | 'grown' | 'known' }
  | { readonly outcome: 'refused'; readonly why: string };

/** Everything out, and in again elsewhere. */
export interface TransferStore {
  /** Everything as it is at one moment, sessions in the order in which they started. */
  exportAll(scopeKey: string | null, each: (exported: Exported) => void): Promise<void>;
  /** The last sequence number given here: what is imported after it has no place among our own yet. */
  lastSeq(): Promise<number>;
  /** Without `write` it only says what would come of it. `folding` proves that the facts make sense. */
  importSession(
    rows: SessionRows,
    folding: Folding,
    how: {
      readonly write: boolean;
      readonly ownUpTo: number;
      readonly now: Millis;
      /** The row says nothing yet of what its facts amount to, nor which session was before it. */
      readonly isUnfolded?: true;
    },
  ): Promise<Imported>;
  /** The session that rows from elsewhere amount to, with its facts folded anew; null where they make no sense. */
  readable(rows: SessionRows, folding: Folding): Promise<WholeSession | null>;
  /** A cold session whose file is written already. */
  importCold(rows: SessionRows, file: ColdFile, at: Millis, ownUpTo: number): Promise<Imported>;
  /** Brings a cold session back to the hot tables, as it was; false where its file cannot be relied on. */
  thaw(id: SessionId): Promise<boolean>;
  /** How many of the rows are new. Null for a table that is not taken over. */
  importRows(table: string, rows: readonly StoredRow[], write: boolean): Promise<number | null>;
}
