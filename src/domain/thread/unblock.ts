import { type Agreement, agreement, contentWords, looseIdentity } from '../text/near.ts';
import type { ThreadBlocker } from './thread.ts';

/** How a blocker may be called: by its words, or by its type and its words. */
export function blockerTexts({ type, text }: Pick<ThreadBlocker, 'type' | 'text'>): readonly string[] {
  return [text, `${type}: ${text}`];
}

const LEAST_SHARE = 0.5;

/**
 * The blocker that a person's words in passing end. "No longer blocked" alone ends the only one that there is. Other
 * words must agree with it by half, or name what it lacks; where two fit equally well none is ended. A failing check
 * ends with a green run only.
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
  const near = stated
    .map((one) => ({ one, fit: agreement(said, one[1].text) }))
    .filter(({ fit }) => (fit.isTelling || fit.isGiven) && fit.ofSaid >= LEAST_SHARE);
  const [best, second] = near
    .filter(({ fit }) => fit.isTelling && isEnough(fit))
    .map(({ one, fit }) => ({ one, score: fit.ofSaid + fit.ofText }))
    .sort((a, b) => b.score - a.score);
  if (best) return best.score > (second?.score ?? 0) ? [best.one] : [];
  // "The token" is the token in question where only one blocker speaks of one.
  return near.length === 1 && isLacking(near[0]!.fit, near[0]!.one[1].text) ? [near[0]!.one] : [];
}

/** Half of the blocker's words, or two of them where nothing else was said. */
function isEnough({ ofSaid, ofText, shared }: Agreement): boolean {
  return ofText >= LEAST_SHARE || (ofSaid === 1 && shared.length >= 2);
}

/** Whether all that was said is what a blocker lacks, and not what it lacks it for. */
function isLacking({ ofSaid, shared }: Agreement, text: string): boolean {
  const lacking = contentWords(
    text
      .replace(/^(?:waiting|blocked|stuck) (?:for|on|by) /i, '')
      .split(/[,:;(]/)
      .map((clause) => clause.replace(PURPOSE, ''))
      .join(' '),
  );
  return ofSaid === 1 && shared.every((word) => lacking.includes(word));
}

/** From the word on that says whose, whereto or what for. */
const PURPOSE =
  / (?:for|of|in|on|at|from|with|by|about|via|before|to (?!(?:send|give|issue|grant|deliver|provide|create|renew|share|publish|release|sign|approve|restore|fix)\b)) ?.*$/i;

/** Whether two texts speak of one blocker, of which one says only the head: "the platform team". */
export function isRestated(one: string, other: string): boolean {
  const [a, b] = [looseIdentity(one), looseIdentity(other)];
  return a !== '' && (a === headOf(other) || b === headOf(one));
}

function headOf(text: string): string {
  return looseIdentity(text.replace(/, .*$/, ''));
}
