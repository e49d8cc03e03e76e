import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../test/scratch.ts';
import { storeContract } from '../../../test/store-contract.ts';
import { defaultConfig } from '../../config/config.ts';
import { stateLimits } from '../../engine/session/folding.ts';
import { createPrivate } from '../../platform/files.ts';
import { DatabaseBusy } from './database.ts';
import { openMigrated, type StoreOptions } from './migrations.ts';
import { isSound } from './open.ts';
import { openSqliteStore, storeOn } from './sqlite-store.ts';

const OPTIONS: StoreOptions = {
  waitMillis: () => 800,
  prepare: createPrivate,
  sharedMemory: true,
  limits: stateLimits(defaultConfig()),
  now: () => 0,
};

storeContract('the SQLite store', () => {
  const folder = scratchFolder();
  return { open: () => openSqliteStore(join(folder.path, 'brain.db'), OPTIONS), dispose: folder.dispose };
});

describe('opening a database', () => {
  it('is safe against power loss, readers and hostile files', () => {
    const folder = scratchFolder();
    const database = openMigrated(join(folder.path, 'brain.db'), OPTIONS);
    const pragma = (name: string) => Object.values(database.get(`PRAGMA ${name}`) ?? {})[0];
    expect({
      journal_mode: pragma('journal_mode'),
      synchronous: pragma('synchronous'),
      trusted_schema: pragma('trusted_schema'),
      cell_size_check: pragma('cell_size_check'),
      secure_delete: pragma('secure_delete'),
      foreign_keys: pragma('foreign_keys'),
      journal_size_limit: pragma('journal_size_limit'),
    }).toEqual({
      journal_mode: 'wal',
      synchronous: 2,
      trusted_schema: 0,
      cell_size_check: 1,
      secure_delete: 1,
      foreign_keys: 1,
      journal_size_limit: 8 * 1024 * 1024,
    });
    for (const suffix of ['', '-wal', '-shm']) {
      expect(statSync(join(folder.path, `brain.db${suffix}`)).mode & 0o777).toBe(0o600);
    }
    database.close();
    folder.dispose();
  });

  it('does without write-ahead logging where there is no shared memory', () => {
    const folder = scratchFolder();
    const database = openMigrated(join(folder.path, 'brain.db'), { ...OPTIONS, sharedMemory: false });
    expect(database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'delete' });
    database.close();
    folder.dispose();
  });

  it.each([
    ['3.51.2', false],
    ['3.51.3', true],
    ['3.53.0', true],
    ['4.0.0', true],
    ['3.9.9', false],
  ])('takes SQLite %s for sound: %s', (version, sound) => {
    expect(isSound(version)).toBe(sound);
  });

  it('refuses a schema from the future and says what to do', () => {
    const folder = scratchFolder();
    const path = join(folder.path, 'brain.db');
    openMigrated(path, OPTIONS).close();
    const raw = new DatabaseSync(path);
    raw.exec("INSERT INTO cortex_migrations(number, name, applied_at) VALUES (9999, 'later', '2030-01-01')");
    raw.close();
    expect(() => openMigrated(path, OPTIONS)).toThrow(/update cortex-sessions/);
    folder.dispose();
  });
});

describe('a database that somebody else is writing', () => {
  it('is waited for once, then given up', async () => {
    const folder = scratchFolder();
    const path = join(folder.path, 'brain.db');
    let waits = 0;
    const waitMillis = () => {
      waits++;
      return 120;
    };
    const store = storeOn(openMigrated(path, { ...OPTIONS, waitMillis }));
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    waits = 0;
    for (const _ of [1, 2])
      await expect(store.setOwner('x' as never, {})).rejects.toBeInstanceOf(DatabaseBusy);
    expect(waits).toBe(1);
    expect(await store.counts()).toMatchObject({ sessions: 0 });
    other.exec('COMMIT');
    await expect(store.setOwner('x' as never, {})).resolves.toBeUndefined();
    other.close();
    store.close();
    folder.dispose();
  });
});
