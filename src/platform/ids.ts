import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { SessionId } from '../domain/ids.ts';

/** A random UUID (version 4). Straight from the kernel in 8 µs: only to load node:crypto takes 8 ms. */
export function uuid(device = '/dev/urandom'): SessionId {
  const bytes = kernelRandom(device);
  return (bytes ? format(bytes) : process.getBuiltinModule('node:crypto').randomUUID()) as SessionId;
}

/** Null where there is no such device, or something else under its name, whose bytes could repeat. */
function kernelRandom(device: string): Buffer | null {
  let fd: number;
  try {
    fd = openSync(device, 'r');
  } catch {
    return null;
  }
  try {
    const bytes = Buffer.alloc(16);
    return fstatSync(fd).isCharacterDevice() && readSync(fd, bytes, 0, 16, null) === 16 ? bytes : null;
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}

function format(bytes: Buffer): string {
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
