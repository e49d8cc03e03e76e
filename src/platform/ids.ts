import { readFileSync } from 'node:fs';
import type { SessionId } from '../domain/ids.ts';

/** A random UUID (version 4). Where the kernel makes one, it is read there: to load node:crypto takes 8 ms of a hook. */
export function uuid(kernel = '/proc/sys/kernel/random/uuid'): SessionId {
  try {
    return readFileSync(kernel, 'utf8').trim() as SessionId;
  } catch {
    return process.getBuiltinModule('node:crypto').randomUUID() as string as SessionId;
  }
}
