import { endOfDocument, FIELDS_OF_SESSION, type HitList, held, rarity } from './holding.ts';
import { documentOf } from './passage.ts';
import { readQuery, type Term } from './query.ts';

/** What of a prompt is compared; a longer one has said by then what it is about. */
const LONGEST_PROMPT = 1_500;

/** The words of a prompt that can tell sessions apart. Numbers, hashes and dates never come back the same. */
export function informativeWords(prompt: string): readonly Term[] {
  return readQuery(prompt.slice(0, LONGEST_PROMPT)).terms.filter((term) => !/\d/.test(term.forms[0]!));
}

/**
 * The share of the prompt's informative words, weighed by rarity among the candidates, that each session's
 * own text holds: 0 without any, 1 when the user's words, the agent's and the paths are all full of all of
 * them. A word counts by how firmly it is held, because a long session holds nearly every word once: counted
 * plainly, real coding sessions are ranked worse than by recency alone (MRR .57 against .59; so, .62 to .64).
 *
 * `hits` are those of each of the words; sessions that hold none are absent from the answer.
 */
export function textMatch(hits: readonly HitList[], candidates: ReadonlySet<number>): Map<number, number> {
  const match = new Map<number, number>();
  let whole = 0;
  for (const { ids, reach } of hits) {
    const holding: [document: number, firmly: number][] = [];
    for (let start = 0, end = 0; start < ids.length; start = end) {
      end = endOfDocument(ids, start);
      const document = documentOf(ids[start]!);
      if (candidates.has(document)) holding.push([document, held(ids, start, end) / FIELDS_OF_SESSION]);
    }
    const weight = rarity(holding.length / reach, candidates.size);
    whole += weight;
    for (const [document, firmly] of holding)
      match.set(document, (match.get(document) ?? 0) + weight * firmly);
  }
  // Where every word is everywhere, none of them tells anything.
  for (const [document, sum] of match) match.set(document, whole > 0 ? Math.min(1, sum / whole) : 0);
  return match;
}
