import type { SessionId } from '../../domain/base/ids.ts';
import type { Sendable } from '../../domain/ledger/ledger.ts';
import type { Fit, Moment } from '../../domain/ledger/send.ts';
import type { Database } from '../base/database.ts';
import { openMigrated } from '../base/migrations.ts';
import { promised } from '../base/promised.ts';
import { ledgerUnits, type Sent } from './ledger.ts';

/**
 * The ledgers of conversations. A conversation is identified by its session's id; two never share a ledger, but several
 * processes of one do. Each method is one whole unit of work; a ledger begins with its first use.
 */
export type LedgerStore = ReturnType<typeof ledgerStoreOn>;

/** The ledger's part of the store on a database that is open. */
export function ledgerStoreOn(database: Database) {
  return {
    ...promised(database, ledgerUnits),
    // Written out, because the mapped type would lose the type parameters.
    send: async <T extends Sendable, Answer>(
      id: SessionId,
      items: readonly T[],
      fit: Fit<T, Answer>,
      moment: Moment,
    ): Promise<Sent<T, Answer>> => ledgerUnits.send(database, id, items, fit, moment),
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
