import type { Migration } from './migration.ts';

/** The index of sessions that left the hot table, and the runs of maintenance. */
export const cold: Migration = {
  number: 5,
  name: 'cold',
  tables: {
    cold_sessions: {
      checked: true,
      leaves: 'never',
      about:
        'Sessions that went to cold storage: enough to list them, and where their file is; `hash` is the SHA-256 of what it must hold.',
    },
    maintenance: {
      made: true,
      about: 'When maintenance was asked for, who is at it, when it was done last and what came of it.',
    },
  },
  up(database) {
    database.raw.exec(`
      -- Enough to list a session and to find its file; everything else is in the file.
      CREATE TABLE cold_sessions (
        id TEXT PRIMARY KEY,
        scope TEXT NOT NULL,
        scope_key TEXT NOT NULL,
        project_path TEXT,
        host TEXT NOT NULL,
        host_session_id TEXT,
        branch TEXT,
        start_time TEXT NOT NULL,
        end_time TEXT NOT NULL,
        crash_recovered INTEGER NOT NULL,
        title TEXT,
        turn_count INTEGER NOT NULL,
        hot_topics TEXT NOT NULL,
        previous_session_id TEXT,
        continued_by TEXT,
        started_seq INTEGER NOT NULL,
        path TEXT NOT NULL,
        hash TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        archived_at INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX idx_cold_order ON cold_sessions(scope_key, started_seq);
      CREATE INDEX idx_cold_host ON cold_sessions(host, host_session_id);

      -- One row for each job: who was asked for it, who does it, and when it was done last.
      CREATE TABLE maintenance (
        job TEXT PRIMARY KEY,
        asked_at INTEGER,
        started_at INTEGER,
        owner TEXT,
        finished_at INTEGER,
        report TEXT
      ) WITHOUT ROWID;
    `);
  },
};
