import type { Table } from './migration.ts';

/**
 * The tables for sharing. The facts themselves are the outbox: separate rows record which of them were sent, so
 * that a hook writes nothing more than before. Without a row in `share_projects` nothing here is ever read or written.
 */
export const SHARE_TABLES = {
  share_projects: {
    leaves: 'never',
    about:
      'Projects that this home shares, under which name and stream, and where the stream stands. Empty: nothing is shared.',
    sql: `
      CREATE TABLE share_projects (
        scope_key TEXT PRIMARY KEY, project TEXT NOT NULL, name TEXT NOT NULL, origin TEXT NOT NULL,
        since INTEGER NOT NULL, asked_at INTEGER NOT NULL DEFAULT 0, pulled_at INTEGER, pushed_at INTEGER,
        arrived_at INTEGER, last_any INTEGER NOT NULL DEFAULT 0, last_team INTEGER NOT NULL DEFAULT 0,
        acknowledged INTEGER NOT NULL DEFAULT 0, stamp INTEGER NOT NULL DEFAULT 0,
        session_seq INTEGER NOT NULL DEFAULT 0, thread_seq INTEGER NOT NULL DEFAULT 0, problem TEXT
      ) WITHOUT ROWID;`,
  },
  share_outbox: {
    leaves: 'never',
    about: 'Packed segments that the server has not acknowledged yet.',
    sql: `
      CREATE TABLE share_outbox (
        scope_key TEXT NOT NULL, n INTEGER NOT NULL, audience TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (scope_key, n)
      ) WITHOUT ROWID;`,
  },
  share_cursors: {
    leaves: 'never',
    about: 'How far the streams of other homes are taken in, and why no further.',
    sql: `
      CREATE TABLE share_cursors (
        scope_key TEXT NOT NULL, origin TEXT NOT NULL, author TEXT NOT NULL, last_any INTEGER NOT NULL,
        last_team INTEGER NOT NULL, stopped TEXT, PRIMARY KEY (scope_key, origin)
      ) WITHOUT ROWID;`,
  },
  share_thread_stamps: {
    checked: true,
    leaves: 'never',
    about: 'The same of facts in `thread_events`.',
    sql: `
      CREATE TABLE share_thread_stamps (
        seq INTEGER PRIMARY KEY, origin TEXT NOT NULL, stamp INTEGER NOT NULL, author TEXT, checksum INTEGER
      );`,
  },
  share_fact_stamps: {
    checked: true,
    leaves: 'never',
    about:
      'The place of facts in the order of all homes, and the teammate who shared them; without a row a fact was not sent.',
    sql: `
      CREATE TABLE share_fact_stamps (
        seq INTEGER PRIMARY KEY, origin TEXT NOT NULL, stamp INTEGER NOT NULL
      );`,
  },
  share_threads: {
    leaves: 'never',
    about: 'Threads of other homes that go on in one of this home.',
    sql: `
      CREATE TABLE share_threads (
        thread TEXT PRIMARY KEY, into_thread TEXT NOT NULL
      ) WITHOUT ROWID;`,
  },
  share_sent: {
    leaves: 'never',
    about:
      'The state in which sessions, memories and the like were last sent or received, so that only changes are sent.',
    sql: `
      CREATE TABLE share_sent (
        kind TEXT NOT NULL, id TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (kind, id)
      ) WITHOUT ROWID;`,
  },
  share_items: {
    checked: true,
    leaves: 'never',
    about:
      "What teammates share: marked pins, memories of the project, when they worked; and the ends of the person's own chains of metrics.",
    sql: `
      CREATE TABLE share_items (
        scope_key TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, author TEXT NOT NULL,
        origin TEXT NOT NULL, stamp INTEGER NOT NULL, body TEXT NOT NULL, checksum INTEGER,
        PRIMARY KEY (scope_key, author, id)
      ) WITHOUT ROWID;`,
  },
  share_marked: {
    checked: true,
    leaves: 'never',
    about: 'Pins and memories that the person marked for the team.',
    sql: `
      CREATE TABLE share_marked (
        scope_key TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, body TEXT, at INTEGER NOT NULL,
        checksum INTEGER, PRIMARY KEY (scope_key, id)
      ) WITHOUT ROWID;`,
  },
  share_withdrawn: {
    checked: true,
    leaves: 'never',
    about: 'Ids that every home lets go of, and how far that is; never a word of what they were.',
    sql: `
      CREATE TABLE share_withdrawn (
        scope_key TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, state TEXT NOT NULL,
        checksum INTEGER, PRIMARY KEY (scope_key, id)
      ) WITHOUT ROWID;`,
  },
} satisfies Readonly<Record<string, Table>>;
