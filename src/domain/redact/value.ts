import { isFiller, isRandom, surprise } from './entropy.ts';
import { startsLikeToken } from './formats.ts';

const TEMPLATE = /\$\{|\{\{|#\{|\$\(|<%|%\(|process\.env|os\.environ|getenv|import\.meta|secrets\.|\bENV\[/;
const BRACKETED = /^(?:<.*>|\{.*\}|\[.*\]|\(.*\)|%\w+%|\$[A-Za-z_][\w.:]*|:[a-z_]+|@\w+|__\w+__)$/;
const LOCATED = /^(?:\/|\.{1,2}\/|~\/|[A-Za-z]:\\|[a-z][a-z0-9+.-]{1,20}:\/\/|arn:|urn:)/;

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
  /^(?:sha|md|base|aes|rsa|argon|bcrypt|scrypt|pbkdf|hs|rs|es|ps|ed|p-|utf|oauth|ipv|v|http)-?\d+[a-z]*$/i;

/** What people write where a value would stand, beside what every filler is told by. */
const STOPPED =
  ' true false null none nil undefined string number boolean bytes text value object required optional hidden masked secret token password passwd apikey default empty unset testing example sample bearer basic enabled disabled passed failed skipped success error string[] ';

/** Words in a row with at most one digit at the end: a name. */
const NUMBERED = /^[a-z]+(?:[._-][a-z]+)+\d?$|^[a-z]+\d{0,4}(?:_[a-z]+\d{0,4})+$/i;

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
  if (isReference(value) || isFiller(value) || STOPPED.includes(` ${value.toLowerCase()} `)) return false;
  if (kind === 'likely') return isRandom(value, 16) && /^[\w+/=.~:-]+$/.test(value);
  if (isRandom(value, 8) || (startsLikeToken(value) && /\d/.test(value))) return true;
  const exact = written !== 'loose';
  if (/^\d+$/.test(value)) return last && value.length >= (kind === 'chosen' && exact ? 6 : 15);
  if (kind === 'issued')
    return last && exact && (isMixed(value) || /^(?=.*\d{3})[A-Za-z0-9]{10,}$/.test(value));
  if (!/[A-Za-z]/.test(value)) return false;
  if (/\d/.test(value)) return !ALGORITHM.test(value) && !NUMBERED.test(value);
  if (/[a-z][A-Z]/.test(value) && surprise(value).count >= 2) return true;
  if (/[!@#$%^&*+~?]/.test(value))
    return exact && !/[\u3040-\u9FFF\uAC00-\uD7AF]/.test(value) && !/^[@#$&*?+!]/.test(value);
  return last && (exact || strict) && value.length >= 6 && PLAIN_WORD.test(value);
}

/** Not a name in a program, which would have signs or humps. */
const PLAIN_WORD = /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/;

/** Capitals, small letters and digits in turn, as no name has them, though too few to be sure without one. */
function isMixed(value: string): boolean {
  if (value.length < 16 || !/\d/.test(value) || !/[A-Z]/.test(value) || !/[a-z]/.test(value)) return false;
  const { count, rate } = surprise(value);
  return count >= 3 && rate >= 0.18;
}

/** A password that a person typed has letters, digits, and more. Nothing but a word for it stands before. */
export function isTyped(value: string): boolean {
  if (!/^[\w!@#$%^&*+~?.=-]{8,64}$/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (ALGORITHM.test(value) || NUMBERED.test(value) || isReference(value) || isFiller(value)) return false;
  if (FILE_OR_HOST.test(value) || DATED.test(value)) return false;
  if (!/\d/.test(value)) return isJumbled(value);
  return /[!@#$%^&*+~?]|\d\d/.test(value) || isRandom(value, 8);
}

/** `config2026.yaml`, `db01.example.org`, `v1.24`, `2026-11-15`: what has digits in prose without being a password. */
const FILE_OR_HOST = /[a-z\d]\.[a-z]{2,5}$|^[a-z]{0,3}\d+(?:\.\d+)+/i;
const DATED = /^\d{4}-\d\d/;

/** Letters alone, in no order. */
function isJumbled(value: string): boolean {
  if (value.length < 12 || !/[a-z][A-Z]|[A-Z]{2}[a-z]/.test(value)) return false;
  const { count, rate } = surprise(value);
  return count >= 3 && rate >= 0.24;
}

/** One that is no name with a number behind it either: where no word says that it is a password. */
export function isStronglyTyped(value: string): boolean {
  if (!isTyped(value)) return false;
  return /[!@#$%^&*+~?]/.test(value) || /[a-z].*[A-Z]|[A-Z].*[a-z]/.test(value) || isRandom(value, 8);
}

/** Capitals or small letters with digits all through, as neither names nor sums in hexadecimal have them. */
export function isDenselyDrawn(value: string, least: number): boolean {
  if (value.length < least || !/^[\w+/=.~-]+$/.test(value) || /^[0-9a-f-]+$/i.test(value)) return false;
  const digits = (value.match(/\d/g) ?? []).length;
  if (digits < 2 || !isRandom(value, least) || isReference(value)) return false;
  return surprise(value).rate >= (digits > 2 && value.length < 20 ? 0.45 : 0.4);
}
