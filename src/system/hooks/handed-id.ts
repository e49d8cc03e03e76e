import { type BigIntStats, fstatSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { HANDED_KEY } from '../../domain/hooks/handed.ts';

/** The time when a file was made; where the file system keeps none, that of its last change. */
export function birthOf({ birthtimeNs, mtimeNs }: BigIntStats): bigint {
  return birthtimeNs || mtimeNs;
}

/**
 * Names an event by the file that it was handed over in, so that it counts once whoever takes it: the server, the next process
 * where the server died, or the process that its launcher starts. `at`: when the file was made.
 */
export function handedId(path: string, at: number): string {
  return `${HANDED_KEY}${basename(dirname(dirname(path)))}-${basename(path)}-${at}`;
}

/** The same where that file is the standard input. */
export function idOfInput(path: string): string {
  return handedId(path, Number(birthOf(fstatSync(0, { bigint: true })) / 1_000_000n));
}

let counted = 0;

/** Names an event that came to this process alone. */
export function freshId(): string {
  return `${HANDED_KEY}${process.pid}-${Date.now()}-${++counted}`;
}
