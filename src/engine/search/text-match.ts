import { GLOBAL_SCOPE_KEY, type ScopeKey, type SessionId } from '../../domain/ids.ts';
import { isGlobal } from '../../domain/scope.ts';
import { type PassageShare, usefulPassages } from '../../domain/search/best-passages.ts';
import { type Holding, together, within } from '../../domain/search/holding.ts';
import { documentOf } from '../../domain/search/passage.ts';
import { isTelling, type PromptTerm, promptTerms } from '../../domain/search/prompt-terms.ts';
import type { Pair } from '../../domain/search/query.ts';
import {
  type Match,
  NO_MATCH,
  promptOrder,
  type TermHits,
  textMatch,
} from '../../domain/search/text-match.ts';
import type { Millis } from '../../domain/time.ts';
import type { SessionSpans } from '../../store/search.ts';
import type { Deps } from '../deps.ts';

/** At a session's start there is less time than for a search: a word in so many passages is common enough. */
const MOST_HITS = 2_000;
/** The rarest tell most; with all of them common ones count too much. */
const MOST_PAIRS = 24;
/** A session is pointed at from this share of the prompt's words on; below, templates that prompts share fit as well. */
const STRONG = 0.7;
/** Or where its user named what the prompt names. */
const SAME_IDS = 0.6;
/** Or where it stands among the best of all with a fair share: two of three such sessions edited the same files. */
const AMONG_BEST = 3;
const FAIR = 0.3;
const MOST_WORDS = 4;

/** How a prompt fits the earlier sessions of a scope and the global ones, whose words are told nowhere else. */
export interface Matches {
  /** How it fits these sessions. */
  weigh(ids: readonly SessionId[]): Promise<Weighed>;
  /** The sessions that fit best, and well, the best first. */
  best(now: Millis, most: number): Promise<readonly SessionId[]>;
  /** The best of the scope's own that ended before a moment, with the words that tell most. */
  strong(before: Millis, most: number): Promise<readonly StrongMatch[]>;
  /** The passages of the scope's own sessions that say most of the prompt, best first. */
  passages(): readonly FoundPassage[];
  /** The terms looked for, to mark them in a passage. */
  readonly terms: readonly PromptTerm[];
}

export interface Weighed {
  /** The share of the prompt's informative words that a session holds: 1 where it holds them all. For thresholds. */
  of(id: SessionId): number;
  /** A session's order at the first prompt, the highest first: text that fades by half in 14 days, and ids. */
  order(id: SessionId, at: Millis, now: Millis): number;
}

export interface StrongMatch {
  readonly id: SessionId;
  readonly at: Millis;
  readonly match: number;
  readonly words: readonly string[];
}

export interface FoundPassage extends PassageShare {
  /** When its session ended. */
  readonly at: Millis;
}

export const NO_MATCHES: Matches = {
  weigh: async () => weighed(() => NO_MATCH),
  best: async () => [],
  strong: async () => [],
  passages: () => [],
  terms: [],
};

export async function matchPrompt(
  deps: Pick<Deps, 'store' | 'deadline'>,
  prompt: string,
  scopeKey: ScopeKey,
  besides: SessionId,
  until?: Millis,
): Promise<Matches> {
  const { store } = deps;
  const { terms, pairs } = promptTerms(prompt);
  // "Continue where we left off" fits everything.
  if (!terms.some(isTelling)) return NO_MATCHES;
  const sessionsOf = (key: ScopeKey) =>
    store.searchSessions({ scopeKeys: [key], besides, ...(until !== undefined && { until }) });
  const own = await sessionsOf(scopeKey);
  const earlier = isGlobal(scopeKey) ? own : bothOf(own, await sessionsOf(GLOBAL_SCOPE_KEY));
  const { length: sessions } = earlier.numbers;
  if (sessions === 0) return NO_MATCHES;
  const numbers = new Set(earlier.numbers);
  const ownNumbers = new Set(own.numbers);
  const words: TermHits[] = [];
  for (const term of terms) {
    // Fewer words tell less, and that is better than no restore.
    if (deps.deadline.passed()) break;
    words.push({ term, hits: within(await store.searchHits(term, MOST_HITS), numbers) });
  }
  const byNumber = textMatch(words, rarestPairs(pairs, words, sessions), sessions);
  const rivals = rivalsIn(earlier, byNumber);
  return {
    async weigh(ids) {
      const numberOf = await store.searchNumbers(ids);
      return weighed((id) => byNumber.get(numberOf.get(id) ?? NO_DOCUMENT) ?? NO_MATCH);
    },
    async best(now, most) {
      if (!rivals.some(({ match }) => isStrong(match, true))) return [];
      const found = strongest(rivals, now).slice(0, most);
      if (found.length === 0) return [];
      const refs = await store.sessionsNumbered(found.map(({ number }) => number));
      // Somebody may have forgotten one of them in between.
      return found.map(({ number }) => refs.get(number)).filter((id) => id !== undefined);
    },
    async strong(before, most) {
      const isMeant = ({ number, ended }: Rival) => ended < before && ownNumbers.has(number);
      if (!rivals.some((rival) => isMeant(rival) && isStrong(rival.match, true))) return [];
      const latest = earlier.ended.reduce((last, ended) => Math.max(last, ended), before);
      const found = strongest(rivals, latest).filter(isMeant).slice(0, most);
      if (found.length === 0) return [];
      const refs = await store.sessionsNumbered(found.map(({ number }) => number));
      return found.flatMap(({ number, ended, match }) => {
        const id = refs.get(number);
        return id ? [{ id, at: ended, match: match.share, words: tellingWords(words, number) }] : [];
      });
    },
    passages() {
      const useful = usefulPassages(words, sessions).filter(({ id }) => ownNumbers.has(documentOf(id)));
      if (useful.length === 0) return [];
      const endOf = new Map(rivals.map(({ number, ended }) => [number, ended]));
      return useful.map((one) => ({ ...one, at: endOf.get(documentOf(one.id))! }));
    },
    terms: words.map(({ term }) => term),
  };
}

function bothOf(one: SessionSpans, other: SessionSpans): SessionSpans {
  return { numbers: [...one.numbers, ...other.numbers], ended: [...one.ended, ...other.ended] };
}

function weighed(matchOf: (id: SessionId) => Match): Weighed {
  return {
    of: (id) => matchOf(id).share,
    order: (id, at, now) => promptOrder(matchOf(id), now - at),
  };
}

const NO_DOCUMENT = -1;

/** A session among others. */
interface Rival {
  readonly number: number;
  readonly ended: Millis;
  readonly match: Match;
}

/** Sessions with a match, and of those without as many of the newest as can stand before one that is among the best. */
function rivalsIn({ numbers, ended }: SessionSpans, byNumber: ReadonlyMap<number, Match>): readonly Rival[] {
  const rivals: Rival[] = [];
  let newest: Rival[] = [];
  let least = Number.NEGATIVE_INFINITY;
  // The newest tend to be last.
  for (let i = numbers.length - 1; i >= 0; i--) {
    const number = numbers[i]!;
    const at = ended[i]!;
    const match = byNumber.get(number);
    if (match) rivals.push({ number, ended: at, match });
    else if (at > least) {
      newest = [...newest, { number, ended: at, match: NO_MATCH }]
        .sort((a, b) => b.ended - a.ended)
        .slice(0, AMONG_BEST);
      if (newest.length === AMONG_BEST) least = newest.at(-1)!.ended;
    }
  }
  return [...rivals, ...newest];
}

/** The strong ones, in their order. Few are: all the others are not sorted. */
function strongest(rivals: readonly Rival[], now: Millis): readonly Rival[] {
  const orders: number[] = [];
  let first: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < rivals.length; i++) {
    const order = promptOrder(rivals[i]!.match, now - rivals[i]!.ended);
    orders.push(order);
    if (order > least) {
      first = [...first, order].sort((a, b) => b - a).slice(0, AMONG_BEST);
      if (first.length === AMONG_BEST) least = first.at(-1)!;
    }
  }
  const strong: { readonly rival: Rival; readonly order: number }[] = [];
  for (let i = 0; i < rivals.length; i++)
    if (isStrong(rivals[i]!.match, orders[i]! >= least))
      strong.push({ rival: rivals[i]!, order: orders[i]! });
  return strong.sort((a, b) => b.order - a.order).map(({ rival }) => rival);
}

/** `isAmongBest`: of all sessions, the newest too. */
function isStrong({ share, ids }: Match, isAmongBest: boolean): boolean {
  return share >= STRONG || ids >= SAME_IDS || (isAmongBest && share >= FAIR);
}

/**
 * Neighbours of the prompt in one passage, one of them in fewer than half of the sessions. As phrases they would tell no
 * more (MRR .668 against .662) and cost a look into the index each.
 */
function rarestPairs(
  pairs: readonly Pair[],
  words: readonly TermHits[],
  sessions: number,
): readonly Holding[] {
  const holders = words.map(({ hits }) => hits.documents.length);
  const rarer = ({ of }: Pair): number => Math.min(holders[of[0]] ?? 0, holders[of[1]] ?? 0);
  return pairs
    .filter((pair) => rarer(pair) > 0 && rarer(pair) < Math.max(2, sessions / 2))
    .sort((a, b) => rarer(a) - rarer(b))
    .slice(0, MOST_PAIRS)
    .map(({ of }) => together(words[of[0]]!.hits, words[of[1]]!.hits));
}

/** The rarest of the words that a session holds. */
function tellingWords(words: readonly TermHits[], number: number): string[] {
  const held = words
    .filter(({ term, hits }) => term.kind !== 'file' && hits.documents.includes(number))
    .sort((a, b) => a.hits.documents.length - b.hits.documents.length)
    .map(({ term }) => term.forms[0]!);
  return [...new Set(held)].slice(0, MOST_WORDS);
}
