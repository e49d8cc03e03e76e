import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { check } from '../check.ts';
import type { Fault, Tally, Torture } from '../fault.ts';
import { pool, range } from '../tools.ts';
import type { EventName, RunOptions, World } from '../world.ts';

const STORY: readonly (EventName | 'pin' | 'note' | 'memory')[] = [
  'SessionStart',
  'UserPromptSubmit',
  'PostToolUse',
  'pin',
  'PostToolUseFailure',
  'note',
  'Stop',
  'UserPromptSubmit',
  'PreCompact',
  'PostToolUse',
  'memory',
  'Stop',
  'SessionEnd',
];

/** F1: hooks of every event, commands, maintenance and import are killed at random. */
export const killed: Fault = {
  id: 'F1',
  name: 'SIGKILL at random: hooks, commands, maintenance, import',
  async run(torture) {
    const story = await killStories(torture);
    const imports = await killImports(torture);
    return {
      tried: story.tried + imports.tried,
      lost: story.lost + imports.lost,
      wrong: [...story.wrong, ...imports.wrong],
      note: `${story.note}; ${imports.note}`,
    };
  },
};

async function killStories(torture: Torture): Promise<Tally> {
  const { random } = torture;
  const world = torture.world();
  for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd'] as const)
    await world.send(event, 's0');
  // How long a hook takes here and now; moments beyond its end kill nobody.
  const typical = Math.max(...world.handed.map(({ ran }) => ran.millis));
  const wanted = torture.times(150);
  const wrong: string[] = [];
  let kills = 0;
  const maybe = (): RunOptions => (random.chance(0.6) ? { killAfter: random.next() * typical * 0.9 } : {});
  for (let round = 0; kills < wanted && round < wanted; round++) {
    await pool(range(3), 3, async (i) => {
      const name = `s${round + 1}-${i}`;
      for (const event of STORY) {
        if (kills >= wanted) return;
        const options = maybe();
        const isSaid = event === 'pin' || event === 'note' || event === 'memory';
        const { ran } = isSaid
          ? await world.say(event, name, options)
          : await world.send(event, name, options);
        if (ran.signal === 'SIGKILL') kills++;
        // Hosts start no session over and over: without its start the rest would be another story.
        if (event === 'SessionStart' && ran.code !== 0) await world.send(event, name);
      }
    });
    const { signal, code, stderr } = await world.run(['maintain'], maybe());
    if (signal === 'SIGKILL') kills++;
    // The lock of a killed maintenance may still name a process that is looked for.
    else if (code !== 0 && !stderr.includes('running')) wrong.push(`maintain: ${stderr.slice(0, 160)}`);
  }
  const acked = world.handed.filter((one) => one.acked).length;
  const checked = check(world);
  return {
    tried: kills,
    lost: checked.lost,
    wrong: [...wrong, ...checked.wrong],
    note: `${acked} acknowledged`,
  };
}

/** An import that was killed is run again: everything is there, and once. */
async function killImports(torture: Torture): Promise<Tally> {
  const { random } = torture;
  const times = torture.times(8, 0);
  if (times === 0) return { tried: 0, lost: 0, wrong: [], note: 'no import' };
  const source = torture.world();
  for (const i of range(3)) source.session(`old${i}`, 2);
  const exported = source.here(['export']);
  const file = join(source.folder, 'all.jsonl');
  writeFileSync(file, exported.stdout);
  const expected = sessionCount(source);
  const wrong: string[] = [];
  let lost = 0;
  let kills = 0;
  const worlds = range(times).map(() => torture.world());
  await pool(worlds, 2, async (world) => {
    const { signal } = await world.run(['import', file], { killAfter: 60 + random.next() * 400 });
    if (signal === 'SIGKILL') kills++;
  });
  for (const world of worlds) {
    const again = world.here(['import', file]);
    if (again.code !== 0) wrong.push(`import after a kill: ${again.stderr.slice(0, 200)}`);
    const found = sessionCount(world);
    lost += Math.max(0, expected - found);
    if (found !== expected) wrong.push(`${found} of ${expected} sessions after a killed import`);
    wrong.push(...check(world).wrong);
  }
  return { tried: kills, lost, wrong, note: `${kills} imports killed (${linesOf(file)} lines)` };
}

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').trim().split('\n').length;
}

function sessionCount(world: World): number {
  const database = new DatabaseSync(world.database);
  try {
    return Number(database.prepare('SELECT count(*) AS n FROM session_states').get()?.['n']);
  } finally {
    database.close();
  }
}
