import type { Reply } from '../host.ts';
import type { Receipt } from '../store.ts';
import type { Deps } from './deps.ts';

export { canInject, type Source } from '../host.ts';

export const SILENCE: Reply = { context: null };

/** The answer never arrived: nothing of it counts as shown. */
export function takeBack({ store }: Pick<Deps, 'store'>, receipt: Receipt): Promise<void> {
  return store.ledger.takeBack(receipt);
}
