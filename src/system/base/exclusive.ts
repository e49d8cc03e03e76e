import { linkSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { pause } from './clock.ts';
import { errorCode, readBounded } from './files.ts';
import { isProcessThere, processRef } from './processes.ts';

const PATIENCE_MS = 20_000;
const PAUSE_MS = 25;
/** A lock is written within microseconds of being made. One that stays empty was left by a process that died in between, or by a full disk. */
const EMPTY_FOR_MS = 10_000;

/** Runs alone among all processes that name this file. A lock whose owner died is taken over. */
export function exclusively<T>(lock: string, work: () => T): T {
  const end = performance.now() + PATIENCE_MS;
  while (!take(lock)) {
    if (performance.now() > end)
      throw new Error(
        `Another process holds ${lock}. Wait for it, or remove the file if there is none.`,
      );
    pause(PAUSE_MS);
  }
  try {
    return work();
  } finally {
    unlinkSync(lock);
  }
}

/** The same without waiting: null if another process holds the lock. */
export async function exclusivelyNow<T>(lock: string, work: () => Promise<T>): Promise<T | null> {
  // The first try may only have removed a dead lock.
  if (!take(lock) && !take(lock)) return null;
  try {
    return await work();
  } finally {
    unlinkSync(lock);
  }
}

/** The holder of a lock: nobody, this process, another one, or one that died with it. */
export function holderOf(lock: string): 'nobody' | 'us' | 'other' | 'dead' {
  let text: string;
  try {
    text = readFileSync(lock, 'utf8');
  } catch {
    return 'nobody';
  }
  if (Number.parseInt(text, 10) === process.pid) return isDead(lock) ? 'dead' : 'us';
  return isDead(lock) ? 'dead' : 'other';
}

function take(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
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

/** Its process is gone, or another one has its number by now. */
function isDead(lock: string): boolean {
  const [number, start] = readBounded(lock, 1024)?.toString('utf8').split(' ') ?? [];
  const pid = Number(number);
  if (!Number.isInteger(pid) || pid <= 0) {
    const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    return Date.now() - made > EMPTY_FOR_MS;
  }
  if (!isProcessThere(pid)) return true;
  return Boolean(start) && startOf(pid) !== '' && startOf(pid) !== start;
}

/** When a process began, in a word; empty where the system does not say. */
function startOf(pid: number): string {
  return processRef(pid)?.start.replaceAll(' ', '_') ?? '';
}
