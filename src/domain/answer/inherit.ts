import type { ScopeKey } from '../base/ids.ts';
import { isGlobal } from '../base/scope.ts';
import type { Millis } from '../base/time.ts';
import { inheritPin, MAX_PINS, type Pin, pinIdentity } from '../pins/pin.ts';
import { byLatestActivity, type CriticalPin, type Snapshot } from '../sessions/snapshot.ts';
import { CONTINUED, isTaken, type RankedSession } from './contribute.ts';

/** A pin of an earlier session that may be inherited. Offers of the best session come first. */
export interface PinOffer {
  readonly pin: Pin;
  readonly sessionId: string;
  /** When its session was last active. */
  readonly heldAt: Millis;
  /** Why it is not inherited, regardless of the session's pins. */
  readonly refused?: PinRefusal | null;
}

/** The session already has the same content as its own pin. */
const TOLD_AS_OWN = 'told as your own pin';

export type PinRefusal =
  | 'unpinned here'
  | 'own pin of that name'
  | typeof TOLD_AS_OWN
  | 'given before'
  | 'its session counts too little'
  | 'its branch is not merged'
  | 'already taken'
  | 'inherited limit'
  | 'working memory is full';

export interface PinDecision {
  readonly offer: PinOffer;
  readonly refused: PinRefusal | null;
}

export interface InheritLimits {
  readonly maxInherited: number;
  readonly maxPins?: number;
}

/** Which offers become pins of this session: CRITICAL first, then by session, then the newest. */
export function inheritPins(
  own: readonly Pin[],
  offers: readonly PinOffer[],
  dismissed: ReadonlySet<string>,
  limits: InheritLimits,
): { readonly taken: readonly Pin[]; readonly decisions: readonly PinDecision[] } {
  const { maxInherited, maxPins = MAX_PINS } = limits;
  const ownPins = new Map(own.map((pin) => [pinIdentity(pin), pin]));
  const before = own.filter((pin) => pin.origin).length;
  const taken = new Map<string, Pin>();
  const refusal = ({ pin, refused = null }: PinOffer, identity: string): PinRefusal | null => {
    const held = ownPins.get(identity);
    if (held?.origin) return 'given before';
    if (held) return held.content === pin.content ? TOLD_AS_OWN : 'own pin of that name';
    if (taken.has(identity)) return 'already taken';
    if (dismissed.has(identity)) return 'unpinned here';
    if (refused) return refused;
    if (before + taken.size >= maxInherited) return 'inherited limit';
    return own.length + taken.size >= maxPins ? 'working memory is full' : null;
  };
  const decisions = inOrder(offers).map((offer): PinDecision => {
    const { pin, sessionId, heldAt } = offer;
    const identity = pinIdentity(pin);
    const refused = refusal(offer, identity);
    if (!refused) taken.set(identity, inheritPin(pin, { sessionId, at: heldAt }));
    return { offer, refused };
  });
  return { taken: [...taken.values()], decisions };
}

function inOrder(offers: readonly PinOffer[]): PinOffer[] {
  const rank = new Map<string, number>();
  for (const { sessionId } of offers) if (!rank.has(sessionId)) rank.set(sessionId, rank.size);
  // A session lists its pins in order of creation: of pins with the same time, the last is the newest.
  return [...offers]
    .reverse()
    .sort(
      (a, b) =>
        Number(b.pin.critical) - Number(a.pin.critical) ||
        (a.pin.critical && b.pin.critical ? b.pin.pinnedAt - a.pin.pinnedAt : 0) ||
        rank.get(a.sessionId)! - rank.get(b.sessionId)! ||
        b.pin.pinnedAt - a.pin.pinnedAt,
    );
}

export interface OfferRules {
  /** CRITICAL pins are offered if a session had them at or after this time. */
  readonly criticalSince: Millis;
  /** Pins of a session with a lower score are refused as weak. */
  readonly threshold: number;
  /** Pins that were unpinned in the global scope. */
  readonly dismissedGlobally: ReadonlySet<string>;
  /** Sessions on unmerged branches. */
  readonly unmerged: ReadonlyMap<string, string>;
}

/** CRITICAL pins of any session within their days, then those of the contributing sessions, the latest session first. */
export function pinOffers(
  ranked: readonly RankedSession[],
  [here, global]: readonly [Snapshot, Snapshot],
  { criticalSince, threshold, dismissedGlobally, unmerged }: OfferRules,
): PinOffer[] {
  const busy = new Set(ranked.filter(({ verdict }) => verdict === 'busy').map(({ id }) => id));
  const newest = newestPins(ranked, unmerged);
  const offer = (held: CriticalPin, score: number, from: PinSide): PinOffer => {
    // A newer pin of the same name replaces this one, even if its session does not contribute.
    const { pin, sessionId, at } = laterOf(held, newest.get(nameIn(held.pin, from)));
    const refusal = (): PinRefusal | null => {
      if (from === 'global' && dismissedGlobally.has(pinIdentity(pin))) return 'unpinned here';
      if (!pin.critical && unmerged.has(sourceOf(pin, sessionId)))
        return 'its branch is not merged';
      return !held.pin.critical && score < threshold ? 'its session counts too little' : null;
    };
    return { pin, sessionId, heldAt: at, refused: refusal() };
  };
  const critical = [here, global].flatMap(({ critical: pins }, i) =>
    pins
      .filter(({ at, sessionId }) => at >= criticalSince && !busy.has(sessionId))
      .map((one) => offer(one, 1, i > 0 ? 'global' : 'here')),
  );
  const contributing = ranked
    .filter((one) => isTaken(one) || one.verdict === CONTINUED)
    .sort(byLatestActivity);
  const held = contributing.flatMap(({ id, at, place, pins, scopeKey, score }) =>
    pins.map((pin) => offer({ pin, sessionId: id, at, place }, score.total, sideOf(scopeKey))),
  );
  const known = new Set(critical.map((one) => `${one.sessionId} ${pinIdentity(one.pin)}`));
  return [
    ...critical,
    ...held.filter((one) => !known.has(`${one.sessionId} ${pinIdentity(one.pin)}`)),
  ];
}

/** The session in which a pin was first created, however often it was inherited. */
export function sourceOf(pin: Pin, holder: string): string {
  return pin.origin?.sessionId ?? holder;
}

/** The newest pin of each name in the scope, whether or not its session contributes. */
function newestPins(
  ranked: readonly RankedSession[],
  unmerged: OfferRules['unmerged'],
): ReadonlyMap<string, CriticalPin> {
  const newest = new Map<string, CriticalPin>();
  for (const candidate of ranked) {
    for (const pin of candidate.pins) {
      if (unmerged.has(sourceOf(pin, candidate.id))) continue;
      const name = nameIn(pin, sideOf(candidate.scopeKey));
      const held = { pin, sessionId: candidate.id, at: candidate.at, place: candidate.place };
      newest.set(name, laterOf(held, newest.get(name)));
    }
  }
  return newest;
}

/** The scope that holds a pin: that of the session, or the global one. */
type PinSide = 'here' | 'global';

function sideOf(key: ScopeKey): PinSide {
  return isGlobal(key) ? 'global' : 'here';
}

function nameIn(pin: Pin, side: PinSide): string {
  return `${side} ${pinIdentity(pin)}`;
}

/** The later pin: by session if both were created there; inherited pins compare by their own time. */
function laterOf(one: CriticalPin, other: CriticalPin | undefined): CriticalPin {
  if (!other) return one;
  const areOwn = one.pin.origin === null && other.pin.origin === null;
  const isLater =
    areOwn && one.place !== other.place
      ? other.place > one.place
      : other.pin.pinnedAt > one.pin.pinnedAt;
  return isLater ? other : one;
}
