/**
 * 53 bits that stand for the values of a row. Any single changed character is seen for certain: each step can be undone, so
 * what was different once stays different. It finds accidents, not people who know it. Stored: it must not change. A
 * column that is NULL adds nothing, so that columns can be added later.
 */
export function checksumOf(values: readonly unknown[]): number {
  let a = 0x3c6ef372;
  let b = 0x1b873593;
  for (let column = 0; column < values.length; column++) {
    const value = values[column];
    if (value === null || value === undefined) continue;
    const text = value instanceof Uint8Array ? hex(value) : String(value);
    // Where a value ends, and which column it is in, counts too.
    a = mixed(a, 0x10000 + column);
    b = stirred(b, 0x10000 + text.length);
    // The same two steps, written out: in a hook no compiler has time to put them in here.
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, PRIME);
      b = Math.imul(b + unit, ODD);
      b ^= b >>> 13;
    }
  }
  a = mixed(a, b >>> 9);
  return (a >>> 0) * 0x200000 + ((b ^ (b >>> 15)) & 0x1fffff);
}

const [PRIME, ODD] = [0x01000193, 0x85ebca6b];

function mixed(lane: number, unit: number): number {
  return Math.imul(lane ^ unit, PRIME);
}

function stirred(lane: number, unit: number): number {
  const next = Math.imul(lane + unit, ODD);
  return next ^ (next >>> 13);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
