// The icon of the plugin, drawn when it is built: three rounds of one line, the last one open, as work that goes on.
import { crc32, deflateSync } from 'node:zlib';

const SIDE = 512;
const INK = [255, 255, 255];
const GROUND = [37, 99, 235];
const ROUNDS = [70, 130, 190];
const THICK = 15;

/** Shades between ground and ink: enough for a smooth edge. */
const SHADES = 4;

/** A square PNG, two bits a pixel. */
export function iconPng() {
  const row = 1 + SIDE / 4;
  const rows = Buffer.alloc(SIDE * row);
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) rows[y * row + 1 + (x >> 2)] |= shadeAt(x, y) << (6 - 2 * (x & 3));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // Two bits, which name a colour of the palette.
  header.set([2, 3, 0, 0, 0], 8);
  const palette = Array.from({ length: SHADES }, (_, shade) =>
    GROUND.map((ground, i) => Math.round(ground + ((INK[i] - ground) * shade) / (SHADES - 1))),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function shadeAt(x, y) {
  const [dx, dy] = [x + 0.5 - SIDE / 2, y + 0.5 - SIDE / 2];
  const far = Math.hypot(dx, dy);
  const isOpen = far > ROUNDS[1] + THICK && dx > 0 && dy < 0;
  const nearest = Math.min(...ROUNDS.map((round) => Math.abs(far - round)));
  // One pixel of transition at the edge.
  const ink = isOpen ? 0 : Math.min(1, Math.max(0, THICK + 0.5 - nearest));
  return Math.round(ink * (SHADES - 1));
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
