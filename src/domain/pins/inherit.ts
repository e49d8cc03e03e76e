import type { Millis } from '../time.ts';
import { inherited, MAX_PINS, type Pin, pinIdentity } from './pin.ts';

/** A pin that an earlier session holds. Offers come best session first. */
export interface PinOffer {
  readonly pin: Pin;
  readonly sessionId: string;
  /** When its holder was last at work. */
  readonly heldAt: Millis;
  /** Its session counts too little for pins that are not CRITICAL. */
  readonly weak?: boolean;
  /** Its branch is unmerged here: only CRITICAL pins are inherited from it. */
  readonly apart?: boolean;
  /** Unpinned in the meantime where it comes from. */
  readonly letGo?: boolean;
}

/** The session holds the same words as its own pin: nothing is inherited, and nothing is lost. */
export const TOLD_AS_OWN = 'told as your own pin';

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
  letGo: ReadonlySet<string>,
  limits: InheritLimits,
): { readonly taken: readonly Pin[]; readonly decisions: readonly PinDecision[] } {
  const maxPins = limits.maxPins ?? MAX_PINS;
  const ownPins = new Map(own.map((pin) => [pinIdentity(pin), pin]));
  const alreadyInherited = own.filter((pin) => pin.origin).length;
  const taken: Pin[] = [];
  const takenIdentities = new Set<string>();
  const decisions: PinDecision[] = [];

  for (const offer of inOrder(offers)) {
    const identity = pinIdentity(offer.pin);
    let refused: PinRefusal | null = null;
    const held = ownPins.get(identity);
    if (held?.origin) refused = 'given before';
    else if (held) refused = held.content === offer.pin.content ? TOLD_AS_OWN : 'own pin of that name';
    else if (takenIdentities.has(identity)) refused = 'already taken';
    else if (letGo.has(identity) || offer.letGo) refused = 'unpinned here';
    else if (offer.apart && !offer.pin.critical) refused = 'its branch is not merged';
    else if (offer.weak) refused = 'its session counts too little';
    else if (alreadyInherited + taken.length >= limits.maxInherited) refused = 'inherited limit';
    else if (own.length + taken.length >= maxPins) refused = 'working memory is full';
    if (!refused) {
      taken.push(inherited(offer.pin, { sessionId: offer.sessionId, at: offer.heldAt }));
      takenIdentities.add(identity);
    }
    decisions.push({ offer, refused });
  }
  return { taken, decisions };
}

function inOrder(offers: readonly PinOffer[]): PinOffer[] {
  const rank = new Map<string, number>();
  for (const { sessionId } of offers) if (!rank.has(sessionId)) rank.set(sessionId, rank.size);
  // A session lists its pins in the order they were made: of the same moment, the last is the newest.
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
