import type { Reply } from '../host.ts';
import type { Receipt } from '../store.ts';
import type { Deps } from './deps.ts';

export { canInject, type Source } from '../host.ts';

export const SILENCE: Reply = { context: null };

/** Undoes the ledger entries of an answer that never arrived. */
export function takeBack({ store }: Pick<Deps, 'store'>, receipt: Receipt): Promise<void> {
  return store.ledger.takeBack(receipt);
}
