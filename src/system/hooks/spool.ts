import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Spool } from '../../ports/hooks/spool.ts';
import { ensureDir, ensureGiven, listNames, readBounded, writeAtomic } from '../base/files.ts';
import { makingRoom } from './room.ts';

/** Events that wait for the database, each in a file of its own below `CORTEX_HOME`. */
export const SPOOL = 'spool';

const MOST_BYTES = 4 * 1024 * 1024;
const ENTRY = /^\d{15}-[\w-]+\.json$/;
const STAMP_LENGTH = 15;

/** Puts a record on the disk, whole or not at all. Names sort by time. */
function write(home: string, at: number, id: string, text: string): void {
  const folder = join(home, SPOOL);
  const stamp = String(Math.max(0, Math.trunc(at))).padStart(STAMP_LENGTH, '0');
  ensureGiven(home);
  ensureDir(folder);
  writeAtomic(join(folder, `${stamp}-${id}.json`), text);
}

/** Names of the records that wait, oldest first. */
export function spooledIn(home: string): readonly string[] {
  return listNames(join(home, SPOOL)).filter((name) => ENTRY.test(name));
}

/** The time of a record, by its name. */
export function spooledAt(name: string): number {
  return Number(name.slice(0, STAMP_LENGTH));
}

export function spoolIn(home: string, began: () => number): Spool {
  const folder = join(home, SPOOL);
  return {
    began,
    write: (at, id, text) => makingRoom(home, () => write(home, at, id, text)),
    names: () => spooledIn(home),
    read: (name) => readBounded(join(folder, name), MOST_BYTES)?.toString('utf8') ?? null,
    // A removal lost with the power happens again: taking in twice counts once.
    remove: (name) => rmSync(join(folder, name), { force: true }),
    // A record that no known version can read stays, out of the way.
    setAside: (name) => {
      try {
        renameSync(join(folder, name), join(folder, `${name}.unread`));
      } catch {
        // Somebody else was faster.
      }
    },
  };
}
