/**
 * Whether earlier work is told at a prompt: the verdicts, by how well a session fits. A later prompt gets here only if its text alone may
 * mean earlier work (`domain/search/opening`).
 */
import type { Fit } from '../search/fit.ts';
import type { Returning } from '../search/returning.ts';
import type { SessionFit } from './session-fit.ts';

/** Number of rare words that is no coincidence. */
const RARE_ENOUGH = 3;

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
