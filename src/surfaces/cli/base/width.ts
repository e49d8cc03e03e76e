import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

/** How text lies on a terminal: cells, not characters. */

/** Cells that a text takes; our own colours take none. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** A change of colour must not be broken in two. */
const COLOUR = /(\x1b\[[0-9;]{0,8}m)/;

let segmenter: Intl.Segmenter | undefined;

/** Signs as a reader sees them, and changes of colour, in order. */
function partsOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter();
  const signs = (part: string) => [...segmenter!.segment(part)].map(({ segment }) => segment);
  return text.split(COLOUR).flatMap((part) => (COLOUR.test(part) ? [part] : signs(part)));
}

/** As many parts as fit, in their order. */
function fitting(parts: readonly string[], cells: number): string[] {
  let used = 0;
  const at = parts.findIndex((part) => {
    used += widthOf(part);
    return used > cells;
  });
  return at < 0 ? [...parts] : parts.slice(0, at);
}

/** A part of a plain text within so many cells, with a sign where something is missing. */
export function cutToWidth(
  text: string,
  cells: number,
  keep: 'beginning' | 'end' = 'beginning',
): string {
  if (cells === Number.POSITIVE_INFINITY || widthOf(text) <= cells) return text;
  if (cells < 1) return '';
  const parts = partsOf(text);
  if (keep === 'beginning')
    return `${fitting(parts, cells - 1)
      .join('')
      .trimEnd()}…`;
  return `…${fitting(parts.reverse(), cells - 1)
    .reverse()
    .join('')}`;
}

export function padToWidth(text: string, cells: number, side: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, cells - widthOf(text)));
  return side === 'left' ? text + blanks : blanks + text;
}

const NARROWEST = 8;

/** Lines of at most so many cells, broken between words; a word that is too long is broken anywhere. */
export function wrapToWidth(text: string, cells: number): string[] {
  if (cells === Number.POSITIVE_INFINITY) return [text];
  return wrapAnsi(text, Math.max(NARROWEST, cells), { hard: true }).split('\n');
}
