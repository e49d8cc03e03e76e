import { existsSync, statSync } from 'node:fs';
import type { Fault } from '../fault.ts';
import { range } from '../tools.ts';

const LOG_LIMIT = 16 * 1024 * 1024;

/** The long form has them all. */
const SIZES = [4, 16, 50, 200];

/** F3: so many hooks and commands at once. Nobody is turned away, and the log stays short. */
export const writers: Fault = {
  id: 'F3',
  name: '4, 16 and 50 writers at once (200 in the long form)',
  async run(torture) {
    const most = torture.isLong() ? 200 : torture.times(50);
    const sizes = SIZES.filter((size) => size <= most);
    const { wrong } = torture;
    let slowest = 0;
    for (const size of sizes) {
      const world = torture.world();
      world.sendHere('SessionStart', 's1');
      const sent = await Promise.all(range(size).map(() => world.send('PostToolUse', 's1')));
      // People wait for a lock, and are served.
      const said = await Promise.all(range(Math.min(size, 8)).map(() => world.say('pin', 's1')));
      torture.tried += sent.length + said.length;
      slowest = Math.max(slowest, ...sent.map(({ ran }) => ran.millis));
      for (const { ran, event } of [...sent, ...said])
        if (ran.code !== 0)
          wrong.push(`${size} writers: ${event} ends with ${ran.code}: ${ran.stderr.slice(0, 100)}`);
      world.sendHere('Stop', 's1');
      torture.check(world, `${size} writers`);
      const { code, stderr } = world.here(['maintain']);
      if (code !== 0) wrong.push(`${size} writers: maintain: ${stderr.slice(0, 160)}`);
      const log = `${world.database}-wal`;
      if (existsSync(log) && statSync(log).size > LOG_LIMIT)
        wrong.push(`${size} writers: a log of ${statSync(log).size} bytes`);
    }
    return `${sizes.join(', ')} at once; the slowest ${Math.round(slowest)} ms from start to end`;
  },
};
