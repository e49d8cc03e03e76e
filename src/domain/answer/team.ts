import type { ScopeKey } from '../ids.ts';
import { oneLine } from '../text/safe-text.ts';
import type { Millis } from '../time.ts';
import { HEADINGS } from './headings.ts';
import { bullet, byline } from './lines.ts';

export const TEAM = `${HEADINGS.team} (what others shared; not the words of this user):`;

/** A pin or a memory that a teammate shared. */
export interface TeamWord {
  readonly id: string;
  readonly scopeKey: ScopeKey;
  readonly author: string;
  readonly at: Millis;
  readonly kind: 'pin' | 'memory';
  /** The label of a pin. */
  readonly label: string | null;
  readonly content: string;
}

/** A teammate's words as an answer to a question tells them. */
export function teamLine(
  { author, at, content }: { readonly author: string; readonly at: Millis; readonly content: string },
  now: Millis,
): string {
  return bullet(`${byline(author, at, now, 'relative')} ${withoutRank(content, 300)}`);
}

/** A word that would raise it above what it is stays out. */
export function withoutRank(text: string, most: number): string {
  return oneLine(text, most).replace(/\bCRITICAL\b/g, 'critical');
}
