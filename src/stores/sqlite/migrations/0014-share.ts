import type { Migration } from './migration.ts';

/**
 * The part of a home that is shared with others. The facts themselves are the outbox: which of them were sent stands beside them, so that a
 * hook writes nothing more than before. Without a row in `share_projects` nothing here is ever read or written.
 */
export const share: Migration = {
  number: 14,
  name: 'share',
  tables: {
    share_projects: {
      leaves: 'never',
      about:
        'Projects that this home shares, under which name and stream, and where the stream stands. Empty: nothing is shared.',
    },
    share_outbox: { leaves: 'never', about: 'Packed segments that the server has not acknowledged yet.' },
    share_cursors: {
      leaves: 'never',
      about: 'How far the streams of other homes are taken in, and why no further.',
    },
    share_thread_stamps: {
      checked: true,
      leaves: 'never',
      about:
        'The place of facts of threads in the order of all homes, and the teammate who shared them; without a row a fact was not sent.',
    },
    share_fact_stamps: { leaves: 'never', about: 'The same of facts of sessions.' },
    share_threads: { leaves: 'never', about: 'Threads of other homes that go on in one of this home.' },
    share_sent: {
      leaves: 'never',
      about:
        'The state in which sessions, memories and the like were last sent or received, so that only changes are sent.',
    },
    share_items: {
      checked: true,
      leaves: 'never',
      about:
        "What teammates share: marked pins, memories of the project, when they worked; and the ends of the person's own chains of metrics.",
    },
    share_marked: {
      checked: true,
      leaves: 'never',
      about: 'Pins and memories that the person marked for the team.',
    },
    share_withdrawn: {
      checked: true,
      leaves: 'never',
      about: 'Ids that every home lets go of, and how far that is; never a word of what they were.',
    },
  },
  up(database) {
    database.raw.exec(`
      CREATE TABLE share_projects (
        scope_key TEXT PRIMARY KEY,
        -- What the project is called on every machine, and in the log.
        project TEXT NOT NULL,
        name TEXT NOT NULL,
        -- The stream of this home: it belongs to a login.
        origin TEXT NOT NULL,
        since INTEGER NOT NULL,
        -- When a sync was last started, had everything, and had sent everything; NULL: never.
        asked_at INTEGER NOT NULL DEFAULT 0,
        pulled_at INTEGER,
        pushed_at INTEGER,
        -- When something of others last came in.
        arrived_at INTEGER,
        -- The last packed segments of the stream, for each group of readers, and the last that the server has.
        last_any INTEGER NOT NULL DEFAULT 0,
        last_team INTEGER NOT NULL DEFAULT 0,
        acknowledged INTEGER NOT NULL DEFAULT 0,
        -- The highest stamp that was given or seen.
        stamp INTEGER NOT NULL DEFAULT 0,
        -- Facts up to these numbers are packed.
        session_seq INTEGER NOT NULL DEFAULT 0,
        thread_seq INTEGER NOT NULL DEFAULT 0,
        -- Why the last sync failed; NULL: it did not.
        problem TEXT
      ) WITHOUT ROWID;

      -- Packed segments that the server has not acknowledged.
      CREATE TABLE share_outbox (
        scope_key TEXT NOT NULL,
        n INTEGER NOT NULL,
        audience TEXT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (scope_key, n)
      ) WITHOUT ROWID;

      -- How far the streams of others are taken in. \`stopped\`: why no further.
      CREATE TABLE share_cursors (
        scope_key TEXT NOT NULL,
        origin TEXT NOT NULL,
        author TEXT NOT NULL,
        last_any INTEGER NOT NULL,
        last_team INTEGER NOT NULL,
        stopped TEXT,
        PRIMARY KEY (scope_key, origin)
      ) WITHOUT ROWID;

      -- The place of facts in the order of all homes. \`author\` is NULL for the person's own.
      CREATE TABLE share_thread_stamps (
        seq INTEGER PRIMARY KEY,
        origin TEXT NOT NULL,
        stamp INTEGER NOT NULL,
        author TEXT
      );
      CREATE TABLE share_fact_stamps (
        seq INTEGER PRIMARY KEY,
        origin TEXT NOT NULL,
        stamp INTEGER NOT NULL
      );

      -- Threads of other homes that go on in one of this home's.
      CREATE TABLE share_threads (
        thread TEXT PRIMARY KEY,
        into_thread TEXT NOT NULL
      ) WITHOUT ROWID;

      -- The state in which sessions, visits, memories and the like were last sent or received.
      CREATE TABLE share_sent (
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        state TEXT NOT NULL,
        PRIMARY KEY (kind, id)
      ) WITHOUT ROWID;

      -- What others share: their pins, memories and when they worked.
      CREATE TABLE share_items (
        scope_key TEXT NOT NULL,
        id TEXT NOT NULL,
        kind TEXT NOT NULL,
        author TEXT NOT NULL,
        origin TEXT NOT NULL,
        stamp INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (scope_key, author, id)
      ) WITHOUT ROWID;

      -- What the person marked for the team: memories and pins.
      CREATE TABLE share_marked (
        scope_key TEXT NOT NULL,
        id TEXT NOT NULL,
        kind TEXT NOT NULL,
        body TEXT,
        at INTEGER NOT NULL,
        PRIMARY KEY (scope_key, id)
      ) WITHOUT ROWID;

      -- Ids that every home lets go of, and how far that is.
      CREATE TABLE share_withdrawn (
        scope_key TEXT NOT NULL,
        id TEXT NOT NULL,
        at INTEGER NOT NULL,
        state TEXT NOT NULL,
        PRIMARY KEY (scope_key, id)
      ) WITHOUT ROWID;

      CREATE TRIGGER standing_shared AFTER INSERT ON share_items BEGIN
        INSERT INTO scope_generations(scope_key, generation) VALUES (new.scope_key, 1)
        ON CONFLICT(scope_key) DO UPDATE SET generation = generation + 1;
      END;
      CREATE TRIGGER standing_unshared AFTER DELETE ON share_items BEGIN
        INSERT INTO scope_generations(scope_key, generation) VALUES (old.scope_key, 1)
        ON CONFLICT(scope_key) DO UPDATE SET generation = generation + 1;
      END;
    `);
  },
};
