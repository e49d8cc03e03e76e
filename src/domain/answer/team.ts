import type { SharedRecord } from '../share/record.ts';
import { oneLine } from '../text/safe-text.ts';
import type { NextAction } from '../thread/thread.ts';
import type { Millis } from '../time.ts';
import { RANK, type Telling } from './contributors.ts';
import { HEADINGS } from './headings.ts';
import { bullet, byline, type Dates } from './lines.ts';
import type { Item, Section } from './section.ts';

export const TEAM = `${HEADINGS.team} (what others shared; not the words of this user):`;

/** Something a teammate shared. */
export interface TeamWord {
  readonly author: string;
  readonly at: Millis;
  readonly record: Extract<SharedRecord, { kind: 'memory' | 'pin' | 'visit' }>;
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

/** A teammate's words as an answer to a question tells them. */
export function teamLine(
  { author, at, content }: { readonly author: string; readonly at: Millis; readonly content: string },
  now: Millis,
): string {
  return bullet(`${byline(author, at, now, 'relative')} ${plain(content, 300)}`);
}

export function teamSection(content: TeamContent, { now, dates, shares }: Telling): Section {
  return { heading: TEAM, items: teamItems(content, now, dates), share: shares.team, precedence: RANK.team };
}

/** Pins first, then memories, next actions and who worked on what. */
function teamItems({ words, next, trust }: TeamContent, now: Millis, dates: Dates): Item[] {
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
        pins.push({ text, of: word, ...(isCritical && { precedence: RANK.critical }) });
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

function visitLine(by: string, { branch, title }: Extract<SharedRecord, { kind: 'visit' }>): string {
  const on = branch === null || branch === title ? '' : ` on ${oneLine(branch, 80)}`;
  return `${by} worked${on}: ${oneLine(title ?? '', 120)}`;
}
