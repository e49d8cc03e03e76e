// `npm run e2e -- turn [--rounds 10] [--calls 24]`: what a turn of tool calls costs in the real Claude Code, without Cortex, with its
// tools alone, with its events taken in by the process that serves them, and with a process for each event. One interleaved run: the
// machine's mood is the same for all. See docs/e2e.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hookTimesIn, readHookTimes } from '../../src/system/hooks/hook-times.ts';
import { HOSTS } from './hosts/all.mjs';
import { installed, programFolder } from './install.mjs';
import { makeStage } from './stage.mjs';

/** The fate of the settings that setup wrote; null where it is not run. */
const VARIANTS = {
  without: null,
  'tools alone, no events': (world) => {
    const { hooks, ...settings } = JSON.parse(
      readFileSync(join(world.home, '.claude/settings.json'), 'utf8'),
    );
    world.write('.claude/settings.json', settings);
  },
  'events, warm': () => {},
  'events, cold': (world) => {
    const launcher = join(world.cortexHome, 'bin', 'cortex-hook');
    writeFileSync(launcher, readFileSync(launcher, 'utf8').replace(/^run=.*$/m, "run='/nowhere'"));
  },
};

export async function playTurn({ another, model, checks }, { rounds, calls }) {
  const host = HOSTS['claude-code'];
  const program = { bin: installed(host), folder: programFolder(host) };
  const variants = [];
  for (const [name, change] of Object.entries(VARIANTS)) {
    const stage = await makeStage({ host, world: another(name), model, checks, program });
    if (change) await stage.setUp();
    change?.(stage.world);
    variants.push({ name, stage, spent: [] });
  }
  for (let round = 0; round <= Number(rounds); round++) {
    // Each goes first in turn; the first round only warms up.
    const order = variants.map((_, index) => variants[(index + round) % variants.length]);
    for (const { stage, spent } of order) {
      const one = await turn(stage, round, Number(calls));
      if (round > 0) spent.push(one);
    }
  }
  report(variants, Number(rounds), Number(calls));
}

/** Its own time and that of everything it started and waited for, as the shell counts it. */
async function turn({ host, world, model, env, program }, round, calls) {
  const steps = Array.from({ length: calls }, (_, call) =>
    host.tools.shell(`echo round ${round} call ${call}`),
  );
  model.play({
    label: `round ${round}`,
    steps: [...steps, { text: 'Done.' }],
    instead: host.instead,
  });
  const line = [program.bin, ...host.turn('Do all of them.', {})]
    .map((word) => `'${word}'`)
    .join(' ');
  const script = `TIMEFORMAT='%R %U %S'; time ${line} >/dev/null 2>&1`;
  const { stderr } = await world.run(['bash', '-c', script], { env, signs: model.listen });
  const [wall, user, system] = stderr.trim().split(/\s+/).map(Number);
  return { wall, cpu: user + system };
}

/** Calls that were stored, by their place, in the order in which they stand there. */
function stored({ world }, calls) {
  const database = new DatabaseSync(join(world.cortexHome, 'brain.db'), { readOnly: true });
  const rows = database
    .prepare("SELECT body FROM session_events WHERE kind = 'tool' ORDER BY seq")
    .all();
  database.close();
  return rows
    .map(({ body }) => /echo round (\d+) call (\d+)/.exec(body))
    .filter(Boolean)
    .map(([, round, call]) => Number(round) * calls + Number(call));
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

function report(variants, rounds, calls) {
  const of = ({ spent }, what) => spent.map((each) => each[what]);
  const cell = (one, what) => {
    const [mine, bare] = [one, variants[0]].map((each) => median(of(each, what)));
    return `${mine.toFixed(2)} s (${Math.min(...of(one, what)).toFixed(2)}), ${(mine / bare).toFixed(2)} ×`;
  };
  const kept = ({ name, stage }) => {
    if (!name.startsWith('events')) return ['–', '–', '–'];
    const places = stored(stage, calls);
    const isInOrder = places.every((place, index) => index === 0 || place > places[index - 1]);
    // Which way events went, by the record that hooks keep of their times.
    const times = readHookTimes(hookTimesIn(stage.world.cortexHome));
    const warm = times.filter(({ isWarm }) => isWarm).length;
    const all = (rounds + 1) * calls;
    return [
      `${places.length} of ${all}`,
      isInOrder ? 'yes' : 'no',
      `${warm} / ${times.length - warm}`,
    ];
  };
  const head = [
    `a turn of ${calls} calls, ${rounds} rounds`,
    'wall, median (least), of without',
    'CPU',
  ];
  const rows = [
    [...head, 'stored', 'in order', 'events warm / cold'],
    Array(6).fill('---'),
    ...variants.map((one) => [one.name, cell(one, 'wall'), cell(one, 'cpu'), ...kept(one)]),
  ];
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}
