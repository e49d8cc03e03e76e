import { constants, existsSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { HOOK_KINDS, type HookTime } from '../../domain/hooks/hook-time.ts';
import { readBounded, withFile, writeOnce } from '../base/files.ts';

/**
 * A ring of records of 16 bytes. The first place holds how many were ever written, the highest number of a fact that a hook
 * committed, and how many facts are known to be lost.
 */
const BYTES = 64 * 1024;
const RECORD = 16;
const [HIGHEST, HIGHEST_BYTES, LOST] = [4, 6, 12] as const;
const PLACES = BYTES / RECORD - 1;

export function hookTimesIn(home: string): string {
  return join(home, 'hooks.ring');
}

/** Made once, at its full size. */
export function makeHookTimes(path: string): void {
  if (!existsSync(path)) writeOnce(path, new Uint8Array(BYTES));
}

const lastFacts = new Map<string, number>();

/** The last fact that this process committed, put down outside the database with the time of its event. */
export function noteCommittedFact(path: string, seq: number): void {
  lastFacts.set(path, seq);
}

/**
 * Records a time in the ring. Two hooks that end at the same moment may take the same slot, and then one of them is not on
 * record: a lock would cost more than the time of one hook is worth. Never throws.
 */
export function recordHookTime(path: string, { at, kind, wallMs, cpuMs, isWarm }: HookTime): void {
  try {
    inRing(path, (fd, head) => {
      const written = head.readUInt32LE();
      const record = Buffer.alloc(RECORD);
      record.writeUInt32LE(Math.floor(at / 1000));
      record.writeFloatLE(wallMs, 4);
      record.writeFloatLE(cpuMs, 8);
      record.writeUInt8(HOOK_KINDS.indexOf(kind) + 1, 12);
      record.writeUInt8(isWarm ? 1 : 0, 13);
      writeSync(fd, record, 0, RECORD, RECORD * (1 + (written % PLACES)));
      head.writeUInt32LE((written + 1) >>> 0);
      head.writeUIntLE(Math.max(highestIn(head), lastFacts.get(path) ?? 0), HIGHEST, HIGHEST_BYTES);
      writeSync(fd, head, 0, LOST, 0);
      lastFacts.delete(path);
    });
  } catch {
    // The file is made at the next start of a session.
  }
}

/**
 * A fact is about to get this number, under the lock of the database. A hook puts a number down after its commit, so that one
 * which is not below shows a loss. That is kept, because the numbers of the lost facts are given again from now on. Never throws.
 */
export function compareFacts(path: string, next: number): void {
  try {
    inRing(path, (fd, head) => {
      const lost = highestIn(head) - next + 1;
      if (lost <= head.readUInt32LE(LOST)) return;
      head.writeUInt32LE(Math.min(lost, 0xffffffff), LOST);
      writeSync(fd, head, LOST, RECORD - LOST, LOST);
    });
  } catch {
    // Nothing was recorded yet.
  }
}

/** Number of committed facts that are missing in a database with this last number, now or earlier. */
export function factsBeyond(path: string, seq: number): number {
  const head = readBounded(path, BYTES);
  if (!head || head.length < BYTES) return 0;
  return Math.max(0, highestIn(head) - seq, head.readUInt32LE(LOST));
}

/** Accepts the database as complete from here on, after a repair or an accepted loss. */
export function forgetFacts(path: string): void {
  if (factsBeyond(path, 0) === 0) return;
  inRing(path, (fd, head) => {
    head.fill(0, HIGHEST);
    writeSync(fd, head, HIGHEST, RECORD - HIGHEST, HIGHEST);
  });
}

function highestIn(head: Buffer): number {
  return head.readUIntLE(HIGHEST, HIGHEST_BYTES);
}

function inRing(path: string, work: (fd: number, head: Buffer) => void): void {
  withFile(path, constants.O_RDWR, (fd) => {
    const head = Buffer.alloc(RECORD);
    readSync(fd, head, 0, RECORD, 0);
    work(fd, head);
  });
}

/** The kind of the event that a hook recorded last; null where nothing tells. */
export function lastHookKind(path: string): HookTime['kind'] | null {
  try {
    return withFile(path, constants.O_RDONLY, (fd) => {
      const record = Buffer.alloc(RECORD);
      readSync(fd, record, 0, RECORD, 0);
      const written = record.readUInt32LE();
      if (written === 0) return null;
      readSync(fd, record, 0, RECORD, RECORD * (1 + ((written - 1) % PLACES)));
      return HOOK_KINDS[record.readUInt8(12) - 1] ?? null;
    });
  } catch {
    return null;
  }
}

/** The recorded times, oldest first. */
export function readHookTimes(path: string): readonly HookTime[] {
  return placesIn(path).flatMap((place): HookTime[] => {
    const kind = HOOK_KINDS[place.readUInt8(12) - 1];
    const [wallMs, cpuMs] = [place.readFloatLE(4), place.readFloatLE(8)];
    if (!kind || !Number.isFinite(wallMs) || !Number.isFinite(cpuMs)) return [];
    const isWarm = place.readUInt8(13) === 1;
    return [{ at: place.readUInt32LE() * 1000, kind, wallMs, cpuMs, ...(isWarm && { isWarm }) }];
  });
}

/** The records of the ring, oldest first. */
function placesIn(path: string): readonly Buffer[] {
  const bytes = readBounded(path, BYTES);
  if (!bytes || bytes.length < BYTES) return [];
  const written = bytes.readUInt32LE();
  const places = Array.from({ length: PLACES }, (_, i) =>
    bytes.subarray(RECORD * (i + 1), RECORD * (i + 2)),
  );
  const first = written % PLACES;
  return written > PLACES
    ? [...places.slice(first), ...places.slice(0, first)]
    : places.slice(0, written);
}
