import { oneLine } from '../base/text/safe-text.ts';
import type { Quotation } from './units.ts';

/** `"It drifts. Why?" (2 more) "Look!"`: quoted words cannot end their quotation. */
export function speak(quotation: Quotation): string {
  return quotation
    .map(
      ({ text, more }) => `"${withoutQuotes(oneLine(text))}"${more > 0 ? ` (${more} more)` : ''}`,
    )
    .join(' ');
}

/** The words of a quotation alone, as one text. */
export function quotedWords(quotation: Quotation): string {
  return quotation.map(({ text }) => text).join(' ');
}

const SPEAKER = /(?:user|agent|somebody)\s?[:：]/i;

/** Quotation marks in code stay as they are written, unless they could pass for the end of the quotation. */
export function withoutQuotes(text: string): string {
  return text.replace(/`[^`]*`|"/g, (found) =>
    found === '"' || SPEAKER.test(found) ? found.replaceAll('"', "'") : found,
  );
}
