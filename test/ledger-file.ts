import { createPrivate } from '../src/platform/files.ts';
import type { Database } from '../src/stores/sqlite/database.ts';
import { openMigrated } from '../src/stores/sqlite/migrations.ts';

/** A database with a ledger. Several processes may open it at once. */
export function openLedgerFile(path: string): Database {
  return openMigrated(path, {
    waitMillis: () => 20_000,
    prepare: createPrivate,
    sharedMemory: true,
    now: () => 0,
  });
}
