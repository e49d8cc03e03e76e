import { isFiller, isRandom, surprise } from './entropy.ts';
import { startsLikeToken } from './formats.ts';
import { ENDINGS, NOUNS, NUMBERED_THINGS, SPEAKING, STOPPED } from './words.ts';

const TEMPLATE =
  /\$\{|\{\{|#\{|^\$\(|\$\([a-z_]+[ )]|<%|%\(\w+\)|process\.env|os\.environ|getenv|import\.meta|secrets\.|\bENV\[/;
const BRACKETED = /^(?:<.*>|\{.*\}|\[.*\]|\(.*\)|%\w+%|\$[A-Za-z_][\w.:]*|:[a-z_]+|@\w+|__\w+__)$/;
const LOCATED =
  /^(?:\/|\.{1,2}\/|~\/|[A-Za-z]:\\|[a-z][a-z0-9+.-]{1,20}:\/\/|arn:|urn:|@[\w-]+\.|(?:Get|New|Read|Import|Convert\w+|Invoke)-[A-Z])/;

/** Whether it only names where the value comes from: a variable, a template, a path, an address. */
export function isReference(value: string): boolean {
  return TEMPLATE.test(value) || LOCATED.test(value) || (BRACKETED.test(value) && !isRandom(value, 8));
}

/** Whether it reads as words: a name, a phrase in any case style, an algorithm. */
export function isWord(value: string): boolean {
  if (ALGORITHM.test(value)) return true;
  const { rate, count } = surprise(value);
  return !/[^\w.\s:/-]/.test(value) && (count < 2 || rate < 0.16) && (value.match(/\d+/g) ?? []).length <= 1;
}

const ALGORITHM =
  /^(?:[a-z]{2,8}-)*(?:sha|md|base|aes|rsa|argon|bcrypt|scrypt|pbkdf|hs|rs|es|ps|ed|p-|utf|oauth|ipv|v|http|pkcs|rfc|posix|bug)[-#.]?\d+(?:\.\d+)*[a-z]*$/i;

/** Words in a row with at most one digit at the end: a name. */
const NUMBERED = /^[a-z]+(?:[._-][a-z]+)+\d?$|^[a-z]+\d{0,4}(?:_[a-z]+\d{0,4})+$/i;

/** `Monkey_Coffee280`: no name of a variable ends so. */
const isNumberedWord = (value: string) => /^[A-Z][a-z]+[._-].*\d\d$/.test(value) && !isOwnName(value);

/** `seg_9b2d7c1e-…`, as programs name their rows. */
const PREFIXED_ID = /^[a-z]{2,16}[-_][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How a value was written: it decides how much a name alone proves. */
export type Written = 'quoted' | 'assigned' | 'loose';

export interface Claim {
  /** `chosen`: people think these up (passwords). `issued`: machines make them. `likely`: the name is only a hint. */
  readonly kind: 'chosen' | 'issued' | 'likely';
  readonly written: Written;
  /** The keyword is the last word of the name, so the value is the thing itself and not one of its attributes. */
  readonly last: boolean;
}

/** The kind of value that a name announces. */
export type Promised = Pick<Claim, 'kind' | 'last'>;

/** Whether a value under a name that promises a secret is one. */
export function isSecret(value: string, { kind, written, last }: Claim, strict: boolean): boolean {
  if (value.length < 5 || /\s/.test(value)) return false;
  if (isReference(value) || isFiller(value) || STOPPED.has(value.toLowerCase())) return false;
  // Constants are named by words, and their numbers are short.
  if (/^0x[0-9a-f]{1,10}$/i.test(value) || (!last && /^[A-Z\d]+(?:[_-][A-Z\d]+)+$/.test(value))) return false;
  // A key may be one with its service before it; else it is the id of something.
  if (kind !== 'chosen' && written !== 'assigned' && PREFIXED_ID.test(value)) return false;
  if (kind === 'likely') return !isNameWithSum(value) && isRandom(value, 16) && /^[\w+/=.~:-]+$/.test(value);
  if (isRandom(value, 8) || (startsLikeToken(value) && /\d/.test(value))) return true;
  const exact = written !== 'loose';
  if (/^\d+$/.test(value)) return last && value.length >= (kind === 'chosen' && exact ? 6 : 15);
  if (kind === 'issued')
    return last && exact && (isMixed(value) || /^(?=.*\d{3})[A-Za-z0-9]{10,}$/.test(value));
  if (!/[A-Za-z]/.test(value)) return false;
  if (/\d/.test(value)) return !ALGORITHM.test(value) && (!NUMBERED.test(value) || isNumberedWord(value));
  if (/[a-z][A-Z]/.test(value) && surprise(value).count >= 2) return true;
  if (/[!@#$%^&*+~?]/.test(value))
    return exact && !/[\u3040-\u9FFF\uAC00-\uD7AF]/.test(value) && !/^[@#$&*?+!]/.test(value);
  // A label is the same word in another language.
  const isLabel = NOUNS.some(
    ({ text, kind, english }) => kind === 'chosen' && !english && text === value.toLowerCase(),
  );
  return last && (exact || strict) && value.length >= 6 && PLAIN_WORD.test(value) && !isLabel;
}

/** Not a name in a program, which would have signs or humps. */
const PLAIN_WORD = /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/;

const SPOKEN_END = /(?:ed|ing|tion|ly|ment)$/;
const PHRASE_WORD = /^[A-Za-z][a-z]{2,9}$/;

export const isSpeaking = (word: string) => SPEAKING.has(word) || STOPPED.has(word) || SPOKEN_END.test(word);

/** Letters and digits in one word, which is neither a measure nor a name that everybody knows. */
function isOddWord(word: string): boolean {
  return (
    /[A-Za-z]/.test(word) &&
    /\d/.test(word) &&
    !ALGORITHM.test(word) &&
    !/^\d+(?:st|nd|rd|th|[kmg]?b|[mn]?s|bit|px|fa)$|^(?:s3|ec2|k8s|x509|p12)$/i.test(word)
  );
}

/** Whether words in a row, with spaces or dashes between, are a password; `least` of them where nothing but words are there. */
export function isPhrase(value: string, written: Written, least: number): boolean {
  if (value.length < 8 || value.length > 128 || /^[\s-]|[\s-]$|[\n\uFFFF]/.test(value)) return false;
  const words = value.split(/[\s-]+/);
  if (words.length < 2 || words.length > 12 || isReference(value) || isFiller(value)) return false;
  if (words.some((word) => isSpeaking(word.toLowerCase().replace(/[.,:;!?]+$/, '')))) return false;
  if (/\s/.test(value) && written !== 'loose' && words.some(isOddWord)) return true;
  return words.length >= least && words.every((word) => PHRASE_WORD.test(word));
}

/** A name whose value people may make of words. A secret of machines has none, and `pass` counts what went well. */
export const takesPhrase = (name: string) => !/secrets?$|^pass$/i.test(name);

/** A plain word that is a password: too long for one of a language, or somebody says that it is theirs. */
export function isWordOfOnes(word: string, isOnes: boolean): boolean {
  return isOnes
    ? word.length >= 6 && PLAIN_WORD.test(word) && !isSpeaking(word.toLowerCase())
    : /^[a-z]{18,40}$/.test(word) &&
        !SPOKEN_END.test(word) &&
        !/pass|secret|auth/.test(word) &&
        !isFiller(word);
}

/** Capitals, small letters and digits in turn, as no name has them, though too few to be sure without one. */
function isMixed(value: string): boolean {
  if (value.length < 16 || !/\d/.test(value) || !/[A-Z]/.test(value) || !/[a-z]/.test(value)) return false;
  const { count, rate } = surprise(value);
  return count >= 3 && rate >= 0.18;
}

/** A password that a person typed has letters, digits, and more. Nothing but a word for it stands before. */
export function isTyped(value: string): boolean {
  if (!/^[\w!@#$%^&*+~?.=-]{6,64}$/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (value.length < 8 && !/^(?=.*\d)\w.*[!@#$%^&*]/.test(value)) return false;
  if (ALGORITHM.test(value) || NUMBERED.test(value) || isReference(value) || isFiller(value)) return false;
  if (FILE_OR_HOST.test(value) || DATED.test(value)) return false;
  if (!/\d/.test(value)) return isJumbled(value);
  return /[!@#$%^&*+~?]|\d\d/.test(value) || isRandom(value, 8);
}

/** `node-modules-2ca1…`: a name and a sum. */
const isNameWithSum = (value: string) =>
  /^(?:[a-z]+[-_./:])+[0-9a-f-]{7,}$|^(?:[a-z]+-){2,}(?=[a-z]*\d)[a-z0-9]{5}$/i.test(value);

/** A part of a variable's name, which is named after what it holds. */
const isOwnName = (value: string) =>
  value
    .toLowerCase()
    .split(/[._-]/)
    .some((part) => OWN.test(part));
const OWN =
  /^(?:pass\w*|pwd|secrets?|token|key|creds?|user\w*|name|field|input|conf\w*|env|var|value|param|arg|opt|hash|salt|mock|fake|dummy|login|db)\d*$/;

/** Words that are joined and counted, and are a variable's name. */
const isVariable = (value: string) =>
  (NUMBERED.test(value) && isOwnName(value)) || value.split('_').length > 4;

/** `config2026.yaml`, `db01.example.org`, `v1.24`, `2026-11-15`: what has digits in prose without being a password. */
const FILE_OR_HOST = /[a-z\d]\.[a-z]{2,5}$|^[a-z]{0,3}\d+(?:\.\d+)+/i;
const DATED = /^\d{4}-\d\d/;

/** Letters alone, in no order. */
function isJumbled(value: string): boolean {
  if (value.length < 12 || !/[a-z][A-Z]|[A-Z]{2}[a-z]/.test(value)) return false;
  const { count, rate } = surprise(value);
  return count >= 3 && rate >= 0.24;
}

/** Capitals or small letters with digits all through, as neither names nor sums in hexadecimal have them. */
export function isDenselyDrawn(value: string, least: number): boolean {
  if (isNameWithSum(value)) return false;
  if (value.length < least || !/^[\w+/=.~-]+$/.test(value) || /^[0-9a-f-]+$/i.test(value)) return false;
  const digits = (value.match(/\d/g) ?? []).length;
  if (digits < 2 || !isRandom(value, least) || isReference(value)) return false;
  return surprise(value).rate >= (digits > 2 && value.length < 20 ? 0.45 : 0.4);
}

/** How much a word looks like a secret, whatever stands around it. */
export type Look = 0 | 1 | 2 | 3 | 4;
/** Long and in no order, or of letters, digits and signs: it looks like nothing else. */
const EVIDENT = 4;

const LETTERED = /[A-Za-z\u00C0-\u052F]/;
const CAPITAL = /[A-Z\u00C0-\u00DE\u0410-\u042F]/;
const SMALL = /[a-z\u00DF-\u00FF\u0430-\u044F]/;
/** A digit within letters: `Gr3nouille`. */
const INSIDE = /[A-Za-z\u00C0-\u052F]\d+[A-Za-z\u00C0-\u052F]/;
/** A sign of passwords within: `Rugby!Pioggia`, `KaffeeTasse!`. */
const SIGNED = /[a-z](?:[!$%^&*~+#][A-Z]|![a-z]|[A-Z].*!$)/;
const CLASSES = /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?![\w-]+[#@][\w-]*\d+$)[\w.-]+(?:[!#$%^&*~][\w.=-]*)+$/;
/** `menu.settings.wifi2`, `host=db1`: a member, and the value of another name. */
const MEMBER = /^[a-z]\w*(?:\.[A-Za-z_]\w*){2,}$|^[A-Za-z][\w.-]{1,24}=[^=]/;
/** Drawn by a machine: characters of base64 alone. */
const LONG = /^(?=.*\d)[\w+/=.~-]{16,512}$/;
/** Keys that are written as groups of digits. */
const DIGIT_GROUPS = /^\d{4,6}(?:-\d{4,6}){3,}$/;
/** `report910`, `widget-12`: users, hosts and jobs are named so too. */
const USER_NAME = /^[a-z]+[-_.]?\d+$/;
/** Words in a row, of any language. */
const DASHED = /^(?=.{12})[a-z\u00DF-\u052F]{1,16}(?:-[a-z\u00DF-\u052F]{1,16}){2,7}$/;
const OF_PROGRAMS = /pass|secret|token|key|auth|user|config/;

const PLAIN = /^.[a-z\u00DF-\u052F]*$/;

/** Letters, digits and signs in one word, which needs no more saying. */
export const isOfAllClasses = (value: string) => CLASSES.test(value);

/** Words in a row, as people make passwords of them; programs name things so as well. */
export const isDashed = (value: string) => DASHED.test(value) && !OF_PROGRAMS.test(value);

/** 0 like anything, 1 like a word with a digit or words in a row, 2 like no name that people give, 3 like a password. */
export function lookOf(value: string): Look {
  // Most words are plain.
  if (PLAIN.test(value)) return 0;
  if (isReference(value) || PREFIXED_ID.test(value) || isNameWithSum(value) || MEMBER.test(value)) return 0;
  const isConstant = /^[A-Z][A-Z\d]*_[A-Z\d_]+$/.test(value);
  const isLong = LONG.test(value) && !isConstant && value.split('/').length <= 3 + value.length / 32;
  if (isLong && isRandom(value, 16)) return /^[0-9a-f-]+$/i.test(value) ? 3 : EVIDENT;
  if (DIGIT_GROUPS.test(value)) return 3;
  if (/^[0-9a-f]{10,15}$/.test(value) && isRandom(value, 10)) return 2;
  const look = strength(value);
  if (look === 3 && CLASSES.test(value)) return EVIDENT;
  return look || (isPhrase(value, 'loose', 4) || isDashed(value) ? 1 : 0);
}

/** The same of what people think up alone. */
export function strength(value: string): 0 | 1 | 2 | 3 {
  if (!/^[^\s"'`<>(){}[\]|\\,;]{5,64}$/.test(value) || !LETTERED.test(value) || isOrdinary(value)) return 0;
  const hasSign = /[^!-/:-@^~][!@#$%^&*+~?]/.test(value);
  if (!/\d/.test(value)) {
    if (isJumbled(value)) return 3;
    return SIGNED.test(value) ? 2 : hasSign && /[A-Z]|[a-z].[a-z]/.test(value) ? 1 : 0;
  }
  if (hasSign || isRandom(value, 8)) return 3;
  const isMixedCase = CAPITAL.test(value) && SMALL.test(value);
  return isMixedCase || INSIDE.test(value) || (isTyped(value) && !USER_NAME.test(value)) ? 2 : 1;
}

/** Names with digits that everybody knows, and those of files, hosts, issues, constants and variables. */
function isOrdinary(value: string): boolean {
  const small = value.toLowerCase();
  const word = /^([a-z]+)[-.#]?\d[\w.-]*$/.exec(small)?.[1];
  if (word && NUMBERED_THINGS.has(word)) return true;
  if (small.includes('.') && ENDINGS.has(small.slice(small.lastIndexOf('.') + 1))) return true;
  if (COUNTED.some((form) => form.test(value)) || STOPPED.has(small)) return true;
  if (/[=/:]/.test(value) && !(/[!$%^*~]/.test(value) && isRandom(value, 12))) return true;
  return ALGORITHM.test(value) || isReference(value) || isFiller(value) || isVariable(value);
}

/** Measures, versions, sums, ids, issues, constants, `Base64-encoded`, and what is written with a sign before it. */
const COUNTED = [
  DATED,
  /^0x[0-9a-f]+|^U\+|^[A-Z]+\d{1,3}(?:[A-Z][a-z]+)+\*?$/,
  /^(?:\d+[A-Za-z]{1,5}|v?\d[\d._-]*[a-z]*\d*|[0-9a-f]{7,}|[0-9A-F]{7,}|[@#$&*?+!/.-].*)$/,
  /^(?:[A-Za-z]{2,16}[-_])?[0-9a-f]{8}-[0-9a-f-]{27}$|:\d+$|@[\w-]+\.\w+$/,
  /^[A-Z]{2,10}-\d+(?:-\d+)?$|^[A-Z][A-Z\d]*_[A-Z\d_]+$|^[A-Za-z]+\d+(?:\.\d+)?-[a-z]+$/,
];
