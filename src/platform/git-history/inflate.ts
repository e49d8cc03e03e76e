/**
 * Unpacks what zlib packed, up to a limit. Commits are a few hundred bytes: to load `node:zlib` takes 3 ms of CPU, to unpack
 * one commit here some 30 µs. Code that runs a few times is interpreted, so that it keeps its numbers in one function.
 */

const LONGEST_MATCH = 258;
const END_OF_BLOCK = 256;
const LONGEST_CODE = 15;
/** Codes up to this length are found by one look. */
const LOOK = 9;
/** In which the lengths of the codes for lengths are written. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/** The least length or distance of each symbol, and how many further bits say how much more it is. */
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BITS = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const LENGTHS = leastOf(LENGTH_BITS, 3);
LENGTHS[28] = LONGEST_MATCH;
const DISTANCES = leastOf(DISTANCE_BITS, 1);

function leastOf(bits: readonly number[], from: number): number[] {
  let at = from;
  return bits.map((count) => (at += 1 << count) - (1 << count));
}

/** Codes of one alphabet. A look gives `symbol << 4 | length`; longer codes are found by counting, and begin with 0 there. */
interface Codes {
  readonly looks: Uint16Array;
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

/** Codes are written from their highest bit and read from the lowest. */
function reversed(code: number, length: number): number {
  let mirrored = 0;
  for (let i = 0; i < length; i++) mirrored |= ((code >> i) & 1) << (length - 1 - i);
  return mirrored;
}

/** `used`: the places of symbols that have a code, in order; most have none. */
function codesOf(lengths: Uint8Array, used: readonly number[], from: number, size: number): Codes {
  const counts = new Uint16Array(LONGEST_CODE + 1);
  for (const i of used) counts[lengths[i]!]! += 1;
  const places = new Uint16Array(LONGEST_CODE + 2);
  const codes = new Uint16Array(LONGEST_CODE + 2);
  for (let length = 1; length <= LONGEST_CODE; length++) {
    places[length + 1] = places[length]! + counts[length]!;
    codes[length + 1] = (codes[length]! + counts[length]!) << 1;
  }
  const symbols = new Uint16Array(size);
  const looks = new Uint16Array(1 << LOOK);
  for (const i of used) {
    const length = lengths[i]!;
    symbols[places[length]!++] = i - from;
    const code = codes[length]!++;
    if (length > LOOK) continue;
    const entry = ((i - from) << 4) | length;
    for (let at = reversed(code, length); at < 1 << LOOK; at += 1 << length) looks[at] = entry;
  }
  return { looks, counts, symbols };
}

function placesIn(lengths: Uint8Array): number[] {
  const used: number[] = [];
  for (let i = 0; i < lengths.length; i++) if (lengths[i] !== 0) used.push(i);
  return used;
}

let fixed: readonly [Codes, Codes] | null = null;

function fixedCodes(): readonly [Codes, Codes] {
  if (!fixed) {
    const lengths = new Uint8Array(288).fill(8).fill(9, 144, 256).fill(7, 256, 280);
    const distances = new Uint8Array(30).fill(5);
    fixed = [codesOf(lengths, placesIn(lengths), 0, 288), codesOf(distances, placesIn(distances), 0, 30)];
  }
  return fixed;
}

/** The first `most` bytes at least, where there are as many; null where the bytes are no such stream, or end too early. */
export function inflate(packed: Uint8Array, most: number): Uint8Array | null {
  const isZlib = (packed[0]! & 0x0f) === 8 && ((packed[0]! << 8) | packed[1]!) % 31 === 0;
  if (packed.length < 2 || !isZlib || (packed[1]! & 0x20) !== 0) return null;
  // One match may go beyond the limit.
  const out = new Uint8Array(most + LONGEST_MATCH);
  const end = packed.length;
  let length = 0;
  let at = 2;
  /** Bits that were read and not used. Beyond the end they are 0, and `count` tells. */
  let held = 0;
  let count = 0;

  const take = (bits: number): number => {
    while (count < bits) {
      held |= (at < end ? packed[at]! : 0) << count;
      at += 1;
      count += 8;
    }
    const value = held & ((1 << bits) - 1);
    held >>>= bits;
    count -= bits;
    return value;
  };
  const isBeyond = () => at - (count >> 3) > end;
  /** -1 where the bits are no code. */
  const decode = ({ looks, counts, symbols }: Codes): number => {
    while (count < LONGEST_CODE) {
      held |= (at < end ? packed[at]! : 0) << count;
      at += 1;
      count += 8;
    }
    const look = looks[held & ((1 << LOOK) - 1)]!;
    if (look !== 0) {
      held >>>= look & 15;
      count -= look & 15;
      return look >> 4;
    }
    let code = 0;
    let first = 0;
    let index = 0;
    for (let bits = 1; bits <= LONGEST_CODE; bits++) {
      code |= (held >> (bits - 1)) & 1;
      const some = counts[bits]!;
      if (code - first < some) {
        held >>>= bits;
        count -= bits;
        return symbols[index + code - first]!;
      }
      index += some;
      first = (first + some) << 1;
      code <<= 1;
    }
    return -1;
  };
  const dynamicCodes = (): readonly [Codes, Codes] | null => {
    const literals = take(5) + 257;
    const distances = take(5) + 1;
    const known = take(4) + 4;
    const meta = new Uint8Array(ORDER.length);
    for (let i = 0; i < known; i++) meta[ORDER[i]!] = take(3);
    const codes = codesOf(meta, placesIn(meta), 0, meta.length);
    const lengths = new Uint8Array(literals + distances);
    const used: number[] = [];
    for (let i = 0; i < lengths.length; ) {
      const symbol = decode(codes);
      if (symbol < 0 || (symbol === 16 && i === 0)) return null;
      if (symbol < 16) {
        if (symbol > 0) used.push(i);
        lengths[i++] = symbol;
        continue;
      }
      const value = symbol === 16 ? lengths[i - 1]! : 0;
      const times = symbol === 16 ? 3 + take(2) : symbol === 17 ? 3 + take(3) : 11 + take(7);
      if (i + times > lengths.length) return null;
      lengths.fill(value, i, i + times);
      if (value > 0) for (let n = 0; n < times; n++) used.push(i + n);
      i += times;
    }
    const isLiteral = (place: number) => place < literals;
    const isDistance = (place: number) => place >= literals;
    return [
      codesOf(lengths, used.filter(isLiteral), 0, literals),
      codesOf(lengths, used.filter(isDistance), literals, distances),
    ];
  };

  for (let isLast = false; !isLast && length < most; ) {
    isLast = take(1) === 1;
    const kind = take(2);
    if (kind === 0) {
      // From the next whole byte; bytes that are held already are given back.
      at -= count >> 3;
      held = 0;
      count = 0;
      const size = take(16);
      if ((take(16) ^ 0xffff) !== size) return null;
      for (let i = 0; i < size && length < most; i++) out[length++] = take(8);
      if (isBeyond()) return null;
      continue;
    }
    const codes = kind === 1 ? fixedCodes() : kind === 2 ? dynamicCodes() : null;
    if (!codes) return null;
    const [literals, distances] = codes;
    while (length < most) {
      const symbol = decode(literals);
      if (symbol < END_OF_BLOCK) {
        if (symbol < 0) return null;
        out[length++] = symbol;
        continue;
      }
      if (symbol === END_OF_BLOCK) break;
      const place = symbol - END_OF_BLOCK - 1;
      if (place >= LENGTHS.length || isBeyond()) return null;
      const times = LENGTHS[place]! + take(LENGTH_BITS[place]!);
      const far = decode(distances);
      if (far < 0 || far >= DISTANCES.length) return null;
      const back = DISTANCES[far]! + take(DISTANCE_BITS[far]!);
      if (back > length) return null;
      for (let i = 0; i < times; i++, length++) out[length] = out[length - back]!;
    }
    if (isBeyond()) return null;
  }
  return out.subarray(0, length);
}
