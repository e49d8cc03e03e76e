import { OTHER_MEMORIES, RULES } from './memory-rows.ts';
import { ALIVE_AT } from './rows.ts';

/**
 * Indexes that maintenance builds, one at a time: a migration runs in a hook, and a large table keeps a hook waiting. No
 * statement depends on them for what it finds, only for how much it reads.
 */
export const LATE_INDEXES: Readonly<Record<string, string>> = {
  // Whether an event was stored before. Homes that began with schema 18 have it from the start.
  idx_events_keys: 'session_events(key) WHERE key IS NOT NULL',
  // Which documents a scope has, without a look at the documents.
  idx_search_scope: 'search_document(scope_key, kind, ended, began, number, ref)',
  // A snapshot: its latest sessions with tasks, with CRITICAL pins, of a working tree, and what is known.
  idx_session_tree: `session_states(scope_key, project_path, ${ALIVE_AT}) WHERE holds = 1`,
  idx_session_tasks: `session_states(scope_key, ${ALIVE_AT}) WHERE holds = 1 AND task_count > 0`,
  idx_session_critical: `session_states(scope_key, ${ALIVE_AT}) WHERE has_critical = 1`,
  // When a host was heard last, and how many sessions a day had, without a look at the sessions.
  idx_session_heard: `session_states(host, ${ALIVE_AT})`,
  idx_session_days: 'session_states(start_time, scope_key, scope, host)',
  idx_cold_days: 'cold_sessions(start_time, scope_key, scope, host)',
  idx_memory_rules: `memory_items(scope_key, updated_at) WHERE ${RULES}`,
  idx_memory_others: `memory_items(scope_key, importance, updated_at) WHERE ${OTHER_MEMORIES}`,
};

/** Indexes that go when another has taken their place. */
export const REPLACED_BY: Readonly<Record<string, string>> = { idx_events_keys: 'idx_events_key' };
