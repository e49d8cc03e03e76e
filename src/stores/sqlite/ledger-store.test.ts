import { ledgerContract } from '../../../test/ledger-contract.ts';
import { ledgerPlace, ledgersInMemory } from '../../../test/ledger-file.ts';

ledgerContract('the SQLite store', ledgerPlace);
ledgerContract('the SQLite store in memory', ledgersInMemory);
