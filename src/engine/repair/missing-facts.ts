import type { Deps } from '../deps.ts';

/** Facts that were committed and are not there. A loss that was found is noted: later facts take the numbers of those that are gone. */
export async function missingFacts({ store, evidence }: Pick<Deps, 'store' | 'evidence'>): Promise<number> {
  // In this order: a fact that is committed in between must not count as missing.
  const remembered = evidence.lastFact();
  const missing = remembered === null ? 0 : remembered - (await store.lastSeq());
  const known = evidence.lostFacts();
  if (missing <= known) return known;
  evidence.noteLostFacts(missing);
  return missing;
}

/** `the last 3 facts that were stored are not in the database`; null where none is missing. */
export function missingFactsLine(missing: number): string | null {
  if (missing === 0) return null;
  return missing === 1
    ? 'the last fact that was stored is not in the database'
    : `the last ${missing} facts that were stored are not in the database`;
}
