import { GLOBAL_SCOPE_KEY, type ScopeKey, type SessionId } from '../../domain/ids.ts';
import { type PassageShare, passageShares } from '../../domain/search/best-passages.ts';
import { documentsIn, type HitList, together, within } from '../../domain/search/holding.ts';
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
import type { SearchSpan } from '../../store/search.ts';
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

/** How a prompt fits the earlier sessions of a scope and the global ones. */
export interface Matches {
  /** The share of the prompt's informative words that a session holds: 1 where it holds them all. For thresholds. */
  of(id: SessionId): number;
  /** Where a session stands at the first prompt, the highest first: text that fades by half in 14 days, and ids. */
  order(id: SessionId, at: Millis, now: Millis): number;
  /** The sessions that fit best, and well, the best first. */
  best(now: Millis, most: number): readonly SessionId[];
  /** The best that ended before a moment, with the words that tell most. */
  strong(before: Millis, most: number): readonly StrongMatch[];
  /** The passages of these sessions that say most of the prompt, best first. */
  passages(except: ReadonlySet<SessionId>): readonly FoundPassage[];
  /** What was looked for, to mark it in a passage. */
  readonly terms: readonly PromptTerm[];
}

export interface StrongMatch {
  readonly id: SessionId;
  readonly at: Millis;
  readonly match: number;
  readonly words: readonly string[];
}

export interface FoundPassage extends PassageShare {
  readonly session: SessionId;
  /** When its session ended. */
  readonly at: Millis;
}

export const NO_MATCHES: Matches = {
  of: () => 0,
  order: (_, at, now) => promptOrder(NO_MATCH, now - at),
  best: () => [],
  strong: () => [],
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
  const { terms, pairs } = promptTerms(prompt);
  // "Continue where we left off" fits everything.
  if (!terms.some(isTelling)) return NO_MATCHES;
  const spans = await deps.store.searchSpans({
    kinds: ['session'],
    scopeKeys: [...new Set([scopeKey, GLOBAL_SCOPE_KEY])],
    ...(until !== undefined && { until }),
  });
  const earlier = spans.filter(({ ref }) => ref !== besides);
  if (earlier.length === 0) return NO_MATCHES;
  const candidates = new Map(earlier.map((span) => [span.number, span]));
  const numbers = new Set(candidates.keys());
  const words: TermHits[] = [];
  for (const term of terms) {
    // Fewer words tell less, and that is better than no restore.
    if (deps.deadline.passed()) break;
    words.push({ term, hits: within(await deps.store.searchHits(term, MOST_HITS), numbers) });
  }
  const byNumber = textMatch(words, rarestPairs(pairs, words, numbers.size), numbers);
  const byId = new Map(earlier.map(({ ref, number }) => [ref, byNumber.get(number) ?? NO_MATCH]));
  const matchOf = (id: string): Match => byId.get(id) ?? NO_MATCH;
  return {
    of: (id) => matchOf(id).share,
    order: (id, at, now) => promptOrder(matchOf(id), now - at),
    best: (now, most) =>
      earlier
        .map(({ ref, ended }) => ({
          ref,
          match: matchOf(ref),
          order: promptOrder(matchOf(ref), now - ended),
        }))
        .sort((a, b) => b.order - a.order)
        .filter(({ match }, place) => isStrong(match, place))
        .slice(0, most)
        .map(({ ref }) => ref as SessionId),
    strong(before, most) {
      const latest = earlier.reduce((last, { ended }) => Math.max(last, ended), before);
      const order = ({ ref, ended }: SearchSpan): number => promptOrder(matchOf(ref), latest - ended);
      return earlier
        .map((span) => ({ span, match: matchOf(span.ref), order: order(span) }))
        .sort((a, b) => b.order - a.order)
        .filter(({ span, match }, place) => span.ended < before && isStrong(match, place))
        .slice(0, most)
        .map(({ span, match }) => ({
          id: span.ref as SessionId,
          at: span.ended,
          match: match.share,
          words: tellingWords(words, span),
        }));
    },
    passages: (except) =>
      passageShares(words, numbers).flatMap((one): FoundPassage[] => {
        const { ref, ended } = candidates.get(documentOf(one.id))!;
        const session = ref as SessionId;
        return except.has(session) ? [] : [{ ...one, session, at: ended }];
      }),
    terms: words.map(({ term }) => term),
  };
}

/** `place`: where the session stands among all, the newest too. */
function isStrong({ share, ids }: Match, place: number): boolean {
  return share >= STRONG || ids >= SAME_IDS || (place < AMONG_BEST && share >= FAIR);
}

/**
 * Neighbours of the prompt in one passage, one of them in fewer than half of the sessions. As phrases they would tell no
 * more (MRR .668 against .662) and cost a look into the index each.
 */
function rarestPairs(
  pairs: readonly Pair[],
  words: readonly TermHits[],
  sessions: number,
): readonly HitList[] {
  const holders = words.map(({ hits }) => documentsIn(hits.ids));
  const rarer = ({ of }: Pair): number => Math.min(holders[of[0]] ?? 0, holders[of[1]] ?? 0);
  return pairs
    .filter((pair) => rarer(pair) > 0 && rarer(pair) < Math.max(2, sessions / 2))
    .sort((a, b) => rarer(a) - rarer(b))
    .slice(0, MOST_PAIRS)
    .map(({ of }) => together(words[of[0]]!.hits, words[of[1]]!.hits));
}

/** The rarest of the words that a session holds. */
function tellingWords(words: readonly TermHits[], { number }: SearchSpan): string[] {
  const held = words
    .filter(({ term, hits }) => term.kind !== 'file' && hits.ids.some((id) => documentOf(id) === number))
    .sort((a, b) => documentsIn(a.hits.ids) - documentsIn(b.hits.ids))
    .map(({ term }) => term.forms[0]!);
  return [...new Set(held)].slice(0, MOST_WORDS);
}
