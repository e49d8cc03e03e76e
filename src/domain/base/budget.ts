import { renderSection, renderSections, type Section, type SectionItem } from './section.ts';

/** The size limits of an answer. Both apply to the whole text, including everything around its sections. */
export interface Budget {
  readonly tokens: number;
  readonly chars?: number;
}

export interface FittedSections<Of = unknown> {
  readonly text: string;
  /** The items that fit, by section; the last of each list is dropped first. */
  readonly kept: readonly (readonly SectionItem<Of>[])[];
}

/** The text around the blocks of an answer. */
export type Frame = (blocks: readonly string[]) => string;

/** Consecutive items of a section with the same precedence. */
interface Tier {
  readonly section: number;
  readonly precedence: number;
  /** How many items the section holds up to the end of this tier. */
  readonly end: number;
}

/**
 * Fits sections into a budget; null where not even one item fits. Each section is served within its share, in order of
 * precedence; unused tokens go to sections that need more, in the same order. So a section is cut below its share only
 * where no section of lower precedence is included.
 */
export function fitSections<Of>(
  sections: readonly Section<Of>[],
  budget: Budget,
  count: (text: string) => number,
  frame: Frame = (blocks) => blocks.join('\n\n'),
): FittedSections<Of> | null {
  const kept = sections.map(({ items }) => items.length);
  const isWithin = () => {
    const text = frame(renderSections(sections, kept));
    return text.length <= (budget.chars ?? text.length) && count(text) <= budget.tokens;
  };
  const isOverCap = sections.some(
    (section) => section.isCapped && !isWithinShare(section, section.items.length, count),
  );
  // Nearly always everything fits; counting tokens repeatedly is the slow part.
  if (isOverCap || !isWithin()) {
    kept.fill(0);
    const tiers = tiersOf(sections);
    // An item that does not fit ends its section: a later item never goes in before an earlier one.
    const grow = ({ section: i, end }: Tier, isAllowed: () => boolean) => {
      const isRoomFor = (size: number) => {
        const before = kept[i]!;
        kept[i] = size;
        if (isAllowed()) return true;
        kept[i] = before;
        return false;
      };
      // The last item replaces the line that counts the omitted items.
      if (kept[i]! < end && !isRoomFor(end)) while (isRoomFor(kept[i]! + 1));
    };
    for (const tier of tiers) {
      const section = sections[tier.section]!;
      // Items above their section's precedence are placed first, whatever the section's share.
      const isAbove = tier.precedence > section.precedence;
      grow(
        tier,
        () => (isAbove || isWithinShare(section, kept[tier.section]!, count)) && isWithin(),
      );
    }
    for (const tier of tiers) if (!sections[tier.section]!.isCapped) grow(tier, isWithin);
  }
  const chosen = sections.map(({ items }, i) => items.slice(0, kept[i]!));
  if (chosen.every((items) => items.length === 0)) return null;
  return { text: frame(renderSections(sections, kept)), kept: chosen };
}

/** By precedence; equal tiers keep their order. */
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
  return count(renderSection(section, size).join('\n')) <= section.share;
}
