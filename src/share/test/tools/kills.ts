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
import { recordWork } from '../../../engine/threads/threads.ts';
import { openHome } from '../../../program/compose-home.ts';
import { keyText } from '../../cipher.ts';
import { inviteSql, SCHEMA } from '../../postgres/schema.ts';
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
    server.psql(`${SCHEMA} create role alice login; create role bob login;`);
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

async function torture(
  between: Between,
  wanted: number,
  random: Random,
  say: (line: string) => void,
): Promise<Outcome> {
  const { folder, remote } = between;
  const key = remote === undefined ? null : keyText(randomBytes(32), remote);
  const places = HOMES.map(({ name, login }) => {
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
  const run = (
    at: (typeof places)[number],
    words: readonly string[],
    more: NodeJS.ProcessEnv = {},
  ) =>
    spawnSync(
      process.execPath,
      [
        '--require',
        join(import.meta.dirname, 'kill-at.cjs'),
        join(ROOT, 'dist', 'cortex.cjs'),
        'share',
        ...words,
      ],
      { cwd: at.cwd, env: { ...at.env, ...more }, encoding: 'utf8' },
    );
  for (const [i, at] of places.entries()) {
    const how = remote === undefined ? ['--unproven'] : ['--git', '--yes'];
    const done = run(at, [i === 0 ? 'init' : 'join', ...how]);
    if (done.status !== 0) throw new Error(done.stderr);
  }
  /** In this process, as the engine of a hook would. */
  const engine = async <T>(
    at: (typeof places)[number],
    work: (deps: ReturnType<ReturnType<typeof openHome>['open']>['deps']) => Promise<T>,
  ): Promise<T> => {
    const { deps, close } = openHome(at.env).open();
    try {
      return await work(deps);
    } finally {
      close();
    }
  };
  const made = new Map<string, number>();
  const broken: string[] = [];
  const add = async (at: (typeof places)[number]) => {
    const count = 1 + random.below(3);
    await engine(at, async (deps) => {
      const { scope } = deps.locate(at.cwd);
      for (let i = 0; i < count; i++) {
        const n = (made.get(at.name) ?? 0) + 1;
        made.set(at.name, n);
        await recordWork(deps, scope, [{ kind: 'next', text: `${at.name} ${n}`, by: 'agent' }], []);
      }
    });
  };
  /** The records that a home has of each home: always the first so many, each once, in order. */
  const check = async (at: (typeof places)[number], isWhole: boolean) => {
    const facts = await engine(at, (deps) =>
      shareOf(deps).sharedWork(deps.locate(at.cwd).scope.key),
    );
    for (const { name } of places) {
      const seen = facts.flatMap(({ fact }) =>
        fact.kind === 'next' && fact.text.startsWith(`${name} `)
          ? [Number(fact.text.split(' ')[1])]
          : [],
      );
      const isPrefix = seen.every((n, i) => n === i + 1);
      if (!isPrefix)
        broken.push(`${at.name} has ${seen.slice(-5).join(', ')} of ${name}: a gap, or twice`);
      if (isWhole && seen.length !== (made.get(name) ?? 0))
        broken.push(`${at.name} has ${seen.length} of ${made.get(name) ?? 0} of ${name}`);
    }
  };
  const stepsFile = join(folder, 'steps');
  let kills = 0;
  let survived = 0;
  let most = 60;
  while (kills < wanted && broken.length === 0) {
    const at = random.pick(places);
    const other = () => (random.chance(0.5) ? 'pull' : 'sync');
    const action = random.chance(0.5) ? 'push' : other();
    if (action !== 'pull' && random.chance(0.7)) await add(at);
    const done = run(at, [action, '--wait'], {
      KILL_AT: String(1 + random.below(most)),
      KILL_COUNT: stepsFile,
    });
    if (done.signal === 'SIGKILL') kills++;
    else {
      survived++;
      if (done.status !== 0) broken.push(`${action} ended with ${done.status}: ${done.stderr}`);
      if (existsSync(stepsFile))
        most = Math.max(
          20,
          Math.ceil(1.1 * Number(readFileSync(stepsFile, 'utf8').trim().split('\n').at(-1))),
        );
      writeFileSync(stepsFile, '');
    }
    await check(at, false);
    if (kills % 100 === 0 && done.signal)
      say(
        `${kills} kills, ${survived} through, ${[...made.values()].reduce((a, b) => a + b, 0)} facts`,
      );
  }
  // Everybody comes back.
  for (let round = 0; round < 2; round++) for (const at of places) run(at, ['sync', '--wait']);
  for (const at of places) await check(at, true);
  return { kills, survived, facts: [...made.values()].reduce((a, b) => a + b, 0), broken };
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
