import type { Migration } from './migration.ts';

/**
 * An event's key is found by itself, without the session's id in the index. A home with facts has the old index until maintenance
 * has built the new one; either serves.
 */
export const keys: Migration = {
  number: 18,
  name: 'keys',
  up(database) {
    if (database.get('SELECT 1 FROM session_events LIMIT 1')) return;
    database.raw.exec(`
      DROP INDEX idx_events_key;
      CREATE INDEX idx_events_keys ON session_events(key) WHERE key IS NOT NULL;
    `);
  },
};
