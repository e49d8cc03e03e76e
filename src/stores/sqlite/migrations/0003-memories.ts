import type { Migration } from '../migrations.ts';

/** Pieces of knowledge, with the history of their confidence. */
export const memories: Migration = {
  number: 3,
  name: 'memories',
  up(database) {
    database.raw.exec('');
  },
};
