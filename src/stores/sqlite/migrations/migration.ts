import type { Database } from '../database.ts';

/** A table declares here what becomes of its rows, and nowhere else. */
export interface Table {
  /** Its sentence in the documentation of the schema. */
  readonly about: string;
  /** Makes it and its indexes. */
  readonly sql: string;
  /** Rows that nothing could make again. They have a column `checksum`, and are written by `append` or `record` alone. */
  readonly checked?: true;
  /** Made from other rows: repair leaves it out, an export too. */
  readonly made?: true;
  /** The column that says which session a row belongs to: it goes with that to cold storage and into an export. */
  readonly session?: string;
  /** `never`: true of this home alone. `taken`: another home takes the rows over. Otherwise they are exported, and left by an import. */
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
