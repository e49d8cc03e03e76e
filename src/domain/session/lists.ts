/** The lists of a session's record, under the names that the sources give them: JSON in a row, arrays in a mirror. */
export const SESSION_LISTS = [
  'working_memory',
  'hot_topics',
  'active_projects',
  'pending_tasks',
  'recent_learnings',
  'confidence_updates',
  'sop_interactions',
] as const;
