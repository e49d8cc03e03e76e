import type { Migration } from './migration.ts';

/** Marks of the lines that sessions wrote. They begin empty: maintenance fills them from transcripts that are still there. */
export const touchedLines: Migration = {
  number: 24,
  name: 'touched-lines',
  tables: {
    touched_lines: {
      checked: true,
      leaves: 'never',
      forgottenWith: 'session_id',
      about:
        'Which lines a session wrote into a file: of each line that was new in a change three bytes of a hash, keyed by a secret of the home; no text. `whole`: a file was written whose earlier content is not known. They stay when the session goes to cold storage.',
      sql: `
        CREATE TABLE touched_lines (
          seq INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, at INTEGER NOT NULL, path TEXT NOT NULL,
          whole INTEGER NOT NULL, lines BLOB NOT NULL, checksum INTEGER
        );
        CREATE INDEX idx_touched_lines ON touched_lines(path);`,
    },
  },
};
