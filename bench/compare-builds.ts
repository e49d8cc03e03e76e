// Whether hooks got dearer: two builds play the same sessions in homes that begin equal, event by event in turns.
// npm run bench -- compare <old-dist> <new-dist> [--pairs 200] [--sessions 1000] [--only <event>,…] [--json]
// For each event: the median of both, the median of the ratios new / old, and the bound below which that median lies with a
// confidence of 95 %. Only the ratios count: both sides of a pair run within the same moment of a busy machine.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { makeRepository } from '../test/scratch.ts';
import { measure, median } from './cpu.ts';
import { eventsIn } from './events.ts';
import * as ownSeed from './seed.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '200' },
    sessions: { type: 'string', default: '1000' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const [oldDist, newDist] = positionals.map((path) => resolve(path));
const PAIRS = Number(values.pairs);
/** Sessions before the first that counts: Node compiles, and a database is migrated. */
const WARM_UP = 3;
const RESAMPLES = 2000;

if (!oldDist || !newDist || !(PAIRS > 0)) {
  console.error(
    'npm run bench -- compare <old-dist> <new-dist> [--pairs <n>] [--sessions <n>] [--only <event>,…] [--json]',
  );
  process.exit(2);
}

interface Line {
  readonly event: string;
  readonly old_ms: number;
  readonly new_ms: number;
  /** Of the new build to a bare start of Node. */
  readonly times_bare: number;
  readonly ratio: number;
  readonly ratio_upper_95: number;
}

/** Numbers that look random and are the same in every run. */
function random(): () => number {
  let state = 42;
  return () => (state = (state * 48271) % 0x7fffffff) / 0x7fffffff;
}

/** The bound below which the median lies in 95 of 100 resamples. */
function upperBound(ratios: readonly number[]): number {
  const next = random();
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(ratios.map(() => ratios[Math.floor(next() * ratios.length)]!)),
  ).sort((a, b) => a - b);
  return medians[Math.floor(RESAMPLES * 0.95)]!;
}

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'bench-compare-')));
try {
  const repo = makeRepository(join(scratch, 'repo0'));
  const seeded = join(scratch, 'home');
  mkdirSync(seeded, { mode: 0o700 });
  // The old build cannot read a newer schema, the new one migrates an older: the old build's own sources seed, if they are there.
  const beside = join(oldDist, '..', 'bench', 'seed.ts');
  const { seed, repositories } = existsSync(beside)
    ? ((await import(pathToFileURL(beside).href)) as typeof ownSeed)
    : ownSeed;
  const sessions = Number(values.sessions);
  process.stderr.write(`seeding ${sessions} sessions …\n`);
  await seed(join(seeded, 'brain.db'), {
    sessions,
    scopes: repositories(20, scratch),
    days: 365,
    now: Date.now(),
  });

  const sides = [oldDist, newDist].map((dist, i) => {
    const home = join(scratch, `home ${i}`);
    cpSync(seeded, home, { recursive: true });
    const env = {
      PATH: process.env['PATH'],
      HOME: scratch,
      CORTEX_HOME: home,
      CORTEX_MAINTENANCE_AUTO: 'false',
    };
    return { cortex: join(dist, 'cortex.cjs'), env, samples: new Map<string, number[]>() };
  });
  const bare: number[] = [];
  const events = Object.entries(eventsIn(repo));
  const only = values.only?.split(',').map((name) => name.trim().toLowerCase()) ?? null;
  const counts = (name: string) => only === null || only.includes(name.toLowerCase());

  process.stderr.write(
    `${PAIRS} pairs of ${events.filter(([name]) => counts(name)).length} events …\n`,
  );
  for (let pair = -WARM_UP; pair < PAIRS; pair++) {
    const session = `compare-${pair}`;
    if (pair >= 0)
      bare.push(measure(scratch, process.execPath, ['-e', '0'], '', sides[0]!.env).cpu);
    events.forEach(([name, fields], i) => {
      const input = JSON.stringify({
        session_id: session,
        transcript_path: '/nowhere/t.jsonl',
        cwd: repo,
        ...fields(session),
      });
      // Who comes first changes, because the second finds the machine warmed up.
      const turn = (pair + i) % 2 === 0 ? sides : [...sides].reverse();
      for (const { cortex, env, samples } of turn) {
        const args = [cortex, 'hook', 'claude-code'];
        if (pair < 0 || !counts(name)) {
          spawnSync(process.execPath, args, { input, env });
          continue;
        }
        const { cpu } = measure(scratch, process.execPath, args, input, env);
        samples.set(name, [...(samples.get(name) ?? []), cpu]);
      }
    });
  }

  // A hook that fails is silent, and cheap: both must have recorded every session.
  const recorded = sides.map(({ cortex, env }) => {
    const list = spawnSync(process.execPath, [cortex, 'history', '--json', '--limit', '100000'], {
      cwd: repo,
      env,
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    });
    return (list.stdout.match(/"compare-\d+"/g) ?? []).length;
  });
  if (recorded.some((count) => count !== PAIRS))
    throw new Error(`of ${PAIRS} sessions the builds recorded ${recorded.join(' and ')}`);

  const lines = events
    .filter(([name]) => counts(name))
    .map(([event]): Line => {
      const [before, after] = sides.map(({ samples }) => samples.get(event)!);
      const ratios = after!.map((cpu, i) => cpu / before![i]!);
      return {
        event,
        old_ms: median(before!),
        new_ms: median(after!),
        times_bare: median(after!) / median(bare),
        ratio: median(ratios),
        ratio_upper_95: upperBound(ratios),
      };
    });
  if (values.json) {
    console.log(
      JSON.stringify(
        { runtime: process.version, pairs: PAIRS, sessions, bare_ms: median(bare), events: lines },
        null,
        2,
      ),
    );
  } else {
    console.log(
      `\nCPU of a hook, Node ${process.version}, ${PAIRS} pairs, ${sessions} sessions; bare Node ${median(bare).toFixed(1)} ms`,
    );
    console.log('                         old ms   new ms   × bare   new / old   95 % below');
    for (const line of lines) {
      const numbers = [line.old_ms, line.new_ms].map((n) => n.toFixed(1).padStart(8)).join(' ');
      const ratio = `${line.ratio.toFixed(3).padStart(11)} ${line.ratio_upper_95.toFixed(3).padStart(12)}`;
      console.log(
        `${line.event.padEnd(22)} ${numbers} ${line.times_bare.toFixed(2).padStart(8)} ${ratio}`,
      );
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
