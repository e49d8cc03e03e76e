import { join } from 'node:path';
import { readBounded } from '../files.ts';
import { fanOut, openWindow, placeIn, type Window } from './window.ts';

/**
 * The file in which `git` keeps parents and generations of commits, or the chain of such files. It holds all ancestors of what
 * it holds. Records are plain numbers in one array: a walk looks at thousands of them in code that runs once.
 */
export interface CommitGraph {
  /** How many commits it holds; their places are the numbers below. */
  readonly size: number;
  /** -1 where it does not hold the commit. */
  find(id: Buffer): number;
  /** `WORDS` numbers for each commit, once it was asked for. */
  readonly records: Uint32Array;
  /** By how much a commit's corrected date is later than its own; null until all records are there, or where a file has none. */
  later(): Uint32Array | null;
  /** Brings a record in: the first ones a few at a time, then all of them; -1 where the file is broken, 1 where all are there. */
  ask(place: number): -1 | 0 | 1;
  /** A date that is later by more than fits; -1 where the file is broken. */
  muchLater(place: number, value: number): number;
  /** Adds the parents of a merge of several branches but for the first; false where the file is broken. */
  moreParents(place: number, value: number, into: number[]): boolean;
}

/** The places of numbers in a record. The first five are the id of a tree. */
export const WORDS = 9;
export const FIRST_PARENT = 5;
export const SECOND_PARENT = 6;
/** The level, how many commits lie one below the other, and two bits of the date. */
export const LEVEL = 7;
export const DATE = 8;
export const NO_PARENT = 0x70000000;
/** In place of a number: where to find it. */
export const HIGH = 0x80000000;

interface Layer {
  readonly window: Window;
  readonly count: number;
  /** Commits of the layers below. */
  readonly base: number;
  readonly fanOut: number;
  readonly ids: number;
  readonly commits: number;
  readonly edges: Chunk | null;
  readonly dates: Chunk | null;
  readonly overflow: Chunk | null;
}

interface Chunk {
  readonly offset: number;
  readonly length: number;
}

const ID = 20;
const RECORD = WORDS * 4;
/** All records are read when that costs no more than the looks that were needed so far, unless there are very many. */
const RECORDS_A_LOOK = 1024;
const FEW_LOOKS = 3;
const MOST_AT_ONCE = 80_000;
const STRETCH = 32;
/** `git` merges layers long before there are so many. */
const MOST_LAYERS = 32;

/** Null where there is none, or none that this reader knows. */
export function openCommitGraph(objects: string, opened: (window: Window) => void): CommitGraph | null {
  const open = (path: string) => {
    const window = openWindow(path);
    if (window) opened(window);
    return window;
  };
  const single = open(join(objects, 'info', 'commit-graph'));
  const windows = single ? [single] : chain(objects).map(open);
  if (windows.length === 0) return null;
  const layers: Layer[] = [];
  for (const window of windows) {
    const layer = window && layerIn(window, layers);
    if (!layer) return null;
    layers.push(layer);
  }
  return graphOf(layers);
}

/** The files of a chain, the lowest first. */
function chain(objects: string): string[] {
  const folder = join(objects, 'info', 'commit-graphs');
  const text = readBounded(join(folder, 'commit-graph-chain'), 64 * (ID * 2 + 1))?.toString('latin1') ?? '';
  const names = text.split('\n').filter((line) => line !== '');
  if (names.length > MOST_LAYERS || !names.every((name) => /^[0-9a-f]{40}$/.test(name))) return [];
  return names.map((name) => join(folder, `graph-${name}.graph`));
}

function layerIn(window: Window, below: readonly Layer[]): Layer | null {
  const head = window.at(0, 8);
  // Signature, version 1, SHA-1; then chunks and the number of layers below.
  if (head?.toString('latin1', 0, 4) !== 'CGPH' || head[4] !== 1 || head[5] !== 1) return null;
  if (head[7] !== below.length) return null;
  const chunks = chunksIn(window, head[6]!);
  const chunk = (name: string) => chunks?.get(name) ?? null;
  const [fan, ids, commits] = [chunk('OIDF'), chunk('OIDL'), chunk('CDAT')];
  if (!fan || !ids || !commits || fan.length !== 256 * 4) return null;
  const count = ids.length / ID;
  if (!Number.isInteger(count) || commits.length !== count * RECORD) return null;
  const last = below.at(-1);
  const dates = chunk('GDA2');
  return {
    window,
    count,
    base: last ? last.base + last.count : 0,
    fanOut: fan.offset,
    ids: ids.offset,
    commits: commits.offset,
    edges: chunk('EDGE'),
    dates: dates?.length === count * 4 ? dates : null,
    overflow: chunk('GDO2'),
  };
}

function chunksIn(window: Window, count: number): ReadonlyMap<string, Chunk> | null {
  const table = window.at(8, (count + 1) * 12);
  if (!table) return null;
  const chunks = new Map<string, Chunk>();
  const offset = (i: number) => table.readUInt32BE(i * 12 + 4) * 2 ** 32 + table.readUInt32BE(i * 12 + 8);
  for (let i = 0; i < count; i++) {
    const length = offset(i + 1) - offset(i);
    if (!(length >= 0) || offset(i) + length > window.size) return null;
    chunks.set(table.toString('latin1', i * 12, i * 12 + 4), { offset: offset(i), length });
  }
  return chunks;
}

function graphOf(layers: readonly Layer[]): CommitGraph {
  const last = layers.at(-1)!;
  const size = last.base + last.count;
  const layerOf = (place: number) => layers.findLast(({ base }) => base <= place)!;
  const records = new Uint32Array(size * WORDS);
  const read = ({ window, base, commits }: Layer, from: number, to: number): boolean =>
    window.into(records.subarray((base + from) * WORDS, (base + to) * WORDS), commits + from * RECORD);
  // Corrected dates tell more than levels, but only where every layer has them.
  let later: Uint32Array | null = null;
  const readDates = () => {
    if (!layers.every(({ dates }) => dates !== null)) return;
    const all = new Uint32Array(size);
    const isRead = layers.every(({ window, base, count, dates }) =>
      window.into(all.subarray(base, base + count), dates!.offset),
    );
    if (isRead) later = all;
  };
  const asked = new Uint8Array(Math.ceil(size / STRETCH) + layers.length);
  let looks = 0;
  let isWhole = false;
  return {
    ...{ size, records },
    later: () => later,
    find(id) {
      for (const { window, fanOut: fan, ids, base, count } of layers) {
        const range = fanOut(window, fan, id[0]!);
        const place = range[1] <= count ? placeIn(window, ids, ID, range, id) : -1;
        if (place >= 0) return base + place;
      }
      return -1;
    },
    ask(place) {
      if (isWhole) return 1;
      const layer = layerOf(place);
      const stretch = Math.floor((place - layer.base) / STRETCH);
      const mark = Math.floor(layer.base / STRETCH) + layers.indexOf(layer) + stretch;
      if (asked[mark]) return 0;
      asked[mark] = 1;
      isWhole = ++looks > FEW_LOOKS + size / RECORDS_A_LOOK && size <= MOST_AT_ONCE;
      if (isWhole) {
        readDates();
        return layers.every((one) => read(one, 0, one.count)) ? 1 : -1;
      }
      return read(layer, stretch * STRETCH, Math.min(layer.count, (stretch + 1) * STRETCH)) ? 0 : -1;
    },
    muchLater: (place, value) => offsetIn(layerOf(place), value),
    moreParents: (place, value, into) => edges(layerOf(place), value - HIGH, size, into),
  };
}

/** By how much a corrected date is later, from the table of large numbers. */
function offsetIn({ window, overflow }: Layer, value: number): number {
  const at = (value - HIGH) * 8;
  const large = overflow && at < overflow.length ? window.at(overflow.offset + at, 8) : null;
  return large ? Number(large.readBigUInt64BE(0)) : -1;
}

const MOST_PARENTS = 64;

/** Parents beyond the first of a merge of several branches; the last one has the high bit. */
function edges({ window, edges: chunk }: Layer, from: number, size: number, into: number[]): boolean {
  for (let i = from; chunk && i < from + MOST_PARENTS && (i + 1) * 4 <= chunk.length; i++) {
    const value = window.u32(chunk.offset + i * 4);
    if (value < 0) return false;
    const place = value >= HIGH ? value - HIGH : value;
    if (place >= size) return false;
    into.push(place);
    if (value >= HIGH) return true;
  }
  return false;
}
