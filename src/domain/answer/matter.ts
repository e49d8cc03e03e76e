import type { SessionId } from '../ids.ts';
import { latestFirst } from '../restore/snapshot.ts';
import { type Fit, isWorthQuoting } from '../search/fit.ts';
import type { Millis } from '../time.ts';

/** How well an earlier session fits the words of a prompt. */
export interface SessionFit {
  readonly id: SessionId;
  /** Its place among all sessions, and when it was last active. */
  readonly place: number;
  readonly at: Millis;
  /** Its score among the documents of a search. */
  readonly words: number;
  /** How many of the files that the prompt names it touched. */
  readonly paths: number;
  /** How many telling words of the prompt it holds, and how many of them it shares with few other sessions. */
  readonly telling: number;
  readonly rare: number;
  /** The fit of its best turn. */
  readonly fit: Fit;
  /** The turns that hold the prompt's words, best first. */
  readonly turns: readonly number[];
}

/** Weight of named files beside words. */
const PATHS = 0.8;
/** Weight of being the newest session; the one before it has half of that. It decides between equals. */
const NEWER = 0.1;
/** A session that fits so well beside the best one is about the same matter, as far as words and files can tell. */
const NEAR = 0.6;
/** So many rare words are no coincidence. */
const RARE_ENOUGH = 3;
/** At a later prompt the rare words are also none of what is under way. */
const RARE_ENOUGH_LATER = 2;

/** How much is chosen. */
export interface Choosing {
  /** Somebody comes back to the matter or asks about it: one telling word is enough. */
  readonly isReturn?: boolean;
  /** So many more of those that fit nearly as well, the best first. */
  readonly more?: number;
  /** Whether a fit is more than a coincidence; as at a first prompt by default. */
  readonly opens?: (one: SessionFit) => boolean;
}

/**
 * The sessions of the matter that a prompt means: the one that fits best, and the newest of those that fit nearly as well,
 * which knows how it ended. The latest first; none where nothing fits.
 */
export function chooseSessions(
  fits: readonly SessionFit[],
  { isReturn = false, more = 0, opens = opensAtFirst(isReturn) }: Choosing = {},
): readonly SessionFit[] {
  const highest = (of: (one: SessionFit) => number) => Math.max(1e-9, ...fits.map(of));
  const [mostWords, mostPaths] = [highest((one) => one.words), highest((one) => one.paths)];
  const scored = fits.toSorted(latestFirst).map((one, i) => {
    const fitness = one.words / mostWords + (PATHS * one.paths) / mostPaths;
    return { one, fitness, score: fitness + NEWER / (i + 1) };
  });
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a), scored[0]!);
  if (!best || !opens(best.one)) return [];
  const near = scored.filter(({ fitness }) => fitness >= NEAR * best.fitness);
  const matter = [near[0]!, best];
  const others = near.filter((one) => !matter.includes(one)).toSorted((a, b) => b.score - a.score);
  const chosen = [...matter, ...others.slice(0, more)];
  return near.filter((one) => chosen.includes(one)).map(({ one }) => one);
}

/** Whether a fit is more than a coincidence: at the first prompt of a session. */
export function opensAtFirst(isReturn: boolean) {
  return ({ fit, paths, rare, telling }: SessionFit): boolean =>
    paths > 0 || rare >= RARE_ENOUGH || (isReturn && telling > 0) || isWorthQuoting(fit, false);
}

/** The same at a later prompt, where most prompts go on with what is under way. */
export function opensLater(isReturn: boolean) {
  return ({ fit, paths, rare }: SessionFit): boolean =>
    paths > 0 || fit.isNamed || rare >= (isReturn ? 1 : RARE_ENOUGH_LATER);
}
