import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileMark } from '../system/base/files.ts';

/**
 * A stamp of a database: another one after each write to it. A reader makes an empty log beside it and removes it again, so an
 * empty log counts as none.
 */
export function stampOf(database: string): string {
  const [main, log] = [fileMark(database), fileMark(`${database}-wal`)];
  const logged = log && log.size > 0 ? `${log.size} ${log.at}` : '';
  return `${main?.size ?? 0} ${main?.at ?? 0} ${logged}`;
}

const FIRST_PORT = 20_000;
const PORTS = 10_000;
/** Ports that are tried where the first is taken. */
const NEIGHBOURS = 20;

/** Ports of a home, the one that is its own first: the address stays the same, and a bookmark of it is good. */
export function portsOf(home: string): readonly number[] {
  const own = createHash('sha256').update(join(home)).digest().readUInt16BE(0) % PORTS;
  return Array.from({ length: NEIGHBOURS }, (_, i) => FIRST_PORT + ((own + i) % PORTS));
}
