/**
 * A 128-bit hash of a text: 32 hexadecimal digits. Fast and not cryptographic. Texts that differ by chance or by
 * editing are distinguished (a million of them collide with a chance of 2^-89); somebody who wants two texts of one hash can
 * make them, so it detects changes and proves no author. It is stored, so it must not change.
 */
export function contentHash(text: string): string {
  // A lone surrogate reaches a model and a store as U+FFFD: both forms must have the same hash.
  const whole = text.toWellFormed();
  const { length } = whole;
  let a = 0x2f6b1d4d ^ length;
  let b = 0x91c8e3a7;
  let c = 0x5ad7f02b;
  let d = 0xc43e9865;
  // Each word goes into two lanes, and each lane into its neighbour; for a given text every step is reversible, so
  // different states never become equal.
  // The steps are written out, because a hook ends before V8 would inline small functions. After the
  // end of the text the index gives undefined, which counts as 0.
  for (let at = 0; at < length; at += 4) {
    const x = whole.charCodeAt(at) | (whole.charCodeAt(at + 1) << 16);
    const y = whole.charCodeAt(at + 2) | (whole.charCodeAt(at + 3) << 16);
    a = Math.imul(a ^ x, 0x8ebc6af1);
    a = (((a << 15) | (a >>> 17)) + b) | 0;
    b = Math.imul(b ^ y, 0xb5026f5b);
    b = (((b << 17) | (b >>> 15)) + c) | 0;
    c = Math.imul((c + x) | 0, 0xd2a98b27);
    c = ((c << 13) | (c >>> 19)) ^ d;
    d = Math.imul((d + y) | 0, 0x9c6e3f8d);
    d = ((d << 11) | (d >>> 21)) ^ a;
  }
  for (let round = 0; round < 2; round++) {
    a = stirred((a + b) | 0);
    b = stirred((b + c) | 0);
    c = stirred((c + d) | 0);
    d = stirred((d + a) | 0);
  }
  return hex(stirred((a + d) | 0)) + hex(stirred((b + d) | 0)) + hex(stirred((c + d) | 0)) + hex(d);
}

/** Mixes a word: every input bit affects every output bit. */
function stirred(word: number): number {
  word = Math.imul(word ^ (word >>> 16), 0xa3d95fa9);
  word = Math.imul(word ^ (word >>> 14), 0xc1b25e4f);
  return word ^ (word >>> 15);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

/** A short hash, not safe against malice: FNV-1a, 32 bits. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}
