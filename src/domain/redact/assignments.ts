import { foreignNames } from './foreign.ts';
import { claimOf } from './names.ts';
import type { Span } from './span.ts';
import { type Claim, isSecret, type Promised } from './value.ts';

/** Where a name of a secret may be; the name around it decides. */
const KEYWORD = /pass(?:w(?:or)?d|wd|phrase|code)?|pwd|secret|token|key|credential|auth|access[-_.]?id/gi;

/** From the end of a name to the beginning of its value, in the ways that languages and people write it. */
const OPERATOR =
  /(?:["'`\])*]|\\{1,3}["']){0,4}(?:[ \t\u00A0\u202F]{0,8}(?:={1,3}>?|:{1,3}=?|：|!==?|[?.|+]{1,2}=|->)\*{0,2}[ \t]{0,20}(?:[|>][-+]?[ \t]{0,4}\n[ \t]{0,20})?|>\s{0,40}|[ \t]{0,4}\|[ \t]{0,8}|[ \t]{1,8}(?:is|was|ist|lautet|est|es|é|è|jest|это)[ \t]{0,2}:?[ \t]{1,8}|[ \t]{0,2}(?:是|为|為|は|는|은)[ \t]{0,2}[:：]?[ \t]{0,2}|["']?[\s,;]{1,40}["']?value["']?[ \t]{0,4}[=:][ \t]{0,4})|["'][ \t]{0,4},[ \t]{0,4}(?=["'`])/y;
/** A flag needs no operator. */
const FLAG_GAP = /[ \t]{1,4}|[ \t]{0,2}[=:][ \t]{0,2}/y;
/** A value on the line below its name, in a block of its own or not. */
const BELOW =
  /(?:["'`)*]{0,3}(?:[ \t]{1,4}(?:is|was))?[ \t]{0,4}(?:[:：]=?|=)[ \t*]{0,8}|[ \t*:]{0,4}(?=\r?\n\s{0,24}(?:```\w{0,12}\s{1,8})?["'`]?[\w+/=.~-]{20}))\r?\n(?:[ \t]{0,20}\r?\n)?(?:[ \t]{0,8}```\w{0,12}\r?\n)?[ \t]{0,40}(?=[^\s-])/y;
const LINE_END = /[.,:;!?]{0,3}["'`]?,?[ \t]{0,8}(?:\r?\n|$)/y;
/** `token - '…'`, as people write lists. */
const DASH = /[ \t]{1,4}[-–—][ \t]{1,4}(?=["'`]?[^\s"'`]{8})/y;
/** `var token string = "…"`, `token: str = "…"`. */
const TYPED =
  /(?:[ \t]{0,3}:)?[ \t]{1,3}[*&]?[A-Za-z][\w.]{0,24}(?:[<[][\w., |]{1,24}[>\]])?[ \t]{0,3}=(?!=)[ \t]{0,3}/y;
/** `setenv API_TOKEN …`, `the token 4f…`: nothing but the value itself shows that it is one. */
const BLANK = /[ \t]{1,3}(?=["'`]?[\w+=-]{16})/y;

const QUOTE = /\\{0,3}["'`]/y;
/** What ends a value in quotes, a value in quotes that are escaped themselves, and one without. */
const QUOTED_END = { '"': /["\\\n\uFFFF]/g, "'": /['\\\n\uFFFF]/g, '`': /[`\\\n\uFFFF]/g } as const;
const ESCAPED_END = /[\\"'`\n\uFFFF]/g;
const BARE_END = /[\s"'`,;()<>{}|\\\uFFFF]/g;
/** A line of an environment file holds one value, whatever is in it. */
const WHOLE_END = /[\s"'`\uFFFF]/g;

/** The next parameter of a query, an entity, the next command. */
const AMPERSAND = /&(?:&|#?[\w.[\]-]{1,40}[=;])/;
/** So much of a value is judged. */
const HEAD = 512;

const NAME_BEFORE = 48;
const NAME_AFTER = /[\w.-]{0,48}/y;

function take(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

const isNameChar = (code: number) =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 95 ||
  code === 45 ||
  code === 46;

interface Value {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

/** A run of characters without a break. Names within it share its end: it is read once, however many there are. */
interface Run {
  readonly ends: RegExp;
  from: number;
  to: number;
  /** How many values in it were judged. */
  judged: number;
}

/** More than any address has parameters. */
const JUDGED_IN_RUN = 64;

function endOf(ends: RegExp, text: string, at: number): number {
  ends.lastIndex = at;
  return ends.exec(text)?.index ?? text.length;
}

function runEnd(run: Run, text: string, at: number): number {
  if (at < run.from || at >= run.to) {
    run.from = at;
    run.to = endOf(run.ends, text, at);
    run.judged = 0;
  }
  run.judged++;
  return run.to;
}

function quotedEnd(text: string, at: number, quote: string): number {
  if (quote.length > 1) return endOf(ESCAPED_END, text, at);
  let end = endOf(QUOTED_END[quote as '"'], text, at);
  while (text[end] === '\\') end = endOf(QUOTED_END[quote as '"'], text, end + 2);
  return Math.min(end, text.length);
}

/** The value that begins here, without its quotes. */
function valueAt(text: string, at: number, run: Run): Value | null {
  const quote = take(QUOTE, text, at);
  if (quote) {
    const start = at + quote.length;
    const end = quotedEnd(text, start, quote);
    return end > start ? { start, end, quoted: true } : null;
  }
  let end = runEnd(run, text, at);
  // A call, an elision, an element of an array: code or a hint, no value.
  if (run.judged > JUDGED_IN_RUN || text[end] === '(' || text.startsWith('...', end - 3)) return null;
  const head = text.slice(at, Math.min(end, at + HEAD));
  if (/^[\w.]+\[/.test(head)) return null;
  const next = run.ends === WHOLE_END ? -1 : head.search(AMPERSAND);
  if (next !== -1) end = at + next;
  while (end > at && '.,:;!?]'.includes(text[end - 1]!)) end--;
  return end > at ? { start: at, end, quoted: false } : null;
}

/** Values that stand under a name which promises a secret. */
export function findAssignments(text: string, strict: boolean): Span[] {
  const found: Span[] = [];
  const runs: Runs = {
    bare: { ends: BARE_END, from: 0, to: 0, judged: 0 },
    whole: { ends: WHOLE_END, from: 0, to: 0, judged: 0 },
  };
  for (const { start, end, claim } of foreignNames(text)) {
    const value = assigned(text, start, end, strict, runs, claim);
    if (value) found.push({ rule: 'assignment', start: value.start, end: value.end });
  }
  KEYWORD.lastIndex = 0;
  for (let hit = KEYWORD.exec(text); hit; hit = KEYWORD.exec(text)) {
    let start = hit.index;
    while (start > 0 && hit.index - start < NAME_BEFORE && isNameChar(text.charCodeAt(start - 1))) start--;
    const end = KEYWORD.lastIndex + (take(NAME_AFTER, text, KEYWORD.lastIndex) ?? '').length;
    KEYWORD.lastIndex = end;
    const value = assigned(text, start, end, strict, runs);
    if (!value) continue;
    found.push({ rule: 'assignment', start: value.start, end: value.end });
    KEYWORD.lastIndex = Math.max(end, value.end);
  }
  return found;
}

interface Runs {
  readonly bare: Run;
  readonly whole: Run;
}

/** A type between the name and the value, read as if it were the value. */
const AFTER_TYPE = /[ \t]{0,3}=[ \t]{0,3}(?=["'`])/y;
/** What stands before a name that is a part of a string or an address, not of an environment file. */
const INSIDE = /[?&;,("'{\\]/;

/** The value under the name that stands from `start` to `end`, if it is a secret. */
function assigned(
  text: string,
  start: number,
  end: number,
  strict: boolean,
  runs: Runs,
  known?: Promised,
): Value | null {
  const name = text.slice(start, end);
  const flag = name.startsWith('-');
  const below = take(BELOW, text, end);
  const operator =
    below ??
    (flag ? take(FLAG_GAP, text, end) : null) ??
    take(OPERATOR, text, end) ??
    take(DASH, text, end) ??
    take(TYPED, text, end) ??
    take(BLANK, text, end);
  if (!operator || (operator === ':' && text[start - 1] === ':')) return null;
  const claim = known ?? claimBy(text, start, end);
  if (!claim) return null;
  const inEnvironment =
    operator === '=' && /^[A-Z][A-Z0-9_]*$/.test(name) && !INSIDE.test(text[start - 1] ?? '');
  let value = valueAt(text, end + operator.length, inEnvironment ? runs.whole : runs.bare);
  const typed = value && !value.quoted && operator.includes(':') ? take(AFTER_TYPE, text, value.end) : null;
  if (value && typed) value = valueAt(text, value.end + typed.length, runs.bare);
  if (!value || isNoValue(name, operator, text, value)) return null;
  if (below !== null && take(LINE_END, text, value.end) === null) return null;
  const head = text.slice(value.start, Math.min(value.end, value.start + HEAD));
  const assignedFlag = flag && operator.includes('=');
  const written = value.quoted ? 'quoted' : inEnvironment || assignedFlag ? 'assigned' : 'loose';
  return isSecret(head, { kind: kindBy(operator, flag, claim.kind), last: claim.last, written }, strict)
    ? value
    : null;
}

/** `PASS: x86_64` of a test run, and the fingerprint that follows `signing key`. */
function isNoValue(name: string, operator: string, text: string, value: Value): boolean {
  if (/^pass$/i.test(name)) return !value.quoted && !operator.includes('=');
  if (name.startsWith('-') || operator.trim() !== '') return false;
  return /key$/i.test(name) && /^[0-9A-F]{40}$/i.test(text.slice(value.start, value.end));
}

/** The promise of a name together with the words before it. */
function claimBy(text: string, start: number, end: number): Promised | null {
  const name = text.slice(start, end);
  if (/^key$/i.test(name) && '?&'.includes(text[start - 1] || ' ')) return { kind: 'likely', last: true };
  return claimOf(/\bkey$/i.test(name) ? withWordBefore(text, start, end) : name);
}

/** `api key: …` is written as two words. */
function withWordBefore(text: string, start: number, end: number): string {
  return text.slice(Math.max(0, start - 10), end).replace(/^.*[^\w .-]/s, '');
}

const DASHES = /^[ \t]+[-–—]/;

function kindBy(operator: string, flag: boolean, kind: Claim['kind']): Claim['kind'] {
  if (!flag && operator.trim() === '') return 'likely';
  if (DASHES.test(operator)) return kind === 'chosen' ? 'issued' : kind;
  // Strings in a row are more often a list than a name and its value.
  return operator.includes(',') && kind === 'chosen' ? 'issued' : kind;
}
