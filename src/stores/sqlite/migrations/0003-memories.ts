import type { Migration } from './migration.ts';

/** Pieces of knowledge, with the history of their confidence. */
export const memories: Migration = {
  number: 3,
  name: 'memories',
  tables: {
    memory_items: {
      checked: true,
      leaves: 'taken',
      about:
        'Pieces of knowledge. `confidence` is as stored; what it is worth is computed on reading. `hidden` holds words that the index would not find by itself.',
    },
    memory_changes: {
      checked: true,
      leaves: 'taken',
      about:
        'Every change of the confidence in a memory, with its reason; appended, and gone only with the memory.',
    },
    memory_forgotten: {
      leaves: 'never',
      about:
        'Ids of memories, sessions and runs whose rows are gone while their bytes may still be in the file; empty but for a moment.',
    },
    session_learnings: {
      checked: true,
      leaves: 'taken',
      about:
        'What the memories that a session made were worth when it ended: what is inherited of them starts from here.',
    },
    memory_words: {
      made: true,
      about: 'The full-text index over `memory_items`, kept by triggers, from which deleted words really go.',
    },
  },
  up(database) {
    database.raw.exec(`
      CREATE TABLE memory_items (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        content TEXT NOT NULL,
        -- Words that the tokenizer of the index does not see.
        hidden TEXT NOT NULL,
        categories TEXT NOT NULL DEFAULT '[]',
        importance INTEGER NOT NULL DEFAULT 1,
        scope TEXT NOT NULL,
        scope_key TEXT NOT NULL,
        source TEXT NOT NULL,
        confidence REAL NOT NULL DEFAULT 1,
        access_count INTEGER NOT NULL DEFAULT 0,
        last_accessed TEXT,
        validation_count INTEGER NOT NULL DEFAULT 0,
        contradiction_count INTEGER NOT NULL DEFAULT 0,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        expires_at TEXT,
        session_id TEXT
      );
      CREATE INDEX idx_memory_scope ON memory_items(scope_key, updated_at);

      CREATE TABLE memory_changes (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        memory_id TEXT NOT NULL,
        at INTEGER NOT NULL,
        old_score REAL NOT NULL,
        new_score REAL NOT NULL,
        reason TEXT NOT NULL,
        session_id TEXT
      );
      CREATE INDEX idx_memory_changes ON memory_changes(memory_id, seq);

      -- Whose rows are gone while their bytes may still be in the file: whoever is killed in between is followed by another.
      CREATE TABLE memory_forgotten (
        memory_id TEXT PRIMARY KEY,
        at INTEGER NOT NULL
      ) WITHOUT ROWID;

      CREATE TABLE session_learnings (
        session_id TEXT NOT NULL,
        memory_id TEXT NOT NULL,
        confidence_at_end REAL NOT NULL,
        PRIMARY KEY (session_id, memory_id)
      ) WITHOUT ROWID;
      CREATE INDEX idx_learnings_memory ON session_learnings(memory_id);

      -- External content: what is forgotten leaves the index, which a contentless one would keep.
      CREATE VIRTUAL TABLE memory_words USING fts5 (
        content, hidden,
        content = 'memory_items', content_rowid = 'number',
        tokenize = 'porter unicode61 remove_diacritics 2'
      );
      INSERT INTO memory_words(memory_words, rank) VALUES ('secure-delete', 1);
      CREATE TRIGGER memory_added AFTER INSERT ON memory_items BEGIN
        INSERT INTO memory_words(rowid, content, hidden) VALUES (new.number, new.content, new.hidden);
      END;
      CREATE TRIGGER memory_removed AFTER DELETE ON memory_items BEGIN
        INSERT INTO memory_words(memory_words, rowid, content, hidden)
        VALUES ('delete', old.number, old.content, old.hidden);
      END;
      CREATE TRIGGER memory_reworded AFTER UPDATE OF content, hidden ON memory_items BEGIN
        INSERT INTO memory_words(memory_words, rowid, content, hidden)
        VALUES ('delete', old.number, old.content, old.hidden);
        INSERT INTO memory_words(rowid, content, hidden) VALUES (new.number, new.content, new.hidden);
      END;
    `);
  },
};
