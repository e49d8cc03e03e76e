import type { Migration } from './migration.ts';

/**
 * The signs that projects are known by, and which were joined. Keys of existing rows stay as they are: what a key
 * means today is looked up when rows are read. Nothing is computed here: a hook may run this on a large database.
 */
export const signs: Migration = {
  number: 11,
  name: 'signs',
  tables: {
    project_signs: {
      checked: true,
      leaves: 'never',
      about:
        'What projects are known by: `place`, `inode`, `declared`, `remote`, and as `head` the commits of sessions in cold storage. Appended; the last of its kind counts, and an empty one is gone.',
    },
    project_joins: {
      checked: true,
      leaves: 'never',
      about:
        'Which project was joined to which, by `link`, `trust` or `import`; without `into_key` a person took it back. Appended.',
    },
    project_joined: {
      leaves: 'never',
      about:
        'What the joins amount to: a key in any other table that stands here means the project beside it.',
    },
    project_seen: {
      leaves: 'never',
      about:
        "How a place's git configuration looked when its signs were read last: equal means nothing to do.",
    },
  },
  up(database) {
    database.raw.exec(`
      -- Appended. A place belongs to the project that it was written for last; without a row it is a project itself.
      CREATE TABLE project_signs (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        scope_key TEXT NOT NULL,
        kind TEXT NOT NULL,
        sign TEXT NOT NULL,
        at INTEGER NOT NULL
      );
      CREATE INDEX idx_sign_value ON project_signs(kind, sign);
      CREATE INDEX idx_sign_scope ON project_signs(scope_key, kind);

      -- Appended. Which project a project was joined to and who said so; NULL: a person took it back, or wants it apart.
      CREATE TABLE project_joins (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        scope_key TEXT NOT NULL,
        into_key TEXT,
        why TEXT NOT NULL,
        at INTEGER NOT NULL
      );

      -- What the joins amount to: one step leads to the project.
      CREATE TABLE project_joined (
        scope_key TEXT PRIMARY KEY,
        project_key TEXT NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX idx_joined_project ON project_joined(project_key);

      -- How the configuration of a place looked when its signs were read last.
      CREATE TABLE project_seen (
        place TEXT PRIMARY KEY,
        stamp TEXT NOT NULL
      ) WITHOUT ROWID;
    `);
  },
};
