import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../domain/text/fingerprint.ts';

const BYTES = 40;
const LINE = /^fact (\d{15}) ([0-9a-z]{1,7})\s*$/;

/**
 * The number of the last fact that was committed, remembered outside the database: a database that lost its log, or is an
 * older copy of itself, is sound to SQLite and knows a lower one.
 */
export function factHeadIn(home: string): string {
  return join(home, 'facts.head');
}

/** Told after a commit, by many processes: the highest number stays. Best effort, and without a sync. */
export function rememberFact(path: string, seq: number): void {
  try {
    change(path, (known) => (known !== null && known >= seq ? null : seq));
  } catch {
    // It is remembered with the next fact.
  }
}

/** From here on a loss is counted anew: what is there now was repaired, or accepted. */
export function resetFactHead(path: string, seq: number): void {
  change(path, () => seq);
}

/** Null where nothing is remembered. */
export function lastFactIn(path: string): number | null {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | NO_FOLLOW);
  } catch {
    return null;
  }
  try {
    return read(fd);
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

function change(path: string, next: (known: number | null) => number | null): void {
  const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | NO_FOLLOW, 0o600);
  try {
    const seq = next(read(fd));
    if (seq !== null) writeSync(fd, line(seq), 0);
  } finally {
    closeSync(fd);
  }
}

function read(fd: number): number | null {
  const bytes = Buffer.alloc(BYTES);
  const length = readSync(fd, bytes, 0, BYTES, 0);
  const [, digits, check] = LINE.exec(bytes.toString('latin1', 0, length)) ?? [];
  return digits && fingerprint(digits) === check ? Number(digits) : null;
}

/** Always of one length, so that it is overwritten whole. */
function line(seq: number): string {
  const digits = String(seq).padStart(15, '0');
  return `${`fact ${digits} ${fingerprint(digits)}`.padEnd(BYTES - 1)}\n`;
}
