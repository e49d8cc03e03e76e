import type { ImpliedSecret } from './value.ts';

import { DESCRIBING, HARMLESS, NAME_PARTS, NO_SERVICES, PLACES, QUALIFIERS } from './words.ts';

/** Judges names of values. Plain string searches on purpose: regular expressions would cost a fresh process 3 ms to compile. */
const wordsOf = (lines: readonly string[]) => lines.flatMap((line) => line.split(' '));
/** Names of secrets that people choose. */
const CHOSEN = wordsOf(NAME_PARTS.chosen);
/** Names of secrets that machines generate. */
const ISSUED = wordsOf(NAME_PARTS.issued);
/** Weak hints, only at the end of a name. */
const HINTS = wordsOf(NAME_PARTS.hints);
/** Words that contain one of those and mean something else. */
const OTHER_WORDS = wordsOf(NAME_PARTS.otherWords);
const KEYWORDS = wordsOf([...NAME_PARTS.keywords, ...NAME_PARTS.hints]);
/** `dbpass`, `rootpw`: allowed prefixes of `pass` and `pw` in one word. Other words end like that too: `bypass`, `compass`. */
const OWNERS = ['', ...wordsOf(NAME_PARTS.owners)];

/** `tokenUrl`, `secret_name` and, in one word, `secretname`. */
function endsInAttribute(last: string): boolean {
  if (DESCRIBING.has(last)) return true;
  const keyword = KEYWORDS.find((each) => last.startsWith(each));
  return keyword !== undefined && DESCRIBING.has(last.slice(keyword.length).replace(/^s/, ''));
}

function isIssuedKey(parts: readonly string[]): boolean {
  return parts.some((part, i) =>
    part === 'key'
      ? QUALIFIERS.has(parts[i - 1] ?? '')
      : part.endsWith('key') && QUALIFIERS.has(part.slice(0, -3)),
  );
}

/** `service_key` and, in one word, `functionkey`. */
function isKey(end: string, parts: readonly string[]): boolean {
  if (end === 'key') return parts.length > 1;
  return end.length > 6 && end.endsWith('key') && !HARMLESS.has(end.slice(0, -3));
}

function isOwnPass(end: string): boolean {
  return OWNERS.some((each) => end === `${each}pass` || end === `${each}pw`);
}

export function claimOf(name: string): ImpliedSecret | null {
  const plain = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  if (!KEYWORDS.some((each) => plain.includes(each)) && !plain.includes('access')) return null;
  const parts = plain.split(/[^a-z0-9]+/).map((part) => part.replace(/\d+$/, ''));
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  const end = (parts.at(-1) ?? '').replace(/^(.*(?:key|secret|password))s$/, '$1');
  parts[parts.length - 1] = end;
  if (end === 'token' && parts.some(PLACES.has)) return null;
  if (endsInAttribute(end) || OTHER_WORDS.some((each) => plain.includes(each))) return null;
  const last =
    KEYWORDS.some((each) => end.endsWith(each)) || CHOSEN.some((each) => end.endsWith(each));
  const chosen =
    CHOSEN.some((each) => plain.includes(each)) ||
    end === 'pass' ||
    end === 'ww' ||
    end.endsWith('pwd') ||
    isOwnPass(end);
  if (chosen) return { kind: 'chosen', last };
  if (ISSUED.some((each) => plain.includes(each)) || isIssuedKey(parts))
    return { kind: 'issued', last };
  const likely =
    HINTS.includes(end) ||
    (parts.length === 2 && parts[0] === 'key' && !NO_SERVICES.has(end)) ||
    (isKey(end, parts) && !parts.some(HARMLESS.has));
  return likely ? { kind: 'likely', last } : null;
}

/** The kind of secret that a name and the words before it imply; null for none. */
export function claimBy(text: string, start: number, end: number): ImpliedSecret | null {
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

/** `my key`, `here is the key`, `credentials: { key`: words before `key` that make it a secret. */
const ONES_KEY = /\b(?:my|your|our|this|the|new|here['’]s the|mein|der|ma|mi|mio|minha) $/i;
const KEY_OF_LOGIN = /(?:credential|auth|secret|\bapi\b)[^\n]{0,24}\n?[^\n]{0,32}$/i;
export const OPENING_KEY: ImpliedSecret = { kind: 'issued', last: true };

export const BARE_KEY: ImpliedSecret = { kind: 'likely', last: true };

/** `api key: …` is written as two words. */
function withWordBefore(text: string, start: number, end: number): string {
  return text.slice(Math.max(0, start - 16), end).replace(/^.*[^\w .-]/s, '');
}

export function isInterfaceKey(text: string, start: number, end: number): boolean {
  return /(?:api|access|auth|secret|account)[-_ ]?key$/i.test(withWordBefore(text, start, end));
}

/** `pass` alone is more often a test's outcome than a password. */
export function isPass(text: string, start: number, end: number): boolean {
  return end - start === 4 && text.slice(start, end).toLowerCase() === 'pass';
}
