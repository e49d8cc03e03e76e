/** The condition of a database, for whoever looks after it. */
export interface DatabaseReport {
  readonly sqliteVersion: string;
  readonly isSound: boolean;
  readonly journalMode: string;
  readonly synchronous: number;
  /** The findings of a look at every page and row; null where nobody looked. */
  readonly content: {
    /** The complaints of `integrity_check`; empty when all is well. */
    readonly damage: readonly string[];
    /** Rows that do not fit their checksums. */
    readonly badRows: readonly { readonly table: string; readonly rows: number }[];
  } | null;
  readonly migrations: readonly {
    readonly number: number;
    readonly name: string;
    readonly applied_at: string;
  }[];
  readonly newestMigration: number;
}
