/**
 * SHA-256 with a key (HMAC), in its own words: a process that lives for milliseconds and seals a few short texts does without
 * `node:crypto`, which takes half as long to load as Node takes to start. Slow for long texts.
 */

const BLOCK = 64;
const DIGEST = 32;

const START = words('6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19');
const ROUNDS = words(`
  428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5
  d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174
  e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da
  983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967
  27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85
  a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070
  19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3
  748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2`);

function words(hex: string): Int32Array {
  return Int32Array.from(hex.trim().split(/\s+/), (word) => Number.parseInt(word, 16) | 0);
}

/** Hashes texts under a key of at most 64 bytes; gives 64 hexadecimal digits. */
export function hmacSha256(key: Uint8Array): (text: string) => string {
  if (key.length > BLOCK) throw new Error(`a key of ${key.length} bytes is too long`);
  const begun = (pad: number) => {
    const block = new Uint8Array(BLOCK).fill(pad);
    for (let i = 0; i < key.length; i++) block[i]! ^= key[i]!;
    return mixed(START, block, 0);
  };
  const [inner, outer] = [begun(0x36), begun(0x5c)];
  const encoder = new TextEncoder();
  return (text) => {
    const told = bytesOf(digest(inner, encoder.encode(text)));
    return hexOf(bytesOf(digest(outer, told)));
  };
}

/** Goes on from a state that has taken in one block. */
function digest(begun: Int32Array, bytes: Uint8Array): Int32Array {
  const whole = bytes.length - (bytes.length % BLOCK);
  let state = begun;
  for (let at = 0; at < whole; at += BLOCK) state = mixed(state, bytes, at);
  const rest = bytes.subarray(whole);
  // The mark of the end, and the length in bits.
  const last = new Uint8Array(rest.length + 9 > BLOCK ? 2 * BLOCK : BLOCK);
  last.set(rest);
  last[rest.length] = 0x80;
  const bits = (bytes.length + BLOCK) * 8;
  const view = new DataView(last.buffer);
  view.setUint32(last.length - 8, Math.floor(bits / 2 ** 32));
  view.setUint32(last.length - 4, bits % 2 ** 32);
  for (let at = 0; at < last.length; at += BLOCK) state = mixed(state, last, at);
  return state;
}

const schedule = new Int32Array(BLOCK);

/** The state after one block. Written out, because a hook ends before V8 would inline small functions. */
function mixed(state: Int32Array, bytes: Uint8Array, from: number): Int32Array {
  for (let i = 0, at = from; i < 16; i++, at += 4)
    schedule[i] =
      (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
  for (let i = 16; i < BLOCK; i++) {
    const x = schedule[i - 15]!;
    const y = schedule[i - 2]!;
    const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    schedule[i] = (schedule[i - 16]! + low + schedule[i - 7]! + high) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < BLOCK; i++) {
    const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const chosen = (e & f) ^ (~e & g);
    const added = (h + high + chosen + ROUNDS[i]! + schedule[i]!) | 0;
    const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const most = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + added) | 0;
    d = c;
    c = b;
    b = a;
    a = (added + low + most) | 0;
  }
  return Int32Array.from([a, b, c, d, e, f, g, h], (word, i) => word + state[i]!);
}

function bytesOf(state: Int32Array): Uint8Array {
  const bytes = new Uint8Array(DIGEST);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < state.length; i++) view.setInt32(i * 4, state[i]!);
  return bytes;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
