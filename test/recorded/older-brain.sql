PRAGMA journal_mode=WAL;
CREATE TABLE messages (id TEXT PRIMARY KEY, thread_id TEXT, parent_id TEXT, from_agent TEXT, to_agent TEXT, priority TEXT,
  subject TEXT, body TEXT, created_at TEXT, updated_at TEXT, metadata TEXT, expires_at TEXT, task_status TEXT, result TEXT, context TEXT);
CREATE TABLE threads (id TEXT PRIMARY KEY, subject TEXT, created_by TEXT, created_at TEXT, last_message_at TEXT,
  message_count INTEGER, status TEXT, tags TEXT);
CREATE TABLE acks (message_id TEXT, agent_id TEXT, ack_body TEXT, acked_at TEXT, PRIMARY KEY (message_id, agent_id));
CREATE TABLE read_receipts (message_id TEXT, agent_id TEXT, read_at TEXT);
CREATE TABLE stm (id TEXT PRIMARY KEY, content TEXT, categories TEXT, importance REAL, access_count INTEGER, created_at TEXT,
  updated_at TEXT, expires_at TEXT, source TEXT, source_message_id TEXT, confidence REAL, last_accessed TEXT,
  validation_count INTEGER, contradiction_count INTEGER);
CREATE TABLE atoms (id TEXT PRIMARY KEY, subject TEXT, action TEXT, outcome TEXT, consequences TEXT);
CREATE TABLE causal_links (id INTEGER PRIMARY KEY, from_atom TEXT, to_atom TEXT);
CREATE TABLE embeddings (id INTEGER PRIMARY KEY, source_id TEXT, vector BLOB);
CREATE TABLE todos (id TEXT PRIMARY KEY, title TEXT, done INTEGER);
CREATE TABLE categories (name TEXT PRIMARY KEY, description TEXT);
CREATE TABLE working_memory (id TEXT PRIMARY KEY, label TEXT, content TEXT, pinned_at TEXT, position INTEGER);
CREATE VIRTUAL TABLE stm_fts USING fts5(content);
CREATE TABLE session_states (id TEXT PRIMARY KEY, start_time TEXT NOT NULL, end_time TEXT, channel TEXT DEFAULT 'unknown',
  working_memory TEXT NOT NULL DEFAULT '[]', hot_topics TEXT NOT NULL DEFAULT '[]', active_projects TEXT NOT NULL DEFAULT '[]',
  pending_tasks TEXT NOT NULL DEFAULT '[]', recent_learnings TEXT NOT NULL DEFAULT '[]',
  confidence_updates TEXT NOT NULL DEFAULT '[]', sop_interactions TEXT NOT NULL DEFAULT '[]', previous_session_id TEXT,
  continued_by TEXT, crash_recovered INTEGER DEFAULT 0, schema_version INTEGER DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT);
CREATE INDEX idx_session_endtime ON session_states(end_time, start_time);

INSERT INTO messages(id, thread_id, from_agent, to_agent, priority, subject, body, created_at)
  VALUES ('m1', 't1', 'helios', 'claude', 'action', 'task-009 needs a review', 'please look', '2026-02-17T10:00:00Z'),
         ('m2', 't1', 'helios', 'claude', 'info', 'all good', 'nothing to do', '2026-02-17T11:00:00Z');
INSERT INTO threads VALUES ('t1', 'reviews', 'helios', '2026-02-17T10:00:00Z', '2026-02-17T11:00:00Z', 2, 'open', '[]');
INSERT INTO acks VALUES ('m2', 'claude', 'seen', '2026-02-17T12:00:00Z');
INSERT INTO stm(id, content, categories, importance, access_count, created_at, confidence)
  VALUES ('s1', 'the ft991a speaks CAT at 38400 baud', '["radio","hardware"]', 2.0, 4, '2026-02-10T10:00:00Z', 0.8);
INSERT INTO stm_fts(rowid, content) VALUES (1, 'the ft991a speaks CAT at 38400 baud');
INSERT INTO atoms VALUES ('a1', 'driver', 'opens', 'port', 'none');
INSERT INTO embeddings VALUES (1, 's1', x'00ff10');
INSERT INTO todos VALUES ('d1', 'buy a cable', 0);
INSERT INTO working_memory VALUES ('w1', 'radio', 'use /dev/ttyUSB0', '2026-02-17T10:00:00Z', 0);
INSERT INTO session_states(id, start_time, end_time, channel, working_memory, hot_topics, pending_tasks, created_at, updated_at)
  VALUES ('old-ended', '2026-02-17T08:00:00.000Z', '2026-02-17T09:00:00.000Z', 'signal',
          '[{"content":"use /dev/ttyUSB0","pinnedAt":"2026-02-17T08:10:00Z","label":"radio"}]', '["radio"]',
          '[{"task_id":"task-001","title":"Driver","stage":"build","flagged_incomplete":false}]',
          '2026-02-17T08:00:00Z', '2026-02-17T08:50:00.000Z');
INSERT INTO session_states(id, start_time, hot_topics, created_at, updated_at)
  VALUES ('old-open', '2026-02-18T09:00:00.000Z', '["cortex"]', '2026-02-18T09:00:00Z', '2026-02-18T09:30:00.000Z');
