import { tellingWords, wordsOf } from '../../domain/search/memory-match.ts';
import type { Deps } from '../deps.ts';
import { type MemoryQuery, mostMemories } from '../memories/memories.ts';
import { teamWords } from '../team.ts';

/** A pin or a memory that a teammate shared, and that holds words of a question. */
export interface TeamHit {
  readonly author: string;
  readonly id: string;
  readonly at: number;
  readonly content: string;
  /** The share of the question's telling words that it holds: 0 to 1. */
  readonly score: number;
}

/** Best first. `scope`: null for every project. */
export async function teamHits(
  deps: Pick<Deps, 'store' | 'rooms' | 'config'>,
  question: string,
  query: Pick<MemoryQuery, 'scope' | 'since' | 'limit'>,
): Promise<readonly TeamHit[]> {
  const { scope, since = 0 } = query;
  const asked = tellingWords(question);
  return (await teamWords(deps, scope?.key ?? null))
    .flatMap(({ author, id, at, label, content: words }): TeamHit[] => {
      if (at < since) return [];
      const content = label === null ? words : `${label}: ${words}`;
      const said = wordsOf(content);
      const held = [...asked].filter((word) => said.has(word)).length;
      return held > 0 ? [{ author, id, at, content, score: held / asked.size }] : [];
    })
    .sort((a, b) => b.score - a.score || b.at - a.at)
    .slice(0, mostMemories(deps, query));
}
