import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

/** A shell in the place of an agent: it starts the server of tools, then a hook for each file that it is named. */
const AGENT = `
TIMEFORMAT="%3U %3S"
exec 9<> "$PIPE"
"$BIN/cortex-mcp" <&9 > /dev/null 2> /dev/null &
echo "$$ $!" >&2
while read -r event file; do time "$BIN/cortex-hook" claude-code "$event" < "$file" > /dev/null 2> /dev/null; done
`;

/** Events as the real agents hand them over: the CPU of the hook's shell and of the server, in milliseconds. */
export class WarmAgent {
  readonly #scratch: string;
  readonly #agent: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  #door = '';
  #server = 0;

  private constructor(scratch: string, env: NodeJS.ProcessEnv & { CORTEX_HOME: string }) {
    this.#scratch = scratch;
    const pipe = join(scratch, `pipe-${process.hrtime.bigint()}`);
    spawnSync('mkfifo', [pipe]);
    const around = { ...env, BIN: join(env.CORTEX_HOME, 'bin'), PIPE: pipe };
    this.#agent = spawn('bash', ['-c', AGENT], { env: around, stdio: ['pipe', 'ignore', 'pipe'] });
    this.#lines = createInterface({ input: this.#agent.stderr! })[Symbol.asyncIterator]();
  }

  static async start(
    scratch: string,
    env: NodeJS.ProcessEnv & { CORTEX_HOME: string },
  ): Promise<WarmAgent> {
    const agent = new WarmAgent(scratch, env);
    const [owner, server] = String((await agent.#lines.next()).value).split(' ');
    agent.#server = Number(server);
    const launcher = readFileSync(join(env.CORTEX_HOME, 'bin', 'cortex-hook'), 'utf8');
    const run = /^run='(.*)'$/m.exec(launcher)![1]!;
    const isOurs = (name: string) => `${name}-`.startsWith(`${owner}-${server}-`);
    const doorHere = () => (existsSync(run) ? readdirSync(run).find(isOurs) : undefined) ?? '';
    while (!existsSync(join(run, doorHere(), 'ready'))) await setTimeout(5);
    agent.#door = join(run, doorHere());
    return agent;
  }

  async send(input: string): Promise<number> {
    const file = join(this.#scratch, 'handed.json');
    writeFileSync(file, input);
    const before = this.#worked();
    this.#agent.stdin!.write(`${JSON.parse(input).hook_event_name} ${file}\n`);
    const times = String((await this.#lines.next()).value).split(' ');
    while (readdirSync(join(this.#door, 'in')).length > 0) await setTimeout(1);
    // The server goes to sleep again.
    let after = this.#worked();
    for (let last = before; after !== last; ) {
      last = after;
      await setTimeout(3);
      after = this.#worked();
    }
    return times.reduce((sum, time) => sum + Number(time) * 1000, 0) + after - before;
  }

  /** Hands an event over and waits until it is taken; nothing is measured. */
  async hand(input: string): Promise<void> {
    const file = join(this.#scratch, 'handed.json');
    writeFileSync(file, input);
    this.#agent.stdin!.write(`${JSON.parse(input).hook_event_name} ${file}\n`);
    await this.#lines.next();
    while (readdirSync(join(this.#door, 'in')).length > 0) await setTimeout(1);
  }

  get memoryMb(): number {
    return (
      Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${this.#server}/status`, 'utf8'))![1]) /
      1024
    );
  }

  /** Of the server: what it shares with others counts in parts. */
  get sharedMb(): number {
    return this.#rolledUp('Pss');
  }

  /** Of the server alone. */
  get ownMb(): number {
    return this.#rolledUp('Private_Clean') + this.#rolledUp('Private_Dirty');
  }

  #rolledUp(name: string): number {
    const text = readFileSync(`/proc/${this.#server}/smaps_rollup`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)![1]) / 1024;
  }

  stop(): void {
    process.kill(this.#server, 'SIGTERM');
    this.#agent.kill('SIGKILL');
  }

  /** Of all its threads, to the nanosecond. */
  #worked(): number {
    const tasks = `/proc/${this.#server}/task`;
    return readdirSync(tasks)
      .map(
        (task) => Number(readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ')[0]) / 1e6,
      )
      .reduce((sum, one) => sum + one, 0);
  }
}
