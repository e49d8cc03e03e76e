import {
  constants,
  fdatasyncSync,
  fstatSync,
  lstatSync,
  readFileSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { hmacSha256 } from '../../domain/base/text/sha256.ts';
import type { MetricHead, Seal, Sealer } from '../../domain/metrics/seal.ts';
import type { Anchored, KeyedSeal } from '../../ports/metrics/evidence.ts';
import {
  createPrivate,
  readBounded,
  UnsafePath,
  withFile,
  writeAtomic,
  writeOnce,
} from '../base/files.ts';

const KEY_BYTES = 32;

/** The files of the key and the heads: beside the database, not in it. */
export interface SealFiles {
  readonly key: string;
  readonly anchor: string;
}

export function sealFilesIn(home: string): SealFiles {
  return { key: join(home, 'metrics.key'), anchor: join(home, 'metrics.anchor') };
}

/** Characters up to which sealing takes less than loading `node:crypto`, in all texts of a process. */
const FEW = 16 * 1024;

/** HMAC-SHA-256. Hooks seal a few records, which are short; whoever seals or checks many loads `node:crypto` for it. */
export function hmac(key: Uint8Array): Seal {
  const ofFew = hmacSha256(key);
  let ofMany: Seal | null = null;
  let sealed = 0;
  return (text) => {
    sealed += text.length;
    if (sealed <= FEW) return ofFew(text);
    ofMany ??= hmacOfMany(key);
    return ofMany(text);
  };
}

/** As a key object it takes 7 µs for a record, as bytes 50. */
function hmacOfMany(key: Uint8Array): Seal {
  const { createHmac, createSecretKey } = process.getBuiltinModule('node:crypto');
  const secret = createSecretKey(key);
  return (text) => createHmac('sha256', secret).update(text).digest('hex');
}

/** Seals what a store appends. Everything is loaded at the first record: most hooks append none. */
export function openSealer(
  files: SealFiles,
  failed: (what: string, error: unknown) => void,
): Sealer {
  let opened: KeyedSeal | null = null;
  return {
    seal(hasRecords) {
      try {
        opened ??= keyed(hmac(readKey(files.key) ?? (hasRecords ? gone(files) : makeKey(files))));
        return opened.seal;
      } catch (error) {
        failed('metrics are not recorded', error);
        return null;
      }
    },
    anchor(head) {
      try {
        appendAnchor(files.anchor, { ...head, key: opened!.key });
      } catch (error) {
        failed('the last metric was not anchored', error);
      }
    },
    isUnanchored() {
      return statSync(files.anchor, { throwIfNoEntry: false })?.size === 0;
    },
  };
}

/** The seal of the key that is there; null where there is none, or something else under its name. Never makes one. */
export function openSeal(files: SealFiles): KeyedSeal | null {
  try {
    const key = readKey(files.key);
    return key && keyed(hmac(key));
  } catch {
    return null;
  }
}

function gone(files: SealFiles): never {
  throw new UnsafePath(`${files.key} is gone, and the records that it sealed are not: put it back`);
}

function keyed(seal: Seal): KeyedSeal {
  // A name for the key that says nothing about it.
  return { seal, key: seal('cortex metrics key').slice(0, 16) };
}

function readKey(path: string): Buffer | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return null;
  const key = found.isFile() ? readBounded(path, KEY_BYTES + 1) : null;
  if (key?.length !== KEY_BYTES)
    throw new UnsafePath(`${path} does not hold a key: put the right one back`);
  return key;
}

/** The anchor first: where there is a key and no anchor, somebody took it away. */
function makeKey(files: SealFiles): Buffer {
  createPrivate(files.anchor);
  writeOnce(files.key, process.getBuiltinModule('node:crypto').randomBytes(KEY_BYTES));
  return readKey(files.key)!;
}

/** One write at the end of the file: lines of two processes never mix, and no line is ever taken back. */
function appendAnchor(path: string, head: Anchored): void {
  // Not made here: an anchor that was taken away must stay missing.
  withFile(path, constants.O_WRONLY | constants.O_APPEND, (fd) => {
    const isFirst = fstatSync(fd).size === 0;
    writeSync(fd, anchorLine(head));
    // A power loss may lose the last lines, which is harmless; without the first line the file would look emptied.
    if (isFirst) fdatasyncSync(fd);
  });
}

function anchorLine({ seq, hash, key }: Anchored): string {
  return `head ${seq} ${hash} ${key}\n`;
}

/** Begins with a word, so that the rest of a torn line never makes another number of the next. */
const LINE = /^head (\d{1,15}) ([0-9a-f]{64}) ([0-9a-f]{16})$/;

/** Every head that was anchored, in the order of writing; null where there is no anchor. A torn line says nothing. */
export function readAnchors(path: string): Anchored[] | null {
  let text: string;
  try {
    text = readFileSync(path, 'latin1');
  } catch {
    return null;
  }
  return anchorsIn(text);
}

function anchorsIn(text: string): Anchored[] {
  return text.split('\n').flatMap((line) => {
    const [, seq, hash, key] = LINE.exec(line) ?? [];
    return seq ? [{ seq: Number(seq), hash: hash!, key: key! }] : [];
  });
}

/**
 * Leaves out heads that the newest one stands for; any other line stays. A line that a process adds meanwhile is taken
 * over from the old file.
 */
export function compactAnchorFile(path: string, covered: readonly MetricHead[]): void {
  const named = new Set(covered.map(({ seq, hash }) => `${seq} ${hash}`));
  withFile(path, constants.O_RDONLY, (old) => {
    const kept = anchorsIn(readRest(old)).filter(({ seq, hash }) => !named.has(`${seq} ${hash}`));
    writeAtomic(path, kept.map(anchorLine).join(''));
    for (const late of anchorsIn(readRest(old))) appendAnchor(path, late);
  });
}

function readRest(fd: number): string {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.alloc(64 * 1024);
    const read = readSync(fd, part, 0, part.length, null);
    if (read === 0) return Buffer.concat(parts).toString('latin1');
    parts.push(part.subarray(0, read));
  }
}
