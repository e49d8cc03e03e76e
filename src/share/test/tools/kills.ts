// npm run share:kills -- [--kills 2000] [--seed n] [--through postgresql|git]: pushers and pullers of the built program are killed at
// every kind of step, against a real PostgreSQL or a bare repository. Nothing may be lost or doubled, and no reader may ever see a
// gap. Exit code 1 where that broke.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Random } from '../../../../scripts/torture/tools.ts';
import type { Deps } from '../../../engine/base/deps.ts';
import { recordThreadWork } from '../../../engine/threads/threads.ts';
import { openHome } from '../../../program/compose-home.ts';
import { keyText } from '../../cipher.ts';
import { inviteSql, SHARE_SCHEMA } from '../../postgres/schema.ts';
import { shareOf } from '../../sql/share.ts';
import { startPostgres } from './postgres.ts';
import { bareRepository } from './remotes.ts';

export interface Outcome {
  readonly kills: number;
  /** Runs that were through before their step came. */
  readonly survived: number;
  readonly facts: number;
  readonly broken: readonly string[];
}

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const PROJECT = 'github.com/acme/shop';
const HOMES = [
  { name: 'laptop', login: 'alice' },
  { name: 'desktop', login: 'alice' },
  { name: 'teammate', login: 'bob' },
] as const;

export type Through = 'postgresql' | 'git';

export async function killThem(
  kills: number,
  random: Random,
  through: Through,
  say: (line: string) => void = () => {},
): Promise<Outcome> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cortex-kills-')));
  if (through === 'git')
    try {
      return await torture(
        { folder, remote: bareRepository(join(folder, 'thread.git')) },
        kills,
        random,
        say,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  const server = await startPostgres();
  try {
    server.psql(`${SHARE_SCHEMA} create role alice login; create role bob login;`);
    for (const login of ['alice', 'bob']) server.psql(inviteSql(PROJECT, login, 'member'));
    return await torture({ folder, url: server.url }, kills, random, say);
  } finally {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A server's address by login, or a repository. */
type Between =
  | { readonly folder: string; url(login: string): string; readonly remote?: undefined }
  | { readonly folder: string; readonly remote: string };

interface Machine {
  readonly name: string;
  readonly login: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

function machinesOf(between: Between): readonly Machine[] {
  const { folder, remote } = between;
  const key = remote === undefined ? null : keyText(randomBytes(32), remote);
  return HOMES.map(({ name, login }) => {
    const cwd = join(folder, name, 'shop');
    execFileSync('git', ['init', '-q', cwd]);
    execFileSync('git', ['-C', cwd, 'remote', 'add', 'origin', 'https://github.com/acme/shop']);
    const env = {
      ...process.env,
      CORTEX_HOME: join(folder, name, 'home'),
      ...(between.remote === undefined
        ? { CORTEX_SHARE_URL: between.url(login) }
        : { CORTEX_SHARE_KEY: key!, GIT_ALLOW_PROTOCOL: 'file', HOME: folder }),
      CORTEX_SHARE_AUTO: 'false',
      CORTEX_MAINTENANCE_AUTO: 'false',
      CORTEX_REPAIR_AUTO: 'false',
      NO_COLOR: '1',
    };
    return { name, login, cwd, env };
  });
}

function share(at: Machine, words: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const killer = join(import.meta.dirname, 'kill-at.cjs');
  const program = join(ROOT, 'dist', 'cortex.cjs');
  return spawnSync(process.execPath, ['--require', killer, program, 'share', ...words], {
    cwd: at.cwd,
    env: { ...at.env, ...more },
    encoding: 'utf8',
  });
}

/** In this process, as the engine of a hook would. */
async function withEngine<T>(at: Machine, work: (deps: Deps) => Promise<T>): Promise<T> {
  const { deps, close } = openHome(at.env).open();
  try {
    return await work(deps);
  } finally {
    close();
  }
}

/** Numbered work of machines, and what became of it on each of them. */
class NumberedWork {
  readonly broken: string[] = [];
  readonly #machines: readonly Machine[];
  readonly #made = new Map<string, number>();

  constructor(machines: readonly Machine[]) {
    this.#machines = machines;
  }

  get facts(): number {
    return [...this.#made.values()].reduce((a, b) => a + b, 0);
  }

  async add(at: Machine, count: number): Promise<void> {
    await withEngine(at, async (deps) => {
      const { scope } = deps.locate(at.cwd);
      for (let i = 0; i < count; i++) {
        const n = (this.#made.get(at.name) ?? 0) + 1;
        this.#made.set(at.name, n);
        await recordThreadWork(
          deps,
          scope,
          [{ kind: 'next', text: `${at.name} ${n}`, by: 'agent' }],
          [],
        );
      }
    });
  }

  /** The records that a home has of each home: always the first so many, each once, in order. */
  async check(at: Machine): Promise<void> {
    for (const [name, seen] of await this.#seenAt(at))
      if (!seen.every((n, i) => n === i + 1))
        this.broken.push(`${at.name} has ${seen.slice(-5).join(', ')} of ${name}: a gap, or twice`);
  }

  /** Everybody has come back: nothing may be missing any more. */
  async checkWhole(at: Machine): Promise<void> {
    await this.check(at);
    for (const [name, seen] of await this.#seenAt(at)) {
      const made = this.#made.get(name) ?? 0;
      if (seen.length !== made)
        this.broken.push(`${at.name} has ${seen.length} of ${made} of ${name}`);
    }
  }

  async #seenAt(at: Machine): Promise<ReadonlyMap<string, readonly number[]>> {
    const facts = await withEngine(at, (deps) =>
      shareOf(deps).sharedWork(deps.locate(at.cwd).scope.key),
    );
    const texts = facts.flatMap(({ fact }) => (fact.kind === 'next' ? [fact.text] : []));
    return new Map(
      this.#machines.map(({ name }) => [
        name,
        texts
          .filter((text) => text.startsWith(`${name} `))
          .map((text) => Number(text.split(' ')[1])),
      ]),
    );
  }
}

async function torture(
  between: Between,
  wanted: number,
  random: Random,
  say: (line: string) => void,
): Promise<Outcome> {
  const machines = machinesOf(between);
  const how = between.remote === undefined ? ['--unproven'] : ['--git', '--yes'];
  for (const [i, at] of machines.entries()) {
    const done = share(at, [i === 0 ? 'init' : 'join', ...how]);
    if (done.status !== 0) throw new Error(done.stderr);
  }
  const work = new NumberedWork(machines);
  const stepsFile = join(between.folder, 'steps');
  let kills = 0;
  let survived = 0;
  let most = 60;
  while (kills < wanted && work.broken.length === 0) {
    const at = random.pick(machines);
    const other = () => (random.chance(0.5) ? 'pull' : 'sync');
    const action = random.chance(0.5) ? 'push' : other();
    if (action !== 'pull' && random.chance(0.7)) await work.add(at, 1 + random.below(3));
    const done = share(at, [action, '--wait'], {
      KILL_AT: String(1 + random.below(most)),
      KILL_COUNT: stepsFile,
    });
    if (done.signal === 'SIGKILL') kills++;
    else {
      survived++;
      if (done.status !== 0)
        work.broken.push(`${action} ended with ${done.status}: ${done.stderr}`);
      if (existsSync(stepsFile)) most = Math.max(20, Math.ceil(1.1 * lastStep(stepsFile)));
      writeFileSync(stepsFile, '');
    }
    await work.check(at);
    if (kills % 100 === 0 && done.signal)
      say(`${kills} kills, ${survived} through, ${work.facts} facts`);
  }
  // Everybody comes back.
  for (let round = 0; round < 2; round++) for (const at of machines) share(at, ['sync', '--wait']);
  for (const at of machines) await work.checkWhole(at);
  return { kills, survived, facts: work.facts, broken: work.broken };
}

/** The steps that a run took which was not killed. */
function lastStep(file: string): number {
  return Number(readFileSync(file, 'utf8').trim().split('\n').at(-1));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '2000' },
      seed: { type: 'string' },
      through: { type: 'string', default: 'postgresql' },
    },
  });
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  console.log(`seed ${seed}`);
  const random = new Random(seed);
  const outcome = await killThem(Number(values.kills), random, values.through as Through, (line) =>
    console.log(line),
  );
  console.log(JSON.stringify(outcome));
  process.exitCode = outcome.broken.length === 0 ? 0 : 1;
}
