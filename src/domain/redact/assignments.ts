import { HEAD, newRuns, type Runs, take, type ValueSpan, valueAt } from './extent.ts';
import { BARE_KEY, claimBy, isInterfaceKey, isPass } from './names.ts';
import { plainWordOf } from './plain-words.ts';
import type { SecretSpan } from './span.ts';
import { readGroup, readTable } from './tables.ts';
import {
  type ImpliedSecret,
  isDenselyDrawn,
  isOverlongWord,
  isPassphrase,
  isSecret,
  isTyped,
  type SecretClaim,
  strength,
  takesPhrase,
  type Written,
} from './value.ts';

/** Words that may name a secret; the full name around them decides. */
const KEYWORD =
  /pass(?:w(?:or)?d|wd|phrase|code)?|pwd|pw(?![a-z])|psk|secret|token|key|credential|creds|auth|bearer|access[-_.]?id|appid|jwt|[cx]srf|tkn|(?:pat|tok|_sk|_sas|pepper)(?![a-z])/gi;

/** The text between a name and its value, as programming languages and people write it. */
const OPERATOR =
  /(?:["'`\])*]|\\{1,3}["']){0,4}(?:[ \t\u00A0\u202F]{0,8}(?:={1,3}>?|%3D|(?<=__)\/|:{1,3}=?|：|!==?|[?.|+]{1,2}=|->)\*{0,2}[ \t]{0,20}(?:[|>][-+]?[ \t]{0,4}\n[ \t]{0,20}|\\\n[ \t]{0,20}|\(\s{1,20}(?=["'])|<<[-~]?["']?\w{2,12}["']?\n[ \t]{0,20})?|>\s{0,40}|<\/\w{1,8}>\s{0,40}<\w{1,8}>|[ \t]{0,4}\|[ \t]{0,8}|["']?[\s,;]{1,40}["']?value["']?[ \t]{0,4}[=:][ \t]{0,4})|\]?["'][ \t]{0,4},[ \t]{0,4}(?=["'`])|["'][ \t]{0,4}\{\s{1,40}(?:(?:type|description|sensitive)[ \t]{1,8}=[^\n]{1,80}\s{1,40}){0,3}default[ \t]{1,8}=[ \t]{1,8}/y;
/** `"db_password": {"value": "…"}`, as Terraform keeps it. */
const NESTED = /["'][ \t]{0,4}:[ \t]{0,4}\{\s{0,40}["']value["'][ \t]{0,4}:[ \t]{0,4}/y;
/** A flag needs no operator. */
const FLAG_GAP = /[ \t]{1,4}|[ \t]{0,2}[=:][ \t]{0,2}/y;
/** A value on the line below its name, in a code block or not. */
const BELOW =
  /(?:["'`)*]{0,3}(?:[ \t]{1,4}(?:is|was))?[ \t]{0,4}(?:[:：]=?|=)[ \t*]{0,8}|(?:[ \t]{1,4}(?:is|was|ist|lautet|est|es|for [\w.-]{1,32}))?[ \t*:]{0,4}(?=\r?\n\s{0,24}(?:```\w{0,12}\s{1,8}|[-=]{3,64}\s{1,8})?["'`]?[\w+/=.~-]{16}))\r?\n(?:[-=]{3,64}\r?\n)?(?:[ \t]{0,20}\r?\n)?(?:[ \t]{0,8}```\w{0,12}\r?\n)?[ \t]{0,40}(?=[^\s-])/y;
/** A password on the line below a heading. */
const HEADED =
  /[ \t]{0,4}\r?\n(?:[-=]{3,64}\r?\n)?[ \t]{0,8}(?=[\w!@#$%^&*+~?.=-]{8,64}[ \t]{0,8}(?:\r?\n|$))/y;
const LINE_END = /[.,:;!?]{0,3}["'`]?,?[ \t]{0,8}(?:\r?\n|$)/y;
/** `token - '…'`, as people write lists. */
const DASH = /[ \t]{1,4}[-–—][ \t]{1,4}(?=["'`]?[^\s"'`]{8})/y;
/** `var token string = "…"`, `token: str = "…"`. */
const TYPED =
  /(?:[ \t]{0,3}:)?[ \t]{1,3}[*&]?[A-Za-z][\w.]{0,24}(?:[<[][\w., |]{1,24}[>\]])?[ \t]{0,3}=(?!=)[ \t]{0,3}/y;
/** `PASSWORD '…'`, `setenv API_TOKEN …`: only the form of the value shows that it is a value. */
const BLANK = /[ \t]{1,24}(?=\S{8})(?=["'`]|\S{0,24}\d|\S{16})/y;
/** `setToken("…")`. */
const CALL = /(?:["'`]\)\.\w{2,12})?[({][ \t]{0,4}(?=["'`])/y;

const NAME_BEFORE = 48;
const NAME_AFTER = /[\w.-]{0,48}/y;

const isNameChar = (code: number) =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 95 ||
  code === 45 ||
  code === 46;

/** One search of a text: its runs are read once for all names. */
interface AssignmentSearch {
  readonly text: string;
  readonly strict: boolean;
  readonly runs: Runs;
}

/** Values assigned to a name that implies a secret. */
export function findAssignments(
  text: string,
  { strict }: Pick<AssignmentSearch, 'strict'>,
): SecretSpan[] {
  const found: SecretSpan[] = [];
  const search: AssignmentSearch = { text, strict, runs: newRuns() };
  KEYWORD.lastIndex = 0;
  for (let hit = KEYWORD.exec(text); hit; hit = KEYWORD.exec(text)) {
    let start = hit.index;
    while (start > 0 && hit.index - start < NAME_BEFORE && isNameChar(text.charCodeAt(start - 1)))
      start--;
    const end = KEYWORD.lastIndex + (take(NAME_AFTER, text, KEYWORD.lastIndex) ?? '').length;
    KEYWORD.lastIndex = end;
    const value = assigned(search, start, end) ?? plainWordOf(text, start, end);
    if (!value) {
      KEYWORD.lastIndex = Math.max(readTable(text, end, found), readGroup(text, start, end, found));
      continue;
    }
    found.push({ rule: 'assignment', start: value.start, end: value.end });
    KEYWORD.lastIndex = Math.max(end, value.end);
  }
  return found;
}

/** A type between the name and the value, which must not be read as the value. */
const AFTER_TYPE = /[ \t]{0,3}(?:=|\|\||\?\?)[ \t]{0,3}(?=["'`])/y;
/** Characters before a name in a string or a URL; in an environment file there are none. */
const INSIDE = /[?&;,("'{\\]/;

/** The value of the name from `start` to `end`, if it is a secret. */
function assigned(search: AssignmentSearch, start: number, end: number): ValueSpan | null {
  const { text } = search;
  const flag = text[start] === '-';
  const isHeading = /(?:^|\n)[#>*\s-]{0,8}$/.test(text.slice(Math.max(0, start - 10), start));
  const operator =
    take(BELOW, text, end) ??
    (isHeading ? take(HEADED, text, end) : null) ??
    (flag ? take(FLAG_GAP, text, end) : null) ??
    take(NESTED, text, end) ??
    take(OPERATOR, text, end) ??
    take(DASH, text, end) ??
    take(TYPED, text, end) ??
    take(CALL, text, end) ??
    take(BLANK, text, end);
  if (operator === null || (operator === ':' && text[start - 1] === ':')) return null;
  const claim = claimBy(text, start, end);
  return claim ? valueBehind(search, start, end, operator, claim) : null;
}

/** The value after the operator at the end of the name, if it is a secret. */
function valueBehind(
  { text, strict, runs }: AssignmentSearch,
  start: number,
  end: number,
  operator: string,
  claim: ImpliedSecret,
): ValueSpan | null {
  const name = text.slice(start, end);
  const flag = name.startsWith('-');
  const inEnvironment =
    operator === '=' && /^[A-Z][A-Z0-9_]*$/.test(name) && !INSIDE.test(text[start - 1] ?? '');
  let value = valueAt(text, end + operator.length, inEnvironment ? runs.whole : runs.bare);
  const typed =
    value && !value.quoted && /[:=]/.test(operator) ? take(AFTER_TYPE, text, value.end) : null;
  if (value && typed) value = valueAt(text, value.end + typed.length, runs.bare);
  if (!value || isNoValue(text, start, end, operator, value)) return null;
  if (operator.includes('\n') && take(BELOW, text, end) && take(LINE_END, text, value.end) === null)
    return null;
  const head = text.slice(value.start, Math.min(value.end, value.start + HEAD));
  const isGiven = inEnvironment || (flag && (value.quoted || operator.includes('=')));
  let written: Written = value.quoted ? 'quoted' : 'loose';
  if (isGiven) written = 'assigned';
  // A bare `key` is mostly not a secret.
  if (claim === BARE_KEY) return isDenselyDrawn(head, 16) ? value : null;
  const kind = kindBy(name, operator, flag, claim.kind);
  if (isSecret(head, { kind, last: claim.last, written }, strict)) return value;
  if (
    claim.kind === 'chosen' &&
    claim.last &&
    value.quoted &&
    operator.trim() !== '' &&
    strength(head) > 1
  )
    return value;
  if (kind === 'chosen' && claim.last && takesPhrase(name)) {
    const phrase = phraseBehind(text, name, operator, value, written);
    if (phrase) return phrase;
  }
  if (flag || operator.trim() !== '' || claim.kind === 'likely' || !claim.last) return null;
  const isValue =
    claim.kind === 'chosen' && !/secret/i.test(name) ? isTyped(head) : isDenselyDrawn(head, 12);
  return isValue ? value : null;
}

/** A passphrase of plain words. Unquoted, where it may be prose or a variable, it needs more words than in quotes. */
function phraseBehind(
  text: string,
  name: string,
  operator: string,
  value: ValueSpan,
  written: Written,
): ValueSpan | null {
  const head = text.slice(value.start, Math.min(value.end, value.start + HEAD));
  if (written !== 'loose') {
    let least = /\s/.test(head) ? 4 : 3;
    if (written === 'assigned') least = 2;
    return isPassphrase(head, written, least) ? value : null;
  }
  if (
    head.includes('-') &&
    isPassphrase(head, written, operator === '=' || name.startsWith('-') ? 3 : 4)
  )
    return value;
  return isOverlongWord(head) ? value : null;
}

/** Next to a user name, `pass` means a password. */
const USER_BEFORE =
  /\b(?:user(?:name)?|login|usuario|usuário|benutzer|utilisateur|utente|gebruiker)\b/i;

/** `PASS: x86_64` of a test run, and the fingerprint that follows `signing key`. */
function isNoValue(
  text: string,
  start: number,
  end: number,
  operator: string,
  value: ValueSpan,
): boolean {
  const name = text.slice(start, end);
  const said = text.slice(value.start, value.end);
  // The value is empty, and the next name follows.
  if (
    said === name ||
    (!value.quoted && /=[ \t]+$/.test(operator) && /^[A-Z][A-Z\d_]*=/.test(said))
  )
    return true;
  // `<add key="apiToken" value="…" />`: the key is the name of what follows.
  if (/^key$/i.test(name) && /^["']\s{1,8}value=/.test(text.slice(value.end, value.end + 16)))
    return true;
  if (isPass(text, start, end)) {
    const isUser = USER_BEFORE.test(text.slice(Math.max(0, start - 48), start));
    let least = name === 'PASS' ? 4 : 2;
    if (isUser) least = 1;
    return (
      !value.quoted &&
      !operator.includes('=') &&
      strength(text.slice(value.start, value.end)) < least
    );
  }
  if (name.startsWith('-') || operator.trim() !== '' || !/key$/i.test(name)) return false;
  if (isInterfaceKey(text, start, end)) return false;
  return /^(?:[0-9A-F]{8}|[0-9A-F]{16}|[0-9A-F]{40})$/i.test(text.slice(value.start, value.end));
}

const DASHES = /^[ \t]+[-–—]/;

function kindBy(
  name: string,
  operator: string,
  flag: boolean,
  kind: SecretClaim['kind'],
): SecretClaim['kind'] {
  if (!flag && operator.trim() === '') return 'likely';
  // Two strings separated by a comma are more often a list than a name and its value, unless the name is a constant.
  const row = operator.includes(',') && !/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name);
  if (DASHES.test(operator) || operator.includes('(') || row)
    return kind === 'chosen' ? 'issued' : kind;
  return kind;
}
