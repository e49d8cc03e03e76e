import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { check, heldBy, isThere } from '../check.ts';
import type { Fault, Torture } from '../fault.ts';
import { pool } from '../tools.ts';
import type { EventName, World } from '../world.ts';

/** System calls that change the disk or ask it. Only those below the home are harmed. */
const CALLS =
  'openat,pwrite64,write,pread64,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,link,fcntl';

export function hasStrace(): boolean {
  return (
    spawnSync('strace', ['-f', '--seccomp-bpf', '-e', 'trace=write', 'true'], { stdio: 'ignore' }).status ===
    0
  );
}

interface Point {
  readonly event: EventName;
  readonly call: string;
  /** The n-th call of that name. */
  readonly n: number;
}

export type Harm = 'kill' | 'EIO' | 'ENOSPC';
export const HARMS: readonly Harm[] = ['kill', 'EIO', 'ENOSPC'];
const HARMED: readonly EventName[] = [
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
    if (!hasStrace()) return { tried: 0, lost: 0, wrong: [], skipped: 'strace is not there' };
    const first = torture.world();
    first.session('before', 1);
    for (const event of ['SessionStart', 'UserPromptSubmit', 'PostToolUse'] as const)
      first.sendHere(event, 's1');
    first.here(['history']);
    const points: Point[] = [];
    for (const event of HARMED) points.push(...(await pointsOf(torture, first, event)));
    const all = points.flatMap((point) => HARMS.map((harm) => ({ ...point, harm })));
    const chosen = torture.isLong() ? all : torture.random.some(all, torture.times(40));
    const wrong: string[] = [];
    let lost = 0;
    let acked = 0;
    let killed = 0;
    let logged = 0;
    await pool(chosen, 2, async ({ event, call, n, harm }) => {
      const world = copyOf(torture, first);
      const under = harmedBy(call, n, harm);
      const handed = await world.send(event, event === 'SessionStart' ? 's2' : 's1', { under });
      const where = `${event}: ${harm} at ${call} ${n}`;
      if (handed.ran.stderr) wrong.push(`${where}: ${handed.ran.stderr.slice(0, 120)}`);
      if (harm !== 'kill' && handed.ran.code !== 0) wrong.push(`${where}: exit code ${handed.ran.code}`);
      if (handed.acked) acked++;
      if (harm === 'kill' && !handed.acked) killed++;
      // An error that hits the very place where an event would wait leaves a line that says so.
      if (handed.acked && isSaid(world) && !isThere(heldBy(world.home), handed)) {
        logged++;
        world.handed.splice(world.handed.indexOf(handed), 1);
      }
      const checked = check(world);
      lost += checked.lost;
      wrong.push(...checked.wrong.map((what) => `${where}: ${what}`));
      rmSync(world.folder, { recursive: true, force: true });
    });
    const kills = chosen.filter(({ harm }) => harm === 'kill').length;
    if (kills > 2 && killed === 0) wrong.push('no kill arrives');
    return {
      tried: chosen.length,
      lost,
      wrong,
      note: `of ${all.length} points; ${killed} of ${kills} kills arrived, ${acked} acknowledged, ${logged} not stored and said in the log`,
    };
  },
};

/** Words that let the n-th call of a name end a program, or fail. */
export function harmedBy(call: string, n: number, harm: Harm): readonly string[] {
  const inject = harm === 'kill' ? 'signal=KILL' : `error=${harm}`;
  const harmed = ['-e', `trace=${call}`, '-e', `inject=${call}:${inject}:when=${n}`];
  // With `--seccomp-bpf` nothing would be injected.
  return ['strace', '-f', '-qq', '-o', '/dev/null', ...harmed];
}

function isSaid({ home }: World): boolean {
  const folder = join(home, 'log');
  if (!existsSync(folder)) return false;
  return readdirSync(folder).some((name) =>
    readFileSync(join(folder, name), 'utf8').includes('not captured'),
  );
}

export function copyOf(torture: Torture, from: World): World {
  const world = torture.world();
  cpSync(from.folder, world.folder, { recursive: true });
  // Its project is another folder: what is stored of the first stays as it is.
  for (const one of from.handed) world.handed.push(one);
  return world;
}

async function pointsOf(torture: Torture, from: World, event: EventName): Promise<Point[]> {
  const world = copyOf(torture, from);
  const session = event === 'SessionStart' ? 's2' : 's1';
  const points = await callsOf(world, (under) => world.send(event, session, { under }));
  rmSync(world.folder, { recursive: true, force: true });
  return points.map((point) => ({ event, ...point }));
}

/** The calls of one program that are about its data and settings, counted as `strace` counts: by name, within a thread. */
export async function callsOf(
  world: World,
  run: (under: readonly string[]) => Promise<unknown>,
): Promise<readonly { readonly call: string; readonly n: number }[]> {
  const record = join(world.folder, 'calls');
  await run(['strace', '-f', '--seccomp-bpf', '-qq', '-y', '-s', '8', '-o', record, '-e', `trace=${CALLS}`]);
  const counts = new Map<string, number>();
  const points: { call: string; n: number }[] = [];
  for (const line of readFileSync(record, 'utf8').split('\n')) {
    const [, thread, call] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (!thread || !call) continue;
    const n = (counts.get(`${thread} ${call}`) ?? 0) + 1;
    counts.set(`${thread} ${call}`, n);
    // Settings of hosts lie in the user's home.
    const isOurs = line.includes(world.home) || line.includes(join(world.folder, 'user'));
    if (isOurs && !line.includes(join(world.home, 'cache'))) points.push({ call, n });
  }
  return points;
}
