import type { Migration } from './migration.ts';

/**
 * The place of a session among others, which is the number of its last fact: clocks go back and run ahead. NULL in rows of
 * older versions: they count from where they started. Standings that were kept do not know it, and are made anew.
 */
export const last: Migration = {
  number: 16,
  name: 'last',
  up(database) {
    database.raw.exec(`
      ALTER TABLE session_states ADD COLUMN place INTEGER;
      DELETE FROM scope_standings;
    `);
  },
};
