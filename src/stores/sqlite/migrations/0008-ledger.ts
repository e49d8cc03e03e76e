import type { Migration } from './migration.ts';

/** The ledger of what each conversation has shown the model: its facts and its present state. */
export const ledger: Migration = {
  number: 8,
  name: 'ledger',
  tables: {
    ledger_conversations: {
      checked: true,
      about: "Where each conversation's ledger stands: its epoch, what was sent in it, its last use.",
    },
    ledger_facts: {
      checked: true,
      about: 'What each conversation showed the model, was spared, or forgot; only hashes, never a text.',
    },
  },
  up(database) {
    database.raw.exec(`
      CREATE TABLE ledger_conversations (
        number INTEGER PRIMARY KEY,
        session_id TEXT NOT NULL UNIQUE,
        started_at INTEGER NOT NULL,
        ended_at INTEGER,
        last_activity INTEGER NOT NULL,
        last_seq INTEGER NOT NULL DEFAULT 0,
        epoch INTEGER NOT NULL,
        epoch_began INTEGER NOT NULL,
        epoch_tokens INTEGER NOT NULL,
        resumes TEXT,
        metadata TEXT
      );

      -- One tree, in the order of looking up; shown tells what the model got from what was withheld. With indexes beside it
      -- an item touched seven pages instead of two, and 1 in 30 recordings paid for a checkpoint (p99 2.2 ms, now 0.8).
      CREATE TABLE ledger_facts (
        conversation INTEGER NOT NULL REFERENCES ledger_conversations(number) ON DELETE CASCADE,
        epoch INTEGER NOT NULL,
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        shown INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        fact TEXT NOT NULL,
        hash TEXT,
        tokens INTEGER,
        saved INTEGER NOT NULL DEFAULT 0,
        estimated INTEGER NOT NULL DEFAULT 0,
        level INTEGER NOT NULL DEFAULT 0,
        reason TEXT,
        key TEXT,
        PRIMARY KEY (conversation, epoch, kind, id, shown, seq)
      ) WITHOUT ROWID;
    `);
  },
};
