import type { OwnerRecord } from '../../domain/base/ids.ts';
import { processOrigin, processRef } from './processes.ts';

/**
 * Starts a Cortex program in the background: in a session and group of its own, without a terminal, in a folder that
 * is ours. The host's pipes are not passed on, or it would wait for their end.
 */
export function startDetached(
  program: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): void {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const [command, ...args] = program;
  try {
    const child = spawn(command!, args, {
      cwd,
      env,
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
    });
    // Raised when it cannot be started; the next session's end asks again.
    child.on('error', () => {});
    child.unref();
  } catch {
    // Some reasons are thrown at once: too many words, no memory.
  }
}

/** This process, as another one can judge whether it lives. */
export function thisProcess(): OwnerRecord {
  const ref = processRef(process.pid) ?? { pid: process.pid, start: '', name: '' };
  return { ...ref, ...processOrigin(), chain: [] };
}

/** Lowers the priority of this process. */
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
