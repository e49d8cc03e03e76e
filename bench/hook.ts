// What a hook costs, as a ratio to a bare start of the same runtime, interleaved in one run.
// npm run bench:hook [-- --runs 40] [--no-bun] [--json]
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeRepository } from '../test/scratch.ts';
import { measure, median, type Sample } from './cpu.ts';
import { inProcess } from './in-process.ts';
import { repositories, seed } from './seed.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '40' },
    bun: { type: 'boolean', default: true },
    json: { type: 'boolean', default: false },
  },
  allowNegative: true,
});
const RUNS = Number(values.runs);
const ROOT = join(import.meta.dirname, '..');
const CORTEX = join(ROOT, 'dist', 'cortex.cjs');
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'bench-')));
const say = (line: string) => process.stderr.write(`${line}\n`);

interface Variant {
  readonly name: string;
  readonly target: number | null;
  /** Arguments after the runtime, and what it reads. */
  prepare(run: number): { readonly args: readonly string[]; readonly input: string };
  after?(run: number): void;
  readonly home: string;
}

const REPO = makeRepository(join(scratch, 'repo0'));
const NOW = Date.now();

function hookInput(fields: Record<string, unknown>): string {
  return JSON.stringify({ transcript_path: '/nowhere/t.jsonl', cwd: REPO, ...fields });
}

/** A tool use whose payload is 4 KB, as the typical one is. */
function capture(home: string): Variant {
  const args = [CORTEX, 'hook', 'claude-code'];
  return {
    name: 'capture, 4 KB payload',
    target: 1.25,
    home,
    prepare: (run) => ({
      args,
      input: hookInput({
        session_id: 'bench',
        hook_event_name: 'PostToolUse',
        tool_name: 'Edit',
        tool_input: {
          file_path: join(REPO, 'src/a.ts'),
          old_string: 'a',
          new_string: 'const x = 1;\n'.repeat(270),
        },
        tool_response: { filePath: join(REPO, 'src/a.ts') },
        tool_use_id: `toolu_${run}_${Math.random()}`,
      }),
    }),
  };
}

function start(name: string, home: string, target: number | null): Variant {
  const args = [CORTEX, 'hook', 'claude-code'];
  const id = (run: number) => `start-${name}-${run}`;
  return {
    name: `start, ${name}`,
    target,
    home,
    prepare: (run) => ({
      args,
      input: hookInput({ session_id: id(run), hook_event_name: 'SessionStart', source: 'startup' }),
    }),
    // Ended at once, or every run would find one more session to recover.
    after: (run) => {
      const input = hookInput({ session_id: id(run), hook_event_name: 'SessionEnd', reason: 'other' });
      spawnSync(process.execPath, args, { input, env: environment(home) });
    },
  };
}

function environment(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: scratch, CORTEX_HOME: home };
}

interface Line {
  readonly name: string;
  readonly cpu_ms: number;
  readonly wall_ms: number;
  readonly cpu_ratio: number;
  readonly wall_ratio: number;
  readonly target: number | null;
}

function compare(runtime: string, variants: readonly Variant[]): Line[] {
  const bare: Sample[] = [];
  const samples = variants.map((): Sample[] => []);
  for (let run = -2; run < RUNS; run++) {
    const warm = run < 0;
    const zero = measure(scratch, runtime, ['-e', '0'], '', environment(scratch));
    if (!warm) bare.push(zero);
    variants.forEach((variant, i) => {
      const { args, input } = variant.prepare(run);
      const sample = measure(scratch, runtime, args, input, environment(variant.home));
      variant.after?.(run);
      if (!warm) samples[i]!.push(sample);
    });
  }
  const [cpu, wall] = [median(bare.map((s) => s.cpu)), median(bare.map((s) => s.wall))];
  const line = (name: string, all: readonly Sample[], target: number | null): Line => ({
    name,
    cpu_ms: median(all.map((s) => s.cpu)),
    wall_ms: median(all.map((s) => s.wall)),
    cpu_ratio: median(all.map((s) => s.cpu)) / cpu,
    wall_ratio: median(all.map((s) => s.wall)) / wall,
    target,
  });
  return [
    line('bare start', bare, null),
    ...variants.map((variant, i) => line(variant.name, samples[i]!, variant.target)),
  ];
}

/** The npm package, for this benchmark only, kept outside what is versioned. */
function bunPath(): string | null {
  const folder = join(ROOT, '.cache', 'bun');
  const path = join(folder, 'node_modules', '.bin', 'bun');
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    say('installing bun for the comparison …');
    const env = { ...process.env, npm_config_prefix: folder };
    spawnSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', 'bun@^1.4.0'], {
      stdio: 'ignore',
      env,
    });
  }
  const works = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return works.status === 0 ? path : null;
}

function print(title: string, lines: readonly Line[]): void {
  console.log(`\n${title}`);
  console.log('                                     cpu ms  wall ms   cpu ×  wall ×   target');
  for (const line of lines) {
    const target =
      line.target === null ? '' : `≤ ${line.target} ${line.cpu_ratio <= line.target ? 'reached' : 'MISSED'}`;
    const numbers = [line.cpu_ms, line.wall_ms].map((n) => n.toFixed(1).padStart(8)).join(' ');
    const ratios = [line.cpu_ratio, line.wall_ratio].map((n) => n.toFixed(2).padStart(7)).join(' ');
    console.log(`${line.name.padEnd(34)} ${numbers} ${ratios}   ${target}`);
  }
}

try {
  const homes = new Map<string, string>();
  const kinds: readonly (readonly [string, number, number, number])[] = [
    // name, sessions, scopes, days
    ['0 sessions', 0, 1, 7],
    ['50 spread', 50, 20, 365],
    ['1,000 spread', 1_000, 20, 365],
    ['10,000 spread', 10_000, 20, 365],
    ['1,000 in one scope and week', 1_000, 1, 7],
    ['10,000 in one scope and week', 10_000, 1, 7],
  ];
  for (const [name, sessions, scopes, days] of kinds) {
    const home = join(scratch, `home ${homes.size}`);
    mkdirSync(home, { mode: 0o700 });
    say(`seeding ${name} …`);
    await seed(join(home, 'brain.db'), { sessions, scopes: repositories(scopes, scratch), days, now: NOW });
    homes.set(name, home);
  }
  const captureHome = join(scratch, 'home capture');
  cpSync(homes.get('50 spread')!, captureHome, { recursive: true });
  // A session that is under way: started, and its host known from two events.
  const begun = hookInput({ session_id: 'bench', hook_event_name: 'SessionStart', source: 'startup' });
  spawnSync(process.execPath, [CORTEX, 'hook', 'claude-code'], {
    input: begun,
    env: environment(captureHome),
  });
  const targets: Record<string, number> = { '10,000 spread': 1.5, '1,000 in one scope and week': 2 };
  const starts = [...homes].map(([name, home]) => start(name, home, targets[name] ?? null));

  say(`${RUNS} interleaved runs of ${starts.length + 2} variants …`);
  const node = compare(process.execPath, [capture(captureHome), ...starts]);
  const bun = values.bun ? bunPath() : null;
  const onBun = bun
    ? compare(bun, [
        { ...capture(captureHome), target: 2.5 },
        { ...start('10,000 spread', homes.get('10,000 spread')!, 2.5) },
      ])
    : [];
  const inside = await inProcess(scratch, homes);
  if (values.json) {
    console.log(
      JSON.stringify({ runtime: process.version, runs: RUNS, node, bun: onBun, in_process: inside }, null, 2),
    );
  } else {
    print(`Node ${process.version}, median of ${RUNS} interleaved runs`, node);
    if (bun) print(`Bun ${spawnSync(bun, ['--version'], { encoding: 'utf8' }).stdout.trim()}`, onBun);
    else console.log('\nBun: not measured (it could not be installed, or --no-bun)');
    console.log('\nin process                                       p50        p99     target');
    for (const { name, p50, p99, unit, target } of inside) {
      const reached = target === null ? '' : `< ${target} ${unit} ${p99 < target ? 'reached' : 'MISSED'}`;
      console.log(
        `${name.padEnd(42)} ${p50.toFixed(3).padStart(8)} ${p99.toFixed(3).padStart(10)} ${unit}  ${reached}`,
      );
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
