import { takeOlderMemories } from '../older-memories.ts';
import type { Migration } from './migration.ts';

/**
 * Facts of threads and entries of ledgers go to the log of sessions, behind everything that has a number. Those that are there
 * already stay where they are until maintenance moves them (`units/one-log.ts`): a hook has no time for it.
 */
export const oneLog: Migration = {
  number: 20,
  name: 'one-log',
  up(database) {
    const last = database.value<number>(
      `SELECT max(seq) FROM (SELECT max(seq) AS seq FROM session_events UNION ALL SELECT max(seq) FROM thread_events
         UNION ALL SELECT seq FROM sqlite_sequence WHERE name IN ('session_events', 'thread_events'))`,
    );
    database.run("DELETE FROM sqlite_sequence WHERE name = 'session_events'");
    database.run("INSERT INTO sqlite_sequence(name, seq) VALUES ('session_events', ?)", last ?? 0);
    database.raw.exec(`
      ALTER TABLE share_fact_stamps ADD COLUMN checksum INTEGER;
      ALTER TABLE share_fact_stamps ADD COLUMN author TEXT;
      CREATE TRIGGER ledger_removed AFTER DELETE ON ledger_conversations BEGIN
        DELETE FROM session_events WHERE session_id = 'ledger ' || old.number;
      END;`);
    takeOlderMemories(database);
  },
};
