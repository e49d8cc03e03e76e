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
