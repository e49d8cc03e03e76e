/** A statement of a TOML text: a table's header, or a key with its value. */
export interface Statement {
  readonly kind: 'table' | 'list' | 'pair';
  /** The names in a header, or in the key of a pair. */
  readonly path: readonly string[];
  /** From the first character of its line to the last, without the line break. */
  readonly start: number;
  readonly end: number;
  /** The span of a pair's value. */
  readonly value: { readonly start: number; readonly end: number } | null;
}

/**
 * The statements of a text, without understanding values: only where they end. For texts that a parser accepts; of
 * others it gives what it can.
 */
export function scanToml(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    at = skipSpace(text, at);
    if (text[at] === '#' || isBreak(text, at) || at >= text.length) {
      at = nextLine(text, at);
      continue;
    }
    const isHeader = text[at] === '[';
    const isList = text.startsWith('[[', at);
    const key = readKey(text, isHeader ? at + (isList ? 2 : 1) : at);
    const found = isHeader
      ? null
      : readValue(text, skipSpace(text, text[key.end] === '=' ? key.end + 1 : key.end));
    const end = lineEnd(text, found?.end ?? key.end);
    statements.push({
      kind: isHeader ? (isList ? 'list' : 'table') : 'pair',
      path: key.path,
      start,
      end,
      value: found,
    });
    at = nextLine(text, end);
  }
  return statements;
}

function readKey(text: string, from: number): { readonly path: readonly string[]; readonly end: number } {
  const path: string[] = [];
  let at = from;
  while (at < text.length) {
    at = skipSpace(text, at);
    const quote = text[at];
    if (quote === '"' || quote === "'") {
      const end = stringEnd(text, at);
      path.push(quote === '"' ? unescaped(text.slice(at + 1, end - 1)) : text.slice(at + 1, end - 1));
      at = end;
    } else {
      const bare = /^[^\s.=\]#"']*/.exec(text.slice(at, at + LONGEST_KEY))![0];
      path.push(bare);
      at += bare.length;
    }
    at = skipSpace(text, at);
    if (text[at] !== '.') break;
    at++;
  }
  return { path, end: at };
}

const LONGEST_KEY = 1_000;

function unescaped(text: string): string {
  const plain: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\x1b' };
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|(.))/g,
    (_, u, U, x, char) =>
      char === undefined ? String.fromCodePoint(Number.parseInt(u ?? U ?? x, 16)) : (plain[char] ?? char),
  );
}

/** To the end of the value; lists and inline tables may go over lines. */
function readValue(text: string, from: number): { readonly start: number; readonly end: number } {
  let at = from;
  let depth = 0;
  while (at < text.length) {
    const char = text[at]!;
    if (char === '"' || char === "'") at = stringEnd(text, at);
    else if (char === '#') {
      if (depth === 0) break;
      at = lineEnd(text, at);
    } else if (isBreak(text, at) && depth === 0) break;
    else {
      if (char === '[' || char === '{') depth++;
      if (char === ']' || char === '}') depth--;
      at++;
    }
  }
  let end = at;
  while (end > from && /[ \t]/.test(text[end - 1]!)) end--;
  return { start: from, end };
}

function stringEnd(text: string, from: number): number {
  const quote = text[from]!;
  const long = text.startsWith(quote.repeat(3), from);
  let at = from + (long ? 3 : 1);
  while (at < text.length) {
    if (quote === '"' && text[at] === '\\') at += 2;
    else if (!long && isBreak(text, at)) return at;
    else if (text[at] !== quote) at++;
    else if (!long) return at + 1;
    else if (text.startsWith(quote.repeat(3), at)) {
      // Up to two quotes may stand right before the three that close it.
      while (text[at + 3] === quote) at++;
      return at + 3;
    } else at++;
  }
  return text.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}

function isBreak(text: string, at: number): boolean {
  return text[at] === '\n' || (text[at] === '\r' && text[at + 1] === '\n');
}

function lineEnd(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  if (found < 0) return text.length;
  return found > from && text[found - 1] === '\r' ? found - 1 : found;
}

export function nextLine(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found < 0 ? text.length : found + 1;
}
