import type { Migration } from './migration.ts';

/** The line of work in a scope, which many sessions continue. `threads` is the name of an older Cortex's table. */
export const threads: Migration = {
  number: 6,
  name: 'threads',
  tables: {
    work_threads: {
      checked: true,
      leaves: 'taken',
      about: 'The lines of work of each scope; one at the most is active, the others are archived.',
    },
    thread_events: {
      checked: true,
      leaves: 'taken',
      about: 'What was appended to a thread, in order; its state is folded from these.',
    },
    thread_folds: { about: 'What the facts of a thread up to a sequence number amount to.' },
  },
  up(database) {
    database.raw.exec(`
      CREATE TABLE work_threads (
        id TEXT PRIMARY KEY,
        scope TEXT NOT NULL,
        scope_key TEXT NOT NULL,
        project_path TEXT,
        status TEXT NOT NULL DEFAULT 'active',
        archived_because TEXT,
        created_at TEXT NOT NULL,
        last_accessed TEXT NOT NULL,
        -- What an import made it of, so that a second import makes nothing.
        origin TEXT UNIQUE
      );
      CREATE UNIQUE INDEX idx_thread_active ON work_threads(scope_key) WHERE status = 'active';
      CREATE INDEX idx_thread_scope ON work_threads(scope_key, last_accessed);
      CREATE INDEX idx_thread_idle ON work_threads(last_accessed) WHERE status = 'active';

      CREATE TABLE thread_events (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        thread_id TEXT NOT NULL,
        session_id TEXT,
        at INTEGER NOT NULL,
        body TEXT NOT NULL
      );
      CREATE INDEX idx_thread_events ON thread_events(thread_id, seq);
      CREATE INDEX idx_thread_sessions ON thread_events(session_id, seq) WHERE session_id IS NOT NULL;

      -- What the facts up to seq amount to; the next fold goes on from there.
      CREATE TABLE thread_folds (
        thread_id TEXT PRIMARY KEY,
        seq INTEGER NOT NULL,
        thread TEXT NOT NULL
      ) WITHOUT ROWID;
    `);
  },
};
