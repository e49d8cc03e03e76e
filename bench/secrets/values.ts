// Made-up values: the same ones for the same seed, on every machine. A format is literal text with `%` and a letter for a run of random
// characters, and its length:
//   %h hex  %H HEX  %a a-z0-9  %A a-zA-Z0-9  %U A-Z0-9  %w a-zA-Z0-9_-  %b base64  %d digits  %l a-z  %L A-Z  %u a UUID (no length)
//   %A{3} where a digit follows; «…» the part that is secret, where it is not all of it
//   %p a password as people choose it (no length)  %j a signed token in three parts (no length)
import { fingerprint } from '../../src/domain/base/text/hash.ts';

export type Random = () => number;

/** Numbers from 0 to 1 (mulberry32), begun by a text. */
export function randomOf(seed: string): Random {
  let state = Number.parseInt(fingerprint(seed), 36) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const ALPHABETS: Readonly<Record<string, string>> = {
  h: `${DIGITS}abcdef`,
  H: `${DIGITS}ABCDEF`,
  a: LOWER + DIGITS,
  A: LOWER + UPPER + DIGITS,
  U: UPPER + DIGITS,
  w: `${LOWER}${UPPER}${DIGITS}_-`,
  b: `${LOWER}${UPPER}${DIGITS}+/`,
  d: DIGITS,
  l: LOWER,
  L: UPPER,
};

export function pick<T>(random: Random, from: ArrayLike<T>): T {
  return from[Math.floor(random() * from.length)] as T;
}

function run(random: Random, alphabet: string, length: number): string {
  // Its ends are letters or digits: text around a value would else decide where it ends.
  const plain = alphabet.replace(/[^a-zA-Z0-9]/gu, '');
  return Array.from({ length }, (_, i) =>
    pick(random, i === 0 || i === length - 1 ? plain : alphabet),
  ).join('');
}

const WORDS = [
  'Sommer',
  'winter',
  'dragon',
  'Lisboa',
  'kitchen',
  'Falcon',
  'tr0ub4dor',
  'p1neapple',
  'Bergen',
  'm0nkey',
];
const MARKS = '!*-_.~+';

function password(random: Random): string {
  const shapes = [
    () => `${pick(random, WORDS)}${run(random, DIGITS, 4)}${pick(random, MARKS)}`,
    () => `${pick(random, WORDS)}-${pick(random, WORDS)}-${run(random, DIGITS, 2)}`,
    () =>
      `${run(random, ALPHABETS['A'] ?? '', 6)}${pick(random, MARKS)}${run(random, ALPHABETS['A'] ?? '', 7)}`,
    () => run(random, ALPHABETS['A'] ?? '', 16),
  ];
  return pick(random, shapes)();
}

function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signedToken(random: Random): string {
  const header = base64url({ alg: 'HS256', typ: 'JWT' });
  const body = base64url({
    sub: run(random, ALPHABETS['d'] ?? '', 10),
    name: pick(random, WORDS),
    iat: 1760000000,
  });
  return `${header}.${body}.${run(random, ALPHABETS['w'] ?? '', 43)}`;
}

function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => run(random, ALPHABETS['h'] ?? '', length)).join('-');
}

/** A value of the format, and the part of it that is secret. */
export function madeUp(
  format: string,
  random: Random,
): { readonly value: string; readonly secret: string } {
  const made = format.replace(
    /%(?:([hHaAUwbdlL])(?:\{(\d+)\}|(\d+))|([upj]))/gu,
    (
      _,
      letter: string | undefined,
      braced: string | undefined,
      bare: string | undefined,
      whole: string,
    ) => {
      if (letter) return run(random, ALPHABETS[letter] ?? '', Number(braced ?? bare));
      if (whole === 'u') return uuid(random);
      return whole === 'p' ? password(random) : signedToken(random);
    },
  );
  const value = made.replace(/[«»]/gu, '');
  return { value, secret: /«([^»]*)»/u.exec(made)?.[1] ?? value };
}

const SHORT = 16;

/** Neither the secret nor a half of it stands in the text. Of a short one a half may stand there by chance. */
export function isGone(secret: string, text: string): boolean {
  if (secret.length < SHORT) return !text.includes(secret);
  const middle = Math.floor(secret.length / 2);
  return !text.includes(secret.slice(0, middle)) && !text.includes(secret.slice(middle));
}
