import type { Memory } from '../../../domain/memory.ts';
import type { Database } from '../database.ts';
import { putMemory } from '../memory-rows.ts';
import { memoryOf } from './memories.ts';

/** What comes from other systems. */
export function foreignUnits(database: Database) {
  return {
    threadOrigins(prefix: string): string[] {
      return database
        .all("SELECT origin FROM work_threads WHERE origin >= ?1 AND origin < ?1 || '\u{10FFFF}'", prefix)
        .map((row) => String(row['origin']));
    },

    importMemory(memory: Memory, write: boolean): boolean {
      if (!write) return !isHere(database, memory);
      return database.write(() => {
        if (isHere(database, memory)) return false;
        putMemory(database, memory);
        return true;
      });
    },
  };
}

function isHere(database: Database, memory: Memory): boolean {
  if (memoryOf(database, memory.id)) return true;
  const sql = 'SELECT 1 FROM memory_items WHERE scope_key = ? AND content = ?';
  return database.get(sql, memory.scopeKey, memory.content) !== undefined;
}
