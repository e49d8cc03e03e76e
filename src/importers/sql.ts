import type { Memory } from '../domain/memories/memory.ts';
import type { Deps } from '../engine/base/deps.ts';
import type { Database } from '../store/base/database.ts';
import { inScope } from '../store/base/joined.ts';
import { putMemory } from '../store/base/memory-rows.ts';
import { readMemory } from '../store/memories/memories.ts';
import type { Promised } from '../store/store.ts';

export function importsOf({ store }: Pick<Deps, 'store'>): Promised<typeof foreignUnits> {
  return store.room(foreignUnits);
}

const foreignUnits = {
  /** Origins of imported threads that begin so. */
  threadOrigins(database: Database, prefix: string): readonly string[] {
    return database
      .all(
        "SELECT origin FROM work_threads WHERE origin >= ?1 AND origin < ?1 || '\u{10FFFF}'",
        prefix,
      )
      .map((row) => String(row['origin']));
  },

  /** Keeps memories under their own ids and dates: how many, without those whose id or words their scope has already. */
  importMemories(
    database: Database,
    memories: readonly Memory[],
    { write }: { readonly write: boolean },
  ): number {
    const take = () =>
      memories.filter((memory) => {
        const isNew = !isHere(database, memory);
        if (isNew && write) putMemory(database, memory);
        return isNew;
      }).length;
    return write ? database.write(take) : take();
  },
};

function isHere(database: Database, memory: Memory): boolean {
  if (readMemory(database, memory.id)) return true;
  const { where, keys } = inScope(database, memory.scopeKey);
  const sql = `SELECT 1 FROM memory_items WHERE ${where} AND content = ?`;
  return database.get(sql, ...keys, memory.content) !== undefined;
}
