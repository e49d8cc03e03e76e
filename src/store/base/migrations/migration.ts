import type { Database } from '../database.ts';

/** The declaration of a table, including how repair, export, import and `forget` treat its rows. */
export interface Table {
  /** Its description in the schema documentation. */
  readonly about: string;
  /** The SQL that creates it and its indexes. */
  readonly sql: string;
  /** Rows that cannot be derived. They have a column `checksum`, and only `append` or `record` write them. */
  readonly checked?: true;
  /** Derived from other rows: repair and export leave it out. */
  readonly made?: true;
  /** The column with the session of a row, with which it goes to cold storage and into an export. */
  readonly session?: string;
  /** The column with the session of a row that stays here when the session goes to cold storage, and goes when it is forgotten. */
  readonly forgottenWith?: string;
  /** `never`: not exported. `taken`: exported and imported. Otherwise rows are exported but not imported. */
  readonly leaves?: 'never' | 'taken';
}

/** One step of the schema. Never edited once released: a new step follows instead. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  /** The tables that it makes. The SQL is never edited; the rest says what holds for them now. */
  readonly tables?: Readonly<Record<string, Table>>;
  /** The rest of the step, when its tables are made. */
  up?(database: Database): void;
}
