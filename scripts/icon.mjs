// The icon of the plugin, drawn when it is built: three rounds of one line, the last one open, as work that goes on.
import { crc32, deflateSync } from 'node:zlib';

const SIDE = 512;
const INK = [255, 255, 255];
const GROUND = [37, 99, 235];
const ROUNDS = [70, 130, 190];
const THICK = 15;

/** A square PNG. */
export function iconPng() {
  const rows = Buffer.alloc(SIDE * (1 + SIDE * 3));
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) rows.set(colourAt(x, y), y * (1 + SIDE * 3) + 1 + x * 3);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // Eight bits each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function colourAt(x, y) {
  const [dx, dy] = [x + 0.5 - SIDE / 2, y + 0.5 - SIDE / 2];
  const far = Math.hypot(dx, dy);
  const isOpen = far > ROUNDS[1] + THICK && dx > 0 && dy < 0;
  const nearest = Math.min(...ROUNDS.map((round) => Math.abs(far - round)));
  // One pixel of transition at the edge.
  const ink = isOpen ? 0 : Math.min(1, Math.max(0, THICK + 0.5 - nearest));
  return GROUND.map((ground, i) => Math.round(ground + (INK[i] - ground) * ink));
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
