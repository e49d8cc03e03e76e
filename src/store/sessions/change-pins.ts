import type { ScopeKey, SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import type { Millis } from '../../domain/base/time.ts';
import { type Pin, type PinFact, pinIdentity } from '../../domain/pins/pin.ts';
import type { Database } from '../base/database.ts';
import type { UnitsOf } from '../base/promised.ts';
import {
  checkPinLimit,
  dropWaiting,
  insertWaiting,
  pinsNow,
  readWaitingPins,
  recordPins,
  settleDismissals,
} from '../pins/pins.ts';
import { foldSession, hotHead } from './fold.ts';

/** Decides from the present pins of all sessions concerned, the waiting ones last; for all of them or for none. */
export type PinDecider = (held: readonly (readonly Pin[])[]) => readonly PinFact[];

/** Working memory: everyone who pins or unpins comes through here. */
export interface PinStore {
  /** The pins as they are now. Cheaper than the digest: a start asks for nothing else. */
  pinsNow(id: SessionId): Promise<readonly Pin[]>;

  /**
   * Lets the decider change the present pins, in every session and among those that wait for the next one
   * of `scope`, or nowhere. Returns all pins, the waiting ones last. Runs in one transaction.
   */
  changePins(
    ids: readonly SessionId[],
    at: Millis,
    decide: PinDecider,
    scope?: Scope | null,
  ): Promise<readonly (readonly Pin[])[]>;

  waitingPins(scopeKey: ScopeKey): Promise<readonly Pin[]>;
}

export const pinUnits: UnitsOf<PinStore> = {
  pinsNow,

  changePins(database, ids, at, decide, scope = null) {
    return database.write(() => {
      const all = () => [
        ...ids.map((id) => foldSession(database, id, at)?.pins ?? []),
        ...(scope ? [readWaitingPins(database, scope.key)] : []),
      ];
      const before = all();
      const facts = decide(before);
      if (facts.length === 0) return before;
      ids.forEach((id, i) => {
        changeHeld(database, id, before[i]!, facts, at);
      });
      if (scope) changeWaiting(database, scope, before.at(-1)!, facts, at);
      return all();
    });
  },

  waitingPins: readWaitingPins,
};

function changeHeld(
  database: Database,
  id: SessionId,
  held: readonly Pin[],
  facts: readonly PinFact[],
  at: Millis,
): void {
  const names = new Set(held.map(pinIdentity));
  const own = facts.filter((fact) => fact.kind === 'pinned' || names.has(fact.identity));
  recordPins(database, id, held, own, at);
  settleDismissals(database, hotHead(database, id)!.scope.key, own, at);
}

function changeWaiting(
  database: Database,
  scope: Scope,
  held: readonly Pin[],
  facts: readonly PinFact[],
  at: Millis,
): void {
  checkPinLimit(held, facts);
  for (const fact of facts) {
    const identity = fact.kind === 'pinned' ? pinIdentity(fact.pin) : fact.identity;
    dropWaiting(database, scope.key, (pin) => pinIdentity(pin) === identity);
    if (fact.kind === 'pinned') insertWaiting(database, scope, fact.pin);
  }
  settleDismissals(database, scope.key, facts, at);
}
