import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Spool } from '../engine/deps.ts';
import { CODE_CACHE } from './code-cache.ts';
import { codeOf, ensureDir, ensureGiven, freeBytes, readBounded, writeAtomic } from './files.ts';

/** Events that wait for the database, each in a file of its own below `CORTEX_HOME`. */
export const SPOOL = 'spool';

const MOST_BYTES = 4 * 1024 * 1024;
const ENTRY = /^\d{15}-[\w-]+\.json$/;
const STAMP_LENGTH = 15;

/**
 * Puts a record on the disk, whole or not at all. Names sort by time. On a full disk compiled code makes room, which is compiled
 * again when there is more.
 */
function write(home: string, at: number, id: string, text: string): void {
  const folder = join(home, SPOOL);
  const stamp = String(Math.max(0, Math.trunc(at))).padStart(STAMP_LENGTH, '0');
  ensureGiven(home);
  const put = () => {
    ensureDir(folder);
    writeAtomic(join(folder, `${stamp}-${id}.json`), text);
  };
  try {
    put();
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC' && codeOf(error) !== 'EDQUOT') throw error;
    rmSync(join(home, CODE_CACHE), { recursive: true, force: true });
    put();
  }
}

/** Below this nothing is kept that is only convenient. */
const LITTLE = 4 * 1024 * 1024;

/** Makes the folder for compiled code, once a home is there. */
export function furnish(home: string): void {
  if ((freeBytes(home) ?? LITTLE) >= LITTLE) ensureDir(join(home, CODE_CACHE));
}

/** Names of the records that wait, oldest first. */
export function spooledIn(home: string): readonly string[] {
  try {
    return readdirSync(join(home, SPOOL))
      .filter((name) => ENTRY.test(name))
      .sort();
  } catch {
    return [];
  }
}

/** The time of a record, by its name. */
export function spooledAt(name: string): number {
  return Number(name.slice(0, STAMP_LENGTH));
}

export function spoolIn(home: string, began: () => number): Spool {
  const folder = join(home, SPOOL);
  return {
    began,
    write: (at, id, text) => write(home, at, id, text),
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
