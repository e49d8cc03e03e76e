/**
 * Unpacks what zlib packed, up to a limit. Commits are a few hundred bytes: to load `node:zlib` takes 3 ms of CPU, to unpack
 * one commit here some 20 µs.
 */

/** The first `most` bytes at least, where there are as many; null where the bytes are no such stream, or end too early. */
export function inflate(packed: Uint8Array, most: number): Uint8Array | null {
  const isZlib = (packed[0]! & 0x0f) === 8 && ((packed[0]! << 8) | packed[1]!) % 31 === 0;
  if (packed.length < 2 || !isZlib || (packed[1]! & 0x20) !== 0) return null;
  const bits = new Bits(packed, 2);
  const out = new Output(most);
  try {
    let isLast = false;
    while (!isLast && !out.isFull()) {
      isLast = bits.take(1) === 1;
      const kind = bits.take(2);
      if (kind === 0) copyStored(bits, out);
      else if (kind === 1) expand(bits, out, FIXED.literals, FIXED.distances);
      else if (kind === 2) expandDynamic(bits, out);
      else return null;
    }
    return out.bytes();
  } catch (error) {
    if (error instanceof Broken) return null;
    throw error;
  }
}

class Broken extends Error {}

class Bits {
  readonly #bytes: Uint8Array;
  #at: number;
  #held = 0;
  #count = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  take(count: number): number {
    while (this.#count < count) {
      if (this.#at >= this.#bytes.length) throw new Broken();
      this.#held |= this.#bytes[this.#at++]! << this.#count;
      this.#count += 8;
    }
    const value = this.#held & ((1 << count) - 1);
    this.#held >>>= count;
    this.#count -= count;
    return value;
  }

  /** The rest of a byte that was begun is left out. */
  align(): void {
    this.#held = 0;
    this.#count = 0;
  }
}

class Output {
  readonly #bytes: Uint8Array;
  readonly #most: number;
  #length = 0;

  constructor(most: number) {
    // One match may go beyond the limit.
    this.#bytes = new Uint8Array(most + LONGEST_MATCH);
    this.#most = most;
  }

  isFull(): boolean {
    return this.#length >= this.#most;
  }

  add(byte: number): void {
    this.#bytes[this.#length++] = byte;
  }

  repeat(distance: number, length: number): void {
    if (distance > this.#length) throw new Broken();
    for (let i = 0; i < length; i++) this.add(this.#bytes[this.#length - distance]!);
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

const LONGEST_MATCH = 258;

function copyStored(bits: Bits, out: Output): void {
  bits.align();
  const length = bits.take(16);
  if ((bits.take(16) ^ 0xffff) !== length) throw new Broken();
  for (let i = 0; i < length && !out.isFull(); i++) out.add(bits.take(8));
}

/** Codes by length: how many there are of each, and their symbols in order. */
interface Codes {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

const LONGEST_CODE = 15;

function codesOf(lengths: Uint8Array): Codes {
  const counts = new Uint16Array(LONGEST_CODE + 1);
  for (const length of lengths) counts[length]! += 1;
  counts[0] = 0;
  const next = new Uint16Array(LONGEST_CODE + 2);
  for (let length = 1; length <= LONGEST_CODE; length++) next[length + 1] = next[length]! + counts[length]!;
  const symbols = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length > 0) symbols[next[length]!++] = symbol;
  });
  return { counts, symbols };
}

function decode(bits: Bits, { counts, symbols }: Codes): number {
  let code = 0;
  let first = 0;
  let index = 0;
  for (let length = 1; length <= LONGEST_CODE; length++) {
    code |= bits.take(1);
    const count = counts[length]!;
    if (code - first < count) return symbols[index + code - first]!;
    index += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  throw new Broken();
}

const END_OF_BLOCK = 256;
/** The least length or distance of each symbol, and how many further bits say how much more it is. */
const LENGTHS = ranges(
  [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5],
  3,
);
const DISTANCES = ranges(
  [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13],
  1,
);
const LONGEST_SYMBOL = 28;

function ranges(
  extra: readonly number[],
  from: number,
): { least: readonly number[]; extra: readonly number[] } {
  let at = from;
  const least = extra.map((bits) => {
    const here = at;
    at += 1 << bits;
    return here;
  });
  return { least, extra };
}

function expand(bits: Bits, out: Output, literals: Codes, distances: Codes): void {
  while (!out.isFull()) {
    const symbol = decode(bits, literals);
    if (symbol === END_OF_BLOCK) return;
    if (symbol < END_OF_BLOCK) {
      out.add(symbol);
      continue;
    }
    const length = lengthOf(bits, symbol - END_OF_BLOCK - 1);
    const place = decode(bits, distances);
    if (place >= DISTANCES.least.length) throw new Broken();
    out.repeat(DISTANCES.least[place]! + bits.take(DISTANCES.extra[place]!), length);
  }
}

function lengthOf(bits: Bits, place: number): number {
  if (place === LONGEST_SYMBOL) return LONGEST_MATCH;
  if (place > LONGEST_SYMBOL) throw new Broken();
  return LENGTHS.least[place]! + bits.take(LENGTHS.extra[place]!);
}

/** In which the lengths of the codes for lengths are written. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function expandDynamic(bits: Bits, out: Output): void {
  const literals = bits.take(5) + 257;
  const distances = bits.take(5) + 1;
  const known = bits.take(4) + 4;
  const meta = new Uint8Array(ORDER.length);
  for (let i = 0; i < known; i++) meta[ORDER[i]!] = bits.take(3);
  const codes = codesOf(meta);
  const lengths = new Uint8Array(literals + distances);
  for (let at = 0; at < lengths.length; ) {
    const symbol = decode(bits, codes);
    if (symbol < 16) {
      lengths[at++] = symbol;
      continue;
    }
    if (symbol === 16 && at === 0) throw new Broken();
    const value = symbol === 16 ? lengths[at - 1]! : 0;
    const times = symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7);
    if (at + times > lengths.length) throw new Broken();
    lengths.fill(value, at, at + times);
    at += times;
  }
  expand(bits, out, codesOf(lengths.subarray(0, literals)), codesOf(lengths.subarray(literals)));
}

const FIXED = {
  literals: codesOf(
    Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
  ),
  distances: codesOf(new Uint8Array(30).fill(5)),
};
