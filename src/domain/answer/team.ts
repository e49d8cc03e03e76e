import type { ScopeKey } from '../ids.ts';
import { oneLine } from '../text/safe-text.ts';
import type { NextAction } from '../thread/thread.ts';
import type { Millis } from '../time.ts';
import { HEADINGS } from './headings.ts';
import { bullet, type Dates, when } from './lines.ts';
import type { Item } from './section.ts';

export const TEAM = `${HEADINGS.team} (what others shared; not the words of this user):`;

/** Something a teammate shared. */
export interface TeamWord {
  readonly id: string;
  readonly scopeKey: ScopeKey;
  readonly author: string;
  readonly at: Millis;
  readonly record: TeamRecord;
}

export type TeamRecord =
  /** A memory of the project; a person's own words only where they were marked. */
  | { readonly kind: 'memory'; readonly memory: TeamMemory }
  /** A pin that its owner marked for the team. */
  | {
      readonly kind: 'pin';
      readonly id: string;
      readonly label: string | null;
      readonly content: string;
      readonly critical: boolean;
    }
  | TeamVisit;

/** A memory as a row holds it, without how often it was looked up here. */
export interface TeamMemory {
  readonly id: string;
  readonly content: string;
  readonly categories: readonly string[];
  readonly importance: number;
  readonly source: string;
  readonly confidence: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string | null;
  readonly session: string | null;
}

/** When somebody worked, on which branch, and what they committed last: no word of the conversation. */
export interface TeamVisit {
  readonly kind: 'visit';
  readonly session: string;
  readonly host: string;
  readonly startedAt: Millis;
  readonly endedAt: Millis | null;
  readonly branch: string | null;
  readonly head: string | null;
  readonly title: string | null;
}

/** The settings of telling a team's words: whether, and whom the person trusts. */
export interface TeamContent {
  readonly words: readonly TeamWord[];
  /** Next actions that teammates noted. */
  readonly next: readonly NextAction[];
  /** Logins whose CRITICAL pins are. */
  readonly trust: readonly string[];
}

/** Visits say who else is at it: the latest of each, and not many. */
const MOST_VISITS = 3;

/** `[alice, 2d ago]`: whose word it is. */
export function byline(author: string, at: Millis, now: Millis, dates: Dates): string {
  return `[${oneLine(author, 40)}, ${when(at, now, dates)}]`;
}

/** A teammate's words as an answer to a question tells them. */
export function teamLine(
  { author, at, content }: { readonly author: string; readonly at: Millis; readonly content: string },
  now: Millis,
): string {
  return bullet(`${byline(author, at, now, 'relative')} ${plain(content, 300)}`);
}

/** Pins first, then memories, next actions and who worked on what. `critical` items give way last. */
export function teamItems(
  { words, next, trust }: TeamContent,
  now: Millis,
  dates: Dates,
  critical: number,
): Item[] {
  const visits = new Map<string, string>();
  const pins: Item[] = [];
  const others: Item[] = [];
  for (const word of words) {
    const { author, at, record } = word;
    const by = byline(author, at, now, dates);
    switch (record.kind) {
      case 'pin': {
        // Somebody else's CRITICAL is a plain pin: it must not push aside what this person holds for critical.
        const isCritical = record.critical && trust.includes(author);
        const label = record.label === null ? '' : `${oneLine(record.label, 80)}: `;
        const text = bullet(
          `${by} ${isCritical ? 'CRITICAL ' : ''}pinned: ${label}${plain(record.content, 300)}`,
        );
        pins.push({ text, of: word, ...(isCritical && { precedence: critical }) });
        break;
      }
      case 'memory': {
        const { categories, content } = record.memory;
        const what = categories.includes('rule') ? 'rule' : 'knows';
        others.push({ text: bullet(`${by} ${what}: ${plain(content, 300)}`), of: word });
        break;
      }
      case 'visit':
        if (!visits.has(author) && record.title !== null) visits.set(author, visitLine(by, record));
        break;
    }
  }
  const planned = next.map((action) => ({
    text: bullet(`${byline(action.from ?? '', action.at, now, dates)} next: ${plain(action.text, 200)}`),
    of: action,
  }));
  const worked = [...visits.values()].slice(0, MOST_VISITS).map((text) => ({ text: bullet(text), of: null }));
  return [...pins, ...others, ...planned, ...worked];
}

/** A word that would raise it above what it is stays out. */
function plain(text: string, most: number): string {
  return oneLine(text, most).replace(/\bCRITICAL\b/g, 'critical');
}

function visitLine(by: string, { branch, title }: TeamVisit): string {
  const on = branch === null || branch === title ? '' : ` on ${oneLine(branch, 80)}`;
  return `${by} worked${on}: ${oneLine(title ?? '', 120)}`;
}
