/**
 * A piece of source text as the language rules see it: comments and strings blanked (every offset and line number
 * stays), brackets paired, lines cut.
 */

export interface Line {
  readonly start: number;
  readonly text: string;
  /** Leading blanks, a tab counted as 4. */
  readonly indent: number;
}

export interface Source {
  readonly text: string;
  readonly lines: readonly Line[];
  /** For the offset of an opening bracket that of its closing one, else -1. */
  readonly closing: Int32Array;
}

/** Beyond this a line is generated or minified text: nobody defined anything there by hand. */
const LONGEST_HEADER_LINE = 1_000;
/** How far behind a header its body may begin. */
const FARTHEST_BODY = 1_500;
const MOST_HEADER_LINES = 40;

/** Line ends that always continue a header on the next line. */
const GOES_ON = /(?:[,|&:<=]|\b(?:extends|implements|where))\s*$/;
const BLANKABLE = /[^\n]/g;
const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** How a language's text is read before any rule looks at it. */
export interface Reading {
  /** Matches comments and strings. */
  readonly mask: RegExp;
  readonly brackets: '({[' | '{';
  /** Index of the first code in a text that may begin inside a comment or a string. */
  readonly codeStart: (raw: string) => number;
}

export function readSource(raw: string, reading: Reading): Source {
  const start = reading.codeStart(raw);
  const text = blank(raw.slice(0, start)) + raw.slice(start).replace(reading.mask, blank);
  return { text, lines: cutLines(text), closing: pairBrackets(text, reading.brackets) };
}

function blank(piece: string): string {
  return piece.replace(BLANKABLE, ' ');
}

/** For languages with block comments: behind one that was opened before the text begins. */
export function afterOpenComment(raw: string): number {
  const end = raw.indexOf('*/');
  if (end < 0) return 0;
  const begin = raw.indexOf('/*');
  if (begin >= 0 && begin < end) return 0;
  const lineStart = raw.lastIndexOf('\n', end) + 1;
  return raw
    .slice(lineStart, end + 1)
    .trimStart()
    .startsWith('*')
    ? end + 2
    : 0;
}

export function fromTheBeginning(): number {
  return 0;
}

function cutLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    lines.push({
      start,
      text: line.length > LONGEST_HEADER_LINE ? '' : line.trimEnd(),
      indent: indentOf(line),
    });
    start += line.length + 1;
  }
  return lines;
}

export function indentOf(line: string): number {
  let indent = 0;
  for (const char of line) {
    if (char === ' ') indent += 1;
    else if (char === '\t') indent += 4;
    else break;
  }
  return indent;
}

function pairBrackets(text: string, brackets: string): Int32Array {
  const closing = new Int32Array(text.length).fill(-1);
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (brackets.includes(char)) {
      open.push(at);
      continue;
    }
    const wanted = CLOSES[char];
    if (wanted === undefined || !brackets.includes(wanted)) continue;
    // A brace ends whatever parentheses stayed open in it; a lone parenthesis never ends a brace.
    if (char === '}') while (open.length > 0 && text[open.at(-1)!] !== '{') open.pop();
    const top = open.at(-1);
    if (top === undefined || text[top] !== wanted) continue;
    closing[top] = at;
    open.pop();
  }
  return closing;
}

export function lineAt(source: Source, offset: number): number {
  let low = 0;
  let high = source.lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (source.lines[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The offset behind the bracket that opens at `open`; null where it is not closed within the text. */
export function afterBracket(source: Source, open: number): number | null {
  const close = source.closing[open] ?? -1;
  return close < 0 ? null : close + 1;
}

export interface BodySearch {
  /** A newline ends the header unless what follows it matches this. Null: only `;` ends it. */
  readonly continues: RegExp | null;
  /** Characters that end the header without a body. */
  readonly stops: string;
}

/** Finds the brace that opens the body of a header ending at `from`; null where there is none. */
export function bodyBrace(source: Source, from: number, search: BodySearch): number | null {
  const { text } = source;
  const limit = Math.min(text.length, from + FARTHEST_BODY);
  let lines = 0;
  for (let at = from; at < limit; at++) {
    const char = text[at]!;
    if (char === '{') return lastBraceOfHeader(source, at);
    if (char === '(' || char === '[') {
      const behind = afterBracket(source, at);
      if (behind === null) return null;
      at = behind - 1;
    } else if (search.stops.includes(char)) return null;
    else if (char === '\n') {
      if (++lines > MOST_HEADER_LINES) return null;
      if (search.continues === null || GOES_ON.test(text.slice(Math.max(from, at - 12), at))) continue;
      if (!search.continues.test(nextWord(text, at + 1, limit))) return null;
    }
  }
  return null;
}

/** `f(): { a: number } {` and `f() interface{} {` carry a type in braces before the body. */
function lastBraceOfHeader(source: Source, brace: number): number {
  const close = source.closing[brace]!;
  if (close < 0) return brace;
  const line = source.lines[lineAt(source, brace)]!;
  const end = line.start + line.text.length;
  if (close >= end) return brace;
  return source.text[end - 1] === '{' ? end - 1 : brace;
}

export function nextWord(text: string, from: number, limit: number): string {
  let at = from;
  while (at < limit && /\s/.test(text[at]!)) at++;
  return text.slice(at, at + 12);
}

/** The last line of a block; an unclosed one reaches to the end of the text. */
export function blockEnd(source: Source, brace: number): number {
  const close = source.closing[brace] ?? -1;
  return close < 0 ? source.lines.length - 1 : lineAt(source, close);
}

/** The last line that a statement without a block reaches through the brackets it opens on its first line. */
export function statementEnd(source: Source, index: number): number {
  const line = source.lines[index]!;
  let last = index;
  for (let at = line.start; at < line.start + line.text.length; at++) {
    const close = source.closing[at]!;
    if (close < 0) continue;
    last = Math.max(last, lineAt(source, close));
    at = close;
  }
  return last;
}
