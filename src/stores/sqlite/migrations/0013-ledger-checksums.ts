import type { Migration } from './migration.ts';

/** Rows of the ledger carry checksums too: a flipped bit there makes the model be told twice, or not at all. */
export const ledgerChecksums: Migration = {
  number: 13,
  name: 'ledger-checksums',
  up(database) {
    database.raw.exec(`
      ALTER TABLE ledger_conversations ADD COLUMN checksum INTEGER;
      ALTER TABLE ledger_facts ADD COLUMN checksum INTEGER;
    `);
  },
};
