// `npm run e2e:turn [-- --rounds 10] [--calls 24]`: what a turn of tool calls costs in the real Claude Code, without Cortex, with its
// tools alone, with its events taken in by the process that serves them, and with a process for each event. One interleaved run: the
// machine's mood is the same for all. See docs/e2e.md.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hookTimesIn, readHookTimes } from '../../src/platform/hook-times.ts';
import { makeChecks } from './checks.mjs';
import { HOSTS } from './hosts/all.mjs';
import { install, installed, programFolder } from './install.mjs';
import { startModel } from './model.mjs';
import { isCutOff, namespaceCommand, runInside } from './namespace.mjs';
import { nodeFolder } from './places.mjs';
import { makeStage } from './stage.mjs';
import { makeWorld } from './world.mjs';

const NAME = 'claude-code';
const { values: flags } = parseArgs({
  options: {
    inside: { type: 'boolean' },
    rounds: { type: 'string', default: '10' },
    calls: { type: 'string', default: '24' },
  },
});
const CALLS = Number(flags.calls);

/** The fate of the settings that setup wrote; null where it is not run. */
const VARIANTS = {
  without: null,
  'tools alone, no events': (world) =>
    edit(world, '.claude/settings.json', (settings) => {
      delete settings.hooks;
    }),
  'events, warm': () => {},
  'events, cold': (world) => {
    const launcher = join(world.cortexHome, 'bin', 'cortex-hook');
    const text = readFileSync(launcher, 'utf8').replace(/^run=.*$/m, "run='/nowhere'");
    writeFileSync(launcher, text);
  },
};

function edit(world, path, change) {
  const settings = JSON.parse(readFileSync(join(world.home, path), 'utf8'));
  change(settings);
  world.write(path, settings);
}

async function main() {
  if (flags.inside) return isCutOff() ? measure(Number(flags.rounds)) : 2;
  const { bin, why } = await install(HOSTS[NAME], { say: console.error });
  const prefix = namespaceCommand();
  if (!bin || !prefix) {
    console.error(why ?? 'This system does not let us begin a network namespace (unshare -n).');
    return 2;
  }
  const self = [join(nodeFolder, 'node'), fileURLToPath(import.meta.url), '--inside'];
  return runInside(prefix, [...self, '--rounds', flags.rounds, '--calls', flags.calls]);
}

async function measure(rounds) {
  const model = await startModel();
  const stages = [];
  try {
    for (const [name, change] of Object.entries(VARIANTS)) stages.push(await stageFor(model, name, change));
    for (let round = 0; round <= rounds; round++) {
      // Each goes first in turn; the first round only warms up.
      const order = stages.map((_, index) => stages[(index + round) % stages.length]);
      for (const one of order) {
        const spent = await turn(one.stage, round);
        if (round > 0) one.spent.push(spent);
      }
    }
    report(stages, rounds);
    return 0;
  } finally {
    for (const { stage } of stages) {
      await stage.world.end();
      rmSync(stage.world.root, { recursive: true, force: true, maxRetries: 3 });
    }
    await model.close();
  }
}

async function stageFor(model, name, change) {
  const world = makeWorld(mkdtempSync(join(tmpdir(), 'cortex-turn-')));
  const program = { bin: installed(HOSTS[NAME]), folder: programFolder(HOSTS[NAME]) };
  const stage = await makeStage({ host: HOSTS[NAME], world, model, checks: makeChecks(NAME), program });
  if (change) {
    await world.cortex('setup', NAME, '--yes');
    change(world);
  }
  return { name, stage, spent: [] };
}

/** Its own time and that of everything it started and waited for, as the shell counts it. */
async function turn({ host, world, model, env, program }, round) {
  const steps = Array.from({ length: CALLS }, (_, call) =>
    host.tools.shell(`echo round ${round} call ${call}`),
  );
  model.play({ label: `round ${round}`, steps: [...steps, { text: 'Done.' }], instead: host.instead });
  const line = [program.bin, ...host.turn('Do all of them.', {})].map((word) => `'${word}'`).join(' ');
  const script = `TIMEFORMAT='%R %U %S'; time ${line} >/dev/null 2>&1`;
  const { stderr } = await world.run(['bash', '-c', script], { env, signs: model.listen });
  const [wall, user, system] = stderr.trim().split(/\s+/).map(Number);
  return { wall, cpu: user + system };
}

/** Calls that were stored, in the order in which they stand there. */
function stored({ world }) {
  try {
    const database = new DatabaseSync(join(world.cortexHome, 'brain.db'), { readOnly: true });
    const rows = database
      .prepare("SELECT session_id, body FROM session_events WHERE kind = 'tool' ORDER BY seq")
      .all();
    database.close();
    return rows.flatMap(
      ({ body }) => /echo round (\d+) call (\d+)/.exec(body)?.slice(1).map(Number).join('.') ?? [],
    );
  } catch {
    return [];
  }
}

/** Which way events went, by the record that hooks keep of their times. */
function waysOf({ world }) {
  const times = readHookTimes(hookTimesIn(world.cortexHome));
  const warm = times.filter(({ isWarm }) => isWarm).length;
  return `${warm} / ${times.length - warm}`;
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const least = (numbers) => Math.min(...numbers);

function report(stages, rounds) {
  const [bare] = stages;
  const of = ({ spent }, what) => spent.map((each) => each[what]);
  const ratio = (one, what) => (median(of(one, what)) / median(of(bare, what))).toFixed(2);
  const expected = Array.from(
    { length: (rounds + 1) * CALLS },
    (_, n) => `${Math.floor(n / CALLS)}.${n % CALLS}`,
  );
  console.log(
    `| a turn of ${CALLS} calls, ${rounds} rounds | wall, median (least) | of without | CPU, median (least) | of without | stored | in order | events warm / cold |`,
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const one of stages) {
    const cells = ['wall', 'cpu'].flatMap((what) => [
      `${median(of(one, what)).toFixed(2)} s (${least(of(one, what)).toFixed(2)})`,
      `${ratio(one, what)} ×`,
    ]);
    const found = stored(one.stage);
    const kept =
      found.length === 0
        ? ['–', '–', '–']
        : [`${found.length} of ${expected.length}`, inOrder(found) ? 'yes' : 'no', waysOf(one.stage)];
    console.log(`| ${[one.name, ...cells, ...kept].join(' | ')} |`);
  }
}

/** Covers the records that are there; the number tells what is missing. */
function inOrder(found) {
  const places = found
    .map((name) => name.split('.').map(Number))
    .map(([round, call]) => round * CALLS + call);
  return places.every((place, index) => index === 0 || place > places[index - 1]);
}

process.exitCode = await main();
