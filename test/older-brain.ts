import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A `brain.db` as an older Cortex left it, with rows in its tables; one of them is called `threads` and is not ours. */
export function writeOlderBrain(path: string): void {
  const db = new DatabaseSync(path);
  db.exec(readFileSync(join(import.meta.dirname, 'recorded', 'older-brain.sql'), 'utf8'));

  db.close();
}

const OLDER_COLUMNS: Readonly<Record<string, string>> = {
  messages: '*',
  threads: '*',
  acks: '*',
  read_receipts: '*',
  stm: '*',
  atoms: '*',
  causal_links: '*',
  embeddings: 'id, source_id, hex(vector)',
  todos: '*',
  categories: '*',
  working_memory: '*',
  stm_fts: 'content',
  session_states:
    'id, start_time, end_time, channel, working_memory, hot_topics, active_projects, pending_tasks, recent_learnings, ' +
    'confidence_updates, sop_interactions, previous_session_id, continued_by, crash_recovered, schema_version, created_at, updated_at',
};

/** Everything that the older Cortex wrote, table by table. */
export function olderRows(path: string): Record<string, unknown[]> {
  const db = new DatabaseSync(path);
  const rows = Object.fromEntries(
    Object.entries(OLDER_COLUMNS).map(([table, columns]) => [
      table,
      db.prepare(`SELECT ${columns} FROM ${table} ORDER BY 1`).all(),
    ]),
  );
  db.close();
  return rows;
}
