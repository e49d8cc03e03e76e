import type { Deps } from '../deps.ts';
import { gapsAccepted } from '../metrics/verify.ts';
import { missingFacts, missingFactsLine } from './missing-facts.ts';

type LossDeps = Pick<Deps, 'store' | 'evidence'>;

/**
 * For a start, which has no time for more: one look at a file and one at a row. Only where the database is new, others
 * are asked whether there was one before.
 */
export async function lossAtStart(deps: LossDeps): Promise<string | null> {
  const missing = await missingFacts(deps);
  if ((await deps.store.lastSeq()) > 0) {
    const facts = missing === 1 ? 'its last fact' : `its last ${missing} facts`;
    return missing > 0 ? `memory lost ${facts}, or was put back from an older copy` : null;
  }
  const { evidence } = deps;
  const wasOne =
    evidence.lastFact() !== null || (evidence.anchors() ?? []).length > 0 || evidence.mirrors().length > 0;
  return wasOne ? 'memory is empty, and was not' : null;
}

/**
 * Data that is known outside the database and missing in it, in a sentence; null if nothing is. A database that is
 * gone, emptied, without its log or an older copy of itself is sound to SQLite.
 */
export async function lossOf(deps: LossDeps): Promise<string | null> {
  const line = missingFactsLine(await missingFacts(deps));
  if (line !== null) return line;
  const anchors = deps.evidence.anchors() ?? [];
  const upTo = Math.max(0, ...(await gapsAccepted(deps)).map(({ seq }) => seq));
  for (const { seq, hash } of anchors) {
    if (seq > upTo && (await deps.store.metricHash(seq)) !== hash)
      return `metric ${seq}, which was anchored, is not in the database`;
  }
  return null;
}

/** Ids of sessions of which there is a mirror and no row. */
export async function unknownMirrors(
  deps: LossDeps,
  mirrored: readonly string[],
  nameOf: (id: string) => string,
): Promise<number> {
  if (mirrored.length === 0) return 0;
  const known = new Set((await deps.store.idsLike('', Number.MAX_SAFE_INTEGER)).map(nameOf));
  return mirrored.filter((name) => !known.has(name)).length;
}
