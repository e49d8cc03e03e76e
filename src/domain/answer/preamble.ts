import { fitSections } from '../base/budget.ts';
import { type SectionItem, shownItems } from '../base/section.ts';
import { estimateTokens, SAFE } from '../base/text/tokens.ts';
import type { Millis } from '../base/time.ts';
import type { Context, PreambleLimits } from './context.ts';
import { type Contribution, contributions, type SectionName } from './contributors.ts';
import { CLOSING, HEADINGS, OPENING } from './headings.ts';
import { whenWords } from './lines.ts';

/** A section of a preamble with the items that fit. */
export interface FittedSection extends Contribution {
  readonly items: readonly SectionItem[];
  /** The line that counts the omitted items. */
  readonly more: string | null;
}

/** A preamble and the items that it contains. */
export interface Preamble {
  readonly text: string;
  readonly sections: readonly FittedSection[];
  /** The tasks, pins, memories and sessions in the text. */
  readonly told: ReadonlySet<unknown>;
}

/** The text between the tags of a preamble; `inElement` puts the tags around it again. */
export function insideElement(preamble: string): string {
  return preamble.slice(OPENING.length, -CLOSING.length).trim();
}

function inElement(text: string): string {
  return `${OPENING}\n${text}\n${CLOSING}`;
}

/** The text of a preamble; null if there is nothing to say or nothing fits. */
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
  const sections = made.map((one, i) => ({
    ...one,
    ...shownItems(one.section, fitted.kept[i]!.length),
  }));
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
    ...(sessions === 0 && shortForm
      ? [`nothing inherited; last work ${whenWords(shortForm.last.at, now)}`]
      : []),
    ...(othersAsOf === null
      ? []
      : [`work of other machines as of ${whenWords(othersAsOf, now, dates)}`]),
  ];
  return parts.length === 0 ? [] : [`[${HEADINGS.header} — ${parts.join('; ')}]`];
}
