import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import type { Fault } from '../fault.ts';
import { range } from '../tools.ts';
import type { World } from '../world.ts';

const HOST = join(import.meta.dirname, '..', '..', '..', 'test', 'host-process.mjs');

/** F15: sessions of hosts that live, that were killed, and whose number another process has now. */
export const liveness: Fault = {
  id: 'F15',
  name: 'live and killed hosts, reused process numbers',
  async run(torture) {
    const each = torture.times(7, 2);
    const world = torture.world();
    const names = {
      live: namesOf('live', each),
      killed: namesOf('killed', each),
      reused: namesOf('reused', each),
    };
    const hosts: ChildProcess[] = [];
    try {
      for (const name of [...names.live, ...names.killed, ...names.reused]) {
        const host = spawn(process.execPath, [HOST, world.program.cortex], {
          stdio: ['pipe', 'pipe', 'ignore'],
          env: world.env(),
        });
        hosts.push(host);
        const lines = createInterface({ input: host.stdout });
        for (const event of ['SessionStart', 'UserPromptSubmit'] as const) {
          const answer = new Promise((done) => lines.once('line', done));
          const input = world.payload(event, name, `x${name}`);
          host.stdin.write(
            `${JSON.stringify({ args: ['hook', 'claude-code'], input, env: {}, cwd: world.repo })}\n`,
          );
          await answer;
        }
        if (!name.startsWith('live')) await killed(host);
      }
      const live = hosts.slice(0, each);
      // Exactly what is stored where a number is given again: the number of one that lives, the start of one that is dead.
      for (const [i, name] of names.reused.entries()) giveNumber(world, name, live[i]!.pid!);
      await world.send('SessionStart', 'next');
      const open = openIn(world);
      const falselyEnded = names.live.filter((name) => !open.has(name));
      const notEnded = [...names.killed, ...names.reused].filter((name) => open.has(name));
      return {
        tried: each * 3,
        lost: falselyEnded.length,
        wrong: [
          ...falselyEnded.map((name) => `${name} lives and counts as dead`),
          ...notEnded.map((name) => `${name} is dead and counts as alive`),
        ],
        note: `${each} live, ${each} killed, ${each} with a reused number`,
      };
    } finally {
      for (const host of hosts) host.kill('SIGKILL');
    }
  },
};

const namesOf = (kind: string, count: number) => range(count).map((i) => `${kind}${i}`);

function killed(host: ChildProcess): Promise<void> {
  return new Promise((done) => {
    host.once('exit', () => done());
    host.kill('SIGKILL');
  });
}

function giveNumber({ database: path }: World, session: string, pid: number): void {
  const database = new DatabaseSync(path);
  database
    .prepare("UPDATE session_states SET owner = json_set(owner, '$.pid', ?) WHERE host_session_id = ?")
    .run(pid, session);
  database.close();
}

function openIn({ database: path }: World): Set<string> {
  const database = new DatabaseSync(path);
  const rows = database
    .prepare('SELECT host_session_id AS name FROM session_states WHERE end_time IS NULL')
    .all();
  database.close();
  return new Set(rows.map((row) => String(row['name'])));
}
