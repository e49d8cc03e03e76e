import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { parseJson } from '../../domain/base/text/json.ts';
import { DICTIONARY } from '../domain/dictionary.ts';
import { isCount, type ShareAudience, SOLE_AUTHOR } from '../domain/record.ts';
import type { Codec, Segment } from '../log.ts';

/** A segment as a chunk holds it. */
export type HeldSegment = Pick<Segment, 'n' | 'audience' | 'format' | 'body'>;

/** The content of one commit: segments of one stream, in order. */
export interface Chunk {
  /** The history of a ref: with each new root it rises by one. */
  readonly generation: number;
  /** The last number of the stream up to here. */
  readonly last: number;
  /** The stream of the segments: that of the machine which signs, or one that it carried over from under an earlier key. */
  readonly stream: string;
  readonly segments: readonly HeldSegment[];
  /** The key was changed: what follows lies under another one. */
  readonly isMoved?: true;
}

/** The part of a chunk by which a reader knows an older state of a ref. */
export type Position = Pick<Chunk, 'generation' | 'last'>;

export function compare(a: Position, b: Position): number {
  return a.generation - b.generation || a.last - b.last;
}

const VERSION = 1;
const NONCE = 12;
const TAG = 16;
const SIGNATURE = 64;
const PUBLIC = 32;
const LARGEST = 64 * 1024 * 1024;
const dictionary = Buffer.from(DICTIONARY);

/** Seals and opens chunks with a person's key, and derives from it the names of refs, which tell the remote nothing. */
export interface ChunkSealer {
  /** The folder of refs of a project, and the ref of a stream in it. */
  refFolder(project: string): string;
  refOf(project: string, origin: string): string;
  seal(ref: string, chunk: Chunk, signer: Signer): Buffer;
  /** Null for what another key sealed, what somebody changed or moved, and what the stream's own machine did not sign. */
  open(ref: string, project: string, blob: Uint8Array): OpenedChunk | null;
}

export interface OpenedChunk extends Chunk {
  /** The stream whose machine signed it. */
  readonly origin: string;
}

/** The key of one machine, by which nobody else can write its stream. */
export interface Signer {
  readonly origin: string;
  readonly publicKey: Buffer;
  /** To be kept, readable for nobody else. */
  readonly secret: string;
  sign(bytes: Uint8Array): Buffer;
}

const PUBLIC_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

export function newSigner(): Signer {
  const { privateKey } = generateKeyPairSync('ed25519');
  return signerOf(privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'));
}

export function signerOf(secret: string): Signer {
  const key = createPrivateKey({
    key: Buffer.from(secret, 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-PUBLIC);
  return {
    secret,
    publicKey,
    origin: originOf(publicKey),
    sign: (bytes) => sign(null, bytes, key),
  };
}

/** The name of a stream says whose signature it bears: nobody has to be believed about it. */
function originOf(publicKey: Uint8Array): string {
  return `${SOLE_AUTHOR}/${createHash('sha256').update(publicKey).digest('hex').slice(0, 32)}`;
}

export function sealerOf(key: Uint8Array): ChunkSealer {
  const derived = (purpose: string) =>
    createHmac('sha256', key).update(`cortex git ${purpose}`).digest();
  const [bodies, names, nonces] = [derived('bodies'), derived('names'), derived('nonces')];
  const named = (...parts: readonly string[]) =>
    createHmac('sha256', names).update(JSON.stringify(parts)).digest('hex').slice(0, 24);
  const refFolder = (project: string) => named(project);
  const refOf = (project: string, origin: string) =>
    `${refFolder(project)}/${named(project, origin)}`;
  return {
    refFolder,
    refOf,
    seal: (ref, chunk, signer) => {
      const packed = packChunk({
        ...chunk,
        stream: chunk.stream === signer.origin ? '' : chunk.stream,
      });
      const signature = signer.sign(Buffer.concat([Buffer.from(ref), packed]));
      const clear = Buffer.concat([signer.publicKey, signature, packed]);
      // Derived from the content: what is made twice is one object.
      const nonce = createHmac('sha256', nonces)
        .update(ref)
        .update(clear)
        .digest()
        .subarray(0, NONCE);
      const cipher = createCipheriv('aes-256-gcm', bodies, nonce).setAAD(Buffer.from(ref));
      const sealed = [cipher.update(clear), cipher.final()];
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ...sealed]);
    },
    open: (ref, project, blob) => {
      const clear = unsealBlob(bodies, ref, blob);
      if (!clear || clear.length < PUBLIC + SIGNATURE) return null;
      const publicKey = clear.subarray(0, PUBLIC);
      const origin = originOf(publicKey);
      const packed = clear.subarray(PUBLIC + SIGNATURE);
      const signed = Buffer.concat([Buffer.from(ref), packed]);
      const key = {
        key: Buffer.concat([PUBLIC_HEAD, publicKey]),
        format: 'der',
        type: 'spki',
      } as const;
      if (!verify(null, signed, key, clear.subarray(PUBLIC, PUBLIC + SIGNATURE))) return null;
      const chunk = refOf(project, origin) === ref ? unpackChunk(packed) : null;
      return chunk && { ...chunk, stream: chunk.stream || origin, origin };
    },
  };
}

function unsealBlob(key: Uint8Array, ref: string, blob: Uint8Array): Buffer | null {
  if (blob[0] !== VERSION || blob.length < 1 + NONCE + TAG) return null;
  const [nonce, tag] = [blob.subarray(1, 1 + NONCE), blob.subarray(1 + NONCE, 1 + NONCE + TAG)];
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
      .setAAD(Buffer.from(ref))
      .setAuthTag(tag);
    return Buffer.concat([cipher.update(blob.subarray(1 + NONCE + TAG)), cipher.final()]);
  } catch {
    return null;
  }
}

/** A line that says what follows, then the bodies. */
function packChunk({ generation, last, stream, segments, isMoved }: Chunk): Buffer {
  const list = segments.map(({ n, audience, format, body }) => [
    n,
    audience === 'team' ? 1 : 0,
    format,
    body.length,
  ]);
  const head = JSON.stringify([generation, last, stream, list, ...(isMoved ? [1] : [])]);
  const clear = Buffer.concat([Buffer.from(`${head}\n`), ...segments.map(({ body }) => body)]);
  return deflateRawSync(clear, { dictionary, level: 9 });
}

function unpackChunk(packed: Uint8Array): Chunk | null {
  let clear: Buffer;
  try {
    clear = inflateRawSync(packed, { dictionary, maxOutputLength: LARGEST });
  } catch {
    return null;
  }
  const end = clear.indexOf('\n');
  const head = parseJson(clear.subarray(0, end).toString('utf8'));
  if (!Array.isArray(head)) return null;
  const [generation, last, stream, list, moved] = head as readonly unknown[];
  if (!isCount(generation) || !isCount(last) || typeof stream !== 'string' || !Array.isArray(list))
    return null;
  const segments: HeldSegment[] = [];
  let at = end + 1;
  for (const one of list as readonly unknown[]) {
    if (!Array.isArray(one) || !one.every(isCount)) return null;
    const [n, team, format, length] = one as [number, number, number, number];
    const audience: ShareAudience = team === 1 ? 'team' : 'me';
    segments.push({ n, audience, format, body: clear.subarray(at, at + length) });
    at += length;
  }
  if (at !== clear.length) return null;
  return { generation, last, stream, segments, ...(moved === 1 && { isMoved: true }) };
}

/** Bodies as they are: the log seals whole commits. The name is as keyed as everywhere. */
export function openCodec(nameOf: Codec['nameOf']): Codec {
  return {
    isSecret: true,
    nameOf,
    pack: (_, text) => Buffer.from(text),
    unpack: (_, body) => Buffer.from(body).toString('utf8'),
  };
}
