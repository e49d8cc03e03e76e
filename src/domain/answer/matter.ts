import type { SessionId } from '../base/ids.ts';
import type { Millis } from '../base/time.ts';
import type { Fit } from '../search/fit.ts';
import type { Returning } from '../search/returning.ts';
import { byLatestActivity } from '../sessions/snapshot.ts';

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
  /** How many of the rare ones a person said there, or name its files; and how many of these stand in more than one turn. */
  readonly said: number;
  readonly saidAgain: number;
  /** Whether a rare one is an id or a file that it touched. */
  readonly isNamed: boolean;
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
/** Number of rare words that is no coincidence. */
const RARE_ENOUGH = 3;

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

/** Share of a prompt's words that its best turn has to hold, by how many of them tell the subject. */
const ENOUGH = [0.45, 0.3, 0.15, 0.12];
/** Number of other words that is needed without a telling one. */
const FEWEST = 3;
/** Share of the words that is enough for a person who comes back and names the matter by no rare word. */
const ENOUGH_OF_RETURN = 0.4;

/** Whether a fit is more than a coincidence: at the first prompt of a session. */
export function opensAtFirst({
  isReturn,
}: Pick<Returning, 'isReturn'>): (one: SessionFit) => boolean {
  return ({ fit, paths, rare, telling }) =>
    paths > 0 ||
    fit.isNamed ||
    rare >= RARE_ENOUGH ||
    (isReturn && telling > 0 && (rare > 0 || fit.share >= ENOUGH_OF_RETURN)) ||
    isMuchOf(fit);
}

/** Words that are hardly a coincidence: two rare ones, one where the prompt says little else, or many that tell the subject. */
const SURE = { rare: 2, share: 0.5, telling: 3 };

/** Whether what opens at a first prompt is hardly a coincidence. */
export function isSure({ fit, paths, rare }: SessionFit): boolean {
  const isShort = rare > 0 && fit.share >= SURE.share;
  return paths > 0 || fit.isNamed || rare >= SURE.rare || isShort || fit.telling >= SURE.telling;
}

/** Whether a fit answers a question: one telling word is enough, because somebody asked. */
export function opensWhenAsked(one: SessionFit): boolean {
  return one.telling > 0 || opensAtFirst({ isReturn: false })(one);
}

function isMuchOf({ share, words, telling }: Fit): boolean {
  if (words === 0 || (telling === 0 && words < FEWEST)) return false;
  return share >= ENOUGH[Math.min(telling, ENOUGH.length - 1)]!;
}

/** Number of a person's own words that is no coincidence at a later prompt. */
const SAID_ENOUGH = 2;

/**
 * Whether a fit is more than a coincidence at a later prompt. Most later prompts go on with the work under way, so the prompt has to
 * share `least` words that a person said of the matter. A single one also needs a word of coming back, or a mention in two turns.
 */
export function opensLater(
  least: number,
  { isReturn }: Pick<Returning, 'isReturn'>,
): (one: SessionFit) => boolean {
  return ({ said, saidAgain, isNamed }) =>
    isNamed || (said >= least && (said >= SAID_ENOUGH || isReturn || saidAgain > 0));
}
