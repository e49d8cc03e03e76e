import { ledgerContract } from '../../../test/ledger-contract.ts';
import { ledgerPlace } from '../../../test/ledger-file.ts';

ledgerContract('the SQLite store', ledgerPlace);
