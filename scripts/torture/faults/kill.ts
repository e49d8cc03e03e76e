import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../fault.ts';
import { pool, range } from '../tools.ts';
import type { RunOptions } from '../world.ts';

const STORY = [
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
] as const;

/** F1: hooks of every event, commands, maintenance and imports are killed at random. */
export const killed: Fault = {
  id: 'F1',
  name: 'SIGKILL at random: hooks, commands, maintenance, imports',
  async run(torture) {
    const { random } = torture;
    const world = torture.world();
    const elsewhere = torture.world();
    const file = join(world.folder, 'elsewhere.jsonl');
    let imports = 0;
    for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop', 'SessionEnd'] as const)
      await world.send(event, 's0');
    // How long a hook takes here and now; moments beyond its end kill nobody.
    const typical = Math.max(...world.handed.map(({ ran }) => ran.millis));
    const wanted = torture.times(150);
    const maybe = (): RunOptions =>
      random.chance(0.6) ? { killAfter: random.next() * typical * 0.9 } : {};
    for (let round = 0; torture.tried < wanted && round < wanted; round++) {
      await pool(range(3), 3, async (i) => {
        const name = `s${round + 1}-${i}`;
        for (const event of STORY) {
          if (torture.tried >= wanted) return;
          const options = maybe();
          const isSaid = event === 'pin' || event === 'note' || event === 'memory';
          const { ran } = isSaid
            ? await world.say(event, name, options)
            : await world.send(event, name, options);
          if (ran.signal === 'SIGKILL') torture.tried++;
          // Hosts start no session over and over: without its start the rest would be another story.
          if (event === 'SessionStart' && ran.code !== 0) await world.send(event, name);
        }
      });
      const { signal, code, stderr } = await world.run(['maintain'], maybe());
      if (signal === 'SIGKILL') torture.tried++;
      // The lock of a killed maintenance may still name a process that is looked for.
      else if (code !== 0 && !stderr.includes('running'))
        torture.wrong.push(`maintain: ${stderr.slice(0, 160)}`);
      // An import that was killed is run again: everything is there, and once.
      elsewhere.session(`old${round}`);
      writeFileSync(file, elsewhere.here(['export']).stdout);
      const broken = await world.run(['import', file], {
        killAfter: random.next() * typical * 0.9,
      });
      if (broken.signal === 'SIGKILL') imports++;
      const again = world.here(['import', file]);
      if (again.code !== 0)
        torture.wrong.push(`import after a kill: ${again.stderr.slice(0, 160)}`);
    }
    torture.tried += imports;
    const acked = world.handed.filter((one) => one.acked).length;
    world.handed.push(...elsewhere.handed);
    torture.check(world);
    return `${acked} acknowledged; ${imports} imports killed`;
  },
};
