import type { LedgerStore } from '../../store/ledger.ts';
import type { Database } from './database.ts';
import { promised } from './promised.ts';
import { ledgerUnits } from './units/ledger.ts';

/** The ledger's part of the store on a database that is open. */
export function ledgerStoreOn(database: Database): LedgerStore {
  const units = ledgerUnits(database);
  return {
    ...promised(units),
    // Written out: the mapped type would lose that what is sent is what was offered.
    send: async (id, items, fit, moment) => units.send(id, items, fit, moment),
  };
}
