import { OTHER_MEMORIES, RULES } from '../base/memory-rows.ts';
import { ALIVE_AT } from '../base/rows.ts';

/**
 * Indexes that maintenance builds, one at a time: a migration runs in a hook, and a large table keeps a hook waiting. No
 * statement needs them for correct results, only for speed.
 */
export const LATE_INDEXES: Readonly<Record<string, string>> = {
  // Whether an event was stored before. Homes that began with schema 18 have it from the start.
  idx_events_keys: 'session_events(key) WHERE key IS NOT NULL',
  // The documents of a scope, without reading the documents.
  idx_search_scope: 'search_document(scope_key, kind, ended, began, number, ref)',
  // For snapshots: the latest sessions with tasks, with CRITICAL pins, and of a working tree.
  idx_session_tree: `session_states(scope_key, project_path, ${ALIVE_AT}) WHERE holds = 1`,
  idx_session_tasks: `session_states(scope_key, ${ALIVE_AT}) WHERE holds = 1 AND task_count > 0`,
  idx_session_critical: `session_states(scope_key, ${ALIVE_AT}) WHERE has_critical = 1`,
  // The last event of a host, and the sessions per day, without reading the sessions.
  idx_session_heard: `session_states(host, ${ALIVE_AT})`,
  idx_session_days: 'session_states(start_time, scope_key, scope, host)',
  idx_cold_days: 'cold_sessions(start_time, scope_key, scope, host)',
  idx_memory_rules: `memory_items(scope_key, updated_at) WHERE ${RULES}`,
  idx_memory_others: `memory_items(scope_key, importance, updated_at) WHERE ${OTHER_MEMORIES}`,
};

/** Indexes that are dropped when another one replaces them. */
export const REPLACED_BY: Readonly<Record<string, string>> = { idx_events_keys: 'idx_events_key' };

/**
 * Indexes of earlier versions that no statement needs. Maintenance drops them: the pages of a large one are many. Links and sessions
 * before others are looked for only where a session is forgotten or leaves the home.
 */
export const UNUSED_INDEXES: readonly string[] = [
  'idx_links_from',
  'idx_session_channel',
  'idx_session_prev',
];
