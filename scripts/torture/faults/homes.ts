import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../fault.ts';
import { pool } from '../tools.ts';
import type { World } from '../world.ts';

interface Odd {
  readonly name: string;
  readonly env?: Record<string, string | undefined>;
  readonly under?: readonly string[];
  prepare?(world: World): void;
}

const NOBODY = 54321;
const NO_HOME = { CORTEX_HOME: undefined };

const ODD: readonly Odd[] = [
  { name: 'no HOME', env: { ...NO_HOME, HOME: undefined } },
  { name: 'an empty HOME', env: { ...NO_HOME, HOME: '' } },
  { name: 'a relative HOME', env: { ...NO_HOME, HOME: 'x' } },
  { name: 'HOME is /proc', env: { ...NO_HOME, HOME: '/proc' } },
  { name: 'HOME is missing', env: { ...NO_HOME, HOME: '/nowhere/at/all' } },
  { name: 'HOME is a file', env: { ...NO_HOME, HOME: '/etc/passwd' } },
  { name: 'the home is below a file', env: { CORTEX_HOME: '/etc/passwd/x' } },
  { name: 'the home is relative', env: { CORTEX_HOME: 'some/where' } },
  { name: 'the home is a device', env: { CORTEX_HOME: '/dev/null' } },
  {
    name: 'the database is a folder',
    prepare: ({ home }) => mkdirSync(join(home, 'brain.db'), { recursive: true }),
  },
  { name: 'the database is empty', prepare: (world) => put(world, 'brain.db', '') },
  {
    name: 'the database is a letter',
    prepare: (world) => put(world, 'brain.db', 'dear reader '.repeat(500)),
  },
  { name: 'the spool is a file', prepare: (world) => put(world, 'spool', 'x') },
  {
    name: 'the log is a file',
    prepare: (world) => put(world, 'log', 'x'),
  },
  { name: 'the home may not be written', prepare: closed, under: nobody() },
  { name: 'the database may not be written', prepare: (world) => forNobody(world, 0o400), under: nobody() },
  { name: 'the database may not be read', prepare: (world) => forNobody(world, 0o000), under: nobody() },
  { name: 'a uid without a name', under: nobody() },
];

/** F7: homes that are not as they should be. */
export const oddHomes: Fault = {
  id: 'F7',
  name: 'odd homes',
  async run(torture) {
    const wrong: string[] = [];
    let slowest = 0;
    const chosen = torture.random.some(ODD, torture.times(ODD.length, 4));
    await pool(chosen, 2, async ({ name, env = {}, under = [], prepare }) => {
      const world = torture.world();
      prepare?.(world);
      for (const event of ['SessionStart', 'PostToolUse', 'SessionEnd'] as const) {
        const { ran } = await world.send(event, 's1', { env, under });
        slowest = Math.max(slowest, ran.millis);
        if (ran.code !== 0) wrong.push(`${name}: ${event} ends with ${ran.code ?? ran.signal}`);
        if (ran.stderr) wrong.push(`${name}: ${ran.stderr.slice(0, 100)}`);
        // Its own deadline is a second; a busy machine is given four more.
        if (ran.millis > 5_000) wrong.push(`${name}: ${event} takes ${Math.round(ran.millis)} ms`);
      }
      if (readdirSync(world.repo).join() !== '.git') wrong.push(`${name}: files in the repository`);
      chmodSync(world.folder, 0o700);
    });
    return { tried: chosen.length, lost: 0, wrong, note: `the slowest hook ${Math.round(slowest)} ms` };
  },
};

function put({ home }: World, name: string, text: string): void {
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, name), text, { mode: 0o600 });
}

function closed({ home }: World): void {
  mkdirSync(home, { mode: 0o500 });
}

/** A home of theirs, whose database they may not use. */
function forNobody(world: World, mode: number): void {
  world.session('s0');
  if (process.getuid?.() === 0) {
    for (const name of ['.', ...(readdirSync(world.home, { recursive: true }) as string[])])
      chownSync(join(world.home, name), NOBODY, NOBODY);
  }
  chmodSync(world.database, mode);
}

/** Where we are root: somebody who is nobody here. */
function nobody(): readonly string[] {
  if (process.getuid?.() !== 0) return [];
  return ['setpriv', '--reuid', `${NOBODY}`, '--regid', `${NOBODY}`, '--clear-groups'];
}
