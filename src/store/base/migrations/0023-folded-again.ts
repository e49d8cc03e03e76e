import type { Migration } from './migration.ts';

/**
 * Asks maintenance to fold every session and thread of the home again: the same facts give other rows since sentences are never cut
 * and a title is the last request with something behind it. A later change of what rows follow from facts asks the same way.
 */
export const foldedAgain: Migration = {
  number: 23,
  name: 'folded-again',
  up(database) {
    const holdsFolds =
      database.has('SELECT 1 FROM session_folds') || database.has('SELECT 1 FROM thread_folds');
    if (holdsFolds)
      database.run("INSERT OR REPLACE INTO maintenance(job, report) VALUES ('folds', NULL)");
  },
};
