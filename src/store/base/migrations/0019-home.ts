import type { Database } from '../database.ts';
import type { Migration, Table } from './migration.ts';
import { SHARE_TABLES } from './share-tables.ts';

const TABLES: Readonly<Record<string, Table>> = {
  cortex_migrations: {
    made: true,
    about:
      'The numbered steps that made this schema, each recorded in the transaction that took it.',
    sql: `
      CREATE TABLE cortex_migrations (
        number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL
      );`,
  },
  session_states: {
    checked: true,
    session: 'id',
    about:
      'One row for each session, as its facts amounted to when it was last folded; the columns of the older Cortex come first.',
    sql: `
      CREATE TABLE IF NOT EXISTS session_states (
        id TEXT PRIMARY KEY, start_time TEXT NOT NULL, end_time TEXT, channel TEXT DEFAULT 'unknown',
        working_memory TEXT NOT NULL DEFAULT '[]', hot_topics TEXT NOT NULL DEFAULT '[]',
        active_projects TEXT NOT NULL DEFAULT '[]', pending_tasks TEXT NOT NULL DEFAULT '[]',
        recent_learnings TEXT NOT NULL DEFAULT '[]', confidence_updates TEXT NOT NULL DEFAULT '[]',
        sop_interactions TEXT NOT NULL DEFAULT '[]', previous_session_id TEXT, continued_by TEXT,
        crash_recovered INTEGER DEFAULT 0, schema_version INTEGER DEFAULT 1, created_at TEXT NOT NULL,
        updated_at TEXT
      );`,
  },
  session_events: {
    checked: true,
    session: 'session_id',
    about:
      'The log: what happened, appended in one order. `session_id` says whose fact it is: a session; for kind `thread` a thread, with the session that did it in `key`; for kind `ledger` a conversation, with a hash of the item in `key`. Sessions, threads and ledgers are folds over their facts here.',
    sql: `
      CREATE TABLE session_events (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, at INTEGER NOT NULL,
        via TEXT NOT NULL, key TEXT, kind TEXT NOT NULL, body TEXT NOT NULL, follows INTEGER,
        checksum INTEGER
      );
      CREATE INDEX idx_events_session ON session_events(session_id, seq);
      CREATE INDEX idx_events_sop
        ON session_events(session_id, seq) WHERE kind IN ('sop-injected', 'sop-acknowledged', 'sop-ignored');
      CREATE INDEX idx_events_keys ON session_events(key) WHERE key IS NOT NULL;`,
  },
  session_folds: {
    session: 'session_id',
    about:
      'What the facts of a session up to `seq` amount to, so that the next fold goes on from there; of an ended one a brief.',
    sql: `
      CREATE TABLE session_folds (
        session_id TEXT PRIMARY KEY, seq INTEGER NOT NULL, digest TEXT NOT NULL, checksum INTEGER
      ) WITHOUT ROWID;`,
  },
  session_links: {
    checked: true,
    leaves: 'never',
    about:
      'Every contribution of an earlier session to a later one; `session_states.continued_by` keeps only the first.',
    sql: `
      CREATE TABLE session_links (
        from_id TEXT NOT NULL, to_id TEXT NOT NULL, phase TEXT NOT NULL, score REAL NOT NULL,
        at INTEGER NOT NULL, checksum INTEGER, PRIMARY KEY (to_id, from_id)
      ) WITHOUT ROWID;
      CREATE INDEX idx_links_from ON session_links(from_id);`,
  },
  session_restores: {
    checked: true,
    session: 'session_id',
    about:
      'What a session was told at each occasion, to the byte, and why; one row for each occasion, so that nothing is told twice. Beyond the newest 20 of a scope a brief is left.',
    sql: `
      CREATE TABLE session_restores (
        session_id TEXT NOT NULL, epoch INTEGER NOT NULL, phase TEXT NOT NULL, at INTEGER NOT NULL,
        preamble TEXT, explanation TEXT NOT NULL, checksum INTEGER, PRIMARY KEY (session_id, epoch, phase)
      );`,
  },
  scope_let_go: {
    checked: true,
    leaves: 'taken',
    about:
      'Pins that were unpinned and tasks that were closed in a scope: they do not come back from an earlier session.',
    sql: `
      CREATE TABLE scope_let_go (
        scope_key TEXT NOT NULL, kind TEXT NOT NULL, identity TEXT NOT NULL, at INTEGER NOT NULL,
        checksum INTEGER, PRIMARY KEY (scope_key, kind, identity)
      ) WITHOUT ROWID;`,
  },
  scope_waiting_pins: {
    checked: true,
    leaves: 'taken',
    about: 'Pins made while no session of the scope was running; the next one takes them.',
    sql: `
      CREATE TABLE scope_waiting_pins (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, scope_key TEXT NOT NULL, scope TEXT NOT NULL,
        at INTEGER NOT NULL, body TEXT NOT NULL, checksum INTEGER
      );
      CREATE INDEX idx_waiting_scope ON scope_waiting_pins(scope_key);`,
  },
  metric_records: {
    about:
      'Events of the life of sessions, appended with what they describe and never changed: `hash` is a keyed hash over `previous`, `seq`, `at`, `event` and `body`, and `previous` the hash of the record before.',
    // AUTOINCREMENT remembers the highest number that was ever given: a tail that is cut off leaves its mark.
    sql: `
      CREATE TABLE metric_records (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, event TEXT NOT NULL, body TEXT NOT NULL,
        previous TEXT NOT NULL, hash TEXT NOT NULL
      );`,
  },
  memory_items: {
    checked: true,
    leaves: 'taken',
    about:
      'Pieces of knowledge. `confidence` is as stored; what it is worth is computed on reading. `hidden` holds words that the index would not find by itself.',
    sql: `
      CREATE TABLE memory_items (
        number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, content TEXT NOT NULL,
        hidden TEXT NOT NULL, categories TEXT NOT NULL DEFAULT '[]', importance INTEGER NOT NULL DEFAULT 1,
        scope TEXT NOT NULL, scope_key TEXT NOT NULL, source TEXT NOT NULL,
        confidence REAL NOT NULL DEFAULT 1, access_count INTEGER NOT NULL DEFAULT 0, last_accessed TEXT,
        validation_count INTEGER NOT NULL DEFAULT 0, contradiction_count INTEGER NOT NULL DEFAULT 0,
        created_at TEXT NOT NULL, updated_at TEXT NOT NULL, expires_at TEXT, session_id TEXT, stated REAL,
        checksum INTEGER
      );
      CREATE INDEX idx_memory_scope ON memory_items(scope_key, updated_at);`,
  },
  memory_changes: {
    checked: true,
    leaves: 'taken',
    about:
      'Every change of the confidence in a memory, with its reason; appended, and gone only with the memory.',
    sql: `
      CREATE TABLE memory_changes (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, memory_id TEXT NOT NULL, at INTEGER NOT NULL,
        old_score REAL NOT NULL, new_score REAL NOT NULL, reason TEXT NOT NULL, session_id TEXT,
        checksum INTEGER
      );
      CREATE INDEX idx_memory_changes ON memory_changes(memory_id, seq);`,
  },
  memory_forgotten: {
    leaves: 'never',
    about:
      'Ids of memories, sessions and runs whose rows are gone while their bytes may still be in the file; empty but for a moment.',
    sql: `
      CREATE TABLE memory_forgotten (
        memory_id TEXT PRIMARY KEY, at INTEGER NOT NULL
      ) WITHOUT ROWID;`,
  },
  session_learnings: {
    checked: true,
    leaves: 'taken',
    about:
      'What the memories that a session made were worth when it ended: what is inherited of them starts from here.',
    sql: `
      CREATE TABLE session_learnings (
        session_id TEXT NOT NULL, memory_id TEXT NOT NULL, confidence_at_end REAL NOT NULL, checksum INTEGER,
        PRIMARY KEY (session_id, memory_id)
      ) WITHOUT ROWID;
      CREATE INDEX idx_learnings_memory ON session_learnings(memory_id);`,
  },
  memory_words: {
    made: true,
    about:
      'The full-text index over `memory_items`, kept by triggers, from which deleted words really go.',
    // External content: what is forgotten leaves the index, which a contentless one would keep.
    sql: `
      CREATE VIRTUAL TABLE memory_words USING fts5 (
        content, hidden, content = 'memory_items', content_rowid = 'number',
        tokenize = 'porter unicode61 remove_diacritics 2'
      );
      INSERT INTO memory_words(memory_words, rank) VALUES ('secure-delete', 1);`,
  },
  sop_trust: {
    checked: true,
    about:
      'Contents of standing instructions in a project that a person trusts; a file that changed is another content.',
    // By content: a file that changed has to be trusted again, one that came back has not.
    sql: `
      CREATE TABLE sop_trust (
        scope_key TEXT NOT NULL, path TEXT NOT NULL, hash TEXT NOT NULL, at INTEGER NOT NULL,
        checksum INTEGER, PRIMARY KEY (scope_key, path, hash)
      ) WITHOUT ROWID;`,
  },
  cold_sessions: {
    checked: true,
    leaves: 'never',
    about:
      'Sessions that went to cold storage: enough to list them, and where their file is; `hash` is the SHA-256 of what it must hold.',
    sql: `
      CREATE TABLE cold_sessions (
        id TEXT PRIMARY KEY, scope TEXT NOT NULL, scope_key TEXT NOT NULL, project_path TEXT,
        host TEXT NOT NULL, host_session_id TEXT, branch TEXT, start_time TEXT NOT NULL,
        end_time TEXT NOT NULL, crash_recovered INTEGER NOT NULL, title TEXT, turn_count INTEGER NOT NULL,
        hot_topics TEXT NOT NULL, previous_session_id TEXT, continued_by TEXT, started_seq INTEGER NOT NULL,
        path TEXT NOT NULL, hash TEXT NOT NULL, bytes INTEGER NOT NULL, archived_at INTEGER NOT NULL,
        checksum INTEGER
      ) WITHOUT ROWID;
      CREATE INDEX idx_cold_order ON cold_sessions(scope_key, started_seq);
      CREATE INDEX idx_cold_host ON cold_sessions(host, host_session_id);`,
  },
  maintenance: {
    made: true,
    about:
      'When maintenance was asked for, who is at it, when it was done last and what came of it.',
    sql: `
      CREATE TABLE maintenance (
        job TEXT PRIMARY KEY, asked_at INTEGER, started_at INTEGER, owner TEXT, finished_at INTEGER,
        report TEXT
      ) WITHOUT ROWID;`,
  },
  work_threads: {
    checked: true,
    leaves: 'taken',
    about: 'The lines of work of each scope; one at the most is active, the others are archived.',
    sql: `
      CREATE TABLE work_threads (
        id TEXT PRIMARY KEY, scope TEXT NOT NULL, scope_key TEXT NOT NULL, project_path TEXT,
        status TEXT NOT NULL DEFAULT 'active', archived_because TEXT, created_at TEXT NOT NULL,
        last_accessed TEXT NOT NULL, origin TEXT UNIQUE, checksum INTEGER
      );
      CREATE UNIQUE INDEX idx_thread_active ON work_threads(scope_key) WHERE status = 'active';
      CREATE INDEX idx_thread_scope ON work_threads(scope_key, last_accessed);
      CREATE INDEX idx_thread_idle ON work_threads(last_accessed) WHERE status = 'active';`,
  },
  thread_events: {
    checked: true,
    leaves: 'never',
    about:
      'Facts of threads as an earlier version kept them, until maintenance moves them to `session_events`.',
    sql: `
      CREATE TABLE thread_events (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, thread_id TEXT NOT NULL, session_id TEXT, at INTEGER NOT NULL,
        body TEXT NOT NULL, follows INTEGER, checksum INTEGER
      );
      CREATE INDEX idx_thread_events ON thread_events(thread_id, seq);
      CREATE INDEX idx_thread_sessions ON thread_events(session_id, seq) WHERE session_id IS NOT NULL;`,
  },
  thread_folds: {
    about: 'What the facts of a thread up to a sequence number amount to.',
    sql: `
      CREATE TABLE thread_folds (
        thread_id TEXT PRIMARY KEY, seq INTEGER NOT NULL, thread TEXT NOT NULL, checksum INTEGER
      ) WITHOUT ROWID;`,
  },
  search_document: {
    made: true,
    about:
      'What can be found by words: each session and thread with its time and place, and how many passages there are of it.',
    sql: `
      CREATE TABLE search_document (
        number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, ref TEXT NOT NULL, scope TEXT NOT NULL,
        scope_key TEXT NOT NULL, host TEXT, branch TEXT, began INTEGER NOT NULL, ended INTEGER NOT NULL,
        passages INTEGER NOT NULL DEFAULT 0, checksum INTEGER, UNIQUE (kind, ref)
      );
      CREATE INDEX idx_search_began ON search_document(began);`,
  },
  search_passage: {
    made: true,
    about:
      'The texts that are searched, in passages; the id tells the document, the place in it and who said it. `hidden` holds words that the index would not find by itself.',
    sql: `
      CREATE TABLE search_passage (
        id INTEGER PRIMARY KEY, text TEXT NOT NULL, hidden TEXT NOT NULL, checksum INTEGER
      );`,
  },
  search_index: {
    made: true,
    about: 'The full-text index over `search_passage`, kept by triggers.',
    // External content, because snippets need the text. No column sizes: ranking is our own and uses no lengths.
    sql: `
      CREATE VIRTUAL TABLE search_index USING fts5 (
        text, hidden, content = 'search_passage', content_rowid = 'id', columnsize = 0,
        tokenize = 'porter unicode61 remove_diacritics 2'
      );
      INSERT INTO search_index(search_index, rank) VALUES ('secure-delete', 1);`,
  },
  ledger_conversations: {
    checked: true,
    about: "Where each conversation's ledger stands: its epoch, what was sent in it, its last use.",
    sql: `
      CREATE TABLE ledger_conversations (
        number INTEGER PRIMARY KEY, session_id TEXT NOT NULL UNIQUE, started_at INTEGER NOT NULL,
        ended_at INTEGER, last_activity INTEGER NOT NULL, last_seq INTEGER NOT NULL DEFAULT 0,
        epoch INTEGER NOT NULL, epoch_began INTEGER NOT NULL, epoch_tokens INTEGER NOT NULL, resumes TEXT,
        metadata TEXT, checksum INTEGER
      );`,
  },
  ledger_facts: {
    checked: true,
    leaves: 'never',
    about:
      'Entries of ledgers as an earlier version kept them, until maintenance moves them to `session_events`.',
    // One tree, in the order of looking up. With indexes beside it an item touched seven pages instead of two.
    sql: `
      CREATE TABLE ledger_facts (
        conversation INTEGER NOT NULL REFERENCES ledger_conversations(number) ON DELETE CASCADE,
        epoch INTEGER NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, shown INTEGER NOT NULL,
        seq INTEGER NOT NULL, at INTEGER NOT NULL, fact TEXT NOT NULL, hash TEXT, tokens INTEGER,
        saved INTEGER NOT NULL DEFAULT 0, estimated INTEGER NOT NULL DEFAULT 0,
        level INTEGER NOT NULL DEFAULT 0, reason TEXT, key TEXT, checksum INTEGER,
        PRIMARY KEY (conversation, epoch, kind, id, shown, seq)
      ) WITHOUT ROWID;`,
  },
  project_signs: {
    checked: true,
    leaves: 'never',
    about:
      'What projects are known by: `place`, `inode`, `declared`, `remote`, and as `head` the commits of sessions in cold storage. Appended; the last of its kind counts, and an empty one is gone.',
    sql: `
      CREATE TABLE project_signs (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, scope_key TEXT NOT NULL, kind TEXT NOT NULL,
        sign TEXT NOT NULL, at INTEGER NOT NULL, checksum INTEGER
      );
      CREATE INDEX idx_sign_value ON project_signs(kind, sign);
      CREATE INDEX idx_sign_scope ON project_signs(scope_key, kind);`,
  },
  project_joins: {
    checked: true,
    leaves: 'never',
    about:
      'Which project was joined to which, by `link`, `trust` or `import`; without `into_key` a person took it back. Appended.',
    sql: `
      CREATE TABLE project_joins (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, scope_key TEXT NOT NULL, into_key TEXT, why TEXT NOT NULL,
        at INTEGER NOT NULL, checksum INTEGER
      );`,
  },
  project_joined: {
    leaves: 'never',
    about:
      'What the joins amount to: a key in any other table that stands here means the project beside it.',
    sql: `
      CREATE TABLE project_joined (
        scope_key TEXT PRIMARY KEY, project_key TEXT NOT NULL, checksum INTEGER
      ) WITHOUT ROWID;
      CREATE INDEX idx_joined_project ON project_joined(project_key);`,
  },
  project_seen: {
    leaves: 'never',
    about:
      "How a place's git configuration looked when its signs were read last: equal means nothing to do.",
    sql: `
      CREATE TABLE project_seen (
        place TEXT PRIMARY KEY, stamp TEXT NOT NULL
      ) WITHOUT ROWID;`,
  },
  set_aside: {
    leaves: 'never',
    about:
      'Rows that did not fit their checksum, as they were found; nobody uses them. In the other tables `checksum` covers the other columns of the row, and NULL is unknown: an older version wrote it.',
    sql: `
      CREATE TABLE set_aside (
        number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, table_name TEXT NOT NULL,
        why TEXT NOT NULL, row TEXT NOT NULL
      );`,
  },
  session_turns: {
    session: 'session_id',
    about:
      'What was asked, answered and done, a row for each turn of a session; it follows from the facts.',
    sql: `
      CREATE TABLE session_turns (
        session_id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, asked TEXT, answered TEXT,
        did TEXT NOT NULL, ended TEXT, checksum INTEGER, PRIMARY KEY (session_id, number)
      );`,
  },
  fact_blocks: {
    checked: true,
    session: 'owner',
    leaves: 'never',
    about:
      'Facts that nobody waits for any more, up to 1,000 of one owner compressed into a row: of sessions long over (`session`), of threads (`work`), and of the ledgers of ended conversations (`ledger`). They are read like those in `session_events`.',
    sql: `
      CREATE TABLE fact_blocks (
        number INTEGER PRIMARY KEY, log TEXT NOT NULL, owner TEXT NOT NULL, last INTEGER NOT NULL,
        facts INTEGER NOT NULL, body BLOB NOT NULL, checksum INTEGER
      );
      CREATE INDEX idx_blocks_owner ON fact_blocks(owner);`,
  },
  ...SHARE_TABLES,
};

/** Columns of ours, which a `session_states` of an older Cortex lacks. */
const SESSION_COLUMNS: Readonly<Record<string, string>> = {
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
  stopped: 'TEXT',
  list_at: 'TEXT',
  checksum: 'INTEGER',
  place: 'INTEGER',
  transcript: 'TEXT',
};

const SESSION_INDEXES = `
      CREATE INDEX IF NOT EXISTS idx_session_endtime ON session_states(end_time, start_time);
      CREATE INDEX IF NOT EXISTS idx_session_prev ON session_states(previous_session_id);
      CREATE INDEX IF NOT EXISTS idx_session_channel ON session_states(channel, start_time);
      CREATE INDEX idx_session_scope
        ON session_states(scope_key, coalesce(end_time, last_activity, updated_at, start_time));
      CREATE INDEX idx_session_order ON session_states(scope_key, started_seq);
      CREATE INDEX idx_session_host ON session_states(host, host_session_id);
      CREATE UNIQUE INDEX idx_session_open
        ON session_states(host, host_session_id) WHERE end_time IS NULL AND host_session_id IS NOT NULL;`;

const WORD_TRIGGERS = `
      CREATE TRIGGER memory_added AFTER INSERT ON memory_items BEGIN
        INSERT INTO memory_words(rowid, content, hidden) VALUES (new.number, new.content, new.hidden);
      END;
      CREATE TRIGGER memory_removed AFTER DELETE ON memory_items BEGIN
        INSERT INTO memory_words(memory_words, rowid, content, hidden)
        VALUES ('delete', old.number, old.content, old.hidden);
      END;
      CREATE TRIGGER memory_reworded AFTER UPDATE OF content, hidden ON memory_items BEGIN
        INSERT INTO memory_words(memory_words, rowid, content, hidden)
        VALUES ('delete', old.number, old.content, old.hidden);
        INSERT INTO memory_words(rowid, content, hidden) VALUES (new.number, new.content, new.hidden);
      END;
      -- No trigger for updates: passages are only added and removed.
      CREATE TRIGGER search_passage_added AFTER INSERT ON search_passage BEGIN
        INSERT INTO search_index(rowid, text, hidden) VALUES (new.id, new.text, new.hidden);
      END;
      CREATE TRIGGER search_passage_removed AFTER DELETE ON search_passage BEGIN
        INSERT INTO search_index(search_index, rowid, text, hidden)
        VALUES ('delete', old.id, old.text, old.hidden);
      END;`;

/**
 * A home as development left it before the first release: all tables, in the order in which columns came. A `brain.db` of an older
 * Cortex may hold a `session_states` already, and tables of its own: what is there stays as it is, columns are only added.
 */
export const home: Migration = {
  number: 19,
  name: 'home',
  tables: TABLES,
  up(database) {
    addColumns(database, 'session_states', SESSION_COLUMNS);
    database.raw.exec(SESSION_INDEXES + WORD_TRIGGERS);
  },
};

function addColumns(
  database: Database,
  table: string,
  columns: Readonly<Record<string, string>>,
): void {
  const known = new Set(
    database.all('SELECT name FROM pragma_table_info(?)', table).map((row) => row['name']),
  );
  for (const [name, type] of Object.entries(columns)) {
    if (!known.has(name)) database.raw.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
  }
}
