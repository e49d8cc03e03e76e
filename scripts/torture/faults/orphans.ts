import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Fault } from '../fault.ts';
import { pause, range } from '../tools.ts';
import { MARK } from '../world.ts';

/** A background run gives itself a minute; the census waits that long, and no longer. */
const WAITS = 60_000;

/** F17: after everything, and after servers whose clients were killed, no process is left. It has to run last. */
export const orphans: Fault = {
  id: 'F17',
  name: 'processes that are left after everything',
  async run(torture) {
    const world = torture.world({ CORTEX_MAINTENANCE_AUTO: 'true' });
    for (const event of ['SessionStart', 'UserPromptSubmit', 'SessionEnd'] as const)
      await world.send(event, 's1');
    const servers = torture.times(10, 2);
    for (const _ of range(servers)) {
      // The client holds the other end of the server's pipes, and is killed with no time for a goodbye.
      const script = `const c = require('node:child_process').spawn(process.execPath, [${JSON.stringify(world.cortex)}, 'mcp'], { stdio: ['pipe', 'ignore', 'ignore'] }); c.on('spawn', () => process.stdout.write('up'))`;
      const client = spawn(process.execPath, ['-e', script], {
        cwd: world.repo,
        env: world.env(),
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await new Promise((done) => client.stdout.once('data', done));
      client.kill('SIGKILL');
    }
    let left = census();
    for (let waited = 0; left.length > 0 && waited < WAITS; waited += 100) {
      await pause(100);
      left = census();
    }
    torture.tried = servers;
    torture.lost = left.length;
    torture.wrong.push(...left.map((what) => `still runs: ${what}`));
    return `${servers} servers whose client was killed, one background maintenance, and all hooks of this run`;
  },
};

/** Processes of this run, by their environment. */
function census(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => read(pid, 'environ').includes(`${MARK}=${process.pid}\0`))
    .map((pid) => `${pid} ${read(pid, 'cmdline').replaceAll('\0', ' ').slice(0, 120)}`);
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
