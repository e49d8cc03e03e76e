/** How text lies on a terminal: cells, not characters. */

const STYLING = /\x1b\[[0-9;]{0,8}m/g;

/** Cells that a text takes; our own colours take none. */
export function widthOf(text: string): number {
  let cells = 0;
  for (const char of text.replace(STYLING, '')) cells += cellsOf(char);
  return cells;
}

/** The first and last code points of what East Asian fonts draw twice as wide, and of pictures. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1faff],
  [0x20000, 0x3fffd],
];

function cellsOf(char: string): number {
  const code = char.codePointAt(0)!;
  if (code < 0x300) return 1;
  if (/^[\p{Mn}\p{Me}\p{Cf}]$/u.test(char)) return 0;
  return WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

/** A change of colour must not be broken in two; it is longer than any character. */
const PARTS = /\x1b\[[0-9;]{0,8}m|./gsu;

/** As many characters from the beginning as fit. */
function fitting(text: string, cells: number): string {
  let used = 0;
  let kept = '';
  for (const part of text.match(PARTS) ?? []) {
    used += part.length > 2 ? 0 : cellsOf(part);
    if (used > cells) break;
    kept += part;
  }
  return kept;
}

/** A part of a plain text within so many cells, with a sign where something is missing. */
export function cut(text: string, cells: number, keep: 'beginning' | 'end' = 'beginning'): string {
  if (cells === Number.POSITIVE_INFINITY || widthOf(text) <= cells) return text;
  if (cells < 1) return '';
  if (keep === 'beginning') return `${fitting(text, cells - 1).trimEnd()}…`;
  return `…${reversed(fitting(reversed(text), cells - 1))}`;
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

export function pad(text: string, cells: number, side: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, cells - widthOf(text)));
  return side === 'left' ? text + blanks : blanks + text;
}

/** Lines of at most so many cells, broken between words; a word that is too long is broken anywhere. */
export function wrap(text: string, cells: number): string[] {
  if (cells === Number.POSITIVE_INFINITY) return [text];
  const room = Math.max(8, cells);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/)) {
    if (widthOf(line) + widthOf(word) + (line ? 1 : 0) <= room) {
      line += (line ? ' ' : '') + word;
      continue;
    }
    if (line) lines.push(line);
    line = word;
    while (widthOf(line) > room) {
      const part = fitting(line, room);
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  return line || lines.length === 0 ? [...lines, line] : lines;
}
