import type { Database } from '../database.ts';

/** One step of the schema. Never edited once released: a new step follows instead. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  up(database: Database): void;
}
