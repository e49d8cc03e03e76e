import { ledgerContract } from '../../../test/ledger-contract.ts';
import { memoryLedgerStore, newLedgerMemory } from './ledger-store.ts';

ledgerContract('the store in memory', () => {
  const memory = newLedgerMemory();
  return { open: () => ({ store: memoryLedgerStore(memory), close() {} }), dispose() {} };
});
