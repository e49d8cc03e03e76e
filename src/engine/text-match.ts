import { GLOBAL_SCOPE_KEY, type ScopeKey, type SessionId } from '../domain/ids.ts';
import { documentsIn, type HitList } from '../domain/search/holding.ts';
import { documentOf } from '../domain/search/passage.ts';
import type { Term } from '../domain/search/query.ts';
import { informativeWords, textMatch } from '../domain/search/text-match.ts';
import type { Millis } from '../domain/time.ts';
import type { SearchSpan } from '../store/search.ts';
import type { Deps } from './deps.ts';

/** At a session's start there is less time than for a search: a word in so many passages is common enough. */
const MOST_HITS = 2_000;
/** Of a match that names an older session: 99 of 100 sessions that have nothing to do with a prompt are below .28. */
const STRONG = 0.25;
const MOST_WORDS = 4;

/** How a prompt fits the earlier sessions of a scope and the global ones. */
export interface Matches {
  of(id: SessionId): number;
  /** The sessions that fit best, and well. */
  best(most: number): readonly SessionId[];
  /** The best that ended before a moment, with the words that tell most. */
  strong(before: Millis, most: number): readonly StrongMatch[];
}

export interface StrongMatch {
  readonly id: SessionId;
  readonly at: Millis;
  readonly match: number;
  readonly words: readonly string[];
}

export const NO_MATCHES: Matches = { of: () => 0, best: () => [], strong: () => [] };

export async function matchPrompt(
  deps: Pick<Deps, 'store' | 'deadline'>,
  prompt: string,
  scopeKey: ScopeKey,
  besides: SessionId,
  until?: Millis,
): Promise<Matches> {
  const words = informativeWords(prompt);
  if (words.length === 0) return NO_MATCHES;
  const spans = await deps.store.searchSpans({
    kinds: ['session'],
    scopeKeys: [...new Set([scopeKey, GLOBAL_SCOPE_KEY])],
    ...(until !== undefined && { until }),
  });
  const earlier = spans.filter(({ ref }) => ref !== besides);
  if (earlier.length === 0) return NO_MATCHES;
  const hits: HitList[] = [];
  for (const word of words) {
    // Fewer words tell less, and that is better than no restore.
    if (deps.deadline.passed()) break;
    hits.push(await deps.store.searchHits(word, MOST_HITS));
  }
  const byNumber = textMatch(hits, new Set(earlier.map(({ number }) => number)));
  const byId = new Map(earlier.map(({ ref, number }) => [ref, byNumber.get(number) ?? 0]));
  return {
    of: (id) => byId.get(id) ?? 0,
    best: (most) =>
      earlier
        .filter(({ ref }) => byId.get(ref)! >= STRONG)
        .sort((a, b) => byId.get(b.ref)! - byId.get(a.ref)!)
        .slice(0, most)
        .map(({ ref }) => ref as SessionId),
    strong: (before, most) =>
      earlier
        .filter(({ ref, ended }) => ended < before && byId.get(ref)! >= STRONG)
        .sort((a, b) => byId.get(b.ref)! - byId.get(a.ref)! || b.ended - a.ended)
        .slice(0, most)
        .map((span) => ({
          id: span.ref as SessionId,
          at: span.ended,
          match: byId.get(span.ref)!,
          words: tellingWords(words, hits, span),
        })),
  };
}

/** The rarest of the words that a session holds. */
function tellingWords(words: readonly Term[], hits: readonly HitList[], { number }: SearchSpan): string[] {
  return hits
    .map(({ ids }, i) => ({ ids, word: words[i]!.forms[0]! }))
    .filter(({ ids }) => ids.some((id) => documentOf(id) === number))
    .sort((a, b) => documentsIn(a.ids) - documentsIn(b.ids))
    .slice(0, MOST_WORDS)
    .map(({ word }) => word);
}
