import { closeSync, constants, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Millis } from '../domain/time.ts';
import { mirrorNames, namesIn } from './archive.ts';
import { listBackups } from './backup.ts';
import { readBounded, writeAtomic } from './files.ts';
import { keepingIn } from './keeping.ts';

/** Far above a mirror or a log of the largest size. */
const LARGEST = 64 * 1024 * 1024;

/** Everything in which the words of a memory may lie outside the database. */
export function copiesIn(home: string, mirrors: string, pinFiles: readonly string[], now: () => Millis) {
  const log = join(home, 'log');
  return {
    ...keepingIn(home, mirrors, now),
    files: () => [...[...mirrorNames(mirrors)].map((name) => join(mirrors, name)), ...pinFiles],
    read: (path: string) => readBounded(path, LARGEST)?.toString('utf8') ?? null,
    write: writeAtomic,
    backups: () => listBackups(join(home, 'backups')),
    blankLogLines: (isUnwanted: (line: string) => boolean) => {
      for (const name of namesIn(log)) if (name.endsWith('.jsonl')) blankLines(join(log, name), isUnwanted);
    },
  };
}

/** Writes blanks over lines where they stand: others may append to the file at the same moment. */
export function blankLines(path: string, isUnwanted: (line: string) => boolean): void {
  const bytes = readBounded(path, LARGEST);
  if (!bytes) return;
  const spans: { readonly start: number; readonly end: number }[] = [];
  for (let start = 0; start < bytes.length; ) {
    const next = bytes.indexOf(10, start);
    const end = next < 0 ? bytes.length : next;
    if (isUnwanted(bytes.toString('utf8', start, end))) spans.push({ start, end });
    start = end + 1;
  }
  if (spans.length === 0) return;
  const fd = openSync(path, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    for (const { start, end } of spans) writeSync(fd, Buffer.alloc(end - start, ' '), 0, end - start, start);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
