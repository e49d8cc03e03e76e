import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Whether the file is the database of a new home, just made: one that was emptied later has mirrors beside it. */
export function isNewDatabase(path: string): boolean {
  if (basename(path) !== 'brain.db' || existsSync(join(dirname(path), 'sessions'))) return false;
  return statSync(path, { throwIfNoEntry: false })?.size === 0;
}
