import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CORTEX = join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'cortex.cjs');

/** The repository that machines are clones of; its commits prove the project. */
export function sourceRepository(folder: string): string {
  execFileSync('git', ['init', '-q', '-b', 'main', folder]);
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
  for (const [name, value] of [
    ['user.email', 'a@example.org'],
    ['user.name', 'a'],
  ] as const)
    git('config', name, value);
  for (const name of ['one', 'two']) {
    writeFileSync(join(folder, name), name);
    git('add', '.');
    git('commit', '-m', name);
  }
  return folder;
}

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A machine with a home, a user and a clone of its own, as near to a container as one gets without one: `kill` ends every
 * process that it ever started with SIGKILL, by the home in their environment.
 */
export interface Machine {
  readonly name: string;
  readonly home: string;
  readonly clone: string;
  readonly env: NodeJS.ProcessEnv;
  cortex(words: readonly string[], input?: string, more?: NodeJS.ProcessEnv): Promise<Ran>;
  /** The text that the model is given at an event of Claude Code. */
  hook(event: string, more?: Record<string, unknown>): Promise<string>;
  /** A whole turn, up to its end. */
  turn(prompt: string, reply: string): Promise<string>;
  kill(): number;
  /** Asks its own programs to end, as whoever stops a container does. */
  askToEnd(): number;
}

export function machineAt(
  root: string,
  name: string,
  source: string,
  given: NodeJS.ProcessEnv = {},
): Machine {
  const folder = join(root, name);
  const [home, user, clone] = ['home', 'user', 'shop'].map((one) => join(folder, one)) as [
    string,
    string,
    string,
  ];
  mkdirSync(user, { recursive: true });
  execFileSync('git', ['clone', '-q', source, clone]);
  execFileSync('git', [
    '-C',
    clone,
    'remote',
    'set-url',
    'origin',
    'https://github.com/acme/shop.git',
  ]);
  const env: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    HOME: user,
    CORTEX_HOME: home,
    NO_COLOR: '1',
    GIT_ALLOW_PROTOCOL: 'file:http:https:ssh',
    CORTEX_MAINTENANCE_AUTO: 'false',
    ...given,
  };
  const cortex: Machine['cortex'] = (words, input = '', more = {}) =>
    new Promise((done) => {
      const child = spawn(process.execPath, [CORTEX, ...words], {
        cwd: clone,
        env: { ...env, ...more },
      });
      const [out, err]: [Buffer[], Buffer[]] = [[], []];
      child.stdout.on('data', (part: Buffer) => out.push(part));
      child.stderr.on('data', (part: Buffer) => err.push(part));
      child.stdin.on('error', () => {});
      child.stdin.end(input);
      child.on('close', (status) =>
        done({
          status,
          stdout: Buffer.concat(out).toString(),
          stderr: Buffer.concat(err).toString(),
        }),
      );
    });
  let turns = 0;
  const hook: Machine['hook'] = async (event, more = {}) => {
    const payload = { session_id: `${name}-session`, cwd: clone, hook_event_name: event, ...more };
    return (await cortex(['hook', 'claude-code'], JSON.stringify(payload))).stdout;
  };
  return {
    name,
    home,
    clone,
    env,
    cortex,
    hook,
    turn: async (prompt, reply) => {
      const prompt_id = `${name}-${++turns}`;
      const told = await hook('UserPromptSubmit', { prompt, prompt_id });
      await hook('PostToolUse', {
        tool_name: 'Write',
        tool_input: { file_path: join(clone, 'src', `retry${turns}.ts`), content: 'x' },
        tool_response: {},
        tool_use_id: prompt_id,
      });
      await hook('Stop', { last_assistant_message: reply, prompt_id });
      return told;
    },
    kill: () => signalAll(`CORTEX_HOME=${home}`, 'SIGKILL', () => true),
    askToEnd: () => signalAll(`CORTEX_HOME=${home}`, 'SIGTERM', (line) => line.includes(CORTEX)),
  };
}

/** Every process with this in its environment whose command line fits. */
function signalAll(mark: string, signal: NodeJS.Signals, fits: (line: string) => boolean): number {
  let signalled = 0;
  for (const pid of readdirSync('/proc').filter((one) => /^\d+$/.test(one)))
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark)) continue;
      if (!fits(readFileSync(`/proc/${pid}/cmdline`, 'latin1'))) continue;
      process.kill(Number(pid), signal);
      signalled++;
    } catch {
      // The process has just ended, or is another user's.
    }
  return signalled;
}
