import { byLatestActivity } from '../sessions/snapshot.ts';
import { opensAtFirst } from './opens.ts';
import type { SessionFit } from './session-fit.ts';

/** Weight of named files beside words. */
const PATHS = 0.8;
/** Weight of being the newest session; the one before it has half of that. It decides between equals. */
const NEWER = 0.1;
/** A session that fits so well beside the best one is about the same matter, as far as words and files can tell. */
const NEAR = 0.6;
/** The limits of a choice. */
export interface Choosing {
  /** Number of further sessions that fit nearly as well, the best first. */
  readonly more?: number;
  /** Whether a fit is more than a coincidence; as at a first prompt by default. */
  readonly opens?: (one: SessionFit) => boolean;
  /** Prefers the best session that opens to one that fits better, which only holds the same words. */
  readonly isAnyOpen?: boolean;
}

/**
 * The sessions of the matter that a prompt means: the one that fits best, and the newest of those that fit nearly as well,
 * which knows how it ended. The latest first; none where nothing fits.
 */
export function chooseSessions(
  fits: readonly SessionFit[],
  { more = 0, opens = opensAtFirst({ isReturn: false }), isAnyOpen = false }: Choosing = {},
): readonly SessionFit[] {
  const highest = (of: (one: SessionFit) => number) => Math.max(1e-9, ...fits.map(of));
  const [mostWords, mostPaths] = [highest((one) => one.words), highest((one) => one.paths)];
  const scored = fits.toSorted(byLatestActivity).map((one, i) => {
    const fitness = one.words / mostWords + (PATHS * one.paths) / mostPaths;
    return { one, fitness, score: fitness + NEWER / (i + 1) };
  });
  const possible = isAnyOpen ? scored.filter(({ one }) => opens(one)) : scored;
  const best = possible.reduce((a, b) => (b.score > a.score ? b : a), possible[0]!);
  if (!best || !opens(best.one)) return [];
  const near = scored.filter(({ fitness }) => fitness >= NEAR * best.fitness);
  const matter = [near[0]!, best];
  const others = near.filter((one) => !matter.includes(one)).toSorted((a, b) => b.score - a.score);
  const chosen = [...matter, ...others.slice(0, more)];
  return near.filter((one) => chosen.includes(one)).map(({ one }) => one);
}
