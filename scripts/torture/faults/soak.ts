import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { check } from '../check.ts';
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
    const world = torture.world();
    world.sendHere('SessionStart', 's1');
    const wrong: string[] = [];
    const server = new Server(world);
    const reader = new DatabaseSync(world.database);
    let calls = 0;
    let longest = 0;
    const turn = async (i: number) => {
      const token = newToken();
      world.sendHere('UserPromptSubmit', 's1', { token });
      world.sendHere('Stop', 's1');
      longest = Math.max(longest, logOf(world));
      if (i % ASKS_EVERY) return;
      calls++;
      const answer = await server.call('session_search', { query: token, refresh: true });
      if (!answer.includes(token)) wrong.push(`call ${calls}: the server does not know what was just said`);
    };
    try {
      await server.begin();
      const turns = torture.times(60, 20);
      for (let i = 0; i < turns; i++) {
        if (i % READS_ON === 0) read(reader);
        await turn(i);
      }
      const before = server.usage();
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
      const now = server.usage();
      if (now.memory - before.memory > MORE_MEMORY)
        wrong.push(`the server grew from ${before.memory >> 20} to ${now.memory >> 20} MB`);
      if (now.files > before.files) wrong.push(`the server holds ${now.files} files, ${before.files} before`);
      reader.close();
      const checked = check(world);
      return {
        tried: turns * 4,
        lost: checked.lost,
        wrong: [...wrong, ...checked.wrong],
        note: `${calls} calls; a log of ${inMB(grown)}, ${inMB(after)} after maintenance, ${inMB(longest)} at most after that; the server ${now.memory >> 20} MB`,
      };
    } finally {
      server.end();
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

/** The server of tools as a host starts it. */
class Server {
  readonly #process: ChildProcess;
  readonly #answers = new Map<number, (answer: string) => void>();
  #asked = 0;

  constructor(world: World) {
    this.#process = spawn(process.execPath, [world.program.cortex, 'mcp'], {
      cwd: world.repo,
      env: world.env(),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    createInterface({ input: this.#process.stdout! }).on('line', (line) => {
      this.#answers.get((JSON.parse(line) as { id: number }).id)?.(line);
    });
  }

  async begin(): Promise<void> {
    const clientInfo = { name: 'torture', version: '1' };
    await this.#ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.#write({ method: 'notifications/initialized' });
  }

  call(name: string, given: object): Promise<string> {
    return this.#ask('tools/call', { name, arguments: given });
  }

  /** Bytes and open files; nothing where the system does not say. */
  usage(): { readonly memory: number; readonly files: number } {
    const folder = `/proc/${this.#process.pid}`;
    if (!existsSync(folder)) return { memory: 0, files: 0 };
    const memory = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`${folder}/status`, 'utf8'))?.[1]) * 1024;
    return { memory, files: readdirSync(`${folder}/fd`).length };
  }

  end(): void {
    this.#process.stdin!.end();
  }

  #ask(method: string, params: object): Promise<string> {
    const id = ++this.#asked;
    const answer = new Promise<string>((done) => this.#answers.set(id, done));
    this.#write({ id, method, params });
    return answer;
  }

  #write(message: object): void {
    this.#process.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
