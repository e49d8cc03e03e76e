// What each event of a session costs, in a process of its own (cold) and handed over to one that runs already (warm), as a ratio to a bare start of the same runtime, interleaved in one run.
// npm run bench:hook [-- --runs 20] [--homes 0,1000,10000,week] [--direct] [--keep <folder>] [--no-many] [--json]
// Hooks are started as hosts start them, by the launcher that `cortex setup` wrote; with --direct by Node and the script alone.
// Homes: a number of sessions spread over 20 projects and a year, or `week` and `week10000`: 1,000 and 10,000 in one project
// and week. 100,000 take a quarter of an hour to be made: --keep <folder> keeps them there, and a later run takes them from it.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeRepository } from '../test/scratch.ts';
import { type AtOnce, atOnce } from './at-once.ts';
import { measure, median } from './cpu.ts';
import { type Event, eventsIn } from './events.ts';
import { drawnCall, drawnUuid, installedHook } from './installed.ts';
import { repositories, seed } from './seed.ts';
import { WarmAgent } from './warm.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    homes: { type: 'string', default: '0,1000,10000,week,week10000' },
    direct: { type: 'boolean', default: false },
    keep: { type: 'string' },
    many: { type: 'boolean', default: true },
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

/** The most that an event may cost, over a bare start: in a process of its own, and in one that runs already. */
const GOALS: Readonly<Record<string, readonly [cold: number, warm: number]>> = {
  SessionStart: [2.5, 0.8],
  'first prompt': [2.8, 0.8],
  'later prompt': [1.7, 0.4],
  Edit: [1.7, 0.2],
  'Edit without function': [1.7, 0.2],
  'Edit, 600 + 600 lines': [1.7, 0.3],
  'Bash(npm test)': [1.7, 0.2],
  'Bash(npm test) fails': [1.7, 0.2],
  'Bash(git status)': [1.7, 0.2],
  Read: [1.7, 0.2],
  Stop: [3.5, 0.6],
  'Stop after 30 tools': [3.5, 0.6],
  SessionEnd: [2.8, 0.6],
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
    [
      'Stop after 30 tools',
      [...many, (name) => ({ ...Stop!(name), prompt_id: drawnUuid(`${name}-3`) })],
    ],
    ['SessionEnd', [SessionEnd!]],
  ];
}

interface Line {
  readonly event: string;
  /** By home: the median of the ratios to a bare start. */
  readonly cold: Readonly<Record<string, number>>;
  readonly warm: Readonly<Record<string, number>>;
  readonly goals: readonly [cold: number, warm: number];
}

interface Compared {
  readonly bare: number;
  readonly lines: readonly Line[];
  /** Of the servers that took the events in, in MB: when they began, and at the end. */
  readonly memory: readonly [start: number, end: number];
}

async function compare(
  runtime: string,
  homes: ReadonlyMap<string, string>,
  repo: string,
): Promise<Compared> {
  const samples = new Map<string, number[]>();
  const bare: number[] = [];
  const add = (name: string, cpu: number) => samples.set(name, [...(samples.get(name) ?? []), cpu]);
  const environment = (home: string) => ({
    PATH: process.env['PATH'] ?? '',
    HOME: scratch,
    CORTEX_HOME: home,
    CORTEX_MAINTENANCE_AUTO: 'false',
  });
  const stages = new Map<
    string,
    { readonly hook: readonly [string, ...string[]]; readonly agent: WarmAgent }
  >();
  for (const [name, home] of homes) {
    const installed = installedHook(CORTEX, runtime, environment(home));
    const hook = values.direct ? ([runtime, CORTEX, 'hook', 'claude-code'] as const) : installed;
    stages.set(name, { hook, agent: await WarmAgent.start(scratch, environment(home)) });
  }
  const agents = [...stages.values()].map(({ agent }) => agent);
  const memoryBefore = Math.max(...agents.map(({ memoryMb }) => memoryMb));
  for (let run = -2; run < RUNS; run++) {
    for (const [event, group] of session(repo)) {
      const zero = measure(scratch, runtime, ['-e', '0'], '', environment(scratch)).cpu;
      if (run >= 0) bare.push(zero);
      for (const [name, home] of homes) {
        const { hook, agent } = stages.get(name)!;
        const [program, ...args] = hook;
        const inputs = (way: string) => {
          const id = drawnUuid(`${THIS_RUN} ${runtime} ${run} ${way}`);
          return group.map((one) =>
            JSON.stringify({
              session_id: id,
              transcript_path: '/nowhere/t.jsonl',
              cwd: repo,
              ...one(id),
            }),
          );
        };
        const cold = inputs('cold');
        const named = (input: string) => [...args, JSON.parse(input).hook_event_name as string];
        for (const input of cold.slice(0, -1))
          spawnSync(program, named(input), { input, env: environment(home) });
        const { cpu } = measure(
          scratch,
          program,
          named(cold.at(-1)!),
          cold.at(-1)!,
          environment(home),
        );
        let warm = 0;
        for (const input of inputs('warm')) warm = await agent.send(input);
        if (run < 0) continue;
        add(`cold ${event} ${name}`, cpu / zero);
        add(`warm ${event} ${name}`, warm / zero);
      }
    }
  }
  const memoryAfter = Math.max(...agents.map(({ memoryMb }) => memoryMb));
  for (const agent of agents) agent.stop();
  const medians = (way: string, event: string) =>
    Object.fromEntries(
      [...homes.keys()].map((name) => [name, median(samples.get(`${way} ${event} ${name}`)!)]),
    );
  const lines = session(repo).map(([event]) => ({
    event,
    cold: medians('cold', event),
    warm: medians('warm', event),
    goals: GOALS[event]!,
  }));
  return { bare: median(bare), lines, memory: [memoryBefore, memoryAfter] };
}

function print(title: string, { bare, lines, memory }: Compared): void {
  console.log(
    `\n${title}; a bare start takes ${bare.toFixed(1)} ms of CPU; the figures are times that`,
  );
  for (const [place, way] of (['cold', 'warm'] as const).entries()) {
    const names = Object.keys(lines[0]![way]);
    console.log(
      `\n${`${way}, sessions`.padEnd(24)}${names.map((name) => name.padStart(10)).join('')}      goal`,
    );
    for (const { event, [way]: figures, goals } of lines) {
      const shown = names.map((name) => figures[name]!.toFixed(2).padStart(10)).join('');
      const isReached = Object.values(figures).every((figure) => figure <= goals[place]!);
      console.log(
        `${event.padEnd(24)}${shown}    ≤ ${goals[place]} ${isReached ? 'reached' : 'MISSED'}`,
      );
    }
  }
  const [start, end] = memory.map((size) => size.toFixed(0));
  console.log(
    `\nmemory of a server that takes events: ${start} MB at its start, ${end} MB at the end`,
  );
}

try {
  const repo = makeRepository(join(scratch, 'repo0'));
  // Files that agents speak of are there: git is asked about those that are not.
  mkdirSync(join(repo, 'src'), { recursive: true });
  for (const name of ['a.ts', 'b.ts', 'a.test.ts']) writeFileSync(join(repo, 'src', name), '');
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
    await seed(join(home, 'brain.db'), {
      sessions,
      scopes,
      days: isWeek ? 7 : 365,
      now: Date.now(),
    });
  }
  say(`${RUNS} interleaved sessions in ${homes.size} homes …`);
  const node = await compare(process.execPath, homes, repo);
  const many: AtOnce[] = [];
  for (const hooks of values.many ? [50, 200] : []) {
    say(`${hooks} hooks at once …`);
    many.push(await atOnce(CORTEX, scratch, repo, hooks));
  }
  if (values.json) {
    console.log(
      JSON.stringify({ runtime: process.version, runs: RUNS, node, at_once: many }, null, 2),
    );
  } else {
    print(`Node ${process.version}, median of ${RUNS} interleaved sessions`, node);
    for (const { hooks, stored, waiting, kept, wall_ms } of many)
      console.log(
        `\n${hooks} hooks at once: ${stored} stored at once, ${waiting} set beside, ${kept} stored after the turn's end, ` +
          `${hooks - kept} lost (goal 0); ${wall_ms} ms`,
      );
  }
} finally {
  if (!values.keep) rmSync(scratch, { recursive: true, force: true });
}
