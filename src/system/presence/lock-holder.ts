import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import type { LockHolder } from '../../domain/base/lock-holder.ts';

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
  for (const [, pid, file, from, to] of locks.matchAll(
    / WRITE (\d+) \w+:\w+:(\d+) (\d+) (\d+|EOF)$/gm,
  ))
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
