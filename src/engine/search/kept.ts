import { GLOBAL_SCOPE_KEY } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { confidenceAt, type Memory } from '../../domain/memories/memory.ts';
import {
  memoryFit,
  memoryWords,
  sharedBy,
  tellingWords,
} from '../../domain/search/memory-match.ts';
import { isTelling, readQuery } from '../../domain/search/query.ts';
import type { Deps } from '../base/deps.ts';
import { teamWords } from '../base/team.ts';
import { type MemoryQuery, mostMemories } from '../memories/memories.ts';

/** Each term costs an index lookup. */
const MOST_TERMS = 24;
/** Most memories with a word of the prompt that are compared with it as a whole. */
const MOST_LOOKED_AT = 60;

/** Memories of the scope, of any category, that match a prompt; the best first, none for a generic prompt. */
export async function memoriesForPrompt(
  deps: Pick<Deps, 'store' | 'now'>,
  scope: Scope,
  prompt: string,
  limit: number,
): Promise<readonly Memory[]> {
  const { terms: all } = readQuery(prompt);
  const terms = [...all.filter(isTelling), ...all.filter((term) => !isTelling(term))].slice(
    0,
    MOST_TERMS,
  );
  if (terms.length === 0) return [];
  const now = deps.now();
  const hits = await deps.store.searchMemories(terms, {
    scopeKeys: [...new Set([scope.key, GLOBAL_SCOPE_KEY])],
    now,
    limit: MOST_LOOKED_AT,
  });
  const asked = memoryWords(prompt);
  return hits
    .flatMap(({ memory, score: held }) => {
      const fit = memoryFit(asked, memory.content, held);
      return fit === null ? [] : [{ memory, worth: fit * confidenceAt(memory, now) }];
    })
    .sort((a, b) => b.worth - a.worth || b.memory.updatedAt - a.memory.updatedAt)
    .slice(0, limit)
    .map(({ memory }) => memory);
}

/** A pin or a memory of a teammate that contains words of a question. */
export interface TeamHit {
  readonly author: string;
  readonly id: string;
  readonly at: number;
  readonly content: string;
  /** The share of the question's subject words that it contains: 0 to 1. */
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
      const held = sharedBy(asked, memoryWords(content));
      return held > 0 ? [{ author, id, at, content, score: held / asked.size }] : [];
    })
    .sort((a, b) => b.score - a.score || b.at - a.at)
    .slice(0, mostMemories(deps, query));
}
