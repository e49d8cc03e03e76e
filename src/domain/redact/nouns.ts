import { type Beginnings, beginnings } from './beginnings.ts';
import { claimBy, claimOf, isInterfaceKey, isPass, OPENING_KEY } from './names.ts';
import type { Stretch } from './span.ts';
import { NOUNS, type Noun, type NounKind } from './words.ts';

export interface NamedSecret extends Stretch {
  readonly kind: NounKind;
  /** Names the secret itself, in the singular and without an attribute. */
  readonly last: boolean;
  /** An English word, or a loan from English. */
  readonly english: boolean;
}

const makeNouns = (): Beginnings<Noun> =>
  beginnings(NOUNS.map((noun): [string, Noun] => [noun.text, noun]));
let nouns: Beginnings<Noun> | undefined;

/** The words for secrets in a text, in order and without overlap. */
export function findNouns(text: string): NamedSecret[] {
  nouns ??= makeNouns();
  const small = text.toLowerCase();
  // Lower-casing a few capitals changes the length: then positions would be wrong.
  const searched = small.length === text.length ? small : text;
  const found: NamedSecret[] = [];
  for (
    let at = nouns.next(searched, 0);
    at + 1 < searched.length;
    at = nouns.next(searched, at + 1)
  ) {
    let longest = 0;
    let named: NamedSecret | null = null;
    for (const [word, noun] of nouns.at(searched, at)) {
      if (word.length <= longest || !searched.startsWith(word, at)) continue;
      const one = nameAt(searched, at, noun);
      if (!one) continue;
      named = one;
      longest = word.length;
    }
    if (!named) continue;
    found.push(named);
    at = named.end - 1;
  }
  return found;
}

/** Shorter words also occur within other words, such as `desenha`. */
const BOUNDED = 5;
/** The ending of a word in alphabetic scripts; in other scripts the value may follow directly. */
const ENDING = /[a-z\u00C0-\u024F\u0370-\u03FF\u0400-\u04FF]{0,24}/y;
const GOES_ON = /^(?:[\w(]|[-+./\\[]\S)/;
const LOCK_GOES_ON = /^(?:[\w(]|[-.\\[]\S)/;
const WORD_GOES_ON = /^\w/;
const OF_INTERFACE = /(?: (?:d[aeiou] |del |della )?|[-_ ]d['’])?api(?![a-z])/y;
/** `clave secreta`, `geheimer Schlüssel`, `секретный ключ`: as good as a word for a password. */
const SECRET_AFTER = / (?:se[cg]r[eéè]t|privad|privat|privé)[a-zéèă]{0,3}(?![a-z])/y;
const SECRET_BEFORE =
  /(?:geheim|privat|tajn|hemlig|hemmelig|gizli|salai|titko|секретн|закрыт|приватн|тайн|таен|μυστικ)[a-z\u00E0-\u024F\u03AC-\u03CE\u0430-\u044F]{0,3} $/;
const LETTER_OR_DIGIT = /[a-z\d\u00C0-\u024F\u0370-\u03FF\u0400-\u04FF]/;
const LETTER = /[a-z\u00C0-\u024F\u0370-\u03FF\u0400-\u04FF]/;
/** The key of a network is its password. */
const NETWORK =
  /wi-?fi|wlan|вай-?фа|와이파이|无线|無線|netzwerk|network|rede|\bred\b|réseau|\brete\b|sieć|wpa|ssid|router|roteador|hotspot|backup|restic/;
/** Signs before a word that make it part of a path, a variable, a member or a flag. */
const CODE_BEFORE = /^[.$@<#&?-]|[/\\]|:$/;

/** A description of a secret, never the secret. */
const ATTRIBUTE = /(?:hash|url|pfad|datei|file|path|name|l[äa]nge|length|id|feld|field)$/;

/** The beginning of the name that a word ends: `db_`, `Idempotency-`. */
function nameBefore(text: string, start: number): string {
  let from = start;
  while (from > 0 && start - from < 32 && /[\w./\\$@<#&?:-]/.test(text[from - 1]!)) from--;
  return text.slice(from, start);
}

/** The kind of secret that the word at this position names, and its end; null if it is part of another word. */
function nameAt(
  text: string,
  start: number,
  { text: word, kind, english }: Noun,
): NamedSecret | null {
  const isLettered = hasCapitals(word);
  const isShort = isShortWord(word);
  const isInside = (kind === 'code' || kind.startsWith('lo') ? /\w/ : LETTER_OR_DIGIT).test(
    text[start - 1] ?? ' ',
  );
  if (isShort && isInside && word !== 'pass' && word !== 'pw') return null;
  const after = start + word.length;
  ENDING.lastIndex = after;
  const ending = LETTER.test(word.at(-1)!) ? (ENDING.exec(text)?.[0] ?? '') : '';
  const end = after + ending.length;
  // `pinned`, `tangent`, `lösenordsfältet`, `password_hash`, `token.ts` name something else.
  if (ending.length > longestEnding(kind, word) || ATTRIBUTE.test(ending)) return null;
  const isBent = word.length > 4 && (kind === 'chosen' || kind === 'issued') && ending.length < 4;
  if (english && !isBent && !/^(?:s|ed|ing)?$/.test(ending)) return null;
  if (isLettered && continuationOf(kind, english).test(text.slice(end, end + 2))) return null;
  const last = ending.length < 3;
  if (!english)
    return kind === 'likely' ? keyAt(text, start, end) : { start, end, kind, last, english: false };
  const name = nameBefore(text, start);
  if (CODE_BEFORE.test(name) || (isShort && isInside && !claimOf(name + word))) return null;
  const isNamed = !word.includes(' ') && !kind.endsWith('code') && !kind.startsWith('lo');
  if (!isNamed && /\w$/.test(name)) return null;
  const claim = isNamed ? claimBy(text, start - name.length, end) : null;
  if (isNamed && !claim) return null;
  // A `key` may be followed by its fingerprint, an API key may not.
  const isKey = word === 'key';
  const isVague = isKey && claim !== OPENING_KEY && !isInterfaceKey(text, start, end);
  const isOpening = isKey && NETWORK.test(text.slice(Math.max(0, start - 64), end + 32));
  if (isOpening) kind = 'chosen';
  else if (claim)
    kind = isVague || (name === '' && isOutcome(text, start, end)) ? 'likely' : claim.kind;
  return { start: start - name.length, end, kind, last: last && ending !== 's', english };
}

/** Whether a word is of a script with capitals. */
function hasCapitals(word: string): boolean {
  return word.charCodeAt(0) < 0x530;
}

function isShortWord(word: string): boolean {
  return word.length <= BOUNDED && hasCapitals(word);
}

/** Most letters of an ending: with more it is another word. */
function longestEnding(kind: NounKind, word: string): number {
  if (kind.startsWith('lo')) return 8;
  if (kind === 'code') return isShortWord(word) ? 0 : 2;
  return word.length < BOUNDED ? 4 : 6;
}

/** Text directly behind a word that makes it a part of something longer. */
function continuationOf(kind: NounKind, english: boolean): RegExp {
  if (!kind.startsWith('lo')) return GOES_ON;
  return english ? LOCK_GOES_ON : WORD_GOES_ON;
}

/** `pass` alone names the outcome of a test more often than a password. */
function isOutcome(text: string, start: number, end: number): boolean {
  return isPass(text, start, end) && !DETERMINED.test(text.slice(Math.max(0, start - 80), start));
}

/** `the pass for the vpn`, `la pass del servidor`, `user ann, pass …`: here `pass` is not a test's outcome. */
const DETERMINED =
  /\b(?:the|my|our|your|la|le|die|das|het|db|sudo|root|admin|ssh|ftp|vpn|wifi|user\W[^\n]{2,48}|usuario\W[^\n]{2,48})(?: [\w-]{1,16})?[ ,/]*$/;

/** The kind of a `key` in another language: of an API, secret, of a network, or other. */
function keyAt(text: string, start: number, end: number): NamedSecret {
  const before = text.slice(Math.max(0, start - 48), start);
  OF_INTERFACE.lastIndex = SECRET_AFTER.lastIndex = end;
  const api = OF_INTERFACE.exec(text)?.[0];
  const secret = SECRET_AFTER.exec(text)?.[0];
  const isSecret = secret !== undefined || SECRET_BEFORE.test(before);
  const isOpening = isSecret || NETWORK.test(before + text.slice(end, end + 16));
  const kind = isOpening && api === undefined ? 'chosen' : 'issued';
  return { start, end: end + (api ?? secret ?? '').length, kind, last: true, english: false };
}
