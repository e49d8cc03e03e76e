import { blockText } from './yaml-block.ts';
import { type Cursor, readFlow, readQuoted } from './yaml-flow.ts';
import { isNothing, type Yaml, YamlError } from './yaml-value.ts';

export { type Yaml, YamlError, type YamlMap } from './yaml-value.ts';

/**
 * Reads the part of YAML that people write by hand: maps, lists, plain, quoted and block texts, comments, and `[a, b]` on
 * one line. Every value is the text that stands there, never a number or a date; nothing at all is null. What else YAML has
 * (anchors, aliases, tags, several documents) is refused by its line. Each line is read once.
 */
export function readYaml(text: string): Yaml {
  const reader: Reader = { lines: linesOf(text), at: 0, depth: 0 };
  const first = next(reader);
  if (first && isBoundary(first) && /^---(?:\s+#.*)?\s*$/.test(first.text)) reader.at += 1;
  const value = readNode(reader, 0);
  const rest = next(reader);
  if (!rest) return value;
  if (rest.indent === 0 && /^---(?:\s|$)/.test(rest.text))
    throw new YamlError(rest.number, 'a second document begins here');
  if (rest.indent === 0 && /^\.\.\.\s*$/.test(rest.text)) return value;
  throw new YamlError(rest.number, 'this line belongs to nothing before it; look at its indentation');
}

interface Line {
  readonly number: number;
  readonly indent: number;
  /** From its first letter on. */
  readonly text: string;
  /** The whole line, for block texts. */
  readonly raw: string;
}

interface Reader {
  readonly lines: Line[];
  at: number;
  depth: number;
}

/** Deeper than any file of instructions, and far from the end of the stack. */
const DEEPEST = 32;

function linesOf(text: string): Line[] {
  const unix = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return (unix.startsWith('\uFEFF') ? unix.slice(1) : unix).split('\n').map((raw, i) => {
    let indent = 0;
    while (raw[indent] === ' ') indent += 1;
    return { number: i + 1, indent, text: raw.slice(indent), raw };
  });
}

// Characters rather than patterns all through here: a pattern costs a cold process 50 µs, and this runs before tool calls.

function isBlank({ text }: Line): boolean {
  return text === '' || text[0] === '#' || (text[0] === '\t' && /^\s*(?:#|$)/.test(text));
}

function isSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\t';
}

/** Where a sign stands that a blank or the end follows; -1 where it does not. */
function signAt(text: string, sign: string): number {
  let at = text.indexOf(sign);
  while (at >= 0 && at + 1 < text.length && !isSpace(text[at + 1])) at = text.indexOf(sign, at + 1);
  return at;
}

/** Where a comment begins, with the blank before it. */
function commentAt(text: string): number {
  let at = text.indexOf('#', 1);
  while (at >= 0 && !isSpace(text[at - 1])) at = text.indexOf('#', at + 1);
  return at < 0 ? -1 : at - 1;
}

/** The next line that says something, with all before it passed. */
function next(reader: Reader): Line | null {
  while (reader.at < reader.lines.length && isBlank(reader.lines[reader.at]!)) reader.at += 1;
  const line = reader.lines[reader.at] ?? null;
  if (line?.text.startsWith('\t')) throw new YamlError(line.number, 'indent with spaces, not with tabs');
  return line;
}

function isItem(text: string): boolean {
  return text[0] === '-' && (text.length === 1 || isSpace(text[1]));
}

/** Whatever begins at the next line, if that is indented by at least so much; else nothing. */
function readNode(reader: Reader, least: number): Yaml {
  const line = next(reader);
  if (!line || line.indent < least || isBoundary(line)) return null;
  if (++reader.depth > DEEPEST) throw new YamlError(line.number, `nested deeper than ${DEEPEST} levels`);
  try {
    if (isItem(line.text)) return readList(reader, line.indent);
    if (keyOf(line)) return readMap(reader, line.indent);
    reader.at += 1;
    return readValue(reader, line, line.text, least - 1);
  } finally {
    reader.depth -= 1;
  }
}

function isBoundary({ indent, text }: Line): boolean {
  if (indent > 0 || !(text.startsWith('---') || text.startsWith('...'))) return false;
  return text.length === 3 || isSpace(text[3]);
}

function readList(reader: Reader, indent: number): Yaml {
  const items: Yaml[] = [];
  for (let line = next(reader); line && line.indent === indent && isItem(line.text); line = next(reader)) {
    const rest = line.text.slice(1).trimStart();
    if (rest === '' || rest.startsWith('#')) {
      reader.at += 1;
      items.push(readNode(reader, indent + 1));
      continue;
    }
    if (isBlockText(rest)) {
      reader.at += 1;
      items.push(readBlockText(reader, line, rest, indent));
      continue;
    }
    // What follows the dash is a line of its own, indented by where it stands.
    const inner = indent + line.text.length - rest.length;
    reader.lines[reader.at] = { ...line, indent: inner, text: rest };
    items.push(readNode(reader, indent + 1));
  }
  refuseDeeper(reader, indent);
  return items;
}

function readMap(reader: Reader, indent: number): Yaml {
  const map = new Map<string, Yaml>();
  for (let line = next(reader); line && line.indent === indent && !isBoundary(line); line = next(reader)) {
    // A list may stand as far left as the name above it; one that follows a value belongs to nothing.
    const key = isItem(line.text) ? null : keyOf(line);
    if (!key) throw new YamlError(line.number, 'expected "name: value"');
    if (map.has(key.name)) throw new YamlError(line.number, `${key.name} stands here a second time`);
    reader.at += 1;
    map.set(key.name, readMember(reader, line, key.rest, indent));
  }
  refuseDeeper(reader, indent);
  return map;
}

function readMember(reader: Reader, line: Line, rest: string, indent: number): Yaml {
  if (isBlockText(rest)) return readBlockText(reader, line, rest, indent);
  if (rest !== '' && !rest.startsWith('#')) return readValue(reader, line, rest, indent);
  const below = next(reader);
  return readNode(reader, below?.indent === indent && isItem(below.text) ? indent : indent + 1);
}

function refuseDeeper(reader: Reader, indent: number): void {
  const line = next(reader);
  if (line && line.indent > indent) {
    throw new YamlError(line.number, 'this line is indented further than the ones it belongs to');
  }
}

/** `name: rest`; null where the line is none. */
function keyOf(line: Line): { readonly name: string; readonly rest: string } | null {
  const { text, number } = line;
  if (isQuote(text)) {
    const cursor: Cursor = { text, at: 0, line: number };
    const name = readQuoted(cursor);
    const after = /^\s*:(?:\s+|$)/.exec(text.slice(cursor.at))?.[0];
    return after === undefined ? null : { name, rest: text.slice(cursor.at + after.length) };
  }
  if (text[0] === '?' && signAt(text, '?') === 0)
    throw new YamlError(number, 'names that begin with "? " are not read');
  if (text[0] === '[' || text[0] === '{') return null;
  const colon = signAt(text, ':');
  const comment = commentAt(text);
  if (colon < 0 || (comment >= 0 && comment < colon)) return null;
  refuseIndicator(text, number);
  return { name: text.slice(0, colon).trimEnd(), rest: text.slice(colon + 1).trimStart() };
}

function refuseIndicator(text: string, line: number): void {
  const sign = text[0] ?? '';
  const isSign = '&*!%@`|>'.includes(sign) || ((sign === '-' || sign === '?') && signAt(text, sign) === 0);
  if (sign && isSign) throw new YamlError(line, `text that begins with ${sign} has to stand in quotes`);
}

/** A quoted text, something in brackets, or plain words that may go on in the lines below. */
function readValue(reader: Reader, line: Line, text: string, parent: number): Yaml {
  if (isQuote(text) || text[0] === '[' || text[0] === '{') {
    const cursor: Cursor = { text, at: 0, line: line.number };
    const value = isQuote(text) ? readQuoted(cursor) : readFlow(cursor);
    const rest = text.slice(cursor.at);
    if (rest.trim() !== '' && !(isSpace(rest[0]) && rest.trimStart().startsWith('#')))
      throw new YamlError(line.number, `nothing may follow ${text[cursor.at - 1]}: ${rest.trim()}`);
    return value;
  }
  refuseIndicator(text, line.number);
  let words = plain(text, line.number);
  let gap = 0;
  // A comment ends plain words; so does whatever is not indented below their parent.
  let open = commentAt(text) < 0;
  while (open && reader.at < reader.lines.length) {
    const more = reader.lines[reader.at]!;
    if (more.text.trim() === '') gap += 1;
    else {
      if (more.indent <= parent || more.text.startsWith('#') || isBoundary(more)) break;
      words += (gap > 0 ? '\n'.repeat(gap) : ' ') + plain(more.text, more.number);
      gap = 0;
      open = commentAt(more.text) < 0;
    }
    reader.at += 1;
  }
  return isNothing(words) ? null : words;
}

function isQuote(text: string): boolean {
  return text[0] === '"' || text[0] === "'";
}

function plain(text: string, line: number): string {
  const comment = commentAt(text);
  const words = (comment < 0 ? text : text.slice(0, comment)).trim();
  if (signAt(words, ':') >= 0) {
    throw new YamlError(line, 'a text with ": " in it has to stand in quotes');
  }
  return words;
}

function isBlockText(text: string): boolean {
  return (text[0] === '|' || text[0] === '>') && /^[|>][-+0-9]{0,2}(?:\s|$)/.test(text);
}

/** `|` keeps its lines, `>` joins them; `-` drops the line ends after the last word, `+` keeps them all. */
function readBlockText(reader: Reader, { number }: Line, header: string, parent: number): string {
  const parts = /^([|>])(?:([-+])?([1-9])?|([1-9])([-+]))\s*(?:\s#.*)?$/.exec(header);
  if (!parts) throw new YamlError(number, `${header.trim()} is no way to begin a block of text`);
  const [, style, , digit, digitFirst] = parts;
  const chomp = parts[2] ?? parts[5] ?? '';
  const size = digit ?? digitFirst;
  let indent = size ? Math.max(parent, 0) + Number(size) : null;
  const lines: string[] = [];
  for (; reader.at < reader.lines.length; reader.at++) {
    const line = reader.lines[reader.at]!;
    if (line.text.trim() === '') {
      lines.push(indent === null ? '' : line.raw.slice(indent));
      continue;
    }
    indent ??= line.indent > parent ? line.indent : null;
    if (indent === null || line.indent < indent) break;
    lines.push(line.raw.slice(indent));
  }
  return blockText(lines, style === '|' ? 'kept' : 'folded', chomp);
}
