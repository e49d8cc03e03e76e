import { isNothing, type Yaml, YamlError } from './yaml-value.ts';

/** A place within one line. */
export interface Cursor {
  readonly text: string;
  at: number;
  readonly line: number;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** `'it''s'` or `"a\tb"`, from its first quote to behind its last. */
export function readQuoted(cursor: Cursor): string {
  const quote = cursor.text[cursor.at]!;
  let value = '';
  for (let at = cursor.at + 1; at < cursor.text.length; ) {
    const char = cursor.text[at]!;
    if (char === quote) {
      if (quote === '"' || cursor.text[at + 1] !== "'") {
        cursor.at = at + 1;
        return value;
      }
      value += "'";
      at += 2;
    } else if (char === '\\' && quote === '"') {
      const code = cursor.text[at + 1] ?? '';
      const digits = HEX_DIGITS[code];
      if (digits === undefined) {
        const known = ESCAPES[code];
        if (known === undefined)
          throw new YamlError(
            cursor.line,
            `\\${code} means nothing; write \\\\${code}, or use ' instead of "`,
          );
        value += known;
        at += 2;
      } else {
        value += fromHex(cursor, at, digits);
        at += 2 + digits;
      }
    } else {
      value += char;
      at += 1;
    }
  }
  throw new YamlError(cursor.line, `a text that begins with ${quote} has to end on its line`);
}

function fromHex(cursor: Cursor, at: number, digits: number): string {
  const hex = cursor.text.slice(at + 2, at + 2 + digits);
  const code = /^[0-9A-Fa-f]+$/.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : Infinity;
  if (code > 0x10ffff)
    throw new YamlError(
      cursor.line,
      `${cursor.text.slice(at, at + 2)} needs ${digits} digits of a character`,
    );
  return String.fromCodePoint(code);
}

const DEEPEST = 8;

/** `[a, b]` and `{a: b}`, from the opening bracket to behind the closing one. */
export function readFlow(cursor: Cursor, depth = 0): Yaml {
  if (depth > DEEPEST) throw new YamlError(cursor.line, `brackets nested deeper than ${DEEPEST} levels`);
  const isList = cursor.text[cursor.at] === '[';
  const close = isList ? ']' : '}';
  const items: Yaml[] = [];
  const map = new Map<string, Yaml>();
  cursor.at += 1;
  for (;;) {
    blank(cursor);
    if (cursor.text[cursor.at] === close) break;
    const value = readEntry(cursor, depth);
    blank(cursor);
    if (isList) items.push(value);
    else {
      if (typeof value !== 'string' || cursor.text[cursor.at] !== ':')
        throw new YamlError(cursor.line, 'expected "name: value" between { and }');
      if (map.has(value)) throw new YamlError(cursor.line, `${value} stands here a second time`);
      cursor.at += 1;
      blank(cursor);
      map.set(value, ',}'.includes(cursor.text[cursor.at] ?? ' ') ? null : readEntry(cursor, depth));
      blank(cursor);
    }
    if (cursor.text[cursor.at] === ',') cursor.at += 1;
    else if (cursor.text[cursor.at] !== close) {
      const open = isList ? '[' : '{';
      throw new YamlError(
        cursor.line,
        `what ${open} opens has to be closed by ${close} on the same line, its entries apart by commas`,
      );
    }
  }
  cursor.at += 1;
  return isList ? items : map;
}

function readEntry(cursor: Cursor, depth: number): Yaml {
  const first = cursor.text[cursor.at];
  if (first === '"' || first === "'") return readQuoted(cursor);
  if (first === '[' || first === '{') return readFlow(cursor, depth + 1);
  const words = plainWords(cursor);
  if (words === '' || '&*!%@`|>#'.includes(words[0]!)) {
    throw new YamlError(
      cursor.line,
      `between brackets, ${first === undefined ? 'the line ends' : `${first} has to stand in quotes`}`,
    );
  }
  return isNothing(words) ? null : words;
}

/** A colon belongs to the words where no blank follows: `http://x`. */
function plainWords(cursor: Cursor): string {
  const { text } = cursor;
  const from = cursor.at;
  while (cursor.at < text.length && !',[]{}'.includes(text[cursor.at]!)) {
    const after = text[cursor.at + 1];
    if (text[cursor.at] === ':' && (after === undefined || ' \t,[]{}'.includes(after))) break;
    cursor.at += 1;
  }
  return text.slice(from, cursor.at).trim();
}

function blank(cursor: Cursor): void {
  while (cursor.text[cursor.at] === ' ' || cursor.text[cursor.at] === '\t') cursor.at += 1;
}
