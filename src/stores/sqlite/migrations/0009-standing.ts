import type { Migration } from './migration.ts';

/**
 * Snapshots of the work in a scope. Nothing is computed here: a hook may run this on a large database. Sessions of an
 * older version have NULL in `stopped`, which means unknown; maintenance or their next fold fills it in.
 */
export const standing: Migration = {
  number: 9,
  name: 'standing',
  tables: {
    scope_generations: {
      made: true,
      about:
        'How often something was written that could change what the next session of a scope is told; raised by triggers.',
    },
    scope_standings: {
      made: true,
      about:
        'The inputs of a start in a working tree, as of a generation of its scope: a start reads them instead of computing them.',
    },
  },
  up(database) {
    database.raw.exec(`
      ALTER TABLE session_states ADD COLUMN stopped TEXT;
      ALTER TABLE session_states ADD COLUMN list_at TEXT;
      -- NULL: nobody said anything else than the confidence that is stored.
      ALTER TABLE memory_items ADD COLUMN stated REAL;

      -- Raised by every write that could change what the next session of a scope is told.
      CREATE TABLE scope_generations (
        scope_key TEXT PRIMARY KEY,
        generation INTEGER NOT NULL
      ) WITHOUT ROWID;

      -- The inputs of a start in a working tree, true as of a generation.
      CREATE TABLE scope_standings (
        scope_key TEXT NOT NULL,
        tree TEXT NOT NULL,
        generation INTEGER NOT NULL,
        standing TEXT NOT NULL,
        PRIMARY KEY (scope_key, tree)
      ) WITHOUT ROWID;
      ${CHANGES.map(trigger).join('\n')}
    `);
  },
};

/** The writes that change a start: the table, what happens to it, and whose scope it is. */
const CHANGES: readonly (readonly [
  name: string,
  event: string,
  table: string,
  scope: string,
  when?: string,
])[] = [
  ['session_taken_in', 'INSERT', 'session_states', 'new.scope_key', 'new.holds = 1'],
  [
    'session_folded',
    'UPDATE OF end_time, working_memory, pending_tasks, hot_topics, active_projects, recent_learnings, title, stopped, holds',
    'session_states',
    'new.scope_key',
  ],
  ['session_gone', 'DELETE', 'session_states', 'old.scope_key'],
  ['memory_made', 'INSERT', 'memory_items', 'new.scope_key'],
  [
    'memory_weighed',
    'UPDATE OF content, categories, importance, confidence, validation_count, contradiction_count, expires_at',
    'memory_items',
    'new.scope_key',
  ],
  ['memory_gone', 'DELETE', 'memory_items', 'old.scope_key'],
  ['let_go', 'INSERT', 'scope_let_go', 'new.scope_key'],
  ['let_go_again', 'UPDATE', 'scope_let_go', 'new.scope_key'],
  ['wanted_again', 'DELETE', 'scope_let_go', 'old.scope_key'],
  ['thread_opened', 'INSERT', 'work_threads', 'new.scope_key'],
  ['thread_moved', 'UPDATE OF status, scope_key', 'work_threads', 'new.scope_key'],
  ['thread_gone', 'DELETE', 'work_threads', 'old.scope_key'],
  [
    'thread_worked_on',
    'INSERT',
    'thread_events',
    '(SELECT scope_key FROM work_threads WHERE id = new.thread_id)',
    "new.body ->> '$.kind' <> 'turn'",
  ],
];

function trigger([name, event, table, scope, when]: (typeof CHANGES)[number]): string {
  return `
    CREATE TRIGGER standing_${name} AFTER ${event} ON ${table}${when ? ` WHEN ${when}` : ''} BEGIN
      INSERT INTO scope_generations(scope_key, generation) VALUES (${scope}, 1)
      ON CONFLICT(scope_key) DO UPDATE SET generation = generation + 1;
    END;`;
}
