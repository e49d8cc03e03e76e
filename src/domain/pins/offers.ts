import { isTaken, type Ranked } from '../restore/contribute.ts';
import { type CriticalPin, latestFirst, type Snapshot } from '../restore/snapshot.ts';
import { isGlobal } from '../scope.ts';
import type { Millis } from '../time.ts';
import type { PinOffer } from './inherit.ts';
import { type Pin, pinIdentity } from './pin.ts';

export interface OfferRules {
  /** CRITICAL pins are offered that a session held since then. */
  readonly criticalSince: Millis;
  /** Other pins of a session that counts less are weak. */
  readonly threshold: number;
  /** Pins that were unpinned in the global scope. */
  readonly dismissedGlobally: ReadonlySet<string>;
  /** Sessions on unmerged branches. */
  readonly unmerged: ReadonlyMap<string, string>;
}

/** CRITICAL pins of any session within their days, then those of the contributing sessions, the latest session first. */
export function pinOffers(
  ranked: readonly Ranked[],
  [here, global]: readonly [Snapshot, Snapshot],
  { criticalSince, threshold, dismissedGlobally, unmerged }: OfferRules,
): PinOffer[] {
  const busy = new Set(
    ranked.filter(({ verdict }) => verdict === 'busy').map(({ candidate }) => candidate.id),
  );
  const newest = newestPins(ranked, unmerged);
  const offer = (held: CriticalPin, isWeak: boolean, fromGlobal: boolean): PinOffer => {
    // The session that pinned it again may count too little by now; what it said still took the place of this.
    const { pin, sessionId, at } = laterOf(held, newest.get(nameIn(held.pin, fromGlobal)));
    return {
      pin,
      sessionId,
      heldAt: at,
      ...(fromGlobal && dismissedGlobally.has(pinIdentity(pin)) && { letGo: true }),
      ...(isWeak && { weak: true }),
      ...(unmerged.has(sourceOf(pin, sessionId)) && { apart: true }),
    };
  };
  const critical = [here, global].flatMap(({ critical: pins }, i) =>
    pins
      .filter(({ at, sessionId }) => at >= criticalSince && !busy.has(sessionId))
      .map((one) => offer(one, false, i > 0)),
  );
  const contributing = ranked.filter(isTaken).sort((a, b) => latestFirst(a.candidate, b.candidate));
  const held = contributing.flatMap(({ candidate: { id, at, place, pins, scopeKey }, score }) =>
    pins.map((pin) =>
      offer({ pin, sessionId: id, at, place }, !pin.critical && score.total < threshold, isGlobal(scopeKey)),
    ),
  );
  const known = new Set(critical.map((one) => `${one.sessionId} ${pinIdentity(one.pin)}`));
  return [...critical, ...held.filter((one) => !known.has(`${one.sessionId} ${pinIdentity(one.pin)}`))];
}

/** The session that a pin comes from first, however often it was carried on. */
export function sourceOf(pin: Pin, holder: string): string {
  return pin.origin?.sessionId ?? holder;
}

/** The last that was pinned here under each name, whoever contributes. */
function newestPins(
  ranked: readonly Ranked[],
  unmerged: OfferRules['unmerged'],
): ReadonlyMap<string, CriticalPin> {
  const newest = new Map<string, CriticalPin>();
  for (const { candidate } of ranked) {
    for (const pin of candidate.pins) {
      if (unmerged.has(sourceOf(pin, candidate.id))) continue;
      const name = nameIn(pin, isGlobal(candidate.scopeKey));
      const held = { pin, sessionId: candidate.id, at: candidate.at, place: candidate.place };
      newest.set(name, laterOf(held, newest.get(name)));
    }
  }
  return newest;
}

function nameIn(pin: Pin, fromGlobal: boolean): string {
  return `${fromGlobal ? 'global' : 'here'} ${pinIdentity(pin)}`;
}

/** The pin of the later session, if both were made in their sessions; inherited pins compare by their own time. */
function laterOf(one: CriticalPin, other: CriticalPin | undefined): CriticalPin {
  if (!other) return one;
  const areOwn = one.pin.origin === null && other.pin.origin === null;
  const isLater =
    areOwn && one.place !== other.place ? other.place > one.place : other.pin.pinnedAt > one.pin.pinnedAt;
  return isLater ? other : one;
}
