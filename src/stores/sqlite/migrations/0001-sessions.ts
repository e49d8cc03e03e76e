import type { Database } from '../database.ts';
import type { Migration } from './migration.ts';

/**
 * Sessions, the facts they are folded from, and what restoring leaves behind. A `brain.db` of an older Cortex may hold a
 * `session_states` already, and tables of its own: what is there stays as it is, columns are only added.
 */
export const sessions: Migration = {
  number: 1,
  name: 'sessions',
  tables: {
    cortex_migrations: {
      made: true,
      about: 'The numbered steps that made this schema, each recorded in the transaction that took it.',
    },
    session_states: {
      session: 'id',
      checked: true,
      about:
        'One row for each session, as its facts amounted to when it was last folded; the columns of the older Cortex come first.',
    },
    session_events: {
      session: 'session_id',
      checked: true,
      about:
        'What happened, appended and never changed: every session is a fold over its facts here, in the order of `seq`.',
    },
    session_folds: {
      session: 'session_id',
      about:
        'What the facts of a session up to `seq` amount to, so that the next fold goes on from there; of an ended one a brief.',
    },
    session_links: {
      checked: true,
      leaves: 'never',
      about:
        'Every contribution of an earlier session to a later one; `session_states.continued_by` keeps only the first.',
    },
    session_restores: {
      session: 'session_id',
      checked: true,
      about:
        'What a session was told at each occasion, to the byte, and why; one row for each occasion, so that nothing is told twice. Beyond the newest 20 of a scope a brief is left.',
    },
    scope_let_go: {
      checked: true,
      leaves: 'taken',
      about:
        'Pins that were unpinned and tasks that were closed in a scope: they do not come back from an earlier session.',
    },
    scope_waiting_pins: {
      checked: true,
      leaves: 'taken',
      about: 'Pins made while no session of the scope was running; the next one takes them.',
    },
  },
  up(database) {
    database.raw.exec(`
      CREATE TABLE cortex_migrations (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        applied_at TEXT NOT NULL
      );

      CREATE TABLE IF NOT EXISTS session_states (
        id TEXT PRIMARY KEY,
        start_time TEXT NOT NULL,
        end_time TEXT,
        channel TEXT DEFAULT 'unknown',
        working_memory TEXT NOT NULL DEFAULT '[]',
        hot_topics TEXT NOT NULL DEFAULT '[]',
        active_projects TEXT NOT NULL DEFAULT '[]',
        pending_tasks TEXT NOT NULL DEFAULT '[]',
        recent_learnings TEXT NOT NULL DEFAULT '[]',
        confidence_updates TEXT NOT NULL DEFAULT '[]',
        sop_interactions TEXT NOT NULL DEFAULT '[]',
        previous_session_id TEXT,
        continued_by TEXT,
        crash_recovered INTEGER DEFAULT 0,
        schema_version INTEGER DEFAULT 1,
        created_at TEXT NOT NULL,
        updated_at TEXT
      );
      CREATE INDEX IF NOT EXISTS idx_session_endtime ON session_states(end_time, start_time);
      CREATE INDEX IF NOT EXISTS idx_session_prev ON session_states(previous_session_id);
      CREATE INDEX IF NOT EXISTS idx_session_channel ON session_states(channel, start_time);
    `);
    addColumns(database, 'session_states', {
      scope: "TEXT NOT NULL DEFAULT 'global'",
      scope_key: "TEXT NOT NULL DEFAULT 'global'",
      project_path: 'TEXT',
      host: "TEXT NOT NULL DEFAULT 'unknown'",
      host_session_id: 'TEXT',
      branch: 'TEXT',
      head: 'TEXT',
      cwd: 'TEXT',
      title: 'TEXT',
      turn_count: 'INTEGER NOT NULL DEFAULT 0',
      files_modified: "TEXT NOT NULL DEFAULT '[]'",
      last_activity: 'TEXT',
      started_seq: 'INTEGER NOT NULL DEFAULT 0',
      epoch: 'INTEGER NOT NULL DEFAULT 0',
      owner: 'TEXT',
      // An older row may hold anything: it counts as full until it is folded.
      holds: 'INTEGER NOT NULL DEFAULT 1',
      task_count: 'INTEGER NOT NULL DEFAULT 1',
      has_critical: 'INTEGER NOT NULL DEFAULT 1',
      cuts: "TEXT NOT NULL DEFAULT '{}'",
    });
    database.raw.exec(`
      -- Restore asks for a scope's sessions since a moment: their end, or the last activity of a running one.
      CREATE INDEX idx_session_scope
        ON session_states(scope_key, coalesce(end_time, last_activity, updated_at, start_time));
      CREATE INDEX idx_session_order ON session_states(scope_key, started_seq);
      CREATE INDEX idx_session_host ON session_states(host, host_session_id);
      -- One open session per host id, whoever comes first.
      CREATE UNIQUE INDEX idx_session_open
        ON session_states(host, host_session_id) WHERE end_time IS NULL AND host_session_id IS NOT NULL;

      CREATE TABLE session_events (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        session_id TEXT NOT NULL,
        at INTEGER NOT NULL,
        via TEXT NOT NULL,
        key TEXT,
        kind TEXT NOT NULL,
        body TEXT NOT NULL
      );
      CREATE INDEX idx_events_session ON session_events(session_id, seq);
      CREATE UNIQUE INDEX idx_events_key ON session_events(session_id, key) WHERE key IS NOT NULL;

      -- What the facts up to seq amount to; the next fold goes on from there.
      CREATE TABLE session_folds (
        session_id TEXT PRIMARY KEY,
        seq INTEGER NOT NULL,
        digest TEXT NOT NULL
      ) WITHOUT ROWID;

      -- Every contribution of an earlier session to a later one; continued_by keeps only the first.
      CREATE TABLE session_links (
        from_id TEXT NOT NULL,
        to_id TEXT NOT NULL,
        phase TEXT NOT NULL,
        score REAL NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (to_id, from_id)
      ) WITHOUT ROWID;
      CREATE INDEX idx_links_from ON session_links(from_id);

      CREATE TABLE session_restores (
        session_id TEXT NOT NULL,
        epoch INTEGER NOT NULL,
        phase TEXT NOT NULL,
        at INTEGER NOT NULL,
        preamble TEXT,
        explanation TEXT NOT NULL,
        PRIMARY KEY (session_id, epoch, phase)
      );

      -- Pins that were unpinned and tasks that were closed: they must not come back from an earlier session.
      CREATE TABLE scope_let_go (
        scope_key TEXT NOT NULL,
        kind TEXT NOT NULL,
        identity TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (scope_key, kind, identity)
      ) WITHOUT ROWID;

      -- Pins made while no session of the scope was running.
      CREATE TABLE scope_waiting_pins (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        scope_key TEXT NOT NULL,
        scope TEXT NOT NULL,
        at INTEGER NOT NULL,
        body TEXT NOT NULL
      );
      CREATE INDEX idx_waiting_scope ON scope_waiting_pins(scope_key);
    `);
  },
};

function addColumns(database: Database, table: string, columns: Record<string, string>): void {
  const known = new Set(
    database.all(`SELECT name FROM pragma_table_info('${table}')`).map((row) => row['name']),
  );
  for (const [name, type] of Object.entries(columns)) {
    if (!known.has(name)) database.raw.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
  }
}
