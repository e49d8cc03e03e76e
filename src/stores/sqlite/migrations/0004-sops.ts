import type { Migration } from './migration.ts';

/** Which instructions of a project a person trusts, and a way to those that a session was given. */
export const sops: Migration = {
  number: 4,
  name: 'sops',
  tables: {
    sop_trust: {
      checked: true,
      about:
        'Contents of standing instructions in a project that a person trusts; a file that changed is another content.',
    },
  },
  up(database) {
    database.raw.exec(`
      -- By content: a file that changed has to be trusted again, one that came back has not.
      CREATE TABLE sop_trust (
        scope_key TEXT NOT NULL,
        path TEXT NOT NULL,
        hash TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (scope_key, path, hash)
      ) WITHOUT ROWID;

      -- Asked before tool calls and at every turn's end, and empty for most sessions.
      CREATE INDEX idx_events_sop ON session_events(session_id, seq)
        WHERE kind IN ('sop-injected', 'sop-acknowledged', 'sop-ignored');
    `);
  },
};
