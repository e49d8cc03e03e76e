import type { Shown } from './ledger.ts';
import { oneLine } from './safe-text.ts';
import { iso } from './time.ts';

/**
 * The text of an answer to a tool: facts in an element of our own, in sections of which the last lines give way first.
 * Every line was made harmless by whoever made it; an answer is data and commands nothing.
 */

export interface AnswerSection {
  readonly heading: string;
  readonly lines: readonly string[];
  /** How many more there are that did not fit. */
  readonly more: number;
}

export interface AnswerText {
  /** The tool that answers. */
  readonly kind: string;
  readonly scope: string;
  readonly sections: readonly AnswerSection[];
  /** What is to be known about the answer itself, a line each. */
  readonly remarks: readonly string[];
}

export function answerText({ kind, scope, sections, remarks }: AnswerText): string {
  const blocks = sections
    .filter(({ lines, more }) => lines.length + more > 0)
    .map(({ heading, lines, more }) => [heading, ...lines, ...(more > 0 ? [moreLine(more)] : [])].join('\n'));
  if (remarks.length > 0) blocks.push(remarks.join('\n'));
  const opening = `<cortex-note kind="${kind}" scope="${attribute(scope)}">`;
  return `${opening}\n${blocks.join('\n\n')}\n</cortex-note>`;
}

function moreLine(more: number): string {
  return `… and ${more} more`;
}

/** What the model has already is not said again, but that it was withheld is. */
export function withheldLine(items: number, tokens: number): string {
  const things = items === 1 ? '1 item' : `${items} items`;
  return `Withheld: ${things} (${tokens} tokens) that this conversation was already sent. Call again with refresh: true if they are no longer in your context.`;
}

/** Beside what is said anew: since when the model has another version of it. */
export function replacedMark(replaced: Pick<Shown, 'sentAt' | 'level'> | null): string {
  if (!replaced) return '';
  const when = `${iso(replaced.sentAt).slice(0, 16).replace('T', ' ')} UTC`;
  return replaced.level > 0
    ? ` (completes the part sent ${when})`
    : ` (changed: replaces what was sent ${when})`;
}

/** No sign that could end an attribute or a tag. */
function attribute(text: string): string {
  return oneLine(text, 100).replaceAll('"', "'").replaceAll('>', '›');
}
