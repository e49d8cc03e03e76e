// `npm run rooms [-- <room> …]`: the core without each room of its own: types, build, docs, and every test that does not name the room.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOMS, testsWithout, withoutRooms } from '../test/rooms.ts';

const named = process.argv.slice(2);
const stranger = named.find((name) => !(ROOMS as readonly string[]).includes(name));
if (stranger) throw new Error(`There is no room ${stranger}: ${ROOMS.join(', ')}.`);
const rooms = ROOMS.filter((room) => named.length === 0 || named.includes(room));
const failed = rooms.filter((room) => !standsWithout(room));
for (const room of failed) console.error(`The core does not stand without ${room}.`);
process.exitCode = failed.length > 0 ? 1 : 0;

function standsWithout(room: (typeof ROOMS)[number]): boolean {
  const copy = mkdtempSync(join(tmpdir(), `cortex-without-${room}-`));
  const runs = (...words: string[]) => {
    const { status } = spawnSync(process.execPath, words, { cwd: copy, stdio: 'inherit' });
    return status === 0;
  };
  const bin = (name: string, file: string) => join(copy, 'node_modules', name, file);
  console.log(`\nwithout ${room}`);
  try {
    withoutRooms([room], copy);
    return (
      runs(bin('typescript', 'bin/tsc'), '--noEmit') &&
      runs('scripts/build.mjs') &&
      runs('scripts/docs.mjs') &&
      runs(bin('vitest', 'vitest.mjs'), 'run', ...testsWithout(room, copy))
    );
  } finally {
    rmSync(copy, { recursive: true });
  }
}
