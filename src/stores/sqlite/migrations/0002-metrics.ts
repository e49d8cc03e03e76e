import type { Migration } from '../migrations.ts';

/** Events of the life of sessions, sealed one to the next. */
export const metrics: Migration = {
  number: 2,
  name: 'metrics',
  up(database) {
    database.raw.exec('');
  },
};
