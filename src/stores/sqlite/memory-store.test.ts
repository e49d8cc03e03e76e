import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoryStoreContract } from '../../../test/memory-store-contract.ts';
import { scratchFolder } from '../../../test/scratch.ts';
import { makeMemory } from '../../domain/memories/memory.ts';
import { GLOBAL_SCOPE } from '../../domain/scope.ts';
import { createPrivate } from '../../platform/files.ts';
import type { Store } from '../../store.ts';
import type { StoreOptions } from './migrations.ts';
import { openSqliteStore } from './sqlite-store.ts';

const OPTIONS: StoreOptions = {
  waitMillis: () => 800,
  prepare: createPrivate,
  sharedMemory: true,
  now: () => 0,
};
const T0 = Date.parse('2026-02-20T10:00:00Z');

memoryStoreContract('the SQLite store', () => {
  const folder = scratchFolder();
  return { open: () => openSqliteStore(join(folder.path, 'brain.db'), OPTIONS), dispose: folder.dispose };
});

describe('memories in SQLite', () => {
  let folder: ReturnType<typeof scratchFolder>;
  let path: string;
  let store: Store;

  beforeEach(() => {
    folder = scratchFolder();
    path = join(folder.path, 'brain.db');
  });
  afterEach(() => {
    store.close();
    folder.dispose();
  });

  async function forget(memoryId: string) {
    const { content } = (await store.memory(memoryId))!;
    return store.forgetWords({ memoryId, content }, T0);
  }

  /** Everything that is on the disk. */
  function bytes(): string {
    return ['', '-wal'].map((end) => readFileSync(path + end, 'latin1')).join('\n');
  }

  describe('bytes', () => {
    /** Numbers that look random and are the same every time. */
    function random(seed: number): (below: number) => number {
      let state = seed;
      return (below) => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return (state >>> 8) % below;
      };
    }

    it('of what is forgotten are in no page, wherever rows were moved, also while others have the file open', async () => {
      store = openSqliteStore(path, OPTIONS);
      const other = new DatabaseSync(path);
      // With this seed one of them stays readable where the file is not written anew.
      const next = random(1);
      const filler = () => Array.from({ length: next(60) }, () => next(1 << 30).toString(36)).join(' ');
      const add = (content: string, number: number) =>
        store.addMemory(
          makeMemory({ content, source: 'agent' }, { id: '', scope: GLOBAL_SCOPE, sessionId: null }, T0)!,
          () => `mem-${number}`,
          [],
        );
      for (let i = 0; i < 250; i++) await add(`${filler()} needle${i}x ${filler()}`, i);
      // Rows that grow are what SQLite moves from page to page.
      for (let i = 0; i < 250; i += 3) {
        await store.changeMemory(`mem-${i}`, [], T0, (known) => ({
          memory: { ...known, content: `${known.content} ${filler()} ${filler()}` },
          update: null,
          facts: [],
        }));
      }
      other.prepare('SELECT count(*) FROM memory_items').get();
      const gone = Array.from({ length: 62 }, (_, i) => i * 4);
      for (const i of gone) await forget(`mem-${i}`);
      expect(await store.leaveNoBytes()).toBe(true);
      const all = bytes();
      expect(gone.filter((i) => all.includes(`needle${i}x`))).toEqual([]);
      expect(all).toContain('needle1x');
      other.close();
    }, 60_000);

    it('that a reader holds are reported, and gone when it is done', async () => {
      store = openSqliteStore(path, OPTIONS);
      const made = makeMemory(
        { content: 'needle and thread', source: 'agent' },
        { id: '', scope: GLOBAL_SCOPE, sessionId: null },
        T0,
      )!;
      await store.addMemory(made, () => 'mem-1', []);
      const reader = new DatabaseSync(path);
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM memory_items').get();
      await forget('mem-1');
      expect(await store.leaveNoBytes()).toBe(false);
      reader.exec('COMMIT');
      reader.close();
      expect(await store.leaveNoBytes()).toBe(true);
      expect(bytes()).not.toContain('needle');
    }, 60_000);
  });
});
