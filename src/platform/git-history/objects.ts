import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readBounded } from '../files.ts';
import { isFile, pathFrom, real } from '../git-files.ts';
import { inflate } from './inflate.ts';
import { fanOut, openWindow, placeIn, type Window } from './window.ts';

/** Commits as they lie in packs and loose files. Nothing here throws. */
export interface Objects {
  /** Whether the object is there; null where too much would have to be looked at. */
  has(id: string): boolean | null;
  /** The beginning of a commit's text; null where it is not there, no commit, or out of the ordinary. */
  commit(id: string, most: number): string | null;
}

interface Pack {
  readonly path: string;
  /** Null where the index cannot be read. */
  index: Index | null | undefined;
  window: Window | null | undefined;
}

interface Index {
  readonly window: Window;
  readonly count: number;
}

const ID = 20;
/** More is nobody's everyday repository: `git` itself packs them together at 50. */
const MOST_PACKS = 100;
const MOST_STORES = 8;
/** A commit whose text is longer is no ordinary one. */
const LONGEST_OBJECT = 64 * 1024;
/** `git` makes chains of 50. */
const LONGEST_CHAIN = 60;
const MOST_PACKED_BYTES = 1024 * 1024;

const COMMIT = 1;
const DELTA_AT_OFFSET = 6;
const DELTA_OF_ID = 7;

export function openObjects(folder: string, opened: (window: Window) => void): Objects {
  const stores = storesFrom(folder);
  const packs = stores && packsIn(stores);
  const isKnown = packs !== null;
  let recent: Pack | null = null;

  const open = (path: string) => {
    const window = openWindow(path);
    if (window) opened(window);
    return window;
  };
  const packed = (id: Buffer): { pack: Pack; offset: number } | null => {
    const inOrder =
      recent && packs!.length > 1 ? [recent, ...packs!.filter((pack) => pack !== recent)] : packs!;
    for (const pack of inOrder) {
      if (pack.index === undefined) pack.index = indexIn(open(`${pack.path}.idx`));
      const offset = pack.index && offsetOf(pack.index, id);
      if (offset === null) continue;
      recent = pack;
      return { pack, offset };
    }
    return null;
  };
  const loose = (id: string): string | undefined =>
    // An exception for a file that is not there costs ten times as much as this look.
    stores!.map((store) => join(store, id.slice(0, 2), id.slice(2))).find(isFile);
  const inPack = (
    { pack, offset }: { pack: Pack; offset: number },
    most: number,
    depth: number,
  ): Uint8Array | null => {
    if (pack.window === undefined) pack.window = open(`${pack.path}.pack`);
    const entry = pack.window && entryAt(pack.window, offset);
    if (!entry || entry.size > LONGEST_OBJECT || depth > LONGEST_CHAIN) return null;
    if (entry.type === COMMIT)
      return unpacked(pack.window!, entry.data, entry.size, Math.min(most, entry.size));
    const base = baseOf(entry, pack, offset);
    if (!base) return null;
    const before = inPack(base, LONGEST_OBJECT, depth + 1);
    const delta = unpacked(pack.window!, entry.data, entry.size, entry.size);
    return before && delta && applyDelta(before, delta);
  };
  const baseOf = (entry: Entry, pack: Pack, offset: number) => {
    if (entry.base === null) return null;
    if (typeof entry.base !== 'number') return packed(entry.base);
    return entry.base > 0 && entry.base < offset ? { pack, offset: offset - entry.base } : null;
  };
  return {
    has(id) {
      if (!isKnown) return null;
      return loose(id) !== undefined || packed(Buffer.from(id, 'hex')) !== null;
    },
    commit(id, most) {
      if (!isKnown) return null;
      // Beside a packed commit lie packed ones.
      const place = recent ? packed(Buffer.from(id, 'hex')) : null;
      const file = place ? undefined : loose(id);
      if (file !== undefined) return looseCommit(file, most);
      const found = place ?? packed(Buffer.from(id, 'hex'));
      const bytes = found && inPack(found, most, 0);
      return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
    },
  };
}

/** The object store and those that it borrows from; null where there are too many. */
function storesFrom(folder: string): string[] | null {
  const stores: string[] = [];
  const waiting = [folder];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const store = real(next);
    if (store === null || stores.includes(store)) continue;
    if (stores.length === MOST_STORES) return null;
    stores.push(store);
    const file = join(store, 'info', 'alternates');
    const text = isFile(file) ? (readBounded(file, 64 * 1024)?.toString('utf8') ?? '') : '';
    for (const line of text.split('\n')) {
      // A quoted path has characters that `git` escapes: nobody's everyday repository.
      if (line.startsWith('"')) return null;
      if (line !== '' && !line.startsWith('#')) waiting.push(pathFrom(store, line));
    }
  }
  return stores;
}

function packsIn(stores: readonly string[]): Pack[] | null {
  const packs: Pack[] = [];
  for (const store of stores) {
    const folder = join(store, 'pack');
    for (const name of namesIn(folder)) {
      if (!name.endsWith('.idx')) continue;
      if (packs.length === MOST_PACKS) return null;
      packs.push({ path: join(folder, name.slice(0, -'.idx'.length)), index: undefined, window: undefined });
    }
  }
  return packs;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const INDEX_HEAD = 8;
const INDEX_IDS = INDEX_HEAD + 256 * 4;

function indexIn(window: Window | null): Index | null {
  const head = window?.at(0, INDEX_HEAD);
  // Version 2, which `git` writes since 2008.
  if (!window || head?.readUInt32BE(0) !== 0xff744f63 || head.readUInt32BE(4) !== 2) return null;
  const count = window.u32(INDEX_HEAD + 255 * 4);
  return count >= 0 && INDEX_IDS + count * (ID + 8) <= window.size ? { window, count } : null;
}

function offsetOf({ window, count }: Index, id: Buffer): number | null {
  const range = fanOut(window, INDEX_HEAD, id[0]!);
  const place = range[1] <= count ? placeIn(window, INDEX_IDS, ID, range, id) : -1;
  if (place < 0) return null;
  const offsets = INDEX_IDS + count * (ID + 4);
  const offset = window.u32(offsets + place * 4);
  if (offset < 0x80000000) return offset < 0 ? null : offset;
  // Packs of more than 2 GB have a second table.
  const large = window.at(offsets + count * 4 + (offset - 0x80000000) * 8, 8);
  return large && Number(large.readBigUInt64BE(0));
}

interface Entry {
  readonly type: number;
  readonly size: number;
  /** Where its packed bytes begin. */
  readonly data: number;
  /** The base of a delta: an object so far before it, or one of this id. */
  readonly base: number | Buffer | null;
}

/** Size and offset take a few bytes each. */
const ENTRY_HEAD = 32;

function entryAt(window: Window, offset: number): Entry | null {
  const head = window.at(offset, Math.min(ENTRY_HEAD, window.size - offset));
  if (!head || head.length < 2) return null;
  let at = 0;
  let byte = head[at++]!;
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let scale = 16; byte & 0x80; scale *= 128) {
    if (at >= head.length) return null;
    byte = head[at++]!;
    size += (byte & 0x7f) * scale;
  }
  if (type === DELTA_OF_ID) {
    if (at + ID > head.length) return null;
    return { type, size, data: offset + at + ID, base: Buffer.from(head.subarray(at, at + ID)) };
  }
  if (type !== DELTA_AT_OFFSET) return { type, size, data: offset + at, base: null };
  let distance = 0;
  for (let isFirst = true; ; isFirst = false) {
    if (at >= head.length || at > 12) return null;
    byte = head[at++]!;
    distance = (isFirst ? 0 : (distance + 1) * 128) + (byte & 0x7f);
    if (!(byte & 0x80)) break;
  }
  return { type, size, data: offset + at, base: distance };
}

/** A commit takes some 200 bytes; where that is not enough, more are read. */
function unpacked(window: Window, data: number, size: number, most: number): Uint8Array | null {
  for (let room = 768; ; room *= 16) {
    const length = Math.min(room, window.size - data);
    const bytes = window.at(data, length);
    const found = bytes && inflate(bytes, most);
    if (found && found.length >= most) return found.length > size ? null : found;
    if (!bytes || length < room || room > MOST_PACKED_BYTES) return null;
  }
}

/** `commit 231`, a null byte, and the commit. */
function looseCommit(path: string, most: number): string | null {
  const bytes = readBounded(path, LONGEST_OBJECT);
  const found = bytes && inflate(bytes, most + 32);
  if (!found) return null;
  const text = Buffer.from(found).toString('utf8');
  const start = text.indexOf('\0');
  return text.startsWith('commit ') && start > 0 && start < 32 ? text.slice(start + 1) : null;
}

/** Copies from the base and inserts, as the delta says; null where it does not fit. */
function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array | null {
  let at = 0;
  const length = () => {
    let value = 0;
    for (let scale = 1; at < delta.length; scale *= 128) {
      const byte = delta[at++]!;
      value += (byte & 0x7f) * scale;
      if (!(byte & 0x80)) break;
    }
    return value;
  };
  const from = length();
  const to = length();
  if (from !== base.length || to > LONGEST_OBJECT) return null;
  const made = new Uint8Array(to);
  let done = 0;
  while (at < delta.length) {
    const order = delta[at++]!;
    let [start, count] = [at, order];
    let source = delta;
    if (order & 0x80) {
      source = base;
      start = 0;
      count = 0;
      for (let bit = 0; bit < 4; bit++) if (order & (1 << bit)) start += delta[at++]! * 2 ** (8 * bit);
      for (let bit = 0; bit < 3; bit++) if (order & (16 << bit)) count += delta[at++]! << (8 * bit);
      if (count === 0) count = 0x10000;
    } else at += order;
    if (order === 0 || !(start + count <= source.length) || done + count > to) return null;
    made.set(source.subarray(start, start + count), done);
    done += count;
  }
  return done === to ? made : null;
}
