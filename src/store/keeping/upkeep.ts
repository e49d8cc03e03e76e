import { DatabaseSync } from 'node:sqlite';
import { patiently } from '../base/database.ts';
import type { UnitsOf } from '../base/promised.ts';
import { quotedName } from '../base/quoted-name.ts';
import { lostIndexes, mendIndexes } from '../index/word-indexes.ts';
import { awaitsFolding, findWrongFolds, mendFolds, type TableRows } from './folded-again.ts';
import { conditionOf } from './repair/condition.ts';
import { tablesIn } from './repair/salvage.ts';

/** Keeping the file itself in shape, and copying it. */
export interface UpkeepStore {
  /** Makes indexes anew that cannot be read or lost the words of their rows; tells which. */
  mendIndexes(): Promise<readonly string[]>;

  /** Folds all facts again and compares: the rows that do not follow from them, by table. */
  findWrongFolds(): Promise<readonly TableRows[]>;

  /** The same, and writes those rows anew. */
  mendFolds(): Promise<readonly TableRows[]>;

  awaitsFolding(): Promise<boolean>;

  rowsInCopy(path: string): Promise<Readonly<Record<string, number>>>;

  /** A copy of the database as it is at this moment, into an empty file. Writers are not kept waiting. Throws where it is damaged. */
  copyInto(path: string): Promise<void>;
}

export const upkeepUnits: UnitsOf<UpkeepStore> = {
  mendIndexes(database) {
    // Nearly always there is nothing to mend, and a look needs no lock.
    return lostIndexes(database.raw).length === 0
      ? []
      : database.write(() => mendIndexes(database.raw));
  },

  findWrongFolds,
  mendFolds,
  awaitsFolding,

  rowsInCopy: (_database, path) => rowsInCopy(path),

  copyInto(database, path) {
    patiently(() => database.raw.prepare('VACUUM INTO ?').run(path), PATIENCE_MS);
    rowsInCopy(path);
  },
};

/** Opens a copy as a database that was put back, and reads all of it; how many rows each table has. Throws where it is damaged. */
function rowsInCopy(path: string): Readonly<Record<string, number>> {
  const found = conditionOf(path);
  if (found.kind === 'unknown' || found.kind === 'newer') throw found.error;
  if (found.kind !== 'sound') throw new Error(found.detail);
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    const count = (table: string) =>
      copy.prepare(`SELECT count(*) AS n FROM ${quotedName(table)}`).get()!['n'];
    return Object.fromEntries(tablesIn(copy).map(({ name }) => [name, Number(count(name))]));
  } finally {
    copy.close();
  }
}

const PATIENCE_MS = 5_000;
