import type { Migration } from '../migrations.ts';

/** Where sessions are that left the hot table. */
export const cold: Migration = {
  number: 5,
  name: 'cold',
  up(database) {
    database.raw.exec('');
  },
};
