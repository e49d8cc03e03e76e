import { takeOlderMemories } from '../older-memories.ts';
import { home } from './0019-home.ts';
import type { Migration, Table } from './migration.ts';

/** Tables of the step before, of which something else is said from here on. */
const BEFORE = home.tables as Readonly<Record<string, Table>>;

/**
 * Facts of threads and entries of ledgers go to the log of sessions, behind everything that has a number. Those that are there
 * already stay where they are until maintenance moves them (`units/one-log.ts`): a hook has no time for it.
 */
export const oneLog: Migration = {
  number: 20,
  name: 'one-log',
  tables: {
    session_events: {
      ...BEFORE['session_events']!,
      sql: '',
      about:
        'The log: what happened, appended in one order. `session_id` says whose fact it is: a session; for kind `thread` a thread, with the session that did it in `key`; for kind `ledger` a conversation, with a hash of the item in `key`. Sessions, threads and ledgers are folds over their facts here.',
    },
    thread_events: {
      ...BEFORE['thread_events']!,
      sql: '',
      leaves: 'never',
      about:
        'Facts of threads as an earlier version kept them, until maintenance moves them to `session_events`.',
    },
    ledger_facts: {
      ...BEFORE['ledger_facts']!,
      sql: '',
      leaves: 'never',
      about:
        'Entries of ledgers as an earlier version kept them, until maintenance moves them to `session_events`.',
    },
    fact_blocks: {
      ...BEFORE['fact_blocks']!,
      sql: '',
      about:
        'Facts of sessions long over, up to 1,000 compressed into a row; they are read like those in `session_events`.',
    },
    share_fact_stamps: {
      ...BEFORE['share_fact_stamps']!,
      checked: true,
      about:
        'The place of facts in the order of all homes, and the teammate who shared them; without a row a fact was not sent.',
      sql: `
        ALTER TABLE share_fact_stamps ADD COLUMN checksum INTEGER;
        ALTER TABLE share_fact_stamps ADD COLUMN author TEXT;`,
    },
    share_thread_stamps: {
      ...BEFORE['share_thread_stamps']!,
      sql: '',
      about: 'The same of facts in `thread_events`.',
    },
  },
  up(database) {
    const last = database.value<number>(
      `SELECT max(seq) FROM (SELECT max(seq) AS seq FROM session_events UNION ALL SELECT max(seq) FROM thread_events
         UNION ALL SELECT seq FROM sqlite_sequence WHERE name IN ('session_events', 'thread_events'))`,
    );
    database.run("DELETE FROM sqlite_sequence WHERE name = 'session_events'");
    database.run("INSERT INTO sqlite_sequence(name, seq) VALUES ('session_events', ?)", last ?? 0);
    database.raw.exec(`
      CREATE TRIGGER ledger_removed AFTER DELETE ON ledger_conversations BEGIN
        DELETE FROM session_events WHERE session_id = 'ledger ' || old.number;
      END;`);
    takeOlderMemories(database);
  },
};
