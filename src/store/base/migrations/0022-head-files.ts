import type { Migration } from './migration.ts';

/** Keeps what HEAD has at a path, so that a start asks `git` only after HEAD moved. Paths stand there as hashes, so no word of them. */
export const headFiles: Migration = {
  number: 22,
  name: 'head-files',
  tables: {
    head_files: {
      made: true,
      leaves: 'never',
      about:
        'Files of a working tree as they were last compared with its commit: id and size there, the state of the file, and whether it was the same.',
      sql: `
        CREATE TABLE head_files (
          tree INTEGER NOT NULL, path INTEGER NOT NULL, head TEXT NOT NULL, blob TEXT, size INTEGER NOT NULL,
          mark TEXT, same INTEGER NOT NULL, PRIMARY KEY (tree, path)
        ) WITHOUT ROWID;`,
    },
  },
};
