import { rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readBounded, writeAtomic } from './files.ts';

/** The line that a repair leaves for the next start. */
export function repairNoteIn(home: string): string {
  return join(home, 'repair.note');
}

/** The line of a file for the next start; null where there is none, and for all but the first who asks. */
export function takeNote(path: string): string | null {
  const line = readBounded(path, 1_000)?.toString('utf8').trim();
  if (!line) return null;
  try {
    unlinkSync(path);
    return line;
  } catch {
    return null;
  }
}

/** The file of unreadable parts in repairs, one line each, until a person accepts them. */
function unreadIn(home: string): string {
  return join(home, 'repair.unread');
}

export function readUnread(home: string): readonly string[] {
  const text = readBounded(unreadIn(home), 64 * 1024)?.toString('utf8') ?? '';
  return text.split('\n').filter(Boolean);
}

/** `folder` is that of the repair: one that was interrupted notes it again. */
export function noteUnread(home: string, folder: string, what: readonly string[]): void {
  const others = readUnread(home).filter((line) => !line.startsWith(`${folder}: `));
  if (what.length > 0)
    writeAtomic(unreadIn(home), `${[...others, `${folder}: ${what.join(', ')}`].join('\n')}\n`);
}

export function acceptUnread(home: string): void {
  rmSync(unreadIn(home), { force: true });
}
