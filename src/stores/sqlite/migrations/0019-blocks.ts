import type { Migration } from './migration.ts';

/** Facts of sessions long over and of threads, compressed many to a row. Maintenance makes them; a hook never does. */
export const blocks: Migration = {
  number: 19,
  name: 'blocks',
  tables: {
    fact_blocks: {
      checked: true,
      session: 'owner',
      leaves: 'never',
      about:
        'Facts of sessions long over and of threads, compressed by maintenance, up to 1,000 in a row; they are read like those in `session_events` and `thread_events`.',
    },
  },
  up(database) {
    database.raw.exec(`
      CREATE TABLE fact_blocks (
        number INTEGER PRIMARY KEY,
        -- 'session' or 'thread', and the id of it.
        log TEXT NOT NULL,
        owner TEXT NOT NULL,
        -- The number of the last fact in it, and how many there are.
        last INTEGER NOT NULL,
        facts INTEGER NOT NULL,
        body BLOB NOT NULL,
        checksum INTEGER
      );
      CREATE INDEX idx_blocks_owner ON fact_blocks(owner);
    `);
  },
};
