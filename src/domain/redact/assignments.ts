import { isRandom, surprise } from './entropy.ts';
import { foreignNames } from './foreign.ts';
import { claimOf } from './names.ts';
import type { Span } from './span.ts';
import { readGroup, readTable } from './tables.ts';
import {
  type Claim,
  isDenselyDrawn,
  isReference,
  isSecret,
  isStronglyTyped,
  isTyped,
  type Promised,
} from './value.ts';

/** Where a name of a secret may be; the name around it decides. */
const KEYWORD =
  /pass(?:w(?:or)?d|wd|phrase|code)?|pwd|pw(?![a-z])|psk|secret|token|key|credential|creds|auth|bearer|access[-_.]?id|appid|jwt|[cx]srf|tkn|(?:pat|tok|_sk|_sas|pepper)(?![a-z])/gi;

/** From the end of a name to the beginning of its value, in the ways that languages and people write it. */
const OPERATOR =
  /(?:["'`\])*]|\\{1,3}["']){0,4}(?:[ \t\u00A0\u202F]{0,8}(?:={1,3}>?|%3D|(?<=__)\/|:{1,3}=?|：|!==?|[?.|+]{1,2}=|->)\*{0,2}[ \t]{0,20}(?:[|>][-+]?[ \t]{0,4}\n[ \t]{0,20}|\\\n[ \t]{0,20}|\(\s{1,20}(?=["'])|<<[-~]?["']?\w{2,12}["']?\n[ \t]{0,20})?|>\s{0,40}|<\/\w{1,8}>\s{0,40}<\w{1,8}>|[ \t]{0,4}\|[ \t]{0,8}|[ \t]{1,8}(?:is|was|now|to|be|ist|lautet|heißt|est|c['’]est|es|é|è|e|este|jest|on|är|er|wordt|je|је|adalah|là|είναι|είναι|هي|هو|היא|это|це|है)[ \t]{0,2}:?[ \t]{1,8}|[ \t]{0,2}(?:是|为|為|设为|設為|改成|は|를|을|는|은|คือ)[ \t]{0,2}[:：]?[ \t]{0,2}|["']?[\s,;]{1,40}["']?value["']?[ \t]{0,4}[=:][ \t]{0,4})|["'][ \t]{0,4},[ \t]{0,4}(?=["'`])|["'][ \t]{0,4}\{\s{1,40}(?:(?:type|description|sensitive)[ \t]{1,8}=[^\n]{1,80}\s{1,40}){0,3}default[ \t]{1,8}=[ \t]{1,8}/y;
/** A flag needs no operator. */
const FLAG_GAP = /[ \t]{1,4}|[ \t]{0,2}[=:][ \t]{0,2}/y;
/** A value on the line below its name, in a block of its own or not. */
const BELOW =
  /(?:["'`)*]{0,3}(?:[ \t]{1,4}(?:is|was))?[ \t]{0,4}(?:[:：]=?|=)[ \t*]{0,8}|(?:[ \t]{1,4}(?:is|was|ist|lautet|est|es|for [\w.-]{1,32}))?[ \t*:]{0,4}(?=\r?\n\s{0,24}(?:```\w{0,12}\s{1,8}|[-=]{3,64}\s{1,8})?["'`]?[\w+/=.~-]{16}))\r?\n(?:[-=]{3,64}\r?\n)?(?:[ \t]{0,20}\r?\n)?(?:[ \t]{0,8}```\w{0,12}\r?\n)?[ \t]{0,40}(?=[^\s-])/y;
/** A heading of its own, and on the line below it a password. */
const HEADED =
  /[ \t]{0,4}\r?\n(?:[-=]{3,64}\r?\n)?[ \t]{0,8}(?=[\w!@#$%^&*+~?.=-]{8,64}[ \t]{0,8}(?:\r?\n|$))/y;
const LINE_END = /[.,:;!?]{0,3}["'`]?,?[ \t]{0,8}(?:\r?\n|$)/y;
/** `token - '…'`, as people write lists. */
const DASH = /[ \t]{1,4}[-–—][ \t]{1,4}(?=["'`]?[^\s"'`]{8})/y;
/** `var token string = "…"`, `token: str = "…"`. */
const TYPED =
  /(?:[ \t]{0,3}:)?[ \t]{1,3}[*&]?[A-Za-z][\w.]{0,24}(?:[<[][\w., |]{1,24}[>\]])?[ \t]{0,3}=(?!=)[ \t]{0,3}/y;
/** `setenv API_TOKEN …`, `the token 4f…`, `PASSWORD '…'`: nothing but the value itself shows that it is one. */
const BLANK = /[ \t]{1,24}(?=\S{8})/y;
/** `setToken("…")`. */
const CALL = /\([ \t]{0,4}(?=["'`])/y;

/** Quotes that close with another sign than they open with, which ends a value in any case; letters that belong to a string. */
const OPENING = /[「『“‘„«] ?|[NbruBRUfF@$]{1,2}(?=["'])/y;
const QUOTE = /\\{0,3}["'`]/y;
/** What ends a value in quotes, a value in quotes that are escaped themselves, and one without. */
const QUOTED_END = { '"': /["\\\n\uFFFF]/g, "'": /['\\\n\uFFFF]/g, '`': /[`\\\n\uFFFF]/g } as const;
const ESCAPED_END = /[\\"'`\n\uFFFF]/g;
const BARE_END =
  /[\s"'`,;()<>{}|\\\u00AB\u00BB\u2018-\u201F\u3000-\u30FF\u4E00-\u9FFF\uAC00-\uD7AF\uFF00-\uFF65\uFFFF]/g;
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
function valueAt(text: string, from: number, run: Run): Value | null {
  const at = from + (take(OPENING, text, from) ?? '').length;
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
    if (!value) {
      KEYWORD.lastIndex = Math.max(readTable(text, end, found), readGroup(text, start, end, found));
      continue;
    }
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
  const flag = text[start] === '-';
  const operator =
    take(BELOW, text, end) ??
    (known || /(?:^|\n)[#>*\s-]{0,8}$/.test(text.slice(Math.max(0, start - 10), start))
      ? take(HEADED, text, end)
      : null) ??
    (flag ? take(FLAG_GAP, text, end) : null) ??
    take(OPERATOR, text, end) ??
    take(DASH, text, end) ??
    take(TYPED, text, end) ??
    take(CALL, text, end) ??
    take(BLANK, text, end);
  if (operator === ':' && text[start - 1] === ':') return null;
  const isLoose = !known && !flag && (operator ?? '').trim() === '';
  const isQuoted = QUOTES.includes(text[end + (operator ?? '').length] || ' ');
  const before = text.slice(Math.max(0, start - 80), start);
  const isBefore =
    VERB_BEFORE.test(before) ||
    (LONG.test(before) &&
      (REMARK_BEFORE.test(before) || QUOTED_BEFORE.test(before) || RIGHT_BEFORE.test(before)));
  if (isLoose && !isQuoted && !isBefore && !hasDrawn(text, end)) return null;
  const claim = known ?? claimBy(text, start, end);
  if (!claim) return null;
  const value = operator
    ? valueBehind(text, start, end, operator, claim, strict, runs, known !== undefined)
    : null;
  // A part of a path is no name; of a key that is none to an interface, a sum may be the fingerprint.
  if (value || claim === BARE_KEY || isPass(text, start, end) || '/\\@#'.includes(text[end] || ' '))
    return value;
  const kind =
    claim !== OPENING_KEY && /key$/i.test(text.slice(start, end)) && !isInterfaceKey(text, start, end)
      ? 'likely'
      : claim.kind;
  return (
    nearby(text, end, known && kind === 'likely' ? 'issued' : kind, known !== undefined) ??
    (isBefore ? standsBefore(text, start, end, kind) : null)
  );
}

const QUOTES = '\'"`';
/** `4f… is the token`, `use 4f… as my key`: the value stands before its name. */
const VERB_BEFORE =
  /(?: (?:is|as|was|for|ist|als|es|como|come|est|comme|é|è|jako|ako|som|ca|kao|как|in|into|>>?) (?:\S{1,64}\/)?(?:[A-Za-z]{1,16} ){0,3}| ?(?:作为|作為|当|を))$/;
const BEFORE = /(?<![\w+/=.~%@-])([\w+/=.~!@#$%^&*?-]{8,128})["'`)]?$/;
/** `"4f…" # api key`, `4f… (the token)`: a remark on the value. */
const REMARK_BEFORE =
  /["'`)\]},:;]{0,4}[ \t]{1,4}(?:#|\/\/|--|\/\*|[-–—(;/])[ \t]{0,3}(?:[\w-]{1,24} ){0,3}$/;
/** In code the value may stand in quotes a little before the name: `Field("4f…", alias="token")`. */
const QUOTED_BEFORE = /(["'`])([\w+/=.~-]{16,128})\1[^"'`\n]{1,40}["']?$/;
/** `4f… api key`: nothing stands between. */
const LONG = /[\w+/=.~-]{16}/;
const RIGHT_BEFORE = /(?<![\w+/=.~%@-])([\w+/=.~-]{16,128}) (?:api |access |auth )?$/i;
/** Behind a name that stands behind its value the sentence ends, or says where it holds: `the password hash` is none. */
const AFTER_NAME =
  /^["'`]?(?:[^\w \t-]|$|[ \t]{1,3}(?:for|to|of|on|in|at|and|für|von|auf|pour|de|para|voor|do)\b)/;

/** The value behind the sign that stands at the end of the name, if it is a secret. */
function valueBehind(
  text: string,
  start: number,
  end: number,
  operator: string,
  claim: Promised,
  strict: boolean,
  runs: Runs,
  isForeign: boolean,
): Value | null {
  const name = text.slice(start, end);
  const flag = name.startsWith('-');
  const inEnvironment =
    operator === '=' && /^[A-Z][A-Z0-9_]*$/.test(name) && !INSIDE.test(text[start - 1] ?? '');
  let value = valueAt(text, end + operator.length, inEnvironment ? runs.whole : runs.bare);
  const typed = value && !value.quoted && operator.includes(':') ? take(AFTER_TYPE, text, value.end) : null;
  if (value && typed) value = valueAt(text, value.end + typed.length, runs.bare);
  if (!value || isNoValue(text, start, end, operator, value)) return null;
  if (operator.includes('\n') && take(BELOW, text, end) && take(LINE_END, text, value.end) === null)
    return null;
  const head = text.slice(value.start, Math.min(value.end, value.start + HEAD));
  const assignedFlag = flag && operator.includes('=');
  const written = value.quoted ? 'quoted' : inEnvironment || assignedFlag ? 'assigned' : 'loose';
  // A key of nothing in particular is mostly an ordinary one.
  if (claim === BARE_KEY) return isDenselyDrawn(head, 16) ? value : null;
  const kind = kindBy(name, operator, flag, claim.kind);
  if (isSecret(head, { kind, last: claim.last, written }, strict)) return value;
  // A key in another language is as often a password: `clave`.
  if (isForeign && operator.trim() !== '' && isStronglyTyped(head)) return value;
  if (flag || operator.trim() !== '' || claim.kind === 'likely') return null;
  const isValue =
    claim.kind === 'chosen' && !/^secret/i.test(name) ? isTyped(head) : isDenselyDrawn(head, 12);
  return isValue ? value : null;
}

/** A few words of the same line between a name and its value: `the key for staging, as agreed: 4f…`. */
const NEARBY = /[^\n\uFFFF]{0,64}?(?<![\w+/=.~%@-])(?=[\w+/=.~!*-]{8})/y;
const NEAR = 64;
const DRAWN = /[\w+/=.~!*-]{8,512}/y;
/** So many long words may stand between. */
const WORDS_BETWEEN = 4;
/** Words whose own values look random and are no secrets, and an address, which is full of them. */
const OTHER_VALUE =
  /\b(?:sha-?\d{0,3}|md5|hash(?:es)?|commits?|revision|digest|checksum|integrity|etag|fingerprint|uuid|ids?|trace|span|requests?|session|version|build|cache|public|path|files?|line)\b|[_.-]id\b|:\/\//i;
/** The words before a value announce it: a verb or a sign ends them, or hardly anything stands between. Else it may be a sum or an id. */
const ANNOUNCED =
  /(?:[:=：<>→]|\b(?:is|be|being|still|now|use|ist|lautet|es|est|to|je|er|adalah)|[éèär]|[は是为為는은])[ \t"'`「“(<[]*$|^[^A-Za-z0-9]{0,8}$|^(?:[^A-Za-z0-9]{1,3}\w{1,16}){1,2}[^A-Za-z0-9]{1,4}$/;
/** Whether any word of the line could be a value, so that the name need not be judged for nothing: most lines have none. */
function hasDrawn(text: string, end: number): boolean {
  let length = 0;
  let drawn = false;
  for (let at = end; at < Math.min(text.length, end + NEAR + LONGEST_PLAIN); at++) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE && at > end + 1) return false;
    if (code <= SPACE) {
      length = 0;
      drawn = false;
      continue;
    }
    length++;
    drawn ||= (code >= 48 && code <= 57) || length > LONGEST_PLAIN;
    if (drawn && length >= 8) return true;
  }
  return false;
}

const [NEWLINE, SPACE, LONGEST_PLAIN] = [10, 32, 18];

/** A value that looks drawn, with nothing but words between it and its name. */
function nearby(text: string, end: number, kind: Claim['kind'], foreign: boolean): Value | null {
  let from = end;
  for (let i = 0; i < WORDS_BETWEEN && from - end < NEAR; i++) {
    const gap = take(NEARBY, text, from);
    if (gap === null) return null;
    const start = from + gap.length;
    const value = (take(DRAWN, text, start) ?? '').replace(/[.=-]+$/, '');
    const before = text.slice(end, start);
    if (OTHER_VALUE.test(before)) return null;
    // A call, an element of an array, the name of a file.
    const isCode = '(['.includes(text[start + value.length] || ' ') || /\.[a-z]{2,5}$/.test(value);
    if (!isCode && isDrawnNearby(value, kind, foreign || ANNOUNCED.test(before)))
      return { start, end: start + value.length, quoted: false };
    from = start + value.length;
  }
  return null;
}

function standsBefore(text: string, start: number, end: number, kind: Claim['kind']): Value | null {
  if (kind === 'likely') return null;
  const from = Math.max(0, start - 200);
  const all = text.slice(from, start);
  const before = all.replace(VERB_BEFORE, '').replace(REMARK_BEFORE, '');
  const value = before === all ? null : BEFORE.exec(before)?.[1];
  const quoted = QUOTED_BEFORE.exec(all)?.[2] ?? RIGHT_BEFORE.exec(all)?.[1];
  const isField = /["'] (?:name|id)=["']?$/.test(all);
  const isValue = value && isDrawnNearby(value, kind, AFTER_NAME.test(text.slice(end, end + 16)));
  const found = isValue
    ? value
    : quoted && (isDenselyDrawn(quoted, 16) || (isField && isRandom(quoted, 16)))
      ? quoted
      : null;
  if (!found) return null;
  const at = from + all.lastIndexOf(found);
  return { start: at, end: at + found.length, quoted: false };
}

function isDrawnNearby(value: string, kind: Claim['kind'], announced: boolean): boolean {
  if (isReference(value) || value.split('/').length > 3 + value.length / 32) return false;
  if (kind === 'chosen' && announced && isTyped(value)) return true;
  if (!isRandom(value, 16)) return false;
  if (!/\d/.test(value)) return value.length >= 20 && surprise(value).rate >= 0.4;
  if (!/^[0-9a-f-]+$/i.test(value)) return true;
  return kind !== 'likely' && announced;
}

function isInterfaceKey(text: string, start: number, end: number): boolean {
  return /(?:api|access|auth|secret|account)[-_ ]?key$/i.test(withWordBefore(text, start, end));
}

/** `pass` alone names the outcome of a test more often than a password. */
function isPass(text: string, start: number, end: number): boolean {
  return end - start === 4 && text.slice(start, end).toLowerCase() === 'pass';
}

/** Beside a name that somebody logs in with, `pass` is a password. */
const USER_BEFORE = /\b(?:user(?:name)?|login|USER)\b/;

/** `PASS: x86_64` of a test run, and the fingerprint that follows `signing key`. */
function isNoValue(text: string, start: number, end: number, operator: string, value: Value): boolean {
  const name = text.slice(start, end);
  if (isPass(text, start, end)) {
    const isResult = name === 'PASS' && !USER_BEFORE.test(text.slice(Math.max(0, start - 48), start));
    return (
      !value.quoted &&
      !operator.includes('=') &&
      (isResult || !isStronglyTyped(text.slice(value.start, value.end)))
    );
  }
  if (name.startsWith('-') || operator.trim() !== '' || !/key$/i.test(name)) return false;
  if (isInterfaceKey(text, start, end)) return false;
  return /^[0-9A-F]{40}$/i.test(text.slice(value.start, value.end));
}

/** The promise of a name together with the words before it. */
function claimBy(text: string, start: number, end: number): Promised | null {
  const name = text.slice(start, end);
  if (/^(?:key|appid)$/i.test(name) && '?&'.includes(text[start - 1] || ' '))
    return { kind: 'likely', last: true };
  const isKey = /^keys?$/i.test(name);
  const before = isKey ? text.slice(Math.max(0, start - 80), start) : '';
  if (isKey && ONES_KEY.test(before)) return OPENING_KEY;
  const claim = claimOf(/\bkey$/i.test(name) ? withWordBefore(text, start, end) : name);
  if (claim || !isKey) return claim;
  if (!/^keys?$/i.test(withWordBefore(text, start, end).trim())) return null;
  return KEY_OF_LOGIN.test(before) ? OPENING_KEY : BARE_KEY;
}

/** `my key`, `here is the key`, `credentials: { key`: the words before say that it opens something. */
const ONES_KEY = /\b(?:my|your|our|this|the|new|here['’]s the|mein|der|ma|mi|mio|minha) $/i;
const KEY_OF_LOGIN = /(?:credential|auth|secret|\bapi\b)[^\n]{0,24}\n?[^\n]{0,32}$/i;
const OPENING_KEY: Promised = { kind: 'issued', last: true };

const BARE_KEY: Promised = { kind: 'likely', last: true };

/** `api key: …` is written as two words. */
function withWordBefore(text: string, start: number, end: number): string {
  return text.slice(Math.max(0, start - 10), end).replace(/^.*[^\w .-]/s, '');
}

const DASHES = /^[ \t]+[-–—]/;

function kindBy(name: string, operator: string, flag: boolean, kind: Claim['kind']): Claim['kind'] {
  if (!flag && operator.trim() === '') return 'likely';
  // A constant is set; strings in a row are more often a list than a name and its value.
  const row = operator.includes(',') && !/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name);
  if (DASHES.test(operator) || operator.includes('(') || row) return kind === 'chosen' ? 'issued' : kind;
  return kind;
}
