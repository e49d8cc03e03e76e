import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { asSchema19 } from '../../../test/schema-19.ts';
import { heldBy, isThere } from '../check.ts';
import type { Fault, Torture } from '../fault.ts';
import { pool } from '../tools.ts';
import type { EventName, Ran, World } from '../world.ts';

/** System calls that change the disk or ask it. Only those below the home are harmed. */
const CALLS =
  'openat,pwrite64,write,pread64,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,link,fcntl';
const HARMS = ['kill', 'EIO', 'ENOSPC'] as const;
type Harm = (typeof HARMS)[number];

/** No disk is too full to be read. */
const harmsOf = (call: string) => HARMS.filter((harm) => harm !== 'ENOSPC' || call !== 'pread64');

/** Something that the program is told to do; its world is one in which there is something to do. */
interface Deed {
  readonly name: string;
  do(world: World, under: readonly string[]): Promise<Ran>;
  prepare?(world: World): void;
}

interface Point {
  readonly deed: Deed;
  readonly call: string;
  /** The n-th call of that name. */
  readonly n: number;
  readonly harm: Harm;
}

const EVENTS: readonly EventName[] = [
  'SessionStart',
  'UserPromptSubmit',
  'PostToolUse',
  'PreCompact',
  'Stop',
  'SessionEnd',
];

/** F1b: a kill, an I/O error or a full disk at the n-th system call of a hook of every event. */
export const atCalls: Fault = {
  id: 'F1b',
  name: 'kill, EIO, ENOSPC at the n-th system call of a hook',
  async run(torture) {
    if (!hasStrace()) return leftOut(torture);
    const first = torture.world();
    first.session('before', 1);
    for (const event of ['SessionStart', 'UserPromptSubmit', 'PostToolUse'] as const)
      first.sendHere(event, 's1');
    first.here(['history']);
    let logged = 0;
    const hook = (event: EventName): Deed => ({
      name: event,
      do: async (world, under) =>
        (await world.send(event, event === 'SessionStart' ? 's2' : 's1', { under })).ran,
    });
    const points: Point[] = [];
    for (const event of EVENTS) points.push(...(await pointsOf(torture, first, hook(event))));
    const chosen = torture.isLong() ? points : torture.random.some(points, torture.times(40));
    const arrived = await harm(torture, first, chosen, (world, { code, stderr }, how) => {
      // An error that hits the very place where an event would wait leaves a line that says so.
      const handed = world.handed.at(-1)!;
      if (handed.acked && isSaid(world) && !isThere(heldBy(world.home), handed)) {
        logged++;
        world.handed.pop();
      }
      return stderr.slice(0, 120) || (how !== 'kill' && code !== 0 ? `exit code ${code}` : null);
    });
    return `of ${points.length} points; ${arrived}, ${logged} not stored and said in the log`;
  },
};

const FORGOTTEN = 'quagga4711';
const settingsOf = (world: World) => join(world.folder, 'user', '.claude', 'settings.json');

interface Command extends Omit<Deed, 'do'> {
  readonly words: readonly string[];
  /** A further condition, which holds after it was done again. */
  wrong?(world: World): string | null;
}

/** Facts of threads, which were in a table of their own up to schema 19. */
const THREAD_FACTS = `SELECT body FROM session_events WHERE kind = 'thread' UNION ALL
  SELECT body FROM thread_events ORDER BY body`;
const beforeUpgrade = new Map<string, string>();

function rowsOf({ database }: World, sql: string): string {
  const raw = new DatabaseSync(database, { readOnly: true });
  const rows = JSON.stringify(raw.prepare(sql).all());
  raw.close();
  return rows;
}

const DECLARED: readonly Command[] = [
  { name: 'pin', words: ['pin', 'keep the mast grounded'] },
  { name: 'note', words: ['note', 'next', 'measure the mast'] },
  { name: 'memory add', words: ['memory', 'add', 'the mast hums at 50 Hz'] },
  { name: 'maintain', words: ['maintain'] },
  {
    name: 'forget',
    words: ['forget', '--words', FORGOTTEN, '--yes'],
    wrong: ({ home }) =>
      ['brain.db', 'brain.db-wal'].some((name) => holds(join(home, name), FORGOTTEN))
        ? 'the forgotten words are still there'
        : null,
  },
  { name: 'repair', words: ['repair', '--yes'], prepare: ({ database }) => zeroHeader(database) },
  { name: 'import', words: ['import', '../other.jsonl'] },
  {
    name: 'upgrade',
    words: ['maintain'],
    prepare: (world) => {
      beforeUpgrade.set(world.home, rowsOf(world, THREAD_FACTS));
      asSchema19(world.database);
    },
    wrong: (world) => {
      if (rowsOf(world, 'SELECT 1 FROM thread_events') !== '[]')
        return 'facts of threads are left behind';
      return rowsOf(world, THREAD_FACTS) === beforeUpgrade.get(world.home)
        ? null
        : 'facts of threads differ';
    },
  },
  {
    name: 'setup',
    words: ['setup', 'claude-code', '--yes'],
    prepare: (world) => {
      mkdirSync(join(world.folder, 'user', '.claude'));
      writeFileSync(settingsOf(world), '{\n  "model": "opus"\n}\n');
    },
    wrong: (world) => {
      const settings = JSON.parse(readFileSync(settingsOf(world), 'utf8')) as Record<
        string,
        unknown
      >;
      if (settings['model'] !== 'opus') return 'a setting of the person is gone';
      return JSON.stringify(settings['hooks'] ?? {}).includes('cortex')
        ? null
        : 'no hooks were set up';
    },
  },
];

const COMMANDS = DECLARED.map((one) => ({
  ...one,
  do: (world: World, under: readonly string[]) => world.run(one.words, { under }),
}));

/** F1c: the same at the n-th system call of a command; run again, it has to succeed. */
export const atCommandCalls: Fault = {
  id: 'F1c',
  name: 'kill, EIO, ENOSPC at the n-th system call of a command, maintenance, forget, repair, import, upgrade, setup',
  async run(torture) {
    if (!hasStrace()) return leftOut(torture);
    const first = prepared(torture);
    const found: string[] = [];
    const chosen: Point[] = [];
    for (const command of COMMANDS) {
      const points = await pointsOf(torture, first, command);
      found.push(`${command.name} ${points.length}`);
      chosen.push(...torture.random.some(points, torture.times(2)));
    }
    const arrived = await harm(torture, first, chosen, (world, { stderr }, _, { name }) => {
      if (/^\s+at .*\.cjs/m.test(stderr)) return `a stack: ${stderr.slice(0, 160)}`;
      const { words, wrong } = COMMANDS.find((one) => one.name === name)!;
      const again = world.here(words);
      if (again.code !== 0) return `again: ${(again.stdout + again.stderr).slice(0, 160)}`;
      return wrong?.(world) ?? null;
    });
    return `${arrived}; points: ${found.join(', ')}`;
  },
};

/** Lets each chosen call fail in a copy of the world; afterwards nothing acknowledged may be missing. Tells how many kills arrived. */
async function harm(
  torture: Torture,
  first: World,
  chosen: readonly Point[],
  wrongAfter: (world: World, ran: Ran, harm: Harm, deed: Deed) => string | null,
): Promise<string> {
  torture.tried = chosen.length;
  let killed = 0;
  await pool(chosen, 2, async ({ deed, call, n, harm }) => {
    const where = `${deed.name}: ${harm} at ${call} ${n}`;
    const world = copyOf(torture, first);
    deed.prepare?.(world);
    const inject = `inject=${call}:${harm === 'kill' ? 'signal=KILL' : `error=${harm}`}:when=${n}`;
    // With `--seccomp-bpf` nothing would be injected.
    const under = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', `trace=${call}`, '-e', inject];
    const ran = await deed.do(world, under);
    if (harm === 'kill' && ran.code !== 0) killed++;
    const wrong = wrongAfter(world, ran, harm, deed);
    if (wrong) torture.wrong.push(`${where}: ${wrong}`);
    torture.check(world, where);
    rmSync(world.folder, { recursive: true, force: true });
  });
  const kills = chosen.filter(({ harm }) => harm === 'kill').length;
  if (kills > 2 && killed === 0) torture.wrong.push('no kill arrives');
  return `${killed} of ${kills} kills arrived`;
}

/** The calls of a deed that are about data and settings, counted as `strace` counts: by name, within a thread. */
async function pointsOf(torture: Torture, from: World, deed: Deed): Promise<Point[]> {
  const world = copyOf(torture, from);
  deed.prepare?.(world);
  const record = join(world.folder, 'calls');
  await deed.do(world, [
    'strace',
    '-f',
    '--seccomp-bpf',
    '-qq',
    '-y',
    '-s',
    '8',
    '-o',
    record,
    '-e',
    `trace=${CALLS}`,
  ]);
  const counts = new Map<string, number>();
  const points: Point[] = [];
  for (const line of readFileSync(record, 'utf8').split('\n')) {
    const [, thread, call] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (!thread || !call) continue;
    const n = (counts.get(`${thread} ${call}`) ?? 0) + 1;
    counts.set(`${thread} ${call}`, n);
    // Settings of hosts lie in the user's home.
    const isOurs = line.includes(world.home) || line.includes(join(world.folder, 'user'));
    if (isOurs && !line.includes(join(world.home, 'cache')))
      points.push(...harmsOf(call).map((harm) => ({ deed, call, n, harm })));
  }
  if (points.length === 0) torture.wrong.push(`${deed.name}: it touches nothing`);
  rmSync(world.folder, { recursive: true, force: true });
  return points;
}

/** Sessions, a backup, something to forget and a file to import. */
function prepared(torture: Torture): World {
  const other = torture.world();
  other.session('elsewhere');
  const world = torture.world();
  world.session('before');
  for (const words of [
    ['memory', 'add', `the gate code is ${FORGOTTEN}`],
    ['maintain'],
    ['history'],
  ])
    world.here(words);
  writeFileSync(join(world.folder, 'other.jsonl'), other.here(['export']).stdout);
  return world;
}

function copyOf(torture: Torture, from: World): World {
  const world = torture.world();
  cpSync(from.folder, world.folder, { recursive: true });
  // Its project is another folder: what is stored of the first stays as it is.
  world.handed.push(...from.handed);
  return world;
}

export function hasStrace(): boolean {
  const args = ['-f', '--seccomp-bpf', '-e', 'trace=write', 'true'];
  return spawnSync('strace', args, { stdio: 'ignore' }).status === 0;
}

export function leftOut(torture: Torture): string {
  torture.skipped = 'strace is not there';
  return '';
}

function isSaid({ home }: World): boolean {
  const folder = join(home, 'log');
  if (!existsSync(folder)) return false;
  return readdirSync(folder).some((name) =>
    readFileSync(join(folder, name), 'utf8').includes('not captured'),
  );
}

function zeroHeader(path: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  writeFileSync(path, readFileSync(path).fill(0, 0, 100));
}

function holds(path: string, words: string): boolean {
  return existsSync(path) && readFileSync(path, 'latin1').includes(words);
}
