import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { heldBy, lostOf } from '../check.ts';
import type { Fault, Torture } from '../fault.ts';
import type { World } from '../world.ts';

const LEVELS_KB = [0, 1, 4, 8, 16, 24, 32, 48, 64, 128] as const;

/** F6: a disk with so much room left, and then with room again. */
export const diskFull: Fault = {
  id: 'F6',
  name: 'disk full at ten levels',
  async run(torture) {
    const levels = torture.random.some(LEVELS_KB, torture.times(10, 2));
    const { wrong } = torture;
    let missed = 0;
    let sent = 0;
    let mounted = 0;
    for (const [i, level] of levels.entries()) {
      const world = torture.world();
      const isMounted = mount(world);
      if (isMounted) mounted++;
      try {
        world.sendHere('SessionStart', 's1');
        // Every second one has nothing left to give up.
        if (i % 2 === 1)
          for (const name of ['cache', 'reserve'])
            rmSync(join(world.home, name), { recursive: true, force: true });
        const before = world.handed.length;
        await without(torture, world, level, isMounted);
        const during = world.handed.splice(before);
        sent += during.length;
        for (const { ran, event } of during)
          if (ran.code !== 0) wrong.push(`${level} KB left: ${event} ends with ${ran.code}`);
        // An event that could be stored nowhere is lost; that it was has to be known.
        const missing = lostOf(heldBy(world.home), during);
        const known = missedIn(world);
        missed += missing.length;
        if (known < missing.length) {
          torture.lost += missing.length - known;
          wrong.push(
            `${level} KB left: ${missing.length} events are nowhere and ${known} are known to be missed`,
          );
        }
        world.handed.push(...during.filter((one) => !missing.includes(one)));
        world.sendHere('PostToolUse', 's1');
        const { code, stderr } = world.here(['maintain']);
        if (code !== 0)
          wrong.push(`${level} KB left: maintain, with room again: ${stderr.slice(0, 160)}`);
        torture.check(world, `${level} KB left`);
      } finally {
        if (isMounted) spawnSync('umount', [world.home]);
      }
    }
    const how = mounted === levels.length ? 'on a tmpfs' : 'with a limit on the size of files';
    torture.tried = levels.length;
    return `${sent} events ${how}; ${missed} missed, and known to be`;
  },
};

function mount({ home }: World): boolean {
  mkdirSync(home, { mode: 0o700 });
  return (
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'cortex-torture', home]).status ===
    0
  );
}

async function without(
  { random }: Torture,
  world: World,
  level: number,
  isMounted: boolean,
): Promise<void> {
  const events = ['UserPromptSubmit', 'PostToolUse', 'PostToolUse', 'Stop'] as const;
  const filler = join(world.home, 'filler');
  if (isMounted) fill(filler, world.home, level * 1024);
  // In blocks of 512 bytes; what is there already may stay.
  const limit = ['sh', '-c', `ulimit -f ${level * 2}; exec "$@"`, 'sh'];
  for (const event of random.some(events, 3))
    await world.send(event, 's1', isMounted ? {} : { under: limit });
  // Mirrors, archives and backups find no room either; what is there stays.
  if (isMounted) await world.run(['maintain']);
  rmSync(filler, { force: true });
}

function fill(path: string, home: string, left: number): void {
  const { bavail, bsize } = statfsSync(home);
  writeFileSync(path, Buffer.alloc(Math.max(0, bavail * bsize - left)));
}

/** How many events are known to be missed. */
export function missedIn({ home }: World): number {
  const path = join(home, 'missed.log');
  if (!existsSync(path)) return 0;
  return Number(/"count":(\d+)/.exec(readFileSync(path, 'latin1'))?.[1] ?? 0);
}
