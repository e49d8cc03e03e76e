import { closeSync, constants, existsSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { HOOK_KINDS, type HookTime } from '../domain/runtime/hook-time.ts';
import { readBounded, writeOnce } from './files.ts';

/** A ring of records of 16 bytes; the first place holds how many were ever written. */
const BYTES = 64 * 1024;
const RECORD = 16;
const PLACES = BYTES / RECORD - 1;
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

export function hookTimesIn(home: string): string {
  return join(home, 'hooks.ring');
}

/** Made once, at its full size. */
export function makeHookTimes(path: string): void {
  if (!existsSync(path)) writeOnce(path, new Uint8Array(BYTES));
}

const lastFacts = new Map<string, number>();

/** The last fact that this process committed. The record of its event tells it, outside the database. */
export function noteFact(path: string, seq: number): void {
  lastFacts.set(path, seq);
}

/**
 * Puts a time into the ring. Two hooks that end at the same moment may take the same place, and then one of them is not on
 * record: a lock would cost more than the time of one hook is worth. Never throws.
 */
export function recordHookTime(path: string, { at, kind, wallMs, cpuMs, isWarm }: HookTime): void {
  try {
    const fd = openSync(path, constants.O_RDWR | NO_FOLLOW);
    try {
      const head = Buffer.alloc(4);
      readSync(fd, head, 0, 4, 0);
      const written = head.readUInt32LE();
      const record = Buffer.alloc(RECORD);
      record.writeUInt32LE(Math.floor(at / 1000));
      record.writeFloatLE(wallMs, 4);
      record.writeFloatLE(cpuMs, 8);
      record.writeUInt8(HOOK_KINDS.indexOf(kind) + 1, 12);
      record.writeUInt8(isWarm ? 1 : 0, 13);
      const fact = lastFacts.get(path);
      if (fact !== undefined) record.writeUInt16LE(markOf(fact), 14);
      writeSync(fd, record, 0, RECORD, RECORD * (1 + (written % PLACES)));
      head.writeUInt32LE((written + 1) >>> 0);
      writeSync(fd, head, 0, 4, 0);
    } finally {
      closeSync(fd);
    }
  } catch {
    // The file is made at the next start of a session.
  }
}

/** Marks tell numbers apart that are less than half of this from each other; 0 is none. */
const MARKS = 0xffff;

function markOf(seq: number): number {
  return 1 + (seq % MARKS);
}

/** Hooks end in another order than they commit: this many of the last are asked. */
const LAST = 32;

/** How many facts hooks committed beyond a number, as far as the ring knows. */
export function factsBeyond(path: string, seq: number): number {
  const beyond = placesIn(path)
    .slice(-LAST)
    .map((place) => place.readUInt16LE(14))
    .filter((mark) => mark > 0)
    .map((mark) => (mark - markOf(seq) + MARKS) % MARKS)
    .filter((ahead) => ahead < MARKS / 2);
  return Math.max(0, ...beyond);
}

/** Takes the database as complete from here on: it was repaired, or somebody accepted the loss. */
export function forgetFacts(path: string): void {
  if (placesIn(path).length === 0) return;
  const fd = openSync(path, constants.O_RDWR | NO_FOLLOW);
  try {
    for (let place = 1; place <= PLACES; place++) writeSync(fd, Buffer.alloc(2), 0, 2, RECORD * place + 14);
  } finally {
    closeSync(fd);
  }
}

/** Oldest first. */
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
  const places = Array.from({ length: PLACES }, (_, i) => bytes.subarray(RECORD * (i + 1), RECORD * (i + 2)));
  const first = written % PLACES;
  return written > PLACES ? [...places.slice(first), ...places.slice(0, first)] : places.slice(0, written);
}
