import type { EventRoom } from '../engine/deps.ts';
import { freshen, syncWhenDue } from './engine/auto.ts';
import { sharedOf } from './sql/at-events.ts';

/** Sharing while sessions run: syncs are started, and what came in is told. */
export const share: EventRoom = {
  starts: freshen,
  ends: syncWhenDue,
  teamWords: (deps, scopeKey) => sharedOf(deps).teamItems(scopeKey),
  arrivals: async (deps, scopeKey) => {
    const shared = await sharedOf(deps).sharedProject(scopeKey);
    return shared?.arrivedAt == null ? null : { last: shared.arrivedAt, asOf: shared.pulledAt };
  },
};
