import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readBounded } from './files.ts';

/** The line that a repair leaves for the next start. */
export function repairNoteIn(home: string): string {
  return join(home, 'repair.note');
}

/** Null where there is none, and for all but the first who asks. */
export function takeRepairNote(home: string): string | null {
  const path = repairNoteIn(home);
  const line = readBounded(path, 1_000)?.toString('utf8').trim();
  if (!line) return null;
  try {
    unlinkSync(path);
    return line;
  } catch {
    return null;
  }
}
