import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { heldBy, lostOf } from '../check.ts';
import type { Fault, Torture } from '../fault.ts';
import { pause, type Random, range } from '../tools.ts';
import type { EventName, Handed, World } from '../world.ts';
import { hasStrace, leftOut } from './calls.ts';
import { Disk, type Step, stepsOf } from './disk.ts';

const TRACED = 'openat,pwrite64,write,ftruncate,fsync,fdatasync,rename,unlink,link,close';
const STORY: readonly EventName[] = [
  'SessionStart',
  'UserPromptSubmit',
  'PostToolUse',
  'Stop',
  'UserPromptSubmit',
  'PostToolUse',
  'SessionEnd',
];

/** F2: the power goes. Images of the disk are made from the writes and syncs of real hooks, at any moment. */
export const powerLoss: Fault = {
  id: 'F2',
  name: 'power loss: unsynced sectors dropped, kept at random, kept',
  async run(torture) {
    if (!hasStrace()) return leftOut(torture);
    const { random } = torture;
    const { steps, acks } = await record(torture.world());
    // Half of them right after an acknowledgement, where it matters most. In their order, so that each step is taken once.
    const moments = range(torture.times(160))
      .map((i) => ({
        i,
        at: i % 2 === 0 ? random.pick(acks).after : random.below(steps.length + 1),
      }))
      .sort((a, b) => a.at - b.at);
    const disk = new Disk();
    let done = 0;
    for (const { i, at } of moments) {
      // Whoever ends the run is heard between two images.
      await pause(0);
      for (; done < at; done++) disk.apply(steps[done]!);
      const image = torture.world();
      write(disk, image, random, (['none', 'some', 'all'] as const)[i % 3]!);
      const before = acks.filter(({ after }) => after <= at).map(({ handed }) => handed);
      checkImage(torture, image, before, { i, at });
      rmSync(image.folder, { recursive: true, force: true });
    }
    torture.tried = moments.length;
    return `images of ${steps.length} steps of ${acks.length} hooks`;
  },
};

function checkImage(
  torture: Torture,
  image: World,
  before: readonly Handed[],
  { i, at }: { readonly i: number; readonly at: number },
): void {
  const found = look(image, before);
  torture.lost += found.lost;
  torture.wrong.push(...found.wrong.map((what) => `image ${i} at step ${at}: ${what}`));
  const { code, stdout } = image.here(['verify']);
  if (code !== 0)
    torture.wrong.push(`image ${i}: verify takes it for damage: ${stdout.slice(0, 160)}`);
}

/** The story's writes and syncs, and after which of them each event was acknowledged. */
interface Recording {
  readonly steps: readonly Step[];
  readonly acks: readonly { readonly handed: Handed; readonly after: number }[];
}

async function record(world: World): Promise<Recording> {
  const steps: Step[] = [];
  const acks: Recording['acks'][number][] = [];
  const folder = join(world.folder, 'trace');
  const under = [
    'strace',
    '-ff',
    '--seccomp-bpf',
    '-qq',
    '-y',
    '-xx',
    '-s',
    '200000',
    '-o',
    join(folder, 't'),
    '-e',
    `trace=${TRACED}`,
  ];
  const traced = async (event: EventName, session: string) => {
    mkdirSync(folder);
    const handed = await world.send(event, session, { under });
    // One file per thread; only the main one, which has the lowest number, writes below the home.
    const files = readdirSync(folder).sort((a, b) => Number(a.slice(2)) - Number(b.slice(2)));
    for (const file of files)
      steps.push(...stepsOf(readFileSync(join(folder, file), 'latin1'), world.home));
    rmSync(folder, { recursive: true });
    acks.push({ handed, after: steps.length });
  };
  for (const [i, event] of STORY.entries()) {
    await traced(event, 's1');
    // Some meet a lock and wait beside the database.
    if (event === 'PostToolUse')
      await whileLocked(world, () => traced(i < 4 ? 'UserPromptSubmit' : 'PostToolUse', 's1'));
  }
  return { steps, acks };
}

async function whileLocked(world: World, work: () => Promise<void>): Promise<void> {
  const database = new DatabaseSync(world.database);
  database.exec('BEGIN IMMEDIATE');
  await work();
  database.exec('ROLLBACK');
  // The last one to close would copy the log into the database, unseen by the record.
  database.exec('PRAGMA wal_autocheckpoint=0');
  holders.push(database);
}

/** Connections that stay open until the process ends: the last one to close copies the log. */
const holders: DatabaseSync[] = [];

function write(disk: Disk, image: World, random: Random, keeps: 'none' | 'some' | 'all'): void {
  for (const [name, content] of disk.image(keeps, random)) {
    const path = join(image.home, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, content, { mode: 0o600 });
  }
}

function look(image: World, acked: readonly Handed[]): { lost: number; wrong: string[] } {
  const wrong: string[] = [];
  try {
    const held = heldBy(image.home);
    const lost = lostOf(held, acked);
    wrong.push(...lost.slice(0, 2).map(({ event, token }) => `lost: ${event} ${token}`));
    if (held.integrity !== 'ok' && held.integrity !== 'no database')
      wrong.push(`integrity: ${held.integrity}`);
    for (const [token, count] of held.tokens)
      if (count > 1) wrong.push(`${token} is there ${count} times`);
    for (const name of namesIn(join(image.home, 'sessions')))
      if (name.endsWith('.json'))
        JSON.parse(readFileSync(join(image.home, 'sessions', name), 'utf8'));
    return { lost: lost.length, wrong };
  } catch (error) {
    return { lost: acked.filter((one) => one.acked).length, wrong: [String(error)] };
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}
