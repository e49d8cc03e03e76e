import { estimateTokens } from '../text/tokens.ts';
import type { Millis } from '../time.ts';
import { fitSections } from './budget.ts';
import {
  type Context,
  type Contribution,
  contributions,
  type PreambleLimits,
  type SectionName,
} from './contributors.ts';
import { CLOSING, HEADINGS, OPENING } from './headings.ts';
import { when } from './lines.ts';
import { type Item, toldIn } from './section.ts';

/** A section of a preamble with the items that found room. */
export interface FittedSection extends Contribution {
  readonly items: readonly Item[];
  /** The line that counts the rest. */
  readonly more: string | null;
}

/** A preamble, and what found room in it. */
export interface Preamble {
  readonly text: string;
  readonly sections: readonly FittedSection[];
  /** The tasks, pins, memories and sessions that are told. */
  readonly told: ReadonlySet<unknown>;
}

/** The text between the tags of a preamble; `inElement` puts the tags around it again. */
export function insideElement(preamble: string): string {
  return preamble.slice(OPENING.length, -CLOSING.length).trim();
}

function inElement(text: string): string {
  return `${OPENING}\n${text}\n${CLOSING}`;
}

/** The estimate may fall short of the true count, by 3 % where it is at its worst. */
const SAFE = 0.97;

/** The text given to the model once; null when there is nothing to say, or no room to say any of it. */
export function makePreamble(
  context: Context,
  limits: PreambleLimits,
  now: Millis,
  chosen?: readonly SectionName[],
): Preamble | null {
  const budget = { tokens: Math.floor(limits.maxTokens * SAFE), chars: limits.maxChars };
  const header = headerOf(context, limits, now);
  const frame = (blocks: readonly string[]) => inElement([...header, ...blocks].join('\n\n'));
  const made = contributions(context, limits, now, chosen);
  const all = made.map(({ section }) => section);
  const fitted = fitSections(all, budget, estimateTokens, frame);
  if (!fitted) return null;
  const told = fitted.kept.flat().flatMap(({ of, within = [] }) => [of, ...within]);
  const sections = made.map((one, i) => ({ ...one, ...toldIn(one.section, fitted.kept[i]!.length) }));
  return {
    text: fitted.text,
    told: new Set(told),
    sections: sections.filter(({ items }) => items.length > 0),
  };
}

function headerOf(
  { sessions, shortForm, othersAsOf }: Context,
  { dates }: PreambleLimits,
  now: Millis,
): string[] {
  const parts = [
    ...(sessions > 0 ? [`inherited from ${sessions} prior session(s)`] : []),
    ...(sessions === 0 && shortForm ? [`nothing inherited; last work ${when(shortForm.last.at, now)}`] : []),
    ...(othersAsOf === null ? [] : [`work of other machines as of ${when(othersAsOf, now, dates)}`]),
  ];
  return parts.length === 0 ? [] : [`[${HEADINGS.header} — ${parts.join('; ')}]`];
}
