import type { ScopeKey, SessionId } from '../domain/ids.ts';
import type { Pin, PinFact } from '../domain/pins/pin.ts';
import type { Scope } from '../domain/scope.ts';
import type { Millis } from '../domain/time.ts';
import type { Folding } from './session.ts';

/** Decides with the pins of all that are meant, as they are at that moment: for all of them, or for none. */
export type PinDecider = (held: readonly (readonly Pin[])[]) => readonly PinFact[];

/** Working memory. Whoever pins or unpins comes through here, and no session holds more than ten. */
export interface PinStore {
  /** The pins as they are now. Cheaper than the digest: a start asks for nothing else. */
  pinsNow(id: SessionId): Promise<readonly Pin[]>;
  /** Appends what the decider makes of the pins as they are now to every session, or to none; their pins afterwards. */
  changePins(
    ids: readonly SessionId[],
    at: Millis,
    folding: Folding,
    decide: PinDecider,
  ): Promise<readonly (readonly Pin[])[]>;
  /** The same for the pins that wait for the next session of a scope in which none is running. */
  changeWaiting(scope: Scope, at: Millis, decide: PinDecider): Promise<readonly Pin[]>;
  waitingPins(scopeKey: ScopeKey): Promise<readonly Pin[]>;
  /** The own pins of a session that started now: the person's pins, and those that wait. */
  pinsOfNext(scopeKey: ScopeKey, maxPins: number): Promise<readonly Pin[]>;
  /** Shows the pins while nobody can change them, so that copies are made in the order of the changes. */
  showPins(id: SessionId, show: (pins: readonly Pin[]) => void): Promise<void>;
}
