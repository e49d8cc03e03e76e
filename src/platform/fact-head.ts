import { closeSync, constants, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../domain/text/fingerprint.ts';

/** Length of a line. The second line is there once a loss was found. */
const BYTES = 40;
const FACT = 'fact';
const LOST = 'lost';

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
    raise(path, FACT, seq);
  } catch {
    // The next fact writes it again.
  }
}

/** From here on a loss is counted anew: what is there now was repaired, or accepted. */
export function resetFactHead(path: string, seq: number): void {
  opened(path, (fd) => {
    ftruncateSync(fd, BYTES);
    writeSync(fd, line(FACT, seq), 0);
  });
}

/** Null where nothing is remembered. */
export function lastFactIn(path: string): number | null {
  return numberIn(path, FACT);
}

/**
 * Facts that were found to be missing. The facts that follow take their numbers again, so that the last number alone would soon
 * say that nothing is missing.
 */
export function lostFactsIn(path: string): number {
  return numberIn(path, LOST) ?? 0;
}

/** The largest loss stays. Best effort: who looks again finds it again, unless as many facts were added meanwhile. */
export function noteLostFacts(path: string, count: number): void {
  try {
    raise(path, LOST, count);
  } catch {
    // Nothing can be written here now.
  }
}

function numberIn(path: string, name: string): number | null {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | NO_FOLLOW);
  } catch {
    return null;
  }
  try {
    return read(fd, name);
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

function raise(path: string, name: string, value: number): void {
  opened(path, (fd) => {
    const known = read(fd, name);
    if (known === null || known < value) writeSync(fd, line(name, value), placeOf(name));
  });
}

function opened(path: string, work: (fd: number) => void): void {
  const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | NO_FOLLOW, 0o600);
  try {
    work(fd);
  } finally {
    closeSync(fd);
  }
}

function placeOf(name: string): number {
  return name === FACT ? 0 : BYTES;
}

function read(fd: number, name: string): number | null {
  const bytes = Buffer.alloc(BYTES);
  const length = readSync(fd, bytes, 0, BYTES, placeOf(name));
  const [said, digits, check] = bytes.toString('latin1', 0, length).split(' ');
  return said === name && digits !== undefined && fingerprint(digits) === check ? Number(digits) : null;
}

/** Always of one length, so that it is overwritten whole. */
function line(name: string, value: number): string {
  const digits = String(value).padStart(15, '0');
  return `${`${name} ${digits} ${fingerprint(digits)}`.padEnd(BYTES - 1)}\n`;
}
