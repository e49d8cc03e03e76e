import type { HostEvent } from '../domain/event.ts';
import type { Reply, Source } from '../host.ts';
import type { Receipt } from '../store.ts';
import type { Deps } from './deps.ts';

export type { Source } from '../host.ts';

/** Whether the model gets to know what this event is answered with. */
export function isHeard({ hearing }: Source, event: HostEvent): boolean {
  if (hearing === undefined) return true;
  const isDeaf = event.kind === 'tool-use' && event.use.failed && hearing.notAfterFailure === true;
  return !isDeaf && hearing.at.some((kind) => kind === event.kind);
}

export const SILENCE: Reply = { context: null };

/** The answer never arrived: nothing of it counts as shown. */
export function takeBack({ store }: Pick<Deps, 'store'>, receipt: Receipt): Promise<void> {
  return store.ledger.takeBack(receipt);
}
