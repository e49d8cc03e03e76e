import { type Beginnings, beginnings } from './beginnings.ts';
import { isFiller, isRandom } from './entropy.ts';
import rows from './shapes.json' with { type: 'json' };
import type { SecretSpan } from './span.ts';
import { isDenselyDrawn, isReference, isTyped, isWord, strength } from './value.ts';
import { splitRow } from './words.ts';

type Accept = (secret: string, match: RegExpExecArray) => boolean;

/** A value where only a password can be: a word with a digit or a sign. */
const isTypedPassword = (secret: string) =>
  !isReference(secret) && !isFiller(secret) && (isRandom(secret, 8) || /[\d!@#%^&*~]/.test(secret));

/** Whether a value in such a place is a password and not a port, a user id, a path or a host. */
function isGiven(secret: string): boolean {
  if (isReference(secret) || isFiller(secret)) return false;
  if (/^[\d:.,-]+$|^-|[/\\]|\.[a-z]{2,4}$/.test(secret)) return false;
  return isRandom(secret, 8) || /[A-Za-z].*[\d!@#%^&*~+]|[\d!@#%^&*~+].*[A-Za-z]/.test(secret);
}

const USER_STATEMENT = /\b(?:(?:create|alter) user|database link|grant)\b/i;

/** Tests for whether a matched value is a secret, by the name that the table's rows use. */
const ACCEPT: Readonly<Record<string, Accept>> = {
  'machine-made': (secret) => isRandom(secret),
  'no-filler': (secret) => !isFiller(secret),
  typed: isTypedPassword,
  given: isGiven,
  'long-and-drawn': (secret) => isRandom(secret, 16) && !isReference(secret),
  /** In a URL every value is a password, except placeholders. */
  'url-password': (secret) => {
    const isName =
      /^[A-Z][A-Z_]+$/.test(secret) || /^(?:x+|password|passwd|pass|pwd|secret)$/i.test(secret);
    return !isName && !isReference(secret) && !isFiller(secret);
  },
  credential: (secret, { groups }) => {
    if (isReference(secret) || isFiller(secret)) return false;
    if (groups?.['scheme']?.toLowerCase() === 'basic')
      return /^[A-Za-z0-9+/_-]{6,}={0,2}[.:!?)*\]]{0,3}$/.test(secret) && !isWord(secret);
    return (
      isRandom(secret, 8) || (/\d/.test(secret) && /[A-Za-z]/.test(secret) && secret.length >= 12)
    );
  },
  'cookie-header': (secret, match) =>
    /^\w*cookie["'`]?[ \t]*=/i.test(match[0]) ? isRandom(secret) : !isFiller(secret),
  'user-password': (secret, { input, index }) =>
    /\b(?:curl|wget|https?)\b/.test(input.slice(Math.max(0, index - 800), index)) &&
    isTypedPassword(secret),
  /** In MySQL `-p` without a space is always followed by the password. */
  'command-password': (secret, match) =>
    isTypedPassword(secret) ||
    (match[0].startsWith('m') && !isReference(secret) && !isFiller(secret)),
  'argument-password': (secret, { groups }) =>
    groups?.['drawn'] ? isRandom(secret, 20) : isTypedPassword(secret),
  'private-key': (secret) => /[A-Za-z0-9+/=]{16}/.test(secret),
  'credentials-xml': (secret) => secret.split(/\s+/).some((word) => isRandom(word)),
  'password-after-user': (secret) =>
    (isGiven(secret) && isTyped(secret)) || /^[a-z]{4}(?:-[a-z]{4}){3}$/.test(secret),
  'password-as-argument': (secret, { 0: said }) => {
    if (said.startsWith('<')) return strength(secret) > 1;
    if (isGiven(secret)) return true;
    // These options take only a password, so even a plain word is one.
    return (
      /^(?:rabbitmqctl|htpasswd -\w*b|mosquitto_passwd -\w*b)/.test(said) &&
      /^[a-z]{6,}$/i.test(secret) &&
      !/pass|secret|^\[?name/i.test(secret) &&
      !isFiller(secret)
    );
  },
  'sql-password': (secret, { 0: said, input, index }) => {
    if (
      isReference(secret) ||
      isFiller(secret) ||
      /^(?:by|passwords?|values?|\?|:\w+)$/i.test(secret)
    )
      return false;
    // A lower-case statement is prose about SQL, not SQL.
    const isStatement =
      !said.startsWith('identified') ||
      USER_STATEMENT.test(input.slice(Math.max(0, index - 160), index));
    return isStatement || isGiven(secret);
  },
  'login-call': (secret, { 0: said, groups }) => {
    if (!groups?.['alone']) return isTyped(secret);
    return (
      isDenselyDrawn(secret, 16) || (said.includes('allet(') && /^0x[0-9a-f]{64}$/i.test(secret))
    );
  },
  'user-and-password': (secret, { groups }) => {
    const { label, user } = groups!;
    if (user === 'root' && /^[a-z]+\d\d+$/.test(secret)) return true;
    // Without a label the value needs a sign within letters and digits.
    const isSure = Boolean(label) || user === 'root' || user === 'admin';
    const value = secret.replace(/[.,;!?)]+$/, '');
    if (/\/|\.[a-z]{2,4}$/.test(value) || strength(value) < (isSure ? 2 : 3)) return false;
    return isSure || /^[A-Za-z].*[A-Za-z0-9](?:[!@$^&~][A-Za-z0-9]|!$)/.test(secret);
  },
  'link-token': (secret) => isDenselyDrawn(secret, 20),
  'protocol-password': (secret) => isTyped(secret) && isGiven(secret),
  'key-material': (secret) => isRandom(secret, 20),
  'password-file': (secret) => !isReference(secret) && !isFiller(secret) && secret !== '*',
  'secret-phrase': (secret) => !/\b(?:the|and|that|with|from|for|you|are|can)\b/.test(secret),
};

/**
 * A secret recognised by its context: the groups of the pattern are redacted. Without one of its hints in the text the
 * pattern cannot match; a sticky one (`y`) begins with a hint and is tried only there, because a search of the whole text for
 * so many took four times as long as all other rules. Each repetition is bounded, or consumes text that the next search skips.
 */
export interface SecretShape {
  readonly name: string;
  /** At least three characters each. */
  readonly hints: readonly string[];
  readonly pattern: RegExp;
  readonly accept: Accept | undefined;
}

const makeShapes = (): readonly SecretShape[] =>
  rows.map(({ name, hints, pattern, flags, accept }) => {
    let made: RegExp | undefined;
    return {
      name,
      hints: hints.flatMap(splitRow),
      // Compiled on use: a fresh process needs few patterns.
      get pattern() {
        return (made ??= new RegExp(pattern.join(''), `d${flags}`));
      },
      accept: accept === undefined ? undefined : ACCEPT[accept],
    };
  });

let known: readonly SecretShape[] | undefined;
export const shapes = (): readonly SecretShape[] => (known ??= makeShapes());

const makeHints = (): Beginnings<SecretShape> =>
  beginnings(
    shapes().flatMap((shape) => shape.hints.map((hint): [string, SecretShape] => [hint, shape])),
  );

let hints: Beginnings<SecretShape> | undefined;

/** Finds secrets by their context. */
export function findShapes(text: string): SecretSpan[] {
  hints ??= makeHints();
  const hinted = new Map<SecretShape, number[]>();
  for (let at = hints.next(text, 0); at + 2 < text.length; at = hints.next(text, at + 1))
    for (const [hint, shape] of hints.at(text, at)) {
      if (!text.startsWith(hint, at)) continue;
      const places = hinted.get(shape);
      if (places) places.push(at);
      else hinted.set(shape, [at]);
    }
  const found: SecretSpan[] = [];
  for (const [shape, places] of hinted) {
    const { pattern } = shape;
    if (pattern.sticky)
      for (const place of places) {
        pattern.lastIndex = place;
        const match = pattern.exec(text);
        if (match) addFound(shape, match, found);
      }
    else for (const match of text.matchAll(pattern)) addFound(shape, match, found);
  }
  return found;
}

/** Groups that are not secrets themselves. */
const NO_SECRETS = ['scheme', 'label', 'user'];

function addFound(
  { name, accept }: SecretShape,
  match: RegExpExecArray,
  found: SecretSpan[],
): void {
  for (const [group, at] of Object.entries(match.indices?.groups ?? {})) {
    if (NO_SECRETS.includes(group) || !at) continue;
    if (accept && !accept(match.input.slice(at[0], at[1]), match)) continue;
    found.push({ rule: name, start: at[0], end: at[1] });
  }
}
