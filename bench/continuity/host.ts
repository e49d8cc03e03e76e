import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Clock } from './clock.ts';
import type { World } from './world.ts';

const HOST_PROCESS = join(import.meta.dirname, '..', '..', 'test', 'host-process.mjs');

/** A host's process. Every hook, command and MCP server is a child of it, and it may be killed. */
export class Host {
  /** Where its hooks store; a trial goes on in copies of a home. */
  home: string;
  readonly #process: ChildProcess;
  readonly #lines: Interface;
  readonly #clock: Clock;
  readonly #world: World;

  constructor(world: World, home: string, clock: Clock) {
    this.#world = world;
    this.home = home;
    this.#clock = clock;
    this.#process = spawn(process.execPath, [HOST_PROCESS, world.cortex], {
      env: world.env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#lines = createInterface({ input: this.#process.stdout! });
  }

  /** One event through the real hook; what the model is told in answer. */
  async hook(host: string, payload: Readonly<Record<string, unknown>>): Promise<string> {
    return saidIn(await this.run(['hook', host], String(payload['cwd']), JSON.stringify(payload)));
  }

  /** A command of the built program, and what it printed. */
  async run(args: readonly string[], cwd: string, input = ''): Promise<string> {
    const env = { ...this.#world.settings, CORTEX_HOME: this.home, CORTEX_NOW: this.#clock.iso };
    const answer = new Promise<string>((done, fail) => {
      const gone = () => fail(new Error('the host is gone'));
      this.#process.once('exit', gone);
      this.#lines.once('line', (line) => {
        this.#process.off('exit', gone);
        done(line);
      });
    });
    this.#process.stdin!.write(`${JSON.stringify({ args, cwd, input, env })}\n`);
    const { code, stdout, stderr } = JSON.parse(await answer) as {
      code: number | null;
      stdout: string;
      stderr: string;
    };
    if (code !== 0) throw new Error(`cortex ${args.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  /** One MCP tool call to a server of its own; the text that the model gets. */
  async callTool(
    cwd: string,
    name: string,
    input: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const clientInfo = { name: 'claude-code', version: '2.1.325' };
    const messages = [
      {
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name, arguments: input } },
    ];
    const lines = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const answers = (await this.run(['mcp'], cwd, lines.join(''))).trim().split('\n');
    const answer = JSON.parse(answers.at(-1)!) as { result?: { content?: { text?: string }[] } };
    const text = answer.result?.content?.[0]?.text;
    if (text === undefined) throw new Error(`${name} gave no text: ${answers.at(-1)}`);
    return text;
  }

  /** Gone without a word. */
  async kill(): Promise<void> {
    const gone = new Promise((done) => this.#process.once('exit', done));
    this.#process.kill('SIGKILL');
    await gone;
  }

  quit(): void {
    this.#process.stdin!.end();
  }
}

function saidIn(stdout: string): string {
  if (stdout.trim() === '') return '';
  const answer = JSON.parse(stdout) as { hookSpecificOutput?: { additionalContext?: string } };
  return answer.hookSpecificOutput?.additionalContext ?? '';
}
