import { join } from 'node:path';
import { createPrivate } from '../src/platform/files.ts';
import type { Database } from '../src/stores/sqlite/database.ts';
import { ledgerStoreOn, memoryDatabase } from '../src/stores/sqlite/ledger-store.ts';
import { openMigrated } from '../src/stores/sqlite/migrations.ts';
import { scratchFolder } from './scratch.ts';

/** A database with a ledger. Several processes may open it at once. */
export function openLedgerFile(path: string): Database {
  return openMigrated(path, {
    waitMillis: () => 20_000,
    prepare: createPrivate,
    sharedMemory: true,
    now: () => 0,
  });
}

/** A place for ledgers on disk that can be closed and opened again. */
export function ledgerPlace() {
  const folder = scratchFolder();
  return {
    open() {
      const database = openLedgerFile(join(folder.path, 'brain.db'));
      return { store: ledgerStoreOn(database), close: () => database.close() };
    },
    dispose: folder.dispose,
  };
}

/** A place for ledgers in memory, which all that open it share. */
export function ledgersInMemory() {
  const database = memoryDatabase();
  return {
    open: () => ({ store: ledgerStoreOn(database), close() {} }),
    dispose: () => database.close(),
  };
}
