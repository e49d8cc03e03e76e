import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DICTIONARY } from './domain/dictionary.ts';
import type { Codec, Seat } from './log.ts';

const SEALED = 1;
const BOUND = 2;
const MARK = 8;
const NONCE = 12;
const TAG = 16;
/** A body of 1 MiB could grow to a gigabyte: a teammate's must not fill the memory. */
const LARGEST_TEXT = 16 * 1024 * 1024;

/** A mark of seat and text goes before each body, so that a copy in another stream is not believed. */
export function plainCodec(): Codec {
  const markOf = (seat: Seat, text: string) =>
    createHash('sha256').update(seatBytes(seat)).update(text).digest().subarray(0, MARK);
  return {
    isSecret: false,
    nameOf: (project) => project,
    pack: (seat, text) => Buffer.concat([Buffer.of(BOUND), markOf(seat, text), deflateText(text)]),
    unpack: (seat, body) => {
      const text = body[0] === BOUND ? inflateText(body.subarray(1 + MARK)) : null;
      return text !== null && markOf(seat, text).equals(body.subarray(1, 1 + MARK)) ? text : null;
    },
  };
}

/** AES-256-GCM with the seat authenticated; what is not sealed is not believed where there is a key. */
export function sealedCodec(key: Uint8Array): Codec {
  const derived = (purpose: string) =>
    createHmac('sha256', key).update(`cortex share ${purpose}`).digest();
  const bodies = derived('bodies');
  const names = derived('names');
  const nonces = derived('nonces');
  return {
    isSecret: true,
    nameOf: (project) => createHmac('sha256', names).update(project).digest('hex'),
    pack: (seat, text) => {
      // Derived from the content: the same segment packed twice is the same, so that a push whose answer was lost can be repeated.
      const nonce = createHmac('sha256', nonces)
        .update(seatBytes(seat))
        .update(text)
        .digest()
        .subarray(0, NONCE);
      const cipher = createCipheriv('aes-256-gcm', bodies, nonce).setAAD(seatBytes(seat));
      const sealed = [cipher.update(deflateText(text)), cipher.final()];
      return Buffer.concat([Buffer.of(SEALED), nonce, cipher.getAuthTag(), ...sealed]);
    },
    unpack: (seat, body) => {
      if (body[0] !== SEALED || body.length < 1 + NONCE + TAG) return null;
      const nonce = body.subarray(1, 1 + NONCE);
      const tag = body.subarray(1 + NONCE, 1 + NONCE + TAG);
      try {
        const cipher = createDecipheriv('aes-256-gcm', bodies, nonce, { authTagLength: TAG })
          .setAAD(seatBytes(seat))
          .setAuthTag(tag);
        return inflateText(
          Buffer.concat([cipher.update(body.subarray(1 + NONCE + TAG)), cipher.final()]),
        );
      } catch {
        return null;
      }
    },
  };
}

function seatBytes({ project, origin, n, format }: Seat): Buffer {
  return Buffer.from(JSON.stringify([project, origin, n, format]));
}

const dictionary = Buffer.from(DICTIONARY);

function deflateText(text: string): Buffer {
  return deflateRawSync(text, { dictionary, level: 9 });
}

function inflateText(bytes: Uint8Array): string | null {
  try {
    return inflateRawSync(bytes, { dictionary, maxOutputLength: LARGEST_TEXT }).toString('utf8');
  } catch {
    return null;
  }
}

const PREFIX = 'cortex-key-';
const CHECK = 6;

/** A key as a person carries it from one machine to another; a slip of the hand is noticed. */
export function newKeyText(): string {
  return keyText(randomBytes(32));
}

/** `url`: the repository that it opens; without one a checkout's own remote is meant. */
export function keyText(key: Uint8Array, url: string | null = null): string {
  const text = Buffer.from(key).toString('base64url');
  const where = url === null ? '' : `-u${Buffer.from(url).toString('base64url')}`;
  return `${PREFIX}${text}${where}-${checkOf(text + where)}`;
}

/** Everything that one word says. */
export interface KeyWord {
  readonly key: Uint8Array;
  readonly url: string | null;
}

/** Null if the text is no key, or not a complete one. */
export function readKey(text: string): KeyWord | null {
  const [, inner = '', where = '', check = ''] =
    /^cortex-key-([\w-]{43})((?:-u[\w-]+)?)-([0-9a-f]{6})$/.exec(text.trim()) ?? [];
  if (inner === '' || checkOf(inner + where) !== check) return null;
  const url = where === '' ? null : Buffer.from(where.slice(2), 'base64url').toString('utf8');
  return { key: Buffer.from(inner, 'base64url'), url };
}

function checkOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, CHECK);
}

/** A name for the stream of a home: nobody but its login can write there. */
export function newOrigin(login: string): string {
  return `${login}/${randomBytes(16).toString('hex')}`;
}
