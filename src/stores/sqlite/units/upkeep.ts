import { DatabaseSync } from 'node:sqlite';
import { type Database, patiently } from '../database.ts';
import { conditionOf } from '../repair/condition.ts';
import { tablesIn } from '../repair/salvage.ts';
import { lostIndexes, mendIndexes } from '../word-indexes.ts';
import { foldedAgain } from './folded-again.ts';
import { OLDER_INDEXES } from './forget-rows.ts';
import { quoted } from './tables.ts';

/** Pages that one step of merging writes: a few milliseconds, so that no hook waits for it. */
const PAGES_PER_STEP = 200;

/** Keeping the file itself in shape, in steps that nobody has to wait for. */
export const upkeepUnits = {
  /** Names of the full text indexes that are ours. */
  indexes(database: Database): readonly string[] {
    return database
      .all("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'")
      .filter((row) => /using\s+fts5/i.test(String(row['sql'])))
      .map((row) => String(row['name']))
      .filter((name) => !OLDER_INDEXES.has(name));
  },

  /** Makes indexes anew that cannot be read or lost the words of their rows; tells which. */
  mendIndexes(database: Database): readonly string[] {
    // Nearly always there is nothing to mend, and a look needs no lock.
    return lostIndexes(database.raw).length === 0 ? [] : database.write(() => mendIndexes(database.raw));
  },

  /** One bounded step; false when there is nothing left to merge. */
  mergeIndex(database: Database, name: string, first: boolean): boolean {
    const index = `"${name.replaceAll('"', '""')}"`;
    return database.write(() => {
      const before = changes(database);
      // A negative number begins to merge everything into one; positive ones go on with it.
      database.run(
        `INSERT INTO ${index}(${index}, rank) VALUES ('merge', ?)`,
        first ? -PAGES_PER_STEP : PAGES_PER_STEP,
      );
      // One change is the command itself.
      return changes(database) - before >= 2;
    });
  },

  optimize(database: Database): void {
    // All tables, each looked at in a sample only.
    database.all('PRAGMA analysis_limit = 400');
    database.all('PRAGMA optimize = 0x10002');
  },

  /** Copies the write-ahead log into the database and cuts it; false where somebody was reading it. */
  checkpoint(database: Database): boolean {
    return database.get('PRAGMA wal_checkpoint(TRUNCATE)')?.['busy'] === 0;
  },

  /** Folds all facts again and compares: the rows that do not follow from them, by table. `mends`: writes them anew. */
  foldedAgain,

  rowsInCopy: (_database: Database, path: string) => rowsInCopy(path),

  /** A copy of the database as it is at this moment, into an empty file. Writers are not kept waiting. Throws where it is damaged. */
  copyInto(database: Database, path: string): void {
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
    const count = (table: string) => copy.prepare(`SELECT count(*) AS n FROM ${quoted(table)}`).get()!['n'];
    return Object.fromEntries(tablesIn(copy).map(({ name }) => [name, Number(count(name))]));
  } finally {
    copy.close();
  }
}

const PATIENCE_MS = 5_000;

function changes(database: Database): number {
  return Number(database.get('SELECT total_changes() AS n')?.['n']);
}
