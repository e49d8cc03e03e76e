import type { Promised } from './value.ts';

/**
 * A name promises a kind of value. Sets and plain searches on purpose: the same as expressions cost a fresh process 3
 * ms to compile, these nothing.
 */

/** People think these up. */
const CHOSEN =
  'password passwort pasword passwd passwrd passphrase passcode secret psk requirepass masterauth authtok'.split(
    ' ',
  );
/** Machines make these. */
const ISSUED = 'token credential creds bearer jwt csrf xsrf accessid access_id'.split(' ');
/** Hints at most, and only at the end of a name. */
const HINTS = 'auth pat tok tkn sk sas pepper'.split(' ');
/** Words that hold one of those and mean something else. */
const OTHER_WORDS =
  'tokeniz tokenis secretar public_key_token publickeytoken credential_id websocket-key'.split(' ');
/** A token of one of these marks a place in a list or a message. */
const PLACES = 'next page continuation sync cursor cancellation resume'.split(' ');

const words = (list: string) => list.split(' ');

let qualifiers: ReadonlySet<string> | undefined;
let harmless: ReadonlySet<string> | undefined;
let attributes: ReadonlySet<string> | undefined;

/** A `key` of one of these is a secret. */
const isQualifier = (word: string) =>
  (qualifiers ??= new Set(
    words(
      'api access auth account encryption encrypt signing sign master admin private client app application license licence storage shared deploy webhook integration service server hmac aes jwt role subscription session cipher consumer rpc secret',
    ),
  )).has(word);

/** A `key` of one of these is ordinary in programs; of anything else, say a service's name, it may be a secret. */
const isHarmless = (word: string) =>
  (harmless ??= new Set(
    words(
      'public primary foreign partition cache sort unique idempotency hot i18n translation hash dedup lookup group index object row map query react file s s3 redis memcached kafka routing dedup websocket gpg registry from restored restore hit recv receive known trusted',
    ),
  )).has(word);

/** A description of a secret, never the secret. */
const isAttribute = (word: string) =>
  (attributes ??= new Set(
    words(
      'name names type types url uri path file files dir folder endpoint expiry expires expiration expired count length len size limit header headers field label prefix suffix ref arn version alg algo algorithm format placeholder hint policy rule rules regex pattern provider manager store vault class color index usage used budget min max timeout age ttl attempts scope scopes status state left total sent saved per in out',
    ),
  )).has(word);

const KEYWORDS = [
  ...'password pasword pass pwd pw psk secret token key credential bearer creds jwt csrf xsrf'.split(' '),
  ...HINTS,
];
/** `dbpass`, `rootpw`: what stands before these in one word. Other words end so too: `bypass`, `compass`. */
const OWNERS =
  ' db root store key user admin smtp imap mail ftp http ssh ssl my remote proxy master login app vpn wifi pg redis mongo mysql sudo become bind olcroot sql ldap '.split(
    ' ',
  );

/** `tokenUrl`, `secret_name` and, in one word, `secretname`. */
function endsInAttribute(last: string): boolean {
  if (isAttribute(last)) return true;
  const keyword = KEYWORDS.find((each) => last.startsWith(each));
  return keyword !== undefined && isAttribute(last.slice(keyword.length).replace(/^s/, ''));
}

function isIssuedKey(parts: readonly string[]): boolean {
  return parts.some((part, i) =>
    part === 'key' ? isQualifier(parts[i - 1] ?? '') : part.endsWith('key') && isQualifier(part.slice(0, -3)),
  );
}

/** `service_key` and, in one word, `functionkey`. */
function isKey(end: string, parts: readonly string[]): boolean {
  if (end === 'key') return parts.length > 1;
  return end.length > 6 && end.endsWith('key') && !isHarmless(end.slice(0, -3));
}

/** Behind `key_`, where else the name of a service stands. */
const NO_SERVICE = ['id', 'ids', 'code', 'event', 'hash', 'data', 'value', 'pair'];

function isOwnPass(end: string): boolean {
  return OWNERS.some((each) => end === `${each}pass` || end === `${each}pw`);
}

export function claimOf(name: string): Promised | null {
  const plain = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  if (!KEYWORDS.some((each) => plain.includes(each)) && !plain.includes('access')) return null;
  const parts = plain.split(/[^a-z0-9]+/).map((part) => part.replace(/\d+$/, ''));
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  const end = (parts.at(-1) ?? '').replace(/^(.*(?:key|secret|password))s$/, '$1');
  parts[parts.length - 1] = end;
  if (end === 'token' && parts.some((part) => PLACES.includes(part))) return null;
  if (endsInAttribute(end) || OTHER_WORDS.some((each) => plain.includes(each))) return null;
  const last = KEYWORDS.some((each) => end.endsWith(each)) || CHOSEN.some((each) => end.endsWith(each));
  const chosen =
    CHOSEN.some((each) => plain.includes(each)) ||
    end === 'pass' ||
    end === 'ww' ||
    end.endsWith('pwd') ||
    isOwnPass(end);
  if (chosen) return { kind: 'chosen', last };
  if (ISSUED.some((each) => plain.includes(each)) || isIssuedKey(parts)) return { kind: 'issued', last };
  const likely =
    HINTS.includes(end) ||
    (parts.length === 2 && parts[0] === 'key' && !NO_SERVICE.includes(end)) ||
    (isKey(end, parts) && !parts.some(isHarmless));
  return likely ? { kind: 'likely', last } : null;
}

/** A name in a text and the words before it promise a secret, surely or likely; null where they promise none. */
export function claimBy(text: string, start: number, end: number): Promised | null {
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
export const OPENING_KEY: Promised = { kind: 'issued', last: true };

export const BARE_KEY: Promised = { kind: 'likely', last: true };

/** `api key: …` is written as two words. */
function withWordBefore(text: string, start: number, end: number): string {
  return text.slice(Math.max(0, start - 16), end).replace(/^.*[^\w .-]/s, '');
}

export function isInterfaceKey(text: string, start: number, end: number): boolean {
  return /(?:api|access|auth|secret|account)[-_ ]?key$/i.test(withWordBefore(text, start, end));
}

/** `pass` alone names the outcome of a test more often than a password. */
export function isPass(text: string, start: number, end: number): boolean {
  return end - start === 4 && text.slice(start, end).toLowerCase() === 'pass';
}
