import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { PATIENT } from '../src/surfaces/cli/demo/story.ts';
import { CORTEX, runHere } from './program.ts';

const HOST_PROCESS = join(import.meta.dirname, 'host-process.mjs');
/** Lives until its input ends, and costs next to nothing. */
const IDLE = 'cat';
/**
 * Hosts whose agent has left, the longest first. Starting a process is dear in a worker this large, so the next agents take
 * them over; a few agents later, so that sessions of one test hardly ever share a host.
 */
const left: ChildProcess[] = [];
const FEWEST_LEFT = 8;
const GONE = 'the host is gone';

interface Request {
  readonly args: readonly string[];
  readonly input?: string;
}

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
  /** Each hook and command is a process of the built program, for tests about what only processes have. */
  readonly processes?: boolean;
  /** These processes are started through `sh -c`, as most hosts start them. */
  readonly shell?: boolean;
  readonly sessionId?: string;
  /** The name by which its hooks call; without one that of Claude Code. */
  readonly host?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Plays Claude Code, and with `speech.ts` other hosts. The host is a process that lives and may be killed; its hooks run
 * inside the test's process unless processes are asked for.
 */
export class Agent {
  readonly sessionId: string;
  readonly #options: AgentOptions;
  readonly #process: ChildProcess;
  #lines: Interface | null = null;
  #now: string | undefined;
  readonly #run = randomUUID().slice(0, 8);
  #toolUses = 0;
  #prompts = 0;

  constructor(options: AgentOptions, host: ChildProcess | null = null) {
    this.#options = options;
    this.sessionId = options.sessionId ?? randomUUID();
    this.#now = options.now;
    this.#process = host ?? (this.#startsProcesses() ? startHost() : idleHost());
  }

  at(now: string): this {
    this.#now = now;
    return this;
  }

  #startsProcesses(): boolean {
    return this.#options.processes === true || this.#options.shell === true;
  }

  async #ask(request: Request): Promise<Result> {
    const env = {
      CORTEX_HOME: this.#options.home,
      // Whoever runs the tests may have a memory of their own, which commands would name.
      HOME: dirname(this.#options.home),
      ...PATIENT,
      NO_COLOR: '1',
      // Otherwise a session's end may start a process in a folder that the test is about to remove.
      CORTEX_MAINTENANCE_AUTO: 'false',
      CORTEX_REPAIR_AUTO: 'false',
      ...(this.#now && { CORTEX_NOW: this.#now }),
      ...this.#options.env,
    };
    const { cwd, shell } = this.#options;
    if (this.#startsProcesses()) return this.#askHost({ env, cwd, shell, ...request });
    if (!isAlive(this.#process)) throw new Error(GONE);
    const { args, input = '' } = request;
    const host = this.#process.pid!;
    const { status, ...said } = runHere(args, {
      cwd,
      env: { ...process.env, ...env },
      input,
      host,
    });
    return { code: status, ...said };
  }

  async #askHost(request: Record<string, unknown>): Promise<Result> {
    this.#lines ??= createInterface({ input: this.#process.stdout! });
    const answer = new Promise<string>((done, fail) => {
      const gone = () => fail(new Error(GONE));
      this.#process.once('exit', gone);
      this.#lines!.once('line', (line) => {
        this.#process.off('exit', gone);
        done(line);
      });
    });
    this.#process.stdin!.write(`${JSON.stringify(request)}\n`);
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

  /** Whoever has to see the host gone kills it. */
  quit(): void {
    if (this.#startsProcesses()) this.#process.stdin!.end();
    else if (isAlive(this.#process) && !left.includes(this.#process)) left.push(this.#process);
  }
}

function startHost(): ChildProcess {
  return spawn(process.execPath, [HOST_PROCESS, CORTEX], { stdio: ['pipe', 'pipe', 'inherit'] });
}

function idleHost(): ChildProcess {
  const found = left.length > FEWEST_LEFT ? left.shift()! : null;
  return found && isAlive(found) ? found : openIdle();
}

/** It goes with this process, which does not wait for it. */
function openIdle(): ChildProcess {
  const made = spawn(IDLE, { stdio: ['pipe', 'ignore', 'ignore'] });
  made.unref();
  (made.stdin as unknown as Socket).unref();
  return made;
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** What Claude Code tells its model in answer to an event; null for silence. */
export function told(result: Result): string | null {
  if (!result.stdout) return null;
  const answer = JSON.parse(result.stdout) as { hookSpecificOutput: { additionalContext: string } };
  return answer.hookSpecificOutput.additionalContext;
}

/** The shell of every person of these tests: it stays open from one command to the next, and goes with this process. */
let terminal: ChildProcess | null = null;

/** A command of a person at a terminal, outside any host. */
export async function cortex(options: AgentOptions, ...args: string[]): Promise<Result> {
  if (!options.processes && !options.shell) {
    terminal ??= openIdle();
    return new Agent(options, terminal).run(...args);
  }
  const person = new Agent(options);
  try {
    return await person.run(...args);
  } finally {
    person.quit();
  }
}
