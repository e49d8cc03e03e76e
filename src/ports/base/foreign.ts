/** A row of another system's database. Other values than text and numbers are null. */
export type ForeignRow = Readonly<Record<string, string | number | null>>;

/** A database of another system, opened to be read. */
export interface ForeignDatabase {
  readonly tables: ReadonlySet<string>;
  /** Empty if there is no such table. Throws, also in the middle, if the file is damaged. */
  rows(
    table: string,
    only?: { readonly column: string; readonly is: string },
  ): Iterable<ForeignRow>;
  count(table: string): number;
  close(): void;
}
