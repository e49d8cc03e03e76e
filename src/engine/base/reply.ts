import type { Receipt } from '../../domain/ledger/receipt.ts';
import type { Reply } from '../../ports/base/host.ts';
import type { Deps } from './deps.ts';

export const SILENCE: Reply = { context: null };

/** Undoes the ledger entries of an answer that never arrived. */
export function takeBackAnswer({ store }: Pick<Deps, 'store'>, receipt: Receipt): Promise<void> {
  return store.ledger.takeBack(receipt);
}
