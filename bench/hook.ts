// What each event of a session costs, as a ratio to a bare start of the same runtime, interleaved in one run.
// npm run bench:hook [-- --runs 20] [--homes 0,1000,10000,week] [--direct] [--keep <folder>] [--no-bun] [--no-many] [--no-peer | --peer-sessions 300,10000] [--json]
// Hooks are started as hosts start them, by the launcher that `cortex setup` wrote; with --direct by Node and the script alone.
// Homes: a number of sessions spread over 20 projects and a year, or `week` and `week10000`: 1,000 and 10,000 in one project
// and week. 100,000 take a quarter of an hour to be made: --keep <folder> keeps them there, and a later run takes them from it.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeRepository } from '../test/scratch.ts';
import { type AtOnce, atOnce } from './at-once.ts';
import { measure, median } from './cpu.ts';
import { type Event, eventsIn } from './events.ts';
import { inProcess } from './in-process.ts';
import { drawnCall, drawnUuid, installedHook } from './installed.ts';
import { type BesidePeer, besidePeer, DEJA_VU, dejaVu } from './peer.ts';
import { repositories, seed } from './seed.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    homes: { type: 'string', default: '0,1000,10000,week,week10000' },
    direct: { type: 'boolean', default: false },
    keep: { type: 'string' },
    bun: { type: 'boolean', default: true },
    many: { type: 'boolean', default: true },
    peer: { type: 'boolean', default: true },
    'peer-sessions': { type: 'string', default: '300,10000' },
    inside: { type: 'boolean', default: true },
    json: { type: 'boolean', default: false },
  },
  allowNegative: true,
});
const RUNS = Number(values.runs);
const ROOT = join(import.meta.dirname, '..');
const CORTEX = join(ROOT, 'dist', 'cortex.cjs');
if (values.keep) mkdirSync(values.keep, { recursive: true });
const scratch = realpathSync(values.keep ?? mkdtempSync(join(tmpdir(), 'bench-')));
/** A kept home has the sessions of earlier runs: those of this one must be new to it. */
const THIS_RUN = randomUUID();
const say = (line: string) => process.stderr.write(`${line}\n`);

/** The most that an event may cost, over a bare start. */
const GOALS: Readonly<Record<string, number>> = {
  SessionStart: 1.25,
  'first prompt': 2,
  'later prompt': 1.6,
  Edit: 1.15,
  'Edit without function': 1.15,
  'Bash(npm test)': 1.15,
  'Bash(npm test) fails': 1.15,
  'Bash(git status)': 1.15,
  Read: 1.15,
  Stop: 1.6,
  'Stop after 30 tools': 2.3,
  SessionEnd: 1.6,
};

/** A session as hosts send it, with a second turn of many tools. */
function session(repo: string): readonly (readonly [string, readonly Event[]])[] {
  const all = eventsIn(repo);
  const edit = all['Edit without function']!;
  const { Stop, SessionEnd, ...others } = all;
  const many = Array.from({ length: 30 }, (_, i): Event => {
    return (name) => ({ ...edit(name), tool_use_id: drawnCall(`${name} ${i}`) });
  });
  return [
    ...Object.entries(others).map(([name, event]) => [name, [event]] as const),
    ['Stop', [Stop!]],
    // The last of a group is measured.
    ['Stop after 30 tools', [...many, (name) => ({ ...Stop!(name), prompt_id: drawnUuid(`${name}-3`) })]],
    ['SessionEnd', [SessionEnd!]],
  ];
}

interface Line {
  readonly event: string;
  /** By home: the median of the ratios to a bare start. */
  readonly times_bare: Readonly<Record<string, number>>;
  readonly goal: number;
}

function compare(
  runtime: string,
  homes: ReadonlyMap<string, string>,
  repo: string,
): { bare: number; lines: Line[] } {
  const samples = new Map<string, number[]>();
  const bare: number[] = [];
  const add = (name: string, cpu: number) => samples.set(name, [...(samples.get(name) ?? []), cpu]);
  const environment = (home: string) => ({
    PATH: process.env['PATH'] ?? '',
    HOME: scratch,
    CORTEX_HOME: home,
    CORTEX_MAINTENANCE_AUTO: 'false',
  });
  const hooks = new Map(
    [...homes].map(([name, home]) => [
      name,
      values.direct
        ? ([runtime, CORTEX, 'hook', 'claude-code'] as const)
        : installedHook(CORTEX, runtime, environment(home)),
    ]),
  );
  for (let run = -2; run < RUNS; run++) {
    for (const [event, group] of session(repo)) {
      const zero = measure(scratch, runtime, ['-e', '0'], '', environment(scratch)).cpu;
      if (run >= 0) bare.push(zero);
      for (const [name, home] of homes) {
        const id = drawnUuid(`${THIS_RUN} ${runtime} ${run}`);
        const [program, ...args] = hooks.get(name)!;
        const inputs = group.map((one) =>
          JSON.stringify({ session_id: id, transcript_path: '/nowhere/t.jsonl', cwd: repo, ...one(id) }),
        );
        for (const input of inputs.slice(0, -1)) spawnSync(program, args, { input, env: environment(home) });
        const { cpu } = measure(scratch, program, args, inputs.at(-1)!, environment(home));
        if (run >= 0) add(`${event} ${name}`, cpu / zero);
      }
    }
  }
  const lines = session(repo).map(([event]) => ({
    event,
    times_bare: Object.fromEntries(
      [...homes.keys()].map((name) => [name, median(samples.get(`${event} ${name}`)!)]),
    ),
    goal: GOALS[event]!,
  }));
  return { bare: median(bare), lines };
}

/** The npm package, for this benchmark only, kept outside what is versioned. Its installer would fetch the program; npm has it. */
function bunPath(): string | null {
  const folder = join(ROOT, '.cache', 'bun');
  const programs = () => {
    const scope = join(folder, 'node_modules', '@oven');
    return existsSync(scope) ? readdirSync(scope).map((name) => join(scope, name, 'bin', 'bun')) : [];
  };
  if (programs().length === 0) {
    mkdirSync(folder, { recursive: true });
    say('installing bun for the comparison …');
    const words = [
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      'bun@^1.4.0',
    ];
    spawnSync('npm', words, { stdio: 'ignore' });
  }
  return programs().find((path) => spawnSync(path, ['--version']).status === 0) ?? null;
}

function print(title: string, { bare, lines }: { bare: number; lines: readonly Line[] }): void {
  const names = Object.keys(lines[0]!.times_bare);
  console.log(`\n${title}; a bare start takes ${bare.toFixed(1)} ms of CPU; the figures are times that`);
  console.log(`${'sessions'.padEnd(24)}${names.map((name) => name.padStart(10)).join('')}      goal`);
  for (const { event, times_bare, goal } of lines) {
    const figures = names.map((name) => times_bare[name]!.toFixed(2).padStart(10)).join('');
    const isReached = Object.values(times_bare).every((figure) => figure <= goal);
    console.log(`${event.padEnd(24)}${figures}    ≤ ${goal} ${isReached ? 'reached' : 'MISSED'}`);
  }
}

try {
  const repo = makeRepository(join(scratch, 'repo0'));
  const homes = new Map<string, string>();
  for (const name of values.homes.split(',')) {
    const isWeek = name.startsWith('week');
    const sessions = isWeek ? Number(name.slice(4) || 1000) : Number(name);
    const home = join(scratch, `home ${name}`);
    mkdirSync(home, { mode: 0o700, recursive: true });
    homes.set(name, home);
    if (existsSync(join(home, 'brain.db'))) continue;
    say(`seeding ${name} …`);
    const scopes = repositories(isWeek ? 1 : 20, scratch);
    await seed(join(home, 'brain.db'), { sessions, scopes, days: isWeek ? 7 : 365, now: Date.now() });
  }
  say(`${RUNS} interleaved sessions in ${homes.size} homes …`);
  const node = compare(process.execPath, homes, repo);
  const bun = values.bun ? bunPath() : null;
  const [first] = homes;
  const onBun = bun ? compare(bun, new Map([first!]), repo) : null;
  const many: AtOnce[] = [];
  for (const hooks of values.many ? [50, 200] : []) {
    say(`${hooks} hooks at once …`);
    many.push(await atOnce(CORTEX, scratch, repo, hooks));
  }
  const peer = values.peer ? dejaVu(join(ROOT, '.cache')) : null;
  const beside: BesidePeer[] = [];
  for (const sessions of peer ? values['peer-sessions'].split(',').map(Number) : []) {
    say(`beside deja-vu, ${sessions} sessions …`);
    beside.push(besidePeer(peer!, CORTEX, scratch, { sessions, runs: RUNS }));
  }
  const inside = values.inside ? await inProcess(scratch, homes) : [];
  if (values.json) {
    console.log(
      JSON.stringify(
        { runtime: process.version, runs: RUNS, node, bun: onBun, at_once: many, beside, in_process: inside },
        null,
        2,
      ),
    );
  } else {
    print(`Node ${process.version}, median of ${RUNS} interleaved sessions`, node);
    if (bun && onBun)
      print(`Bun ${spawnSync(bun, ['--version'], { encoding: 'utf8' }).stdout.trim()}`, onBun);
    else console.log('\nBun: not measured (it could not be installed, or --no-bun)');
    for (const { hooks, stored, waiting, kept, wall_ms } of many)
      console.log(
        `\n${hooks} hooks at once: ${stored} stored at once, ${waiting} set beside, ${kept} stored after the turn's end, ` +
          `${hooks - kept} lost (goal 0); ${wall_ms} ms`,
      );
    if (!peer) console.log(`\ndeja-vu: not measured (${DEJA_VU} could not be installed, or --no-peer)`);
    for (const { sessions, bare, start, prompt } of beside)
      console.log(
        `\n${sessions} sessions of the same transcripts, ms of CPU (a bare Node ${bare.toFixed(0)}): ` +
          `start ${start.cortex.toFixed(0)} against deja-vu's ${start.deja_vu.toFixed(0)}, ` +
          `prompt ${prompt.cortex.toFixed(0)} against ${prompt.deja_vu.toFixed(0)}`,
      );
    if (inside.length > 0)
      console.log('\nin process                                       p50        p99     target');
    for (const { name, p50, p99, unit, target } of inside) {
      const reached = target === null ? '' : `< ${target} ${unit} ${p99 < target ? 'reached' : 'MISSED'}`;
      console.log(
        `${name.padEnd(42)} ${p50.toFixed(3).padStart(8)} ${p99.toFixed(3).padStart(10)} ${unit}  ${reached}`,
      );
    }
  }
} finally {
  if (!values.keep) rmSync(scratch, { recursive: true, force: true });
}
