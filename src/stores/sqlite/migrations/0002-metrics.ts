import type { Migration } from './migration.ts';

/** Events of the life of sessions, sealed one to the next. */
export const metrics: Migration = {
  number: 2,
  name: 'metrics',
  tables: {
    metric_records: {
      about:
        'Events of the life of sessions, appended with what they describe and never changed: `hash` is a keyed hash over `previous`, `seq`, `at`, `event` and `body`, and `previous` the hash of the record before.',
    },
  },
  up(database) {
    database.raw.exec(`
      -- AUTOINCREMENT remembers the highest number that was ever given: a tail that is cut off leaves its mark.
      CREATE TABLE metric_records (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        event TEXT NOT NULL,
        body TEXT NOT NULL,
        previous TEXT NOT NULL,
        hash TEXT NOT NULL
      );
    `);
  },
};
