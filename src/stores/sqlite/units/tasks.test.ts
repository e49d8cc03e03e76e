import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { olderRows, writeOlderBrain } from '../../../../test/older-brain.ts';
import { useScratch } from '../../../../test/use-scratch.ts';
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

async function subjects(limit = 10): Promise<(string | null)[]> {
  const store = open();
  try {
    return (await store.openMessages(limit)).map(({ subject }) => subject);
  } finally {
    store.close();
  }
}

function change(sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

describe('messages of an older Cortex', () => {
  it('are open until somebody acknowledges them, and stay as they are', async () => {
    writeOlderBrain(path);
    const before = olderRows(path);
    expect(await subjects()).toEqual(['task-009 needs a review']);
    expect(olderRows(path)['messages']).toEqual(before['messages']);
    change("INSERT INTO acks VALUES ('m1', 'claude', 'done', '2026-02-18T12:00:00Z')");
    expect(await subjects()).toEqual([]);
  });

  it('come newest first, as many as are asked for', async () => {
    writeOlderBrain(path);
    change(`INSERT INTO messages(id, subject) VALUES ('m3', 'three'), ('m4', 'four')`);
    expect(await subjects(2)).toEqual(['four', 'three']);
  });

  it('are read from a table with fewer columns, with numbers for ids, and without any acknowledgements', async () => {
    change(`CREATE TABLE messages (id INTEGER PRIMARY KEY, subject TEXT, priority TEXT, created_at INTEGER);
            INSERT INTO messages VALUES (7, 'look', 'action', 1763200000)`);
    const store = open();
    expect(await store.openMessages(10)).toEqual([
      {
        id: '7',
        subject: 'look',
        body: null,
        priority: 'action',
        taskStatus: null,
        createdAt: 1763200000,
        expiresAt: null,
      },
    ]);
    store.close();
  });
});
