import type { Migration } from './migration.ts';

/**
 * Turns have a table of their own: what is told, searched and read. They follow from the facts, and maintenance makes
 * those of sessions that an older version folded. A session knows the transcript that its host writes. A home with a past
 * notes that what an older version made of sentences is to be judged.
 */
export const turns: Migration = {
  number: 17,
  name: 'turns',
  tables: {
    session_turns: {
      session: 'session_id',
      about:
        'What was asked, answered and done, a row for each turn of a session; it follows from the facts.',
    },
  },
  up(database) {
    database.raw.exec(`
      CREATE TABLE session_turns (
        session_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        at INTEGER NOT NULL,
        asked TEXT,
        answered TEXT,
        did TEXT NOT NULL,
        ended TEXT,
        checksum INTEGER,
        PRIMARY KEY (session_id, number)
      );
      ALTER TABLE session_states ADD COLUMN transcript TEXT;
      INSERT INTO maintenance(job) SELECT 'to judge' WHERE EXISTS (SELECT 1 FROM session_states);
    `);
  },
};
