import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { useScratch } from '../../../test/use-scratch.ts';
import { openSqliteStore } from '../sqlite-store.ts';

const folder = useScratch();
let path: string;
beforeEach(() => {
  path = join(folder.path, 'brain.db');
});

function open() {
  return openSqliteStore(path, {
    waitMillis: () => 1_000,
    prepare: () => {},
    sharedMemory: true,
    now: () => 0,
  });
}

function change(sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

describe('messages of an older Cortex', () => {
  it('are read from a table with fewer columns, with numbers for ids, and without any acknowledgements', async () => {
    change(`CREATE TABLE messages (id INTEGER PRIMARY KEY, subject TEXT, priority TEXT, created_at INTEGER);
            INSERT INTO messages VALUES (7, 'look', 'action', 1763200000)`);
    const store = open();
    expect(await store.openMessages(10)).toMatchObject([
      { id: 7, subject: 'look', created_at: 1763200000 },
    ]);
    store.close();
  });
});
