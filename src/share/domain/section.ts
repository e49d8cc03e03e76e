import type { SectionInput } from '../../domain/answer/context.ts';
import { precedenceOf, roomOf } from '../../domain/answer/contributors.ts';
import {
  bullet,
  byline,
  type Dates,
  TEAM_HEADING,
  withoutRank,
} from '../../domain/answer/lines.ts';
import type { Section, SectionItem } from '../../domain/base/section.ts';
import { oneLine } from '../../domain/base/text/safe-text.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { NextAction } from '../../domain/threads/thread.ts';
import type { RecordOf, TeamItem } from './record.ts';

/** The settings of telling a team's words: whether, and whom the person trusts. */
export interface TeamContent {
  readonly words: readonly TeamItem[];
  /** Next actions that teammates noted. */
  readonly next: readonly NextAction[];
  /** Logins whose CRITICAL pins stay CRITICAL. */
  readonly trust: readonly string[];
}

/** Visits say who else is at it, and not many: of each only the latest is kept. */
const MOST_VISITS = 3;

/** The section FROM THE TEAM. */
export function teamSection(content: TeamContent, input: SectionInput): Section {
  return {
    heading: TEAM_HEADING,
    items: teamItems(content, input.now, input.dates),
    ...roomOf(input, 'team'),
    precedence: precedenceOf('team'),
  };
}

/** Pins first, then memories, next actions and who worked on what. */
function teamItems({ words, next, trust }: TeamContent, now: Millis, dates: Dates): SectionItem[] {
  const visits: string[] = [];
  const pins: SectionItem[] = [];
  const others: SectionItem[] = [];
  for (const word of words) {
    const { author, at, record } = word;
    const by = byline(author, at, now, dates);
    switch (record.kind) {
      case 'pin': {
        // Somebody else's CRITICAL is a plain pin: it must not push aside what this person holds for critical.
        const isCritical = record.critical && trust.includes(author);
        const label = record.label === null ? '' : `${oneLine(record.label, 80)}: `;
        const text = bullet(
          `${by} ${isCritical ? 'CRITICAL ' : ''}pinned: ${label}${withoutRank(record.content, 300)}`,
        );
        pins.push({ text, of: word, ...(isCritical && { precedence: precedenceOf('critical') }) });
        break;
      }
      case 'memory': {
        const { categories, content } = record.memory;
        const what = categories.includes('rule') ? 'rule' : 'knows';
        others.push({ text: bullet(`${by} ${what}: ${withoutRank(content, 300)}`), of: word });
        break;
      }
      case 'visit':
        if (record.title !== null) visits.push(visitLine(by, record));
        break;
    }
  }
  const planned = next.map((action) => ({
    text: bullet(
      `${byline(action.from ?? '', action.at, now, dates)} next: ${withoutRank(action.text, 200)}`,
    ),
    of: action,
  }));
  const worked = visits.slice(0, MOST_VISITS).map((text) => ({ text: bullet(text), of: null }));
  return [...pins, ...others, ...planned, ...worked];
}

function visitLine(by: string, { branch, title }: RecordOf<'visit'>): string {
  const on = branch === null || branch === title ? '' : ` on ${oneLine(branch, 80)}`;
  return `${by} worked${on}: ${oneLine(title ?? '', 120)}`;
}
