import type { Migration } from './migration.ts';

/** Facts of threads and ledgers may stand in blocks too: a conversation that goes takes its block with it. */
export const packedLog: Migration = {
  number: 25,
  name: 'packed-log',
  up(database) {
    database.raw.exec(`
      DROP TRIGGER ledger_removed;
      CREATE TRIGGER ledger_removed AFTER DELETE ON ledger_conversations BEGIN
        DELETE FROM session_events WHERE session_id = 'ledger ' || old.number;
        DELETE FROM fact_blocks WHERE owner = 'ledger ' || old.number;
      END;`);
  },
};
