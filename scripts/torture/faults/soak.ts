import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Fault } from '../fault.ts';
import { newToken, type World } from '../world.ts';

const MB = 1024 * 1024;
const LOG_LIMIT = 16 * MB;
/** A server that serves for days must not grow with each call. */
const MORE_MEMORY = 40 * MB;
const ASKS_EVERY = 15;
/** Turns during which one reader sees the same moment. */
const READS_ON = 200;

/** F16: a server serves while hooks write, somebody reads on and on, and maintenance makes the log short again. */
export const soak: Fault = {
  id: 'F16',
  name: 'a server that serves on, a reader that keeps the log from ending, maintenance',
  async run(torture) {
    const { wrong } = torture;
    const world = torture.world();
    world.sendHere('SessionStart', 's1');
    const server = new StdioClientTransport({
      command: process.execPath,
      args: [world.cortex, 'mcp'],
      env: world.env() as Record<string, string>,
      cwd: world.repo,
      stderr: 'ignore',
    });
    const client = new Client({ name: 'torture', version: '1' });
    const reader = new DatabaseSync(world.database);
    let calls = 0;
    let longest = 0;
    const turn = async (i: number) => {
      const token = newToken();
      world.sendHere('UserPromptSubmit', 's1', token);
      world.sendHere('Stop', 's1');
      longest = Math.max(longest, logOf(world));
      if (i % ASKS_EVERY) return;
      calls++;
      const asked = { name: 'session_search', arguments: { query: token, refresh: true } };
      if (!JSON.stringify(await client.callTool(asked)).includes(token))
        wrong.push(`call ${calls}: the server does not know what was just said`);
    };
    try {
      await client.connect(server);
      const turns = torture.times(60, 20);
      for (let i = 0; i < turns; i++) {
        if (i % READS_ON === 0) read(reader);
        await turn(i);
      }
      const before = usageOf(server.pid!);
      const grown = logOf(world);
      reader.exec('COMMIT');
      const { code, stderr } = world.here(['maintain']);
      if (code !== 0) wrong.push(`maintain: ${stderr.slice(0, 160)}`);
      const after = logOf(world);
      if (after > Math.min(LOG_LIMIT, grown / 2))
        wrong.push(`a log of ${after >> 10} KB after maintenance, of ${grown >> 10} KB before`);
      // Somebody who only holds the database open keeps nothing from ending.
      longest = 0;
      for (let i = 0; i < turns; i++) await turn(i);
      if (longest > LOG_LIMIT) wrong.push(`a log of ${longest >> 20} MB though nobody reads`);
      const now = usageOf(server.pid!);
      if (now.memory - before.memory > MORE_MEMORY)
        wrong.push(`the server grew from ${before.memory >> 20} to ${now.memory >> 20} MB`);
      if (now.files > before.files)
        wrong.push(`the server holds ${now.files} files, ${before.files} before`);
      reader.close();
      torture.tried = turns * 4;
      torture.check(world);
      return `${calls} calls; a log of ${inMB(grown)}, ${inMB(after)} after maintenance, ${inMB(longest)} at most after that; the server ${now.memory >> 20} MB`;
    } finally {
      await client.close();
    }
  },
};

const inMB = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`;

/** From one moment on, until it looks again. */
function read(reader: DatabaseSync): void {
  if (reader.isTransaction) reader.exec('COMMIT');
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM session_states').get();
}

function logOf({ database }: World): number {
  const path = `${database}-wal`;
  return existsSync(path) ? statSync(path).size : 0;
}

/** Bytes and open files; nothing where the system does not say. */
function usageOf(pid: number): { readonly memory: number; readonly files: number } {
  const folder = `/proc/${pid}`;
  if (!existsSync(folder)) return { memory: 0, files: 0 };
  const memory =
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`${folder}/status`, 'utf8'))?.[1]) * 1024;
  return { memory, files: readdirSync(`${folder}/fd`).length };
}
