import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDir, errorCode, fileMark, freeBytes, writeAtomic } from '../base/files.ts';
import { CODE_CACHE } from './code-cache.ts';

/** Holds some sixteen events that wait. */
const RESERVE_BYTES = 64 * 1024;
/** Below this nothing is kept that is only convenient. */
const LITTLE = 4 * 1024 * 1024;
/** Below this the log of the database would take what the reserve gave. */
const NEARLY_NONE = 1024 * 1024;

/** Room that is given up on a full disk; empty once it was. */
function reserveIn(home: string): string {
  return join(home, 'reserve');
}

function hasRoom(home: string, bytes: number): boolean {
  return (freeBytes(home) ?? bytes) >= bytes;
}

/** Creates the code cache folder and the reserve in a new home. */
export function furnish(home: string): void {
  if (!hasRoom(home, LITTLE)) return;
  ensureDir(join(home, CODE_CACHE));
  if (!fileMark(reserveIn(home))?.size) writeAtomic(reserveIn(home), '\0'.repeat(RESERVE_BYTES));
}

/** Runs work that needs disk space. On a full disk it removes first the code cache, then the reserve. */
export function makingRoom(home: string, work: () => void): void {
  const freeing = [
    () => rmSync(join(home, CODE_CACHE), { recursive: true, force: true }),
    () => fileMark(reserveIn(home)) && truncateSync(reserveIn(home)),
  ];
  for (const free of freeing) {
    try {
      work();
      return;
    } catch (error) {
      if (errorCode(error) !== 'ENOSPC' && errorCode(error) !== 'EDQUOT') throw error;
      free();
    }
  }
  work();
}

/** Throws when only the reserve's space is left: events are spooled then, because the log needs many times their space. */
export function refuseWhenFull(home: string): void {
  if (fileMark(reserveIn(home))?.size === 0 && !hasRoom(home, NEARLY_NONE))
    throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
}
