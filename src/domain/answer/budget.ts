import { blocksOf, type Item, linesOf, type Section } from './section.ts';

/** The room of an answer. Both limits hold for the text as a whole, with everything around its sections. */
export interface Budget {
  readonly tokens: number;
  readonly chars?: number;
}

export interface Fitted<Of = unknown> {
  readonly text: string;
  /** The items that found room, by section, in order of what is kept longest. */
  readonly kept: readonly (readonly Item<Of>[])[];
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
 * precedence; what is left over goes to those that want more, in the same order. So a section is cut below its share only
 * where nothing of lower precedence is told.
 */
export function fitSections<Of>(
  sections: readonly Section<Of>[],
  budget: Budget,
  count: (text: string) => number,
  frame: Frame = (blocks) => blocks.join('\n\n'),
): Fitted<Of> | null {
  const kept = sections.map(({ items }) => items.length);
  const isWithin = () => {
    const text = frame(blocksOf(sections, kept));
    return text.length <= (budget.chars ?? text.length) && count(text) <= budget.tokens;
  };
  const isOverCap = sections.some(
    (section) => section.isCapped && !isWithinShare(section, section.items.length, count),
  );
  // Nearly always everything fits, and counting tokens again and again is what takes time.
  if (isOverCap || !isWithin()) {
    kept.fill(0);
    const tiers = tiersOf(sections);
    // An item without room ends the growth of its section: a later item never overtakes an earlier one.
    const grow = ({ section: i, end }: Tier, isAllowed: () => boolean) => {
      const isRoomFor = (size: number) => {
        const before = kept[i]!;
        kept[i] = size;
        if (isAllowed()) return true;
        kept[i] = before;
        return false;
      };
      // The last item takes the place of the line that counts the rest.
      if (kept[i]! < end && !isRoomFor(end)) while (isRoomFor(kept[i]! + 1));
    };
    for (const tier of tiers) {
      const section = sections[tier.section]!;
      // Items that count more than their section take room before any other, whatever its share.
      const isAbove = tier.precedence > section.precedence && !section.isCapped;
      grow(tier, () => (isAbove || isWithinShare(section, kept[tier.section]!, count)) && isWithin());
    }
    for (const tier of tiers) if (!sections[tier.section]!.isCapped) grow(tier, isWithin);
  }
  const chosen = sections.map(({ items }, i) => items.slice(0, kept[i]!));
  if (chosen.every((items) => items.length === 0)) return null;
  return { text: frame(blocksOf(sections, kept)), kept: chosen };
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
