import { accessSync, constants } from 'node:fs';
import type { OwnerRecord } from '../domain/owner.ts';
import { shellWord } from '../domain/text/shell-word.ts';
import { origin, processRef } from './processes.ts';

/**
 * Starts a program of ours that nobody waits for: in a session and group of its own, without a terminal, in a folder that
 * is ours. The host's pipes are not passed on, or it would wait for their end.
 */
export function startDetached(program: readonly string[], cwd: string, env: NodeJS.ProcessEnv): void {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const [command, ...args] = program;
  try {
    const child = spawn(command!, args, { cwd, env, detached: true, stdio: 'ignore', windowsHide: true });
    // Raised when it cannot be started; the next session's end asks again.
    child.on('error', () => {});
    child.unref();
  } catch {
    // Some reasons are thrown at once: too many words, no memory.
  }
}

/** A program of ours that nobody waits for, and the folder that it runs in. */
export interface Detached {
  readonly program: readonly string[];
  readonly cwd: string;
}

const SHELL = '/bin/sh';
const SETSID = '/usr/bin/setsid';

/**
 * Ends this process and starts programs as {@link startDetached} does. Loading `node:child_process` costs a hook a tenth of all
 * that it does, so where the system allows it this process is replaced by a shell, which starts them and ends with 0. Returns
 * only where it is not replaced; the programs are started then too.
 */
export function endStarting(programs: readonly Detached[], env: NodeJS.ProcessEnv): void {
  if (programs.length === 0) return;
  try {
    if (canBecome(SHELL) && canBecome(SETSID))
      process.execve!(SHELL, ['sh', '-c', startingScript(programs)], env);
  } catch {
    // Not permitted, or not supported here.
  }
  for (const { program, cwd } of programs) startDetached(program, cwd, env);
}

/** A replacement that fails aborts the process, so the file is looked at first. */
function canBecome(path: string): boolean {
  if (typeof process.execve !== 'function') return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The host waits for the end of its pipes, so the shell lets go of them first. Until a program has a session of its own, a
 * signal to the host's group must not end it; Node puts all signals back. The exit code is 0 even where the shell fails.
 */
function startingScript(programs: readonly Detached[]): string {
  const starts = programs.map(
    ({ program, cwd }) => `cd ${shellWord(cwd)} && ${SETSID} ${program.map(shellWord).join(' ')} &`,
  );
  return [
    "trap 'exit 0' 0",
    'exec < /dev/null > /dev/null 2>&1',
    "trap '' HUP INT QUIT TERM",
    ...starts,
  ].join('\n');
}

/** This process, as another one can judge whether it lives. */
export function thisProcess(): OwnerRecord {
  const ref = processRef(process.pid) ?? { pid: process.pid, start: '', name: '' };
  return { ...ref, ...origin(), chain: [] };
}

/** Behind everybody who is waiting for an answer. */
export function stepBack(): void {
  try {
    process.getBuiltinModule('node:os').setPriority(10);
  } catch {
    // Not everywhere allowed; then it is only less polite.
  }
}

/**
 * Ends this process after so long, whatever it does: a thread of its own, because a statement of SQLite lets no timer
 * through. Only for work that may be killed at any moment.
 */
export function endAfter(millis: number): void {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const source = `setTimeout(() => process.kill(${process.pid}, 'SIGKILL'), ${millis})`;
  new Worker(source, { eval: true }).unref();
}
