import { mostHoldersOfRare } from '../answer/shared-files.ts';
import type { ScopeKey, SessionId } from '../base/ids.ts';

/** The signs by which sessions of one matter are known. */
export interface MatterSigns {
  readonly id: SessionId;
  readonly scopeKey: ScopeKey;
  /** Equal for the sessions of one resumed conversation; null if unknown. */
  readonly conversation: string | null;
  /** Sessions that somebody continued in this one by name. */
  readonly continues: ReadonlySet<SessionId>;
  /** Files that it changed. */
  readonly files: ReadonlySet<string>;
  /** Telling words of its requests. */
  readonly words: ReadonlySet<string>;
}

/** Share of common files by which two sessions are of one matter, even if those files are not rare. */
const SAME_HANDS = 1 / 2;
/** A rare sign among many others says little. */
const LEAST_SHARE = 1 / 5;
const LEAST_WORDS = 2;
/** Number of sessions from which on a file that most of them changed says nothing. */
const MANY = 8;

/**
 * Sessions by matter, each the oldest first: the branches in the picture of the work. A session joins the matter of the earlier
 * session that it fits best, and none joins two, so one that touched two matters does not make one of them.
 * `sessions` begins with the oldest; no matter crosses projects.
 */
export function workstreams<T extends MatterSigns>(
  sessions: readonly T[],
): readonly (readonly T[])[] {
  const scopes = Map.groupBy(sessions, ({ scopeKey }) => scopeKey);
  return [...scopes.values()].flatMap(matters);
}

function matters<T extends MatterSigns>(sessions: readonly T[]): readonly (readonly T[])[] {
  const fit = comparing(sessions);
  const lanes: T[][] = [];
  const laneOf = new Map<T, T[]>();
  for (const [i, session] of sessions.entries()) {
    let best = 0;
    let lane: T[] | null = null;
    // The newest of those that fit equally well.
    for (let k = i - 1; k >= 0; k--) {
      const other = sessions[k]!;
      const found = fit(session, other);
      if (found <= best) continue;
      best = found;
      lane = laneOf.get(other)!;
    }
    if (lane === null) {
      lane = [];
      lanes.push(lane);
    }
    lane.push(session);
    laneOf.set(session, lane);
  }
  return lanes;
}

/** How well two sessions fit; 0 where nothing shows that they are of one matter. */
function comparing(
  sessions: readonly MatterSigns[],
): (one: MatterSigns, other: MatterSigns) => number {
  const byFiles = sharing(sessions, ({ files }) => files);
  const byWords = sharing(sessions, ({ words }) => words);
  return (one, other) => {
    if (one.conversation !== null && one.conversation === other.conversation)
      return Number.POSITIVE_INFINITY;
    if (one.continues.has(other.id)) return Number.POSITIVE_INFINITY;
    const files = byFiles(one, other);
    const words = byWords(one, other);
    const isSameWork = files.share >= SAME_HANDS || (files.share >= LEAST_SHARE && files.rare > 0);
    const isSameTalk = words.share >= LEAST_SHARE && words.rare >= LEAST_WORDS;
    return (isSameWork ? files.share + Number(files.rare > 0) : 0) + (isSameTalk ? words.share : 0);
  };
}

interface Shared {
  /** The part of the one that has fewer signs, by weight. */
  readonly share: number;
  /** Signs that few sessions hold. */
  readonly rare: number;
}

/** Compares sessions by signs of one kind. */
function sharing(
  sessions: readonly MatterSigns[],
  signsIn: (session: MatterSigns) => ReadonlySet<string>,
): (one: MatterSigns, other: MatterSigns) => Shared {
  const weigh = weights(sessions.map(signsIn));
  const sums = new Map(sessions.map((one) => [one, sum([...signsIn(one)], weigh)]));
  return (one, other) => {
    const shared = inBoth(signsIn(one), signsIn(other));
    const least = Math.min(sums.get(one)!, sums.get(other)!);
    return {
      share: least > 0 ? sum(shared, weigh) / least : 0,
      rare: shared.filter((sign) => weigh(sign).isRare).length,
    };
  };
}

interface Weight {
  readonly weight: number;
  readonly isRare: boolean;
}

/** The fewer sessions hold a sign, the more it says. */
function weights(held: readonly ReadonlySet<string>[]): (sign: string) => Weight {
  const holders = new Map<string, number>();
  for (const signs of held)
    for (const sign of signs) holders.set(sign, (holders.get(sign) ?? 0) + 1);
  const all = held.length;
  const rare = mostHoldersOfRare(all);
  return (sign) => {
    const some = holders.get(sign) ?? 1;
    const isCommon = all >= MANY && some > all / 2;
    return { weight: isCommon ? 0 : Math.log(1 + all / some), isRare: some <= rare };
  };
}

function sum(signs: readonly string[], weigh: (sign: string) => Weight): number {
  return signs.reduce((total, sign) => total + weigh(sign).weight, 0);
}

function inBoth(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  return [...few].filter((sign) => many.has(sign));
}
