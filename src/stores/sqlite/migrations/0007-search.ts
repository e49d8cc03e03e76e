import type { Migration } from './migration.ts';

/** The tables of search: documents, the passages of their text, and the index over those. */
export const search: Migration = {
  number: 7,
  name: 'search',
  tables: {
    search_document: {
      made: true,
      about:
        'What can be found by words: each session and thread with its time and place, and how many passages there are of it.',
    },
    search_passage: {
      made: true,
      about:
        'The texts that are searched, in passages; the id tells the document, the place in it and who said it. `hidden` holds words that the index would not find by itself.',
    },
    search_index: { made: true, about: 'The full-text index over `search_passage`, kept by triggers.' },
  },
  up(database) {
    database.raw.exec(`
      -- A number that was forgotten never comes back.
      CREATE TABLE search_document (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        ref TEXT NOT NULL,
        scope TEXT NOT NULL,
        scope_key TEXT NOT NULL,
        host TEXT,
        branch TEXT,
        began INTEGER NOT NULL,
        ended INTEGER NOT NULL,
        passages INTEGER NOT NULL DEFAULT 0,
        UNIQUE (kind, ref)
      );
      CREATE INDEX idx_search_began ON search_document(began);

      -- Its id tells the document, the place in it and the field, so that hits need no look-up.
      CREATE TABLE search_passage (
        id INTEGER PRIMARY KEY,
        text TEXT NOT NULL,
        hidden TEXT NOT NULL
      );

      -- External content: forgetting a passage takes its words out, and snippets need the text. No column sizes: ranking
      -- is our own and uses no lengths.
      CREATE VIRTUAL TABLE search_index USING fts5 (
        text, hidden,
        content = 'search_passage', content_rowid = 'id', columnsize = 0,
        tokenize = 'porter unicode61 remove_diacritics 2'
      );
      INSERT INTO search_index(search_index, rank) VALUES ('secure-delete', 1);

      -- No trigger for updates: passages are only added and removed.
      CREATE TRIGGER search_passage_added AFTER INSERT ON search_passage BEGIN
        INSERT INTO search_index(rowid, text, hidden) VALUES (new.id, new.text, new.hidden);
      END;
      CREATE TRIGGER search_passage_removed AFTER DELETE ON search_passage BEGIN
        INSERT INTO search_index(search_index, rowid, text, hidden)
        VALUES ('delete', old.id, old.text, old.hidden);
      END;
    `);
  },
};
