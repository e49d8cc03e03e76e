import { agreement, looseIdentity } from '../text/near.ts';
import type { ThreadBlocker } from './thread.ts';

/** How a blocker may be called: by its words, or by its type and its words. */
export function blockerTexts({ type, text }: Pick<ThreadBlocker, 'type' | 'text'>): readonly string[] {
  return [text, `${type}: ${text}`];
}

const LEAST_SHARE = 0.5;

/**
 * The blocker that a person's words in passing end. "No longer blocked" alone ends the only one that there is. Other
 * words must agree with it by half, in a word that tells it from others; where two fit equally well none is ended. A
 * failing check ends with a green run only.
 */
export function freedBy<T extends readonly [string, ThreadBlocker]>(
  said: string,
  open: readonly T[],
): readonly T[] {
  const stated = open.filter(([, { identity, by }]) => identity === null && by !== 'tool');
  if (said.trim() === '') return stated.length === 1 ? stated : [];
  const loose = looseIdentity(said);
  const same = stated.filter(([, blocker]) => looseIdentity(blocker.text) === loose);
  if (loose !== '' && same.length > 0) return same;
  const scored = stated
    .map((one) => ({ one, fit: agreement(said, one[1].text) }))
    .filter(({ fit }) => fit.isTelling && fit.ofSaid >= LEAST_SHARE && isEnough(fit))
    .map(({ one, fit }) => ({ one, score: fit.ofSaid + fit.ofText }))
    .sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  return best && best.score > (second?.score ?? 0) ? [best.one] : [];
}

/** Half of the blocker's words, or two of them where nothing else was said. */
function isEnough({ ofSaid, ofText, shared }: ReturnType<typeof agreement>): boolean {
  return ofText >= LEAST_SHARE || (ofSaid === 1 && shared >= 2);
}
