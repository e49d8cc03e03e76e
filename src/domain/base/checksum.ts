/**
 * A 53-bit checksum of the values of a row. It detects accidental damage, not tampering. It is stored, so it must
 * not change. A NULL column adds nothing, so that columns can be added later.
 */
export function checksumOf(values: readonly unknown[]): number {
  // A loop over 32-bit words is short enough that V8 does not start to optimize it, which would cost a hook more than the loop.
  const { words, length } = wordsOf(written(values));
  let a = 0x3c6ef372 ^ length;
  let b = 0x1b873593;
  // Each step is reversible: after one changed word both lanes stay different to the end.
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    a = Math.imul(a ^ word, PRIME);
    a ^= a >>> 15;
    b = Math.imul(b + word, ODD);
    b ^= b >>> 13;
  }
  a = Math.imul(a ^ (b >>> 9), PRIME);
  return (a >>> 0) * 0x200000 + ((b ^ (b >>> 15)) & 0x1fffff);
}

const ENCODER = new TextEncoder();
const [PRIME, ODD] = [0x01000193, 0x85ebca6b];

/** Includes each value's column and length, so that moved text changes the checksum. */
function written(values: readonly unknown[]): string {
  let text = '';
  for (let column = 0; column < values.length; column++) {
    const value = values[column];
    if (value === null || value === undefined) continue;
    const own = value instanceof Uint8Array ? hex(value) : String(value);
    text += `${column}:${own.length}:${own}`;
  }
  return text;
}

/** The text as 32-bit words, padded with zeros, and its length in bytes. */
function wordsOf(text: string): { words: Int32Array; length: number } {
  const bytes = new Uint8Array((text.length * 3 + 3) & ~3);
  const { written: length } = ENCODER.encodeInto(text, bytes);
  return { words: new Int32Array(bytes.buffer, 0, (length + 3) >> 2), length };
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
