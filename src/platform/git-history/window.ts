import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { stat } from '../git-files.ts';

/** Absent on Windows, where a named pipe does not wait for us like this. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;
/** Read at a time: what is looked at next is near or anywhere. */
const BLOCK = 4096;

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** A plain file that is read here and there. Nothing here throws. */
export interface Window {
  readonly size: number;
  /** Exactly these bytes; null where the file has no such place. */
  at(offset: number, length: number): Buffer | null;
  /** A number of four bytes at an offset that four divides; -1 where the file has no such place. */
  u32(offset: number): number;
  /** Fills an array with numbers of four bytes; false where the file has not as many. */
  into(numbers: Uint32Array, offset: number): boolean;
  close(): void;
}

/** Null where there is no plain file to read. */
export function openWindow(path: string): Window | null {
  // An exception for a file that is not there costs ten times as much as this look.
  if (!stat(path)?.isFile()) return null;
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | NO_WAIT);
  } catch {
    return null;
  }
  const size = sizeOf(fd);
  if (size === null) {
    closeSync(fd);
    return null;
  }
  const blocks = new Map<number, Buffer>();
  const blockOf = (offset: number): Buffer | null => {
    const number = Math.floor(offset / BLOCK);
    let block = blocks.get(number);
    if (!block) {
      block = Buffer.allocUnsafe(Math.min(BLOCK, size - number * BLOCK));
      if (!fill(fd, block, number * BLOCK)) return null;
      blocks.set(number, block);
    }
    return block;
  };
  return {
    size,
    at(offset, length) {
      if (!(offset >= 0 && length >= 0 && offset + length <= size)) return null;
      const within = offset % BLOCK;
      if (within + length <= BLOCK) return blockOf(offset)?.subarray(within, within + length) ?? null;
      const bytes = Buffer.allocUnsafe(length);
      for (let done = 0; done < length; ) {
        const block = blockOf(offset + done);
        if (!block) return null;
        done += block.copy(bytes, done, (offset + done) % BLOCK);
      }
      return bytes;
    },
    u32(offset) {
      if (!(offset >= 0 && offset + 4 <= size)) return -1;
      return blockOf(offset)?.readUInt32BE(offset % BLOCK) ?? -1;
    },
    into(numbers, offset) {
      const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
      if (!fill(fd, bytes, offset)) return false;
      if (IS_LITTLE_ENDIAN) bytes.swap32();
      return true;
    },
    close: () => closeSync(fd),
  };
}

function sizeOf(fd: number): number | null {
  try {
    const found = fstatSync(fd);
    return found.isFile() ? found.size : null;
  } catch {
    return null;
  }
}

function fill(fd: number, bytes: Buffer, offset: number): boolean {
  try {
    let done = 0;
    while (done < bytes.length) {
      const read = readSync(fd, bytes, done, bytes.length - done, offset + done);
      if (read === 0) return false;
      done += read;
    }
    return true;
  } catch {
    return false;
  }
}

/** Where `id` stands in a sorted table of ids of `width` bytes, between two places; -1 where it is not. */
export function placeIn(
  window: Window,
  table: number,
  width: number,
  [from, to]: readonly [from: number, to: number],
  id: Buffer,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    // A short stretch is one read.
    if (high - low <= STRETCH) return placeWithin(window, table, width, low, high, id);
    const middle = (low + high) >>> 1;
    const found = window.at(table + middle * width, width);
    if (!found) return -1;
    const order = found.compare(id);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return -1;
}

const STRETCH = 8;

function placeWithin(
  window: Window,
  table: number,
  width: number,
  low: number,
  high: number,
  id: Buffer,
): number {
  const bytes = window.at(table + low * width, (high - low) * width);
  if (!bytes) return -1;
  for (let place = 0; place < high - low; place++) {
    if (bytes.compare(id, 0, width, place * width, (place + 1) * width) === 0) return low + place;
  }
  return -1;
}

/** Between which places of a sorted table the ids of a first byte stand, by the table of 256 counts before it. */
export function fanOut(window: Window, offset: number, byte: number): readonly [from: number, to: number] {
  const from = byte === 0 ? 0 : window.u32(offset + (byte - 1) * 4);
  return [Math.max(0, from), window.u32(offset + byte * 4)];
}
