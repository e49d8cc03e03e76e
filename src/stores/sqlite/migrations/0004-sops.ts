import type { Migration } from '../migrations.ts';

/** Which instructions of a project a person trusts. */
export const sops: Migration = {
  number: 4,
  name: 'sops',
  up(database) {
    database.raw.exec('');
  },
};
