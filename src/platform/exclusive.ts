import {
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import type { LockHolder } from '../domain/runtime/lock-holder.ts';
import { codeOf } from './files.ts';
import { processRef } from './processes.ts';

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

/** The same without waiting: null where another process is at it. */
export async function exclusivelyNow<T>(lock: string, work: () => Promise<T>): Promise<T | null> {
  // The first try may only have taken a dead one away.
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

/** Its process is gone, or another one has its number by now. */
function isDead(lock: string): boolean {
  try {
    const [number, start] = readFileSync(lock, 'utf8').split(' ');
    const pid = Number(number);
    // Empty for a moment, between its making and its writing.
    if (!Number.isInteger(pid) || pid <= 0) return false;
    process.kill(pid, 0);
    return Boolean(start) && startOf(pid) !== '' && startOf(pid) !== start;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/** When a process began, in a word; empty where the system does not say. */
function startOf(pid: number): string {
  return processRef(pid)?.start.replaceAll(' ', '_') ?? '';
}

/** The bytes that a writer of SQLite locks: of the shared memory where there is a log, of the file itself where there is none. */
const WRITING = [
  { end: '-shm', byte: 120 },
  { end: '', byte: 0x40000001 },
];

/** The process that keeps everybody else from writing a database. Null where there is none, or the system does not tell. */
export function lockHolder(database: string): LockHolder | null {
  try {
    const locks = readFileSync('/proc/locks', 'utf8');
    for (const { end, byte } of WRITING) {
      const path = realpathSync(database) + end;
      const file = statSync(path, { throwIfNoEntry: false });
      const pid = file && writerIn(locks, file.ino, byte);
      // Files of other file systems may have the same number: the process has to have this one open.
      if (pid && hasOpen(pid, path)) return holder(pid);
    }
  } catch {
    // Only Linux tells, and of processes of other users it does not.
  }
  return null;
}

/** `1: POSIX  ADVISORY  WRITE 8937 fe:00:2148034 120 120`: process, file, first and last byte. */
function writerIn(locks: string, inode: number, byte: number): number | null {
  for (const [, pid, file, from, to] of locks.matchAll(/ WRITE (\d+) \w+:\w+:(\d+) (\d+) (\d+|EOF)$/gm))
    if (Number(file) === inode && Number(from) <= byte && !(Number(to) < byte)) return Number(pid);
  return null;
}

function hasOpen(pid: number, path: string): boolean {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).some((fd) => readlinkSync(`${folder}/${fd}`) === path);
}

function holder(pid: number): LockHolder {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return {
    pid,
    command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim(),
    // A name may hold parentheses; the state follows the last one.
    isStopped: /^[Tt]/.test(stat.slice(stat.lastIndexOf(')') + 2)),
  };
}
