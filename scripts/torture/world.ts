import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runHere } from '../../test/program.ts';
import { makeRepository } from '../../test/scratch.ts';
import { pause } from './tools.ts';

/** In the environment of every process that a run starts, so that a census finds those that are left. */
export const MARK = 'CORTEX_TORTURE_RUN';

export interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly millis: number;
}

export interface RunOptions {
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Killed after so many milliseconds, if it still runs. */
  readonly killAfter?: number;
  /** Nobody closes its standard input, which is a socket. */
  readonly keepOpen?: boolean;
  /** Called when it was started. */
  ready?(child: ChildProcessWithoutNullStreams): unknown;
  /** Words before the program's own, such as `strace`. */
  readonly under?: readonly string[];
}

export type EventName =
  | 'SessionStart'
  | 'UserPromptSubmit'
  | 'PostToolUse'
  | 'PostToolUseFailure'
  | 'PreCompact'
  | 'Stop'
  | 'SessionEnd';

const HOOK = ['hook', 'claude-code'];

/** A person's words, with a token in them. */
const SAYING = {
  pin: (token: string) => ['pin', `keep ${token}`],
  note: (token: string) => ['note', 'next', `do ${token}`],
  memory: (token: string) => ['memory', 'add', `the radio has part ${token}`],
};
export type Said = keyof typeof SAYING;

/** An event that was handed over, noted outside of the tortured home. */
export interface Handed {
  readonly event: EventName | Said;
  readonly session: string;
  readonly token: string;
  /** The program said that it was done: exit code 0. */
  readonly acked: boolean;
  readonly ran: Ran;
}

let tokens = 0;
/** A token that no other text holds. */
export const newToken = () => `tk${++tokens}x`;

export class World {
  readonly cortex: string;
  readonly folder: string;
  readonly home: string;
  readonly repo: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly handed: Handed[] = [];

  constructor(cortex: string, folder: string, env: Readonly<Record<string, string>> = {}) {
    this.cortex = cortex;
    this.folder = folder;
    this.home = join(folder, 'home');
    this.repo = makeRepository(join(folder, 'repo'));
    mkdirSync(join(folder, 'user'));
    this.#env = env;
  }

  env(more: RunOptions['env'] = {}): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: join(this.folder, 'user'),
      CORTEX_HOME: this.home,
      NO_COLOR: '1',
      // One for all homes: to compile anew for each would take most of the time.
      NODE_COMPILE_CACHE: join(dirname(dirname(this.folder)), 'compiled'),
      CORTEX_MAINTENANCE_AUTO: 'false',
      CORTEX_REPAIR_AUTO: 'false',
      [MARK]: String(process.pid),
      ...this.#env,
      ...more,
    };
  }

  get database(): string {
    return join(this.home, 'brain.db');
  }

  async run(words: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const { under = [], killAfter, input = '' } = options;
    const [program, ...args] = [...under, process.execPath, this.cortex, ...words];
    const began = performance.now();
    const child = spawn(program!, args, {
      cwd: this.repo,
      env: this.env(options.env),
      stdio: 'pipe',
    });
    const out = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (out.stdout += chunk));
    child.stderr.on('data', (chunk) => (out.stderr += chunk));
    child.stdin.on('error', () => {});
    if (options.keepOpen) child.stdin.write(input);
    else child.stdin.end(input);
    options.ready?.(child);
    const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) =>
      child.once('exit', (code, by) => done({ code, signal: by })),
    );
    const closed = new Promise((done) => child.once('close', done));
    const timer =
      killAfter === undefined ? null : setTimeout(() => child.kill('SIGKILL'), killAfter);
    const { code, signal: by } = await ended;
    if (timer) clearTimeout(timer);
    // Its output may still be on its way.
    await Promise.race([closed, pause(500)]);
    return { code, signal: by, ...out, millis: performance.now() - began };
  }

  /**
   * The same inside this process, where nothing is about processes: a world that is made, and a look at it afterwards. All
   * else stands still meanwhile.
   */
  here(words: readonly string[], input = ''): Ran {
    const began = performance.now();
    const around = {
      cwd: this.repo,
      env: this.env(),
      input,
      host: process.pid,
      program: this.cortex,
    };
    const { status, stdout, stderr } = runHere(words, around);
    return { code: status, signal: null, stdout, stderr, millis: performance.now() - began };
  }

  payload(event: EventName, session: string, token: string): string {
    return JSON.stringify({
      session_id: session,
      cwd: this.repo,
      hook_event_name: event,
      ...this.#fields(event, token),
    });
  }

  #fields(event: EventName, token: string): object {
    const tool_use_id = `toolu_${token}`;
    switch (event) {
      case 'SessionStart':
        return { source: 'startup' };
      case 'UserPromptSubmit':
        return { prompt: `tune the radio ${token}`, prompt_id: token };
      case 'PostToolUse': {
        const tool_input = {
          file_path: join(this.repo, `${token}.ts`),
          old_string: 'a',
          new_string: 'b',
        };
        return { tool_name: 'Edit', tool_input, tool_response: {}, tool_use_id };
      }
      case 'PostToolUseFailure':
        return {
          tool_name: 'Bash',
          tool_input: { command: `npm test ${token}` },
          error: `Exit code 1\n FAIL ${token}`,
          tool_use_id,
        };
      case 'PreCompact':
        return { trigger: 'manual' };
      case 'Stop':
        return { last_assistant_message: `done with ${token}`, prompt_id: token };
      case 'SessionEnd':
        return { reason: 'other' };
    }
  }

  /** One event through the real hook; what came of it is kept. */
  async send(event: EventName, session: string, options: RunOptions = {}): Promise<Handed> {
    const token = newToken();
    const input = this.payload(event, session, token);
    return this.#keep(event, session, token, await this.run(HOOK, { input, ...options }));
  }

  /** The same inside this process. */
  sendHere(event: EventName, session: string, token = newToken()): Handed {
    const input = this.payload(event, session, token);
    return this.#keep(event, session, token, this.here(HOOK, input));
  }

  async say(what: Said, session: string, options: RunOptions = {}): Promise<Handed> {
    const token = newToken();
    return this.#keep(what, session, token, await this.run(SAYING[what](token), options));
  }

  sayHere(what: Said, session: string): Handed {
    const token = newToken();
    return this.#keep(what, session, token, this.here(SAYING[what](token)));
  }

  #keep(event: Handed['event'], session: string, token: string, ran: Ran): Handed {
    const handed = { event, session, token, acked: ran.code === 0, ran };
    this.handed.push(handed);
    return handed;
  }

  /** A short session, whole, inside this process. */
  session(name: string, turns = 1): void {
    this.sendHere('SessionStart', name);
    for (let i = 0; i < turns; i++) {
      this.sendHere('UserPromptSubmit', name);
      this.sendHere('PostToolUse', name);
      this.sendHere('Stop', name);
    }
    this.sendHere('SessionEnd', name);
  }
}
