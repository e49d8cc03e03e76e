import { confidenceAt, type Memory, scoreByTerms } from '../../../domain/memories/memory.ts';
import { hiddenWords } from '../../../domain/search/passage.ts';
import type { Form, Form as Term } from '../../../domain/search/query.ts';
import type { Database } from '../database.ts';
import { memoriesWhere } from '../memory-rows.ts';
import { admits, type MemoryFilter } from './memories.ts';
import { olderMemories } from './older-memories.ts';
import { wordExpression } from './search.ts';

export interface MemoryHit {
  readonly memory: Memory;
  /** 0 to 1: how much of the question it holds. */
  readonly score: number;
}

/** A word that more memories hold tells little; the newest of them will do. */
const MOST_HOLDERS = 5_000;

export const memorySearchUnits = {
  /** The best answers first. */
  searchMemories(database: Database, terms: readonly Form[], filter: MemoryFilter): readonly MemoryHit[] {
    if (terms.length === 0) return [];
    const older = new Map(olderMemories(database).map((memory) => [memory.id, memory]));
    const forgetOlder = indexOlder(database, [...older.values()]);
    try {
      const holders = terms.map((term) => [
        ...holdersIn(database, OWN_INDEX, term),
        ...(older.size > 0 ? holdersIn(database, OLDER_INDEX, term) : []),
      ]);
      const total = Number(database.value('SELECT count(*) FROM memory_items')) + older.size;
      return scoreByTerms(holders, total)
        .flatMap(({ id, score }): MemoryHit[] => {
          const memory = older.get(id) ?? memoriesWhere(database, 'id = ?', id)[0];
          return memory && admits(filter, memory) ? [{ memory, score }] : [];
        })
        .sort(
          (a, b) =>
            b.score - a.score ||
            confidenceAt(b.memory, filter.now) - confidenceAt(a.memory, filter.now) ||
            b.memory.updatedAt - a.memory.updatedAt,
        )
        .slice(0, filter.limit);
    } finally {
      forgetOlder();
    }
  },
};

const OWN_INDEX = `SELECT id FROM memory_words JOIN memory_items ON number = memory_words.rowid
   WHERE memory_words MATCH ? ORDER BY number DESC LIMIT ?`;
const OLDER_INDEX = 'SELECT id FROM temp.older_words WHERE older_words MATCH ? LIMIT ?';

function holdersIn(database: Database, index: string, term: Term): string[] {
  return database.column<string>(index, wordExpression(term), MOST_HOLDERS);
}

/**
 * The older rows as they are now, indexed in memory for one question: their own index is not ours to rely on, and a
 * copy of it on disk would have to be kept in step with a program that does not know us. 1,000 rows take 20 ms.
 */
function indexOlder(database: Database, memories: readonly Memory[]): () => void {
  if (memories.length === 0) return () => {};
  database.raw.exec(`
    PRAGMA temp_store = MEMORY;
    CREATE VIRTUAL TABLE temp.older_words USING fts5 (
      id UNINDEXED, content, hidden, tokenize = 'porter unicode61 remove_diacritics 2'
    )`);
  const insert = database.raw.prepare('INSERT INTO temp.older_words(id, content, hidden) VALUES (?, ?, ?)');
  for (const { id, content } of memories) insert.run(id, content, hiddenWords(content));
  return () => database.raw.exec('DROP TABLE temp.older_words');
}
