import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { check, heldBy, lostOf } from '../check.ts';
import type { Fault, Torture } from '../fault.ts';
import { pool } from '../tools.ts';
import type { World } from '../world.ts';
import { callsOf, copyOf, HARMS, harmedBy, hasStrace } from './calls.ts';

interface Deed {
  readonly name: string;
  readonly words: (world: World) => readonly string[];
  /** Makes the world one in which it has something to do. */
  readonly prepare?: (world: World) => void;
  /** A further condition, which holds after it was done again. */
  readonly wrong?: (world: World) => string | null;
}

const FORGOTTEN = 'quagga4711';
const settingsOf = (world: World) => join(world.folder, 'user', '.claude', 'settings.json');

const DEEDS: readonly Deed[] = [
  { name: 'pin', words: () => ['pin', 'keep the mast grounded'] },
  { name: 'note', words: () => ['note', 'next', 'measure the mast'] },
  { name: 'memory add', words: () => ['memory', 'add', 'the mast hums at 50 Hz'] },
  { name: 'maintain', words: () => ['maintain'] },
  {
    name: 'forget',
    words: () => ['forget', '--words', FORGOTTEN, '--yes'],
    wrong: (world) =>
      ['brain.db', 'brain.db-wal'].some((name) => holds(join(world.home, name), FORGOTTEN))
        ? 'the forgotten words are still there'
        : null,
  },
  {
    name: 'repair',
    prepare: ({ database }) => zeroed(database, 100),
    words: () => ['repair', '--yes'],
  },
  { name: 'import', words: ({ folder }) => ['import', join(folder, 'other.jsonl')] },
  {
    name: 'setup',
    prepare: (world) => {
      mkdirSync(join(world.folder, 'user', '.claude'));
      writeFileSync(settingsOf(world), '{\n  "model": "opus"\n}\n');
    },
    words: () => ['setup', 'claude-code', '--yes'],
    wrong: (world) => {
      const settings = JSON.parse(readFileSync(settingsOf(world), 'utf8')) as Record<string, unknown>;
      if (settings['model'] !== 'opus') return 'a setting of the person is gone';
      return JSON.stringify(settings['hooks'] ?? {}).includes('cortex') ? null : 'no hooks were set up';
    },
  },
];

/** F1c: the same at the n-th system call of a command, of maintenance, forgetting, repair, import and setup. */
export const atCommandCalls: Fault = {
  id: 'F1c',
  name: 'kill, EIO, ENOSPC at the n-th system call of a command, maintenance, forget, repair, import, setup',
  async run(torture) {
    if (!hasStrace()) return { tried: 0, lost: 0, wrong: [], skipped: 'strace is not there' };
    const first = prepared(torture);
    const wrong: string[] = [];
    let lost = 0;
    let killed = 0;
    const points: string[] = [];
    const chosen: { deed: Deed; call: string; n: number; harm: (typeof HARMS)[number] }[] = [];
    for (const deed of DEEDS) {
      const all = (await pointsOf(torture, first, deed)).flatMap((point) =>
        HARMS.map((harm) => ({ deed, ...point, harm })),
      );
      points.push(`${deed.name} ${all.length}`);
      if (all.length === 0) wrong.push(`${deed.name}: it touches nothing`);
      chosen.push(...torture.random.some(all, torture.times(2)));
    }
    await pool(chosen, 2, async ({ deed, call, n, harm }) => {
      const where = `${deed.name}: ${harm} at ${call} ${n}`;
      const world = copyOf(torture, first);
      deed.prepare?.(world);
      const harmed = await world.run(deed.words(world), { under: harmedBy(call, n, harm) });
      if (harm === 'kill' && harmed.code !== 0) killed++;
      if (/^\s+at .*\.cjs/m.test(harmed.stderr))
        wrong.push(`${where}: a stack: ${harmed.stderr.slice(0, 160)}`);
      const again = world.here(deed.words(world));
      if (again.code !== 0) wrong.push(`${where}: again: ${(again.stdout + again.stderr).slice(0, 160)}`);
      const checked = check(world);
      lost += checked.lost;
      wrong.push(...checked.wrong.map((what) => `${where}: ${what}`));
      const besides = deed.wrong?.(world);
      if (besides) wrong.push(`${where}: ${besides}`);
      rmSync(world.folder, { recursive: true, force: true });
    });
    const kills = chosen.filter(({ harm }) => harm === 'kill').length;
    if (kills > 2 && killed === 0) wrong.push('no kill arrives');
    const note = `${killed} of ${kills} kills arrived; points: ${points.join(', ')}`;
    return { tried: chosen.length, lost, wrong, note };
  },
};

/** Sessions, a backup, something to forget and a file to import. */
function prepared(torture: Torture): World {
  const other = torture.world();
  other.session('elsewhere');
  const { stdout } = other.here(['export']);
  const world = torture.world();
  world.session('before');
  for (const words of [['memory', 'add', `the gate code is ${FORGOTTEN}`], ['maintain'], ['history']])
    world.here(words);
  writeFileSync(join(world.folder, 'other.jsonl'), stdout);
  if (lostOf(heldBy(world.home), world.handed).length > 0) throw new Error('the world is not whole');
  return world;
}

async function pointsOf(
  torture: Torture,
  from: World,
  deed: Deed,
): Promise<readonly { readonly call: string; readonly n: number }[]> {
  const world = copyOf(torture, from);
  deed.prepare?.(world);
  const points = await callsOf(world, (under) => world.run(deed.words(world), { under }));
  rmSync(world.folder, { recursive: true, force: true });
  return points;
}

function zeroed(path: string, bytes: number): void {
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(bytes), 0, bytes, 0);
  closeSync(file);
}

function holds(path: string, words: string): boolean {
  return existsSync(path) && readFileSync(path, 'latin1').includes(words);
}
