import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { readBounded } from './files.ts';
import { real } from './git-files.ts';

/**
 * Whether a commit is in a repository's own object store, read without `git`. Alternates are not followed, and a link that
 * leads out of the git directory does not count: an object that is borrowed from elsewhere proves nothing.
 */

/** `root`: a commit without parents, which every fork and many a template has too. */
export type CommitHere = 'commit' | 'root';

const HASH = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** A clone has one, and `git` itself begins to tidy up at fifty. */
const MOST_PACKS = 64;
const MOST_OBJECT_BYTES = 1024 * 1024;
/** A head with some twenty parents; what comes after them does not matter. */
const HEAD_BYTES = 1024;

export function commitIn(commonDir: string, hash: string): CommitHere | null {
  if (!HASH.test(hash)) return null;
  try {
    return loose(commonDir, hash) ?? packed(commonDir, hash);
  } catch {
    return null;
  }
}

function loose(commonDir: string, hash: string): CommitHere | null {
  const path = own(commonDir, 'objects', hash.slice(0, 2), hash.slice(2));
  const bytes = path && readBounded(path, MOST_OBJECT_BYTES);
  if (!bytes) return null;
  const text = inflated(bytes).toString('latin1', 0, HEAD_BYTES);
  const end = text.indexOf('\0');
  return end > 0 && text.startsWith('commit ') ? judged(text.slice(end + 1)) : null;
}

/** The path of a file that really lies in the git directory; null where it does not. */
function own(commonDir: string, ...parts: string[]): string | null {
  const path = join(commonDir, ...parts);
  return real(path) === path ? path : null;
}

/** `tree <hash>`, then a line for each parent. */
function judged(commit: string): CommitHere | null {
  const line = commit.indexOf('\n');
  if (!commit.startsWith('tree ') || line < 0) return null;
  return commit.startsWith('parent ', line + 1) ? 'commit' : 'root';
}

/** The bytes may end in the middle of the object. Few starts ask for a commit, and loading this costs more than the look. */
function inflated(deflated: Uint8Array): Buffer {
  const { constants, inflateSync } = process.getBuiltinModule('node:zlib');
  return inflateSync(deflated, {
    maxOutputLength: MOST_OBJECT_BYTES,
    finishFlush: constants.Z_SYNC_FLUSH,
  });
}

function packed(commonDir: string, hash: string): CommitHere | null {
  const folder = own(commonDir, 'objects', 'pack');
  if (folder === null) return null;
  const packs = readdirSync(folder).filter((name) => /^pack-[0-9a-f]+\.idx$/.test(name));
  for (const name of packs.slice(0, MOST_PACKS)) {
    const index = own(commonDir, 'objects', 'pack', name);
    const offset = index === null ? null : within(index, (read) => offsetOf(read, hash));
    const pack = offset === null ? null : own(commonDir, 'objects', 'pack', name.replace(/idx$/, 'pack'));
    const commit = pack && within(pack, (read) => textAt(read, offset!));
    if (commit) return judged(commit.toString('latin1', 0, HEAD_BYTES));
  }
  return null;
}

type Read = (at: number, length: number) => Buffer;

function within<T>(path: string, work: (read: Read) => T): T | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    return work((at, length) => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, at));
    });
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

const FAN_OUT = 8;
const NAMES = FAN_OUT + 256 * 4;

/** Where an index of version 2 says that an object begins. */
function offsetOf(read: Read, hash: string): number | null {
  const head = read(0, FAN_OUT);
  if (head.length < FAN_OUT || head.readUInt32BE(0) !== 0xff744f63 || head.readUInt32BE(4) !== 2) return null;
  const name = Buffer.from(hash, 'hex');
  const fan = (byte: number) => (byte < 0 ? 0 : read(FAN_OUT + byte * 4, 4).readUInt32BE(0));
  const total = fan(255);
  let low = fan(name[0]! - 1);
  let high = fan(name[0]!);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = name.compare(read(NAMES + middle * name.length, name.length));
    if (order === 0) {
      const offsets = NAMES + total * (name.length + 4);
      const offset = read(offsets + middle * 4, 4).readUInt32BE(0);
      if (offset < 0x80000000) return offset;
      return Number(read(offsets + total * 4 + (offset - 0x80000000) * 8, 8).readBigUInt64BE(0));
    }
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return null;
}

const COMMIT = 1;
const DIFFERENCE = 6;
/** As many as `git` makes by itself; it is asked for no more by anybody. */
const MOST_STEPS = 50;
const AHEAD = 64 * 1024;

/** A commit's text, also where it is packed as its difference to an earlier object of the pack. */
function textAt(read: Read, offset: number, step = 0): Buffer | null {
  const bytes = read(offset, AHEAD);
  const type = (bytes[0]! >> 4) & 7;
  let at = 0;
  while (bytes[at++]! & 0x80);
  if (type === COMMIT) return inflated(bytes.subarray(at));
  // A difference to an object that is named by its hash occurs only on the way from one repository to another.
  if (type !== DIFFERENCE || step >= MOST_STEPS) return null;
  let back = bytes[at]! & 0x7f;
  while (bytes[at++]! & 0x80) back = (back + 1) * 128 + (bytes[at]! & 0x7f);
  const base = back > 0 && back < offset ? textAt(read, offset - back, step + 1) : null;
  return base && changed(base, inflated(bytes.subarray(at)));
}

/** Applies a difference to its base: parts that are copied from it, and parts that are new. */
function changed(base: Buffer, difference: Buffer): Buffer {
  let at = 0;
  const next = () => difference[at++]!;
  // Two lengths, which the parts say again.
  for (let length = 0; length < 2; length++) while (next() & 0x80);
  const parts: Buffer[] = [];
  while (at < difference.length) {
    const order = next();
    if (order & 0x80) {
      const number = (bits: readonly number[]) =>
        bits.reduce((sum, bit, i) => sum + (order & bit ? next() * 256 ** i : 0), 0);
      const from = number([1, 2, 4, 8]);
      parts.push(base.subarray(from, from + (number([16, 32, 64]) || 0x10000)));
    } else {
      parts.push(difference.subarray(at, at + order));
      at += order;
    }
  }
  return Buffer.concat(parts);
}
