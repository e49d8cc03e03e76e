import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { codeOf } from './files.ts';

const PATIENCE_MS = 20_000;
const PAUSE_MS = 25;

/** Runs alone among all processes that name this file. A lock whose owner died is taken over. */
export function exclusively<T>(lock: string, work: () => T): T {
  const end = performance.now() + PATIENCE_MS;
  while (!take(lock)) {
    if (performance.now() > end)
      throw new Error(`Another process holds ${lock}. Wait for it, or remove the file if there is none.`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  try {
    return work();
  } finally {
    unlinkSync(lock);
  }
}

function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    removeDead(lock);
    return false;
  }
}

/** Moved away first, which only one process can do: between a look and a removal it could be somebody else's. */
function removeDead(lock: string): void {
  if (!isDead(lock)) return;
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (!isDead(aside)) linkSync(aside, lock);
    unlinkSync(aside);
  } catch {
    // Somebody else was faster.
  }
}

function isDead(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // Empty for a moment, between its making and its writing.
    if (!Number.isInteger(pid) || pid <= 0) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}
