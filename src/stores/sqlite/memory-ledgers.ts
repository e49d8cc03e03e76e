import type { LedgerStore } from '../../store/ledger.ts';
import type { Database } from './database.ts';
import { ledgerStoreOn } from './ledger-store.ts';
import { openMigrated } from './migrations.ts';

/** Ledgers that are not kept on disk: the same store on a database in memory, which goes with its last reference. */
export function memoryLedgers(): LedgerStore {
  return ledgerStoreOn(memoryDatabase());
}

export function memoryDatabase(): Database {
  return openMigrated(':memory:', { waitMillis: () => 0, prepare() {}, sharedMemory: false, now: () => 0 });
}
