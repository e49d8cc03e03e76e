import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

export const CORTEX = join(import.meta.dirname, '..', 'dist', 'cortex.cjs');
const HOST_PROCESS = join(import.meta.dirname, 'host-process.mjs');

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface AgentOptions {
  readonly home: string;
  readonly cwd: string;
  /** ISO; moves with `at`. */
  readonly now?: string;
  /** Hooks through `sh -c`, as most hosts start them. */
  readonly shell?: boolean;
  readonly sessionId?: string;
  /** The name by which its hooks call; without one that of Claude Code. */
  readonly host?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Plays Claude Code, and with `speech.ts` other hosts: a real process whose hooks are real processes of the built program. */
export class Agent {
  readonly sessionId: string;
  readonly #options: AgentOptions;
  readonly #process: ChildProcess;
  readonly #lines: Interface;
  #now: string | undefined;
  readonly #run = randomUUID().slice(0, 8);
  #toolUses = 0;
  #prompts = 0;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.sessionId = options.sessionId ?? randomUUID();
    this.#now = options.now;
    this.#process = spawn(process.execPath, [HOST_PROCESS, CORTEX], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#process.stdout! });
  }

  at(now: string): this {
    this.#now = now;
    return this;
  }

  async #ask(request: Record<string, unknown>): Promise<Result> {
    const env = {
      CORTEX_HOME: this.#options.home,
      // A busy machine is not what is tested: a hook that gives up in time has tests of its own.
      CORTEX_HOOK_DEADLINE_MS: '10000',
      CORTEX_HOOK_DATABASE_WAIT_MS: '9000',
      CORTEX_RESTORE_DEADLINE_MS: '10000',
      NO_COLOR: '1',
      // Otherwise a session's end may start a process in a folder that the test is about to remove.
      CORTEX_MAINTENANCE_AUTO: 'false',
      ...(this.#now && { CORTEX_NOW: this.#now }),
      ...this.#options.env,
    };
    const answer = new Promise<string>((done, fail) => {
      const gone = () => fail(new Error('the host is gone'));
      this.#process.once('exit', gone);
      this.#lines.once('line', (line) => {
        this.#process.off('exit', gone);
        done(line);
      });
    });
    this.#process.stdin!.write(
      `${JSON.stringify({ env, cwd: this.#options.cwd, shell: this.#options.shell, ...request })}\n`,
    );
    return JSON.parse(await answer) as Result;
  }

  /** One event through the real hook. */
  hook(event: string, fields: Record<string, unknown> = {}): Promise<Result> {
    const payload = {
      session_id: this.sessionId,
      transcript_path: '/nowhere/t.jsonl',
      cwd: this.#options.cwd,
      hook_event_name: event,
      ...fields,
    };
    return this.send(payload);
  }

  /** A payload of any form, by the host's own configuration or by another that it reads as well. */
  send(payload: unknown, as: string = this.#options.host ?? 'claude-code'): Promise<Result> {
    return this.#ask({ args: ['hook', as], input: JSON.stringify(payload) });
  }

  /** A command that the agent's shell tool would run: a child of the host. */
  run(...args: string[]): Promise<Result> {
    return this.#ask({ args });
  }

  start(source = 'startup'): Promise<Result> {
    return this.hook('SessionStart', { source, model: 'test' });
  }

  prompt(prompt: string): Promise<Result> {
    return this.hook('UserPromptSubmit', { prompt, prompt_id: `${this.#run}-${++this.#prompts}` });
  }

  tool(name: string, input: Record<string, unknown>, response: unknown = {}): Promise<Result> {
    return this.hook('PostToolUse', {
      tool_name: name,
      tool_input: input,
      tool_response: response,
      tool_use_id: `toolu_${this.#run}_${++this.#toolUses}`,
    });
  }

  edit(path: string): Promise<Result> {
    return this.tool('Edit', { file_path: path, old_string: 'a', new_string: 'b' });
  }

  stop(reply = 'Done.'): Promise<Result> {
    return this.hook('Stop', {
      stop_hook_active: false,
      last_assistant_message: reply,
      prompt_id: `${this.#run}-${this.#prompts}`,
    });
  }

  async end(reason = 'other'): Promise<Result> {
    const result = await this.hook('SessionEnd', { reason });
    this.quit();
    return result;
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

/** What Claude Code tells its model in answer to an event; null for silence. */
export function told(result: Result): string | null {
  if (!result.stdout) return null;
  const answer = JSON.parse(result.stdout) as { hookSpecificOutput: { additionalContext: string } };
  return answer.hookSpecificOutput.additionalContext;
}

/** A command of a person at a terminal, outside any host. */
export async function cortex(options: AgentOptions, ...args: string[]): Promise<Result> {
  const person = new Agent(options);
  try {
    return await person.run(...args);
  } finally {
    person.quit();
  }
}
