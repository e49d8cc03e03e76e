import type { Migration } from './migration.ts';

/**
 * The place of a fact that arrived late, because the database could not be had when it happened: behind which other one.
 * NULL: in the order of arrival.
 */
export const order: Migration = {
  number: 10,
  name: 'order',
  up(database) {
    database.raw.exec(`
      ALTER TABLE session_events ADD COLUMN follows INTEGER;
      ALTER TABLE thread_events ADD COLUMN follows INTEGER;
    `);
  },
};
