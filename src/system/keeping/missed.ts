import { constants, existsSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Missed } from '../../ports/keeping/missed.ts';
import { withFile, writeOnce } from '../base/files.ts';

/** One block of a disk: overwriting it needs no room, also where none is left. */
const BYTES = 512;
const MOST_KINDS = 10;
/** Explains the file, which exists before anything is missed, to readers. */
const ABOUT = 'counts events that could be stored nowhere';
const EMPTY: Missed = { count: 0, first: 0, last: 0, kinds: {}, why: '', told: 0 };

export function missedIn(home: string): string {
  return join(home, 'missed.log');
}

/** Made while there is room, so that there is a place for what is missed when there is none. */
export function makeMissed(path: string): void {
  if (!existsSync(path)) writeOnce(path, bytesOf(EMPTY));
}

/** Counts an event that could not be stored anywhere. Never throws. */
export function countMissed(path: string, kind: string, why: string, at: number): void {
  try {
    change(path, (before) => ({
      count: before.count + 1,
      first: before.count === 0 ? at : before.first,
      last: at,
      kinds: counted(before.kinds, kind),
      why,
      told: before.told,
    }));
  } catch {
    // No record was made here, or its file system has no place for the same block again.
  }
}

/** Null where nothing was missed. */
export function readMissed(path: string): Missed | null {
  try {
    const found = withFile(path, constants.O_RDONLY, read);
    return found.count > 0 ? found : null;
  } catch {
    return null;
  }
}

/** Takes the events missed since the last report; null if there are none. */
export function tellMissed(path: string): Missed | null {
  const found = readMissed(path);
  if (!found || found.told >= found.count) return null;
  try {
    change(path, (before) => ({ ...before, told: before.count }));
  } catch {
    return null;
  }
  return { ...found, count: found.count - found.told };
}

function counted(kinds: Missed['kinds'], kind: string): Missed['kinds'] {
  const isNew = kinds[kind] === undefined && Object.keys(kinds).length >= MOST_KINDS;
  const name = isNew ? 'other' : kind.slice(0, 20);
  return { ...kinds, [name]: (kinds[name] ?? 0) + 1 };
}

/** Changes the record in place, never longer than before, so that no new block of the disk is needed. */
function change(path: string, next: (before: Missed) => Missed): void {
  withFile(path, constants.O_RDWR, (fd) => writeSync(fd, bytesOf(next(read(fd))), 0, BYTES, 0));
}

function read(fd: number): Missed {
  const bytes = Buffer.alloc(BYTES);
  const length = readSync(fd, bytes, 0, BYTES, 0);
  try {
    const { about: _, ...found } = JSON.parse(
      bytes.toString('utf8', 0, length),
    ) as Partial<Missed> & {
      readonly about?: string;
    };
    return { ...EMPTY, ...found };
  } catch {
    return EMPTY;
  }
}

function bytesOf(missed: Missed): Buffer {
  const { count, first, last, kinds, told } = missed;
  // Escaped, a quotation mark would need more room than there is.
  const why = missed.why.replace(/[^ -~]|["\\]/g, ' ').slice(0, 60);
  const text = JSON.stringify({ about: ABOUT, count, first, last, kinds, why, told });
  return Buffer.from(`${text.padEnd(BYTES - 1)}\n`, 'latin1').subarray(0, BYTES);
}
