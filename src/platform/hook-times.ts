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

/** Oldest first. */
export function readHookTimes(path: string): readonly HookTime[] {
  const bytes = readBounded(path, BYTES);
  if (!bytes || bytes.length < BYTES) return [];
  const written = bytes.readUInt32LE();
  const first = written > PLACES ? written % PLACES : 0;
  const times: HookTime[] = [];
  for (let i = 0; i < PLACES; i++) {
    const from = RECORD * (1 + ((first + i) % PLACES));
    const kind = HOOK_KINDS[bytes.readUInt8(from + 12) - 1];
    const [wallMs, cpuMs] = [bytes.readFloatLE(from + 4), bytes.readFloatLE(from + 8)];
    if (kind && Number.isFinite(wallMs) && Number.isFinite(cpuMs))
      times.push({
        ...{ at: bytes.readUInt32LE(from) * 1000, kind, wallMs, cpuMs },
        ...(bytes.readUInt8(from + 13) === 1 && { isWarm: true as const }),
      });
  }
  return times;
}
