import type { Database } from '../base/database.ts';
import { openMigrated } from '../base/migrations.ts';
import { promised } from '../base/promised.ts';
import { ledgerUnits } from './ledger.ts';
import type { LedgerStore } from './ledger-types.ts';

/** The ledger's part of the store on a database that is open. */
export function ledgerStoreOn(database: Database): LedgerStore {
  return {
    ...promised(database, ledgerUnits),
    // Written out, because the mapped type would lose the type parameters.
    send: async (id, items, fit, moment) => ledgerUnits.send(database, id, items, fit, moment),
  };
}

/** Ledgers that are not stored on disk: the same store on an in-memory database. */
export function memoryLedgers(): LedgerStore {
  return ledgerStoreOn(memoryDatabase());
}

export function memoryDatabase(): Database {
  return openMigrated(':memory:', {
    waitMillis: () => 0,
    prepare() {},
    sharedMemory: false,
    now: () => 0,
  });
}
