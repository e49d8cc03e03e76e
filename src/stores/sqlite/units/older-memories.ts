import type { Memory } from '../../../domain/memories/memory.ts';
import type { Database } from '../database.ts';
import { OLDER_PREFIX, toOlderMemory } from '../memory-rows.ts';

/**
 * Memories that an older Cortex keeps in its table `stm`. It may still write there, so they are read where they are;
 * one that was changed here has a copy among ours, which counts instead.
 */
export function olderMemories(database: Database): Memory[] {
  if (!hasOlder(database)) return [];
  return database
    .all(
      "SELECT * FROM stm WHERE NOT EXISTS (SELECT 1 FROM memory_items WHERE memory_items.id = 'stm-' || stm.id)",
    )
    .map(toOlderMemory)
    .filter((memory) => memory !== null);
}

export function olderMemory(database: Database, id: string): Memory | null {
  if (!id.startsWith(OLDER_PREFIX) || !hasOlder(database)) return null;
  const row = database.get('SELECT * FROM stm WHERE CAST(id AS TEXT) = ?', id.slice(OLDER_PREFIX.length));
  return row ? toOlderMemory(row) : null;
}

/** Takes a row out of the older tables, with its words in their index. */
export function removeOlder(database: Database, id: string): void {
  if (!id.startsWith(OLDER_PREFIX) || !hasOlder(database)) return;
  const own = id.slice(OLDER_PREFIX.length);
  const row = database.get('SELECT content FROM stm WHERE CAST(id AS TEXT) = ?', own);
  if (!row) return;
  const isIndexed = exists(database, 'stm_fts');
  // Without this the index only marks words as gone.
  if (isIndexed) database.run("INSERT INTO stm_fts(stm_fts, rank) VALUES ('secure-delete', 1)");
  database.run('DELETE FROM stm WHERE CAST(id AS TEXT) = ?', own);
  if (!isIndexed) return;
  const { content } = row;
  if (hasOwnContent(database)) database.run('DELETE FROM stm_fts WHERE content = ?', content ?? null);
  database.run("INSERT INTO stm_fts(stm_fts) VALUES ('rebuild')");
}

/** Otherwise the index reads from `stm` itself, where the row is gone already. */
function hasOwnContent(database: Database): boolean {
  return exists(database, 'stm_fts_content');
}

function hasOlder(database: Database): boolean {
  return exists(database, 'stm');
}

function exists(database: Database, table: string): boolean {
  return database.get("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", table) !== undefined;
}
