import type { Migration } from './migration.ts';

/**
 * Checksums for shared data that only this home keeps: this person's marks and withdrawals, whose word a fact is, and items
 * of teammates, which are delivered as they stand. The rest is a position in a stream, which the server knows too.
 */
export const shareChecksums: Migration = {
  number: 15,
  name: 'share-checksums',
  up(database) {
    database.raw.exec(`
      ALTER TABLE share_thread_stamps ADD COLUMN checksum INTEGER;
      ALTER TABLE share_items ADD COLUMN checksum INTEGER;
      ALTER TABLE share_marked ADD COLUMN checksum INTEGER;
      ALTER TABLE share_withdrawn ADD COLUMN checksum INTEGER;
    `);
  },
};
