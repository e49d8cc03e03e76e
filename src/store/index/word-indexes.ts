import { DatabaseSync } from 'node:sqlite';
import { BUSY_SLICE_MS, isDamage } from '../base/database.ts';

/** The full text indexes of ours, each with the table whose rows it holds. */
const INDEXES = [
  { index: 'search_index', table: 'search_passage', id: 'id', text: 'text' },
  { index: 'memory_words', table: 'memory_items', id: 'number', text: 'content' },
] as const;

type WordIndex = (typeof INDEXES)[number];

/**
 * Indexes that cannot be read, or do not hold rows of their table. SQLite's own check calls an index sound that lost all its
 * words, and a whole comparison reads everything: the first, the last and one in the middle are looked up.
 */
export function lostIndexes(raw: DatabaseSync): string[] {
  // One look: a row that another process replaces in between would be missing from an index that is sound.
  if (!raw.isTransaction) return inOneLook(raw);
  // An older version may have made the file.
  const isThere = raw.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?');
  return INDEXES.filter(({ index }) => isThere.get(index))
    .filter((one) => !holdsItsRows(raw, one))
    .map(({ index }) => index);
}

function inOneLook(raw: DatabaseSync): string[] {
  raw.exec('BEGIN');
  try {
    return lostIndexes(raw);
  } finally {
    raw.exec('ROLLBACK');
  }
}

/** Makes lost indexes anew from the rows; tells which. Whoever calls has the lock of a writer. */
export function mendIndexes(raw: DatabaseSync): string[] {
  const lost = lostIndexes(raw);
  for (const index of lost) raw.exec(`INSERT INTO ${index}(${index}) VALUES ('rebuild')`);
  return lost;
}

/** The same for a file; none where more than its indexes is damaged. Throws where it cannot be had now, which is no damage. */
export function mendFile(path: string): string[] {
  const raw = new DatabaseSync(path, { timeout: 40 * BUSY_SLICE_MS });
  try {
    raw.exec('BEGIN IMMEDIATE');
    const mended = mendIndexes(raw);
    raw.exec('COMMIT');
    return mended;
  } catch (error) {
    if (isDamage(error)) return [];
    throw error;
  } finally {
    raw.close();
  }
}

function holdsItsRows(raw: DatabaseSync, { index, table, id, text }: WordIndex): boolean {
  const rows = raw
    .prepare(
      `SELECT ${id} AS id, ${text} AS text FROM ${table} WHERE ${id} IN (
         SELECT min(${id}) FROM ${table} UNION SELECT max(${id}) FROM ${table}
         UNION SELECT (SELECT ${id} FROM ${table} WHERE ${id} >= (low + high) / 2 ORDER BY ${id} LIMIT 1)
           FROM (SELECT min(${id}) AS low, max(${id}) AS high FROM ${table}))`,
    )
    .all() as { id: number; text: string }[];
  try {
    const look = raw.prepare(
      `SELECT 1 FROM ${index} WHERE ${index} MATCH ? AND rowid = CAST(? AS INTEGER)`,
    );
    return rows.every((row) => {
      const word = PLAIN_WORD.exec(row.text)?.[1];
      return word === undefined || look.get(`"${word}"`, row.id) !== undefined;
    });
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

/** A word that every tokenizer takes for one. */
const PLAIN_WORD = /(?:^|[\s"'(])([a-z]{3,30})(?=[\s"').,;:]|$)/i;
