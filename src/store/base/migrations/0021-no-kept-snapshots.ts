import type { Migration } from './migration.ts';

/** Drops stored snapshots and their triggers: each start computes its snapshot. */
export const noKeptSnapshots: Migration = {
  number: 21,
  name: 'no-kept-snapshots',
  up(database) {
    const triggers = database.column<string>(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'standing!_%' ESCAPE '!'",
    );
    for (const name of triggers) database.raw.exec(`DROP TRIGGER ${name}`);
    database.raw.exec(
      'DROP TABLE IF EXISTS scope_standings; DROP TABLE IF EXISTS scope_generations;',
    );
  },
};
