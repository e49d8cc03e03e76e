import type { Frame } from '../base/budget.ts';
import { renderSections, type Section } from '../base/section.ts';
import { attribute } from '../base/text/safe-text.ts';
import { iso } from '../base/time.ts';
import type { ShownItem } from '../ledger/ledger.ts';

/**
 * The text of a tool's answer: facts in a Cortex element. The maker of each line has already escaped it; an
 * answer is data, never an instruction.
 */
export interface AnswerAround {
  /** The tool that answers. */
  readonly kind: string;
  readonly scope: string;
  /** Remarks about the answer itself, a line each. */
  readonly remarks: readonly string[];
}

export function answerFrame({ kind, scope, remarks }: AnswerAround): Frame {
  const opening = `<cortex-note kind="${kind}" scope="${attribute(scope)}">`;
  return (blocks) => {
    const all = remarks.length > 0 ? [...blocks, remarks.join('\n')] : blocks;
    return `${opening}\n${all.join('\n\n')}\n</cortex-note>`;
  };
}

/** The whole answer, without a token limit. */
export function wholeAnswer(sections: readonly Section[], around: AnswerAround): string {
  return answerFrame(around)(
    renderSections(
      sections,
      sections.map(({ items }) => items.length),
    ),
  );
}

/** A section whose lines are all included. */
export function wholeSection(heading: string, lines: readonly string[]): Section {
  const items = lines.map((text) => ({ text, of: null }));
  return { heading, items, share: Number.POSITIVE_INFINITY, precedence: 0 };
}

/** Counts the items that were withheld because the model has them already. */
export function withheldLine(items: number, tokens: number): string {
  const things = items === 1 ? '1 item' : `${items} items`;
  return `Withheld: ${things} (${tokens} tokens) that this conversation was already sent. Call again with refresh: true if they are no longer in your context.`;
}

/** Marks a new version of an item: says when the model got the earlier one. */
export function replacedMark(replaced: Pick<ShownItem, 'sentAt' | 'level'> | null): string {
  if (!replaced) return '';
  const when = `${iso(replaced.sentAt).slice(0, 16).replace('T', ' ')} UTC`;
  return replaced.level > 0
    ? ` (completes the part sent ${when})`
    : ` (changed: replaces what was sent ${when})`;
}
