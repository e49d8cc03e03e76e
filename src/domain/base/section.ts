import type { SessionId } from './ids.ts';

/** A turn of a session as an answer tells it: whole or shortened. */
export interface ToldTurn {
  readonly session: SessionId;
  readonly number: number;
  readonly isWhole: boolean;
}

/** A line that tells turns. */
export interface TurnLine {
  readonly text: string;
  readonly turns: readonly ToldTurn[];
}

/** Something that an answer may hold. */
export interface SectionItem<Of = unknown> {
  /** One line, or several that stay together. */
  readonly text: string;
  /** The thing that the text is about. */
  readonly of: Of;
  /** Stored texts that the line quotes; a person can mute them. */
  readonly quotes?: readonly string[];
  /** Turns that the line tells. */
  readonly turns?: readonly ToldTurn[];
  /** Other things that the text also covers and that therefore have no item of their own. */
  readonly within?: readonly unknown[];
  /** Items that precede the rest of their section come first and are dropped later. */
  readonly precedence?: number;
  /** Display position among the kept items of its section; list order if absent. */
  readonly place?: number;
}

/** A part of an answer: a heading and items. The last items are dropped first. */
export interface Section<Of = unknown> {
  readonly heading: string | null;
  readonly items: readonly SectionItem<Of>[];
  /** Tokens that the section may use before unused tokens are redistributed. */
  readonly share: number;
  /** Sections of higher precedence are filled first and dropped last. */
  readonly precedence: number;
  /** The section never takes more than its share, but for items above its precedence. */
  readonly isCapped?: true;
  /** The line that says how many items were left out. */
  readonly more?: (count: number) => string;
  /** Items that were left out before the answer was made; they are counted with the others. */
  readonly beyond?: number;
}

/** The lines of items that tell turns. */
export function turnLinesIn(items: readonly SectionItem[]): TurnLine[] {
  return items.flatMap(({ text, turns }) => (turns ? [{ text, turns }] : []));
}

/** How many items of each section stay. */
export type KeptCounts = readonly number[];

function moreLine(count: number): string {
  return `… and ${count} more`;
}

/** The blocks of an answer. A section without content has none: a heading is never printed alone. */
export function renderSections(sections: readonly Section[], kept: KeptCounts): string[] {
  return sections
    .map((section, i) => renderSection(section, kept[i]!).join('\n'))
    .filter((block) => block !== '');
}

export function renderSection(section: Section, count: number): string[] {
  const { items, more } = shownItems(section, count);
  if (items.length === 0) return [];
  return [
    ...(section.heading === null ? [] : [section.heading]),
    ...items.map(({ text }) => text),
    ...(more === null ? [] : [more]),
  ];
}

/** The first items of a section in the order in which they are read, and the line that counts the rest. */
export function shownItems(
  section: Section,
  count: number,
): { items: readonly SectionItem[]; more: string | null } {
  const { items, more = moreLine, beyond = 0 } = section;
  const shown = items.slice(0, count);
  const left = items.length - shown.length + beyond;
  return {
    items: shown.sort((a, b) => (a.place ?? 0) - (b.place ?? 0)),
    more: left > 0 ? more(left) : null,
  };
}
