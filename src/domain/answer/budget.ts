import { blocksOf, type Group, type Item, type Kept, linesOf, type Section } from './section.ts';

/** The room of an answer. Both limits hold for the text as a whole, with everything around its sections. */
export interface Budget {
  readonly tokens: number;
  readonly chars?: number;
}

export interface Fitted<Of = unknown> {
  readonly text: string;
  readonly blocks: readonly string[];
  /** The items that found room, by section, in order of what is kept longest. */
  readonly kept: readonly (readonly Item<Of>[])[];
  /** How many of each section did not. */
  readonly more: readonly number[];
}

/** The text around the blocks of an answer. */
export type Frame = (blocks: readonly string[]) => string;

/** A part of a section whose items count alike. */
interface Tier {
  readonly section: number;
  readonly precedence: number;
  /** How many items the section holds up to the end of this tier. */
  readonly end: number;
}

/**
 * Fits sections into a budget; null where not even one item fits. Each section is served within its share, in order of
 * precedence, and a group within its own; what is left over goes to those that want more, in the same order. So a section is cut below its share only
 * where nothing of lower precedence is told.
 */
export function fitSections<Of>(
  sections: readonly Section<Of>[],
  budget: Budget,
  count: (text: string) => number,
  frame: Frame = (blocks) => blocks.join('\n\n'),
): Fitted<Of> | null {
  const kept = sections.map(({ items }) => items.length);
  const textNow = () => frame(blocksOf(sections, kept));
  const isWithin = () => fits(textNow(), budget, count);
  const isOverCap = sections.some(
    (section) => section.isCapped && !isWithinShare(section, section.items.length, count),
  );
  // Nearly always everything fits, and counting tokens again and again is what takes time.
  if (isOverCap || !isWithin()) {
    kept.fill(0);
    const tiers = tiersOf(sections);
    // An item without room ends the growth of its section: a later item never overtakes an earlier one.
    const grow = ({ section: i, end }: Tier, isAllowed: () => boolean) => {
      kept[i] = largest(kept[i]!, end, kept[i]!, (size) => {
        kept[i] = size;
        return isAllowed();
      });
    };
    for (const tier of tiers) {
      const section = sections[tier.section]!;
      // Items that count more than their section take room before any other, whatever its share.
      const isAbove = tier.precedence > section.precedence && !section.isCapped;
      grow(tier, () => (isAbove || isWithinShare(section, kept[tier.section]!, count)) && isWithin());
    }
    for (const tier of tiers) {
      const { group } = sections[tier.section]!;
      if (group) grow(tier, () => isGroupWithin(group, sections, kept, count) && isWithin());
    }
    for (const tier of tiers) if (!sections[tier.section]!.isCapped) grow(tier, isWithin);
  }
  const chosen = sections.map(({ items }, i) => items.slice(0, kept[i]!));
  if (chosen.every((items) => items.length === 0)) return null;
  const more = sections.map(({ items, beyond = 0 }, i) => items.length - chosen[i]!.length + beyond);
  const blocks = blocksOf(sections, kept);
  return { text: frame(blocks), blocks, kept: chosen, more };
}

/** In order of precedence; of equals the one that stands first. */
function tiersOf(sections: readonly Section[]): Tier[] {
  const tiers = sections.flatMap(({ items, precedence }, section) => {
    const own: Tier[] = [];
    items.forEach((item, i) => {
      const rank = item.precedence ?? precedence;
      if (own.at(-1)?.precedence === rank) own.pop();
      own.push({ section, precedence: rank, end: i + 1 });
    });
    return own;
  });
  return tiers.sort((a, b) => b.precedence - a.precedence || a.section - b.section);
}

function isWithinShare(section: Section, size: number, count: (text: string) => number): boolean {
  return count(linesOf(section, size).join('\n')) <= section.share;
}

function isGroupWithin(
  group: Group,
  sections: readonly Section[],
  kept: Kept,
  count: (text: string) => number,
): boolean {
  const lines = sections.flatMap((section, i) => (section.group === group ? linesOf(section, kept[i]!) : []));
  return count(lines.join('\n')) <= group.share;
}

/** The largest size up to `end` that is allowed; `otherwise` where none above `from` is. */
function largest(from: number, end: number, otherwise: number, isAllowed: (size: number) => boolean): number {
  if (from >= end) return otherwise;
  if (isAllowed(end)) return end;
  let [best, low, high] = [otherwise, from + 1, end - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (isAllowed(middle)) {
      best = middle;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best;
}

/** No token of a text is longer on the average: what is longer needs no counting. */
const LONGEST_TOKEN = 16;

/** A token is a byte at least: a short text needs no counting either, which costs a cold process 3 ms. */
function fits(
  text: string,
  { tokens, chars = Number.POSITIVE_INFINITY }: Budget,
  count: (text: string) => number,
): boolean {
  if (text.length > chars || text.length > tokens * LONGEST_TOKEN) return false;
  let bytes = text.length;
  for (let i = 0; i < text.length && bytes <= tokens; i++) if (text.charCodeAt(i) > 127) bytes += 2;
  return bytes <= tokens || count(text) <= tokens;
}
