import { DatabaseSync } from 'node:sqlite';
import { CHECKSUM } from '../checksums.ts';
import { type Database, patiently } from '../database.ts';
import { TABLES } from '../migrations.ts';
import { conditionOf } from '../repair/condition.ts';
import { tablesIn } from '../repair/salvage.ts';
import type { Folding } from '../rows.ts';
import { lostIndexes, mendIndexes } from '../word-indexes.ts';
import { foldedAgain } from './folded-again.ts';
import { OLDER_INDEXES } from './forget-rows.ts';
import { quoted } from './tables.ts';

/** The content of a copy of the database in two numbers a table: its rows, and the sum of their checksums. */
export type CopyContent = Readonly<Record<string, readonly [rows: number, checksums: number]>>;

/** Pages that one step of merging writes: a few milliseconds, so that no hook waits for it. */
const PAGES_PER_STEP = 200;

/** Keeping the file itself in shape, in steps that nobody has to wait for. */
export function upkeepUnits(database: Database) {
  return {
    /** Names of the full text indexes that are ours. */
    indexes(): readonly string[] {
      return database
        .all("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'")
        .filter((row) => /using\s+fts5/i.test(String(row['sql'])))
        .map((row) => String(row['name']))
        .filter((name) => !OLDER_INDEXES.has(name));
    },

    /** Makes indexes anew that cannot be read or lost the words of their rows; tells which. */
    mendIndexes(): readonly string[] {
      // Nearly always there is nothing to mend, and a look needs no lock.
      return lostIndexes(database.raw).length === 0 ? [] : database.write(() => mendIndexes(database.raw));
    },

    /** One bounded step; false when there is nothing left to merge. */
    mergeIndex(name: string, first: boolean): boolean {
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

    optimize(): void {
      // All tables, each looked at in a sample only.
      database.all('PRAGMA analysis_limit = 400');
      database.all('PRAGMA optimize = 0x10002');
    },

    /** Copies the write-ahead log into the database and cuts it; false where somebody was reading it. */
    checkpoint(): boolean {
      return database.get('PRAGMA wal_checkpoint(TRUNCATE)')?.['busy'] === 0;
    },

    /** Folds all facts again and compares: the rows that do not follow from them, by table. `mends`: writes them anew. */
    foldedAgain: (
      folding: Folding,
      mends: boolean,
    ): readonly { readonly table: string; readonly rows: number }[] => foldedAgain(database, folding, mends),

    contentOf,

    /**
     * A copy of the database as it is at this moment, into an empty file, and its content. Writers are not kept waiting. Throws where
     * the copy is damaged.
     */
    copyInto(path: string): CopyContent {
      patiently(() => database.raw.prepare('VACUUM INTO ?').run(path), PATIENCE_MS);
      return contentOf(path);
    },
  };
}

function contentOf(path: string): CopyContent {
  const found = conditionOf(path);
  if (found.kind === 'unknown' || found.kind === 'newer') throw found.error;
  if (found.kind !== 'sound') throw new Error(found.detail);
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    return contentIn(copy);
  } finally {
    copy.close();
  }
}

/** All rows of a table are read; those that are made from others count by their number alone. */
function contentIn(raw: DatabaseSync): CopyContent {
  return Object.fromEntries(
    tablesIn(raw).map(({ name }) => {
      const sum = TABLES[name]?.checked ? `total(${CHECKSUM} % 1000003)` : '0';
      const row = raw.prepare(`SELECT count(*) AS rows, ${sum} AS sums FROM ${quoted(name)}`).get();
      const { rows, sums } = row as { rows: number; sums: number };
      return [name, [rows, sums]];
    }),
  );
}

const PATIENCE_MS = 5_000;

function changes(database: Database): number {
  return Number(database.get('SELECT total_changes() AS n')?.['n']);
}
