import type { Migration } from './migration.ts';

/** Frozen here: what later versions add has migrations of its own. */
const TABLES = [
  'session_events',
  'session_states',
  'session_folds',
  'session_links',
  'session_restores',
  'session_learnings',
  'scope_let_go',
  'scope_waiting_pins',
  'scope_standings',
  'memory_items',
  'memory_changes',
  'sop_trust',
  'cold_sessions',
  'work_threads',
  'thread_events',
  'thread_folds',
  'search_document',
  'search_passage',
  'project_signs',
  'project_joins',
  'project_joined',
] as const;

/** A checksum for every row. Rows of older versions have NULL, which means unknown, until maintenance has written theirs. */
export const checksums: Migration = {
  number: 12,
  name: 'checksums',
  tables: {
    set_aside: {
      leaves: 'never',
      about:
        'Rows that did not fit their checksum, as they were found; nobody uses them. In the other tables `checksum` covers the other columns of the row, and NULL is unknown: an older version wrote it.',
    },
  },
  up(database) {
    database.raw.exec(`
      ${TABLES.map((table) => `ALTER TABLE ${table} ADD COLUMN checksum INTEGER;`).join('\n')}

      -- Rows that were not as written: kept as they were found, and used by nobody.
      CREATE TABLE set_aside (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        table_name TEXT NOT NULL,
        why TEXT NOT NULL,
        row TEXT NOT NULL
      );
    `);
  },
};
