/** Counting the tokens of a byte-pair encoding, over tokens in flat memory: as strings in a Map they take ten times the room. */

/** Tokens by rank, one behind the other: a byte with the length, then the bytes. A rank that no token has is empty. */
export type PackedTokens = Uint8Array;

export interface TokenTable {
  /** The rank of the token that these bytes are; -1 where they are none. */
  rankOf(bytes: Uint8Array, from: number, to: number): number;
}

export function packTokens(tokens: readonly Uint8Array[]): PackedTokens {
  const packed = new Uint8Array(tokens.reduce((sum, token) => sum + 1 + token.length, 0));
  let at = 0;
  for (const token of tokens) {
    if (token.length > 255) throw new RangeError(`a token of ${token.length} bytes`);
    packed[at] = token.length;
    packed.set(token, at + 1);
    at += 1 + token.length;
  }
  return packed;
}

/** Finds tokens by a hash of their bytes, with open addressing. */
export function tokenTable(packed: PackedTokens): TokenTable {
  let count = 0;
  for (let at = 0; at < packed.length; at += 1 + packed[at]!) count++;
  const places = new Uint32Array(count);
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(count * 2 + 2)));
  const mask = slots.length - 1;
  let rank = 0;
  for (let at = 0; at < packed.length; at += 1 + packed[at]!) {
    places[rank++] = at;
    if (packed[at] === 0) continue;
    let slot = hashOf(packed, at + 1, at + 1 + packed[at]!) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    // 0 is an empty slot.
    slots[slot] = rank;
  }
  const isAt = (place: number, bytes: Uint8Array, from: number, to: number) => {
    if (packed[place] !== to - from) return false;
    for (let i = from, j = place + 1; i < to; i++, j++) if (bytes[i] !== packed[j]) return false;
    return true;
  };
  return {
    rankOf(bytes, from, to) {
      for (let slot = hashOf(bytes, from, to) & mask; slots[slot] !== 0; slot = (slot + 1) & mask)
        if (isAt(places[slots[slot]! - 1]!, bytes, from, to)) return slots[slot]! - 1;
      return -1;
    },
  };
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash ^ (hash >>> 15);
}

/** How many tokens a piece of a text is: the pair of the lowest rank is joined, again and again. */
export function countTokensIn(bytes: Uint8Array, length: number, { rankOf }: TokenTable): number {
  if (length === 0) return 0;
  if (rankOf(bytes, 0, length) >= 0) return 1;
  const starts = Array.from({ length: length + 1 }, (_, i) => i);
  // The rank that each part has together with the one behind it.
  const joined = starts.slice(0, -2).map((from) => rankOf(bytes, from, from + 2));
  const rankAt = (part: number) =>
    part >= 0 && part + 2 < starts.length ? rankOf(bytes, starts[part]!, starts[part + 2]!) : -1;
  for (;;) {
    let best = -1;
    for (let part = 0; part < joined.length; part++)
      if (joined[part]! >= 0 && (best < 0 || joined[part]! < joined[best]!)) best = part;
    if (best < 0) return starts.length - 1;
    starts.splice(best + 1, 1);
    joined.splice(best, 1);
    if (best < joined.length) joined[best] = rankAt(best);
    if (best > 0) joined[best - 1] = rankAt(best - 1);
  }
}
