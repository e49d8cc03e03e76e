// What each event and command costs: processor time of all processes as a multiple of a bare start of Node, taken in turns with it.
// npm run bench -- perf [--runs 10] [--homes 300] [--parts floors,cold,warm,commands,counts,many] [--dist <folder>] [--keep <folder>] [--save] [--json]
// Cold: a process of its own, started by the launcher that `cortex setup` wrote. Warm: handed to the server that the agent keeps.
// Homes: a number of sessions spread over 20 projects and a year, or `week` and `week10000`: 1,000 and 10,000 in one project
// and week. --keep <folder> keeps them there, and a later run takes them from it. Counts have no noise: --save keeps them in
// counts.jsonl, which test/hooks/counts.test.ts compares. Of times only one above twice its goal makes this fail.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gitRepository } from '../../test/git.ts';
import { type AtOnce, atOnce } from '../at-once.ts';
import { measure, median } from '../cpu.ts';
import { drawnUuid, installedHook } from '../installed.ts';
import { repositories, seed } from '../seed.ts';
import { WarmAgent } from '../warm.ts';
import { type Counts, countEvents, saveCounts } from './counts.ts';
import { FLOORS } from './floors.ts';
import { COMMANDS, type Step, stepsIn } from './steps.ts';

const PARTS = ['floors', 'cold', 'warm', 'commands', 'counts', 'many'] as const;
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10' },
    homes: { type: 'string', default: '300' },
    parts: { type: 'string', default: 'floors,cold,warm,commands,counts' },
    dist: { type: 'string', default: join(import.meta.dirname, '..', '..', 'dist') },
    keep: { type: 'string' },
    save: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const RUNS = Number(values.runs);
const CORTEX = join(resolve(values.dist), 'cortex.cjs');
const parts = new Set(values.parts.split(','));
const isKnown = [...parts].every((part) => (PARTS as readonly string[]).includes(part));
if (!(RUNS > 0) || !isKnown || !existsSync(CORTEX)) {
  console.error(
    `npm run bench -- perf [--runs <n>] [--parts ${PARTS.join(',')}] [--dist <folder>]`,
  );
  process.exit(2);
}
if (values.keep) mkdirSync(values.keep, { recursive: true });
const scratch = realpathSync(values.keep ?? mkdtempSync(join(tmpdir(), 'bench-')));
/** A kept home has the sessions of earlier runs: those of this one must be new to it. */
const THIS_RUN = randomUUID();
const NODE = process.execPath;
const say = (line: string) => process.stderr.write(`${line}\n`);

const environment = (home: string) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: scratch,
  CORTEX_HOME: home,
  CORTEX_MAINTENANCE_AUTO: 'false',
});

/** Ratios to bare starts within the same run, by line of the table and home. */
class Samples {
  readonly #ratios = new Map<string, number[]>();
  readonly bare: number[] = [];
  isCounted = false;
  #last = 1;

  measureBare(): void {
    this.#last = measure(scratch, NODE, ['-e', '0'], '', environment(scratch)).cpu;
    if (this.isCounted) this.bare.push(this.#last);
  }

  add(line: string, cpu: number): void {
    if (!this.isCounted) return;
    this.#ratios.set(line, [...(this.#ratios.get(line) ?? []), cpu / this.#last]);
  }

  /** The median, and what nine of ten stay below. */
  of(line: string): { readonly median: number; readonly p90: number } | null {
    const ratios = this.#ratios.get(line);
    if (!ratios) return null;
    const sorted = [...ratios].sort((a, b) => a - b);
    return { median: median(ratios), p90: sorted[Math.floor(sorted.length * 0.9)]! };
  }
}

interface Stage {
  readonly name: string;
  readonly home: string;
  readonly hook: readonly [string, ...string[]];
  readonly agent: WarmAgent | null;
}

async function makeHomes(repo: string): Promise<Stage[]> {
  const stages: Stage[] = [];
  for (const name of values.homes.split(',')) {
    const isWeek = name.startsWith('week');
    const sessions = isWeek ? Number(name.slice(4) || 1000) : Number(name);
    const home = join(scratch, `home ${name}`);
    mkdirSync(home, { mode: 0o700, recursive: true });
    if (!existsSync(join(home, 'brain.db'))) {
      say(`seeding ${name} …`);
      const scopes = repositories(isWeek ? 1 : 20, scratch);
      const days = isWeek ? 7 : 365;
      await seed(join(home, 'brain.db'), { sessions, scopes, days, now: Date.now() });
    }
    const hook = installedHook(CORTEX, NODE, environment(home));
    const agent = parts.has('warm') ? await WarmAgent.start(scratch, environment(home)) : null;
    stages.push({ name, home, hook, agent });
  }
  writeFileSync(join(repo, '.gitignore'), '');
  return stages;
}

/** The payloads of a step, as the host would send them. */
function inputsOf(step: Step, repo: string, run: number, way: string): string[] {
  const id = drawnUuid(`${THIS_RUN} ${run} ${way}`);
  const around = { session_id: id, transcript_path: '/nowhere/t.jsonl', cwd: repo };
  return step.events.map((event) => JSON.stringify({ ...around, ...event(id) }));
}

function measureCold(stage: Stage, inputs: readonly string[]): number {
  const [program, ...args] = stage.hook;
  const named = (input: string) => [...args, JSON.parse(input).hook_event_name as string];
  for (const input of inputs.slice(0, -1))
    spawnSync(program, named(input), { input, env: environment(stage.home) });
  const last = inputs.at(-1)!;
  return measure(scratch, program, named(last), last, environment(stage.home)).cpu;
}

async function playSession(
  samples: Samples,
  stages: readonly Stage[],
  repo: string,
  run: number,
): Promise<void> {
  for (const step of stepsIn(repo)) {
    samples.measureBare();
    for (const stage of stages) {
      if (parts.has('cold'))
        samples.add(
          `cold ${step.name} ${stage.name}`,
          measureCold(stage, inputsOf(step, repo, run, 'cold')),
        );
      let warm = 0;
      for (const input of stage.agent ? inputsOf(step, repo, run, 'warm') : [])
        warm = await stage.agent!.send(input);
      if (stage.agent) samples.add(`warm ${step.name} ${stage.name}`, warm);
    }
  }
}

function measureOthers(samples: Samples, stages: readonly Stage[], empty: string): void {
  if (parts.has('floors'))
    for (const { name, prepare } of FLOORS) {
      samples.measureBare();
      const [program, ...args] = prepare(scratch, NODE);
      samples.add(`floor ${name}`, measure(scratch, program, args, '{}', environment(empty)).cpu);
    }
  if (!parts.has('commands')) return;
  for (const { words } of COMMANDS) {
    samples.measureBare();
    for (const home of [...stages.map((stage) => stage.home), empty])
      samples.add(
        `command ${words.join(' ')} ${home}`,
        measure(scratch, NODE, [CORTEX, ...words], '', environment(home)).cpu,
      );
  }
}

interface Row {
  readonly part: string;
  readonly name: string;
  readonly home: string;
  readonly median: number;
  readonly p90: number;
  readonly goal: number | null;
}

function rowsOf(samples: Samples, stages: readonly Stage[], repo: string, empty: string): Row[] {
  const row = (part: string, name: string, home: string, key: string, goal: number | null) => {
    const found = samples.of(key);
    return found ? [{ part, name, home, ...found, goal }] : [];
  };
  const ways = (['cold', 'warm'] as const).flatMap((way, place) =>
    stepsIn(repo).flatMap(({ name, goals }) =>
      stages.flatMap((stage) =>
        row(way, name, stage.name, `${way} ${name} ${stage.name}`, goals[place]!),
      ),
    ),
  );
  const homes = [...stages, { name: 'no session', home: empty }];
  return [
    ...FLOORS.flatMap(({ name }) => row('floors', name, '', `floor ${name}`, null)),
    ...ways,
    ...COMMANDS.flatMap(({ words, goal }) =>
      homes.flatMap(({ name, home }) =>
        row(
          'commands',
          `cortex ${words.join(' ')}`,
          name,
          `command ${words.join(' ')} ${home}`,
          goal,
        ),
      ),
    ),
  ];
}

function verdictOn(figure: number, goal: number): string {
  if (figure <= goal) return 'reached';
  return figure > 2 * goal ? 'FAILED' : 'MISSED';
}

function printRows(bare: number, rows: readonly Row[]): void {
  console.log(
    `Node ${process.version}, ${RUNS} interleaved runs; a bare start takes ${bare.toFixed(1)} ms of CPU; the figures are times that`,
  );
  let last = '';
  for (const { part, name, home, median: middle, p90, goal } of rows) {
    if (part !== last)
      console.log(`\n${part.padEnd(30)}${'sessions'.padEnd(12)}median   p90    goal`);
    last = part;
    const figures = `${middle.toFixed(2).padStart(6)}${p90.toFixed(2).padStart(6)}`;
    const shown = goal === null ? '' : `  ≤ ${goal} ${verdictOn(middle, goal)}`;
    console.log(`${name.padEnd(30)}${home.padEnd(12)}${figures}${shown}`);
  }
}

function printCounts({ events, stored }: Counts): void {
  console.log(
    '\ncounts of a cold event; bundles, modules of Node, functions, calls, SQL, processes, bytes written',
  );
  for (const { name, bundles, modules, functions, calls, sql, processes, written } of events) {
    const figures = [functions, calls, sql, processes, written];
    console.log(
      `${name.padEnd(30)}${[...bundles, ...modules].join(' ').padEnd(60)}${figures.map((n) => String(n).padStart(8)).join('')}`,
    );
  }
  console.log(`${'a session leaves'.padEnd(30)}${stored} bytes of content in brain.db`);
}

try {
  const repo = join(scratch, 'repo0');
  mkdirSync(join(repo, 'src'), { recursive: true });
  for (const name of ['a.ts', 'b.ts', 'c.ts', 'a.test.ts'])
    writeFileSync(join(repo, 'src', name), 'const first = 1;\n');
  if (!existsSync(join(repo, '.git'))) gitRepository(repo);
  const empty = join(scratch, 'home empty');
  mkdirSync(empty, { mode: 0o700, recursive: true });
  const samples = new Samples();
  const stages = await makeHomes(repo);
  say(`${RUNS} interleaved runs in ${stages.length} homes …`);
  for (let run = -2; run < RUNS; run++) {
    samples.isCounted = run >= 0;
    if (parts.has('cold') || parts.has('warm')) await playSession(samples, stages, repo, run);
    measureOthers(samples, stages, empty);
  }
  const rows = rowsOf(samples, stages, repo, empty);
  if (rows.some(({ median: middle, goal }) => goal !== null && middle > 2 * goal))
    process.exitCode = 1;
  const memory = stages.flatMap(({ agent }) => agent?.memoryMb ?? []);
  for (const { agent } of stages) agent?.stop();
  const counted = parts.has('counts') ? countEvents(CORTEX) : null;
  if (counted && values.save) saveCounts(counted);
  const many: AtOnce[] = [];
  for (const hooks of parts.has('many') ? [50, 200] : [])
    many.push(await atOnce(CORTEX, scratch, repo, hooks));
  if (values.json) {
    const bare = samples.bare.length > 0 ? median(samples.bare) : null;
    console.log(
      JSON.stringify(
        { runtime: process.version, runs: RUNS, bare, rows, counted, memory, many },
        null,
        2,
      ),
    );
  } else {
    if (rows.length > 0) printRows(median(samples.bare), rows);
    if (memory.length > 0)
      console.log(
        `\nmemory of a server at the end: ${memory.map((mb) => mb.toFixed(0)).join(', ')} MB`,
      );
    if (counted) printCounts(counted);
    for (const { hooks, stored, waiting, kept, wall_ms } of many)
      console.log(
        `\n${hooks} hooks at once: ${stored} stored at once, ${waiting} set beside, ${kept} stored after the turn's end, ` +
          `${hooks - kept} lost (goal 0); ${wall_ms} ms`,
      );
  }
} finally {
  if (!values.keep) rmSync(scratch, { recursive: true, force: true });
}
