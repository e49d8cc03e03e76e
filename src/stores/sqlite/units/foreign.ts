import type { Memory } from '../../../domain/memories/memory.ts';
import type { ForeignStore } from '../../../store/foreign.ts';
import type { Database } from '../database.ts';
import { putMemory } from '../memory-rows.ts';
import { inScope } from '../projects.ts';
import type { Sync } from '../promised.ts';
import { memoryOf } from './memories.ts';

/** The units of imports from other systems. */
export function foreignUnits(database: Database): Sync<ForeignStore> {
  return {
    threadOrigins(prefix) {
      return database
        .all("SELECT origin FROM work_threads WHERE origin >= ?1 AND origin < ?1 || '\u{10FFFF}'", prefix)
        .map((row) => String(row['origin']));
    },

    importMemories(memories, write) {
      if (!write) return memories.filter((memory) => !isHere(database, memory)).length;
      return database.write(() => {
        let added = 0;
        for (const memory of memories) {
          if (isHere(database, memory)) continue;
          putMemory(database, memory);
          added++;
        }
        return added;
      });
    },
  };
}

function isHere(database: Database, memory: Memory): boolean {
  if (memoryOf(database, memory.id)) return true;
  const { where, keys } = inScope(database, memory.scopeKey);
  const sql = `SELECT 1 FROM memory_items WHERE ${where} AND content = ?`;
  return database.get(sql, ...keys, memory.content) !== undefined;
}
