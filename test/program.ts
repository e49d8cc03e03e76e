import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  SHARE_ENV,
  Worker,
} from 'node:worker_threads';

/** What the thread is asked to run. */
export interface Asked {
  readonly words: readonly string[];
  readonly input: string | Uint8Array;
  /** The process that the program takes for its parent. */
  readonly host: number;
}

export interface Surrounded extends Omit<Asked, 'words'> {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Another build than the one beside the tests. */
  readonly program?: string;
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Thread {
  readonly port: MessagePort;
  readonly flag: Int32Array;
}

export const CORTEX = join(import.meta.dirname, '..', 'dist', 'cortex.cjs');

/** One for each build. */
const threads = new Map<string, Thread>();

/** Runs a command of the built program in this process, and waits for it as for one in a process of its own. */
export function runHere(
  words: readonly string[],
  { cwd, env, program = CORTEX, ...asked }: Surrounded,
): Ended {
  if (needsProcess(words)) {
    const { input } = asked;
    return spawnSync(process.execPath, [program, ...words], { cwd, env, input, encoding: 'utf8' });
  }
  const { port, flag } = threadOf(program);
  return inPlace(cwd, env, () => {
    Atomics.store(flag, 0, 0);
    port.postMessage({ words, ...asked } satisfies Asked);
    for (;;) {
      // A wait may end early: what counts is the answer.
      Atomics.wait(flag, 0, 0, 1000);
      const received = receiveMessageOnPort(port);
      if (received) return received.message as Ended;
    }
  });
}

/** It serves until its input ends, or is ended by force after a while: both concern all of a process. */
function needsProcess(words: readonly string[]): boolean {
  return words[0] === 'mcp' || words[0] === 'demo' || words.includes('--auto');
}

function threadOf(program: string): Thread {
  const found = threads.get(program) ?? startThread(program);
  threads.set(program, found);
  return found;
}

function startThread(program: string): Thread {
  const { port1: port, port2 } = new MessageChannel();
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./program-thread.ts', import.meta.url), {
    env: SHARE_ENV,
    workerData: { port: port2, flag, program },
    transferList: [port2],
  });
  worker.unref();
  port.unref();
  return { port, flag };
}

/** The environment and the folder belong to the whole process: they are lent to the program while this thread waits. */
function inPlace<T>(cwd: string, env: NodeJS.ProcessEnv, work: () => T): T {
  const before = { cwd: process.cwd(), env: { ...process.env } };
  process.chdir(cwd);
  become(env);
  try {
    return work();
  } finally {
    become(before.env);
    process.chdir(before.cwd);
  }
}

function become(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env))
    if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && process.env[name] !== value) process.env[name] = value;
}
