import { take, type ValueSpan } from './extent.ts';
import { claimBy, isPass } from './names.ts';
import { isNumberedName } from './value.ts';
import { NOUNS, type Noun, QUALIFIERS, STOPPED, UNLIKELY } from './words.ts';

/**
 * Secrets that are one plain word: `password: dragonfly`, `token=lion99zebra`, `the password is dragonfly`. Only what stands around
 * such a word tells it from a type, a variable, a state or the next word of a sentence.
 */

/** The text between a name and its value. */
const FIELD =
  /["'`*_]{0,3}(?::\*{0,2}[ \t]{0,8}|[ \t]{0,8}[=：][ \t]{0,8})(?![=:>~])(?:(?:basic|bearer|digest)[ \t]{1,3})?/iy;
const SAID = /[ \t](?:is|was)(?: now| still)?:?[ \t]/y;
const FLAG_GAP = /[ \t]/y;
const QUOTE = /["'`“„«‘]/y;
const CLOSING = /["'`”“»’]/;

/** Letters of a script with capitals, and digits. */
const WORD = /[A-Za-z\d\u00C0-\u052F]{4,40}(?![A-Za-z\d\u00C0-\uFFFE])/y;

/** Stands for a value: `xxxxxxxx`. */
const ONE_LETTER = /^(.)\1*$/;
const PARTICIPLE = /(?:ed|ing)$/;

const LINE_END = /[.!?)*_…]{0,3}[ \t]*(?:\r?\n|$)/y;
/** The end of quotes or brackets around name and value. */
const CLOSED = /[.!?]?(?:["'`\])*”“»’](?![A-Za-z\d\u00C0-\u052F])|[.!?](?:\s|$))/y;
/** The next part of a sentence. */
const NEXT_PART =
  /(?:[.,;!?)*…]{1,3}[ \t]|[ \t]+(?:[-–—|&([#]|(?:for|and|or|but|so|then|please|because|if|works|für|und|pour|et|para|com|per|voor|dla)(?![A-Za-z\d\u00C0-\u052F])))/y;
/** The place or means of a field's value. What `is` there is a state more often. */
const NEXT_PLACE =
  /[ \t]+(?:on|in|at|to|as|with|when|while|since|user|until|via|by|from|auf|im|bei|mit|sur|avec|en|con|op)(?![A-Za-z\d\u00C0-\u052F])/y;
/** The text behind a variable or a type. */
const CODE_BEHIND = /\[|[ \t]*(?:[;,][ \t]*(?:\r?\n|$)|[=|?<>{&+]|[-=]>|\/\/|\r?\n\s{0,40}[}\])])/y;
/** The next setting of a connection string, a query or a command. */
const NEXT_SETTING = /[;&,)\]'"`*\s]|[.!?…]{1,3}(?:\s|$)|$/y;

/** Longest part of a line that is searched for an opened bracket. */
const REACH = 200;
const BEFORE = 24;
/** A variable is declared, or is a member of another. */
const DECLARED =
  /(?:^|[^\w-])(?:let|var|val|const|def|fn|func|final|static|readonly|public|private|protected|pub|mut|type|local)[ \t]+$|[$@#<]$/;
const MEMBER =
  /^(?:self|this|props|state|req|res|ctx|config|options|user|data|params|args|session|window|process)\./i;
/** No particular one: `a password is …`, `which password is …`. */
const ANY = /(?:^|\W)(?:an?|any|every|each|no|which|what|whose|if the|when the) (?:\w+ )?$/i;

/** The plain word that a sentence or a field gives as the value of the name from `start` to `end`. */
export function plainWordOf(text: string, start: number, end: number): ValueSpan | null {
  const said = take(SAID, text, end);
  const field = said === null ? (take(FIELD, text, end) ?? flagGap(text, start, end)) : null;
  const operator = said ?? field;
  if (operator === null) return null;
  const open = end + operator.length;
  const quote = take(QUOTE, text, open) ?? '';
  const word = take(WORD, text, open + quote.length);
  if (word === null || !isOfOneCase(word)) return null;
  const from = open + quote.length;
  const value: ValueSpan = { start: from, end: from + word.length, quoted: quote !== '' };
  if (value.quoted && !CLOSING.test(text[value.end] ?? '')) return null;
  const kind = kindOf(text, start, end);
  if (kind === null) return null;
  const isOne =
    said === null ? isField(text, start, operator, value, kind) : isSaid(text, start, value, kind);
  return isOne && isLikely(word, kind) ? value : null;
}

function flagGap(text: string, start: number, end: number): string | null {
  return text[start] === '-' ? take(FLAG_GAP, text, end) : null;
}

/** A person thinks up a password and sometimes a secret; what a machine makes is hardly ever a word. */
type PlainWordKind = 'password' | 'secret' | 'made';

function kindOf(text: string, start: number, end: number): PlainWordKind | null {
  const claim = claimBy(text, start, end);
  if (!claim?.last || isPass(text, start, end)) return null;
  const name = text.slice(start, end).toLowerCase();
  if (claim.kind === 'chosen') return name.endsWith('secret') ? 'secret' : 'password';
  return claim.kind === 'issued' || /(?:^|[^a-z])auth$/.test(name) ? 'made' : null;
}

/** `dragonfly`, `Dragonfly`, `DRAGONFLY`: capitals inside are of a name in a program. */
function isOfOneCase(word: string): boolean {
  const rest = word.slice(1);
  return rest === rest.toLowerCase() || word === word.toUpperCase();
}

function isLikely(word: string, kind: PlainWordKind): boolean {
  const small = word.toLowerCase();
  const stem = small.replace(/\d+$/, '');
  if (stem.length < 3 || ONE_LETTER.test(small) || STOPPED.has(small) || UNLIKELY.has(stem))
    return false;
  if (NOUNS.some((noun) => isNameIn(stem, noun))) return false;
  if (/^\d/.test(word) || isNumberedName(word)) return false;
  return kind !== 'made' || (word === small && !QUALIFIERS.has(stem));
}

/** The name in another language, as in a table of translations; the nouns of inflected languages are stems. */
const isNameIn = (word: string, { text, kind }: Noun) =>
  NAMES.has(kind) && (text === word || (text.length > 4 && word.startsWith(text)));
const NAMES: ReadonlySet<Noun['kind']> = new Set(['chosen', 'issued', 'likely']);

/** Whether `… password is dragonfly` tells a password and no state of it. */
function isSaid(text: string, start: number, value: ValueSpan, kind: PlainWordKind): boolean {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  if (kind === 'made' || ANY.test(before)) return false;
  // `the secret is patience`: only the secret of something is one.
  if (
    kind === 'secret' &&
    !QUALIFIERS.has(/([a-z]+)[-_ ]$/i.exec(before)?.[1]?.toLowerCase() ?? '')
  )
    return false;
  const word = text.slice(value.start, value.end);
  if (PARTICIPLE.test(word) && !value.quoted) return false;
  return value.quoted || isEnd(text, value.end);
}

const isEnd = (text: string, at: number) =>
  [LINE_END, CLOSED, NEXT_PART].some((end) => take(end, text, at) !== null);

/** Whether `name: word` or `name=word` is a setting, and neither code nor the beginning of a sentence. */
function isField(
  text: string,
  start: number,
  operator: string,
  value: ValueSpan,
  kind: PlainWordKind,
): boolean {
  // `token: caching` is a subject, `apiKey: 'scripted'` a state.
  if (kind === 'made' && PARTICIPLE.test(text.slice(value.start, value.end))) return false;
  if (value.quoted) return true;
  const before = text.slice(Math.max(0, start - BEFORE), start);
  if (DECLARED.test(before) || isInBrackets(text, start)) return false;
  if (operator === '=') return take(NEXT_SETTING, text, value.end) !== null;
  if (MEMBER.test(text.slice(start, value.start)) || take(CODE_BEHIND, text, value.end) !== null)
    return false;
  // `auth:login` is a script, `--token flag` a sentence.
  if (kind === 'made' && /^[: \t]$/.test(operator)) return false;
  return isEnd(text, value.end) || take(NEXT_PLACE, text, value.end) !== null;
}

/** Whether a bracket is open that only code has: of a call, an object, a list, an element. */
function isInBrackets(text: string, at: number): boolean {
  let closed = 0;
  for (let i = at - 1; i >= Math.max(0, at - REACH) && text[i] !== '\n'; i--) {
    const sign = text[i]!;
    if (')]}'.includes(sign)) closed++;
    else if ('([{'.includes(sign) && closed-- === 0)
      return sign !== '(' || /[\w>$]/.test(text[i - 1] ?? '');
    else if (sign === '<' && /[A-Za-z]/.test(text[i + 1] ?? '') && !text.slice(i, at).includes('>'))
      return true;
  }
  return false;
}
