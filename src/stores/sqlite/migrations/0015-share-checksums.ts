import type { Migration } from './migration.ts';

/**
 * What sharing keeps here alone carries checksums too: marks and withdrawals of this person, whose word a fact is, and what
 * teammates share, which is told as it stands. The rest is a position in a stream, which the server knows as well.
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
