import type { Migration } from './migration.ts';

/** Events of the life of sessions, sealed one to the next. */
export const metrics: Migration = {
  number: 2,
  name: 'metrics',
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
