import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { InputLine } from '../../ports/base/input-line.ts';
import { pause } from './clock.ts';
import { errorCode, openTemporary, readOwnSince, syncFolder } from './files.ts';

const LINE_END = 10;
const CHUNK = 256 * 1024;
/** More than a session of the largest kind amounts to. */
const LONGEST = 256 * 1024 * 1024;

/** The lines of a file, by its path or of an open one, one after the other: what is read is never all in memory. */
export function* readLines(from: string | number, longest = LONGEST): Generator<InputLine> {
  const fd = typeof from === 'number' ? from : openSync(from, constants.O_RDONLY);
  try {
    const found = fstatSync(fd);
    const size = found.isFile() ? found.size : 0;
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
    const chunk = Buffer.allocUnsafe(CHUNK);
    let parts: Buffer[] = [];
    let held = 0;
    let number = 0;
    let read = 0;
    const line = (): InputLine => {
      const bytes = held > longest ? null : Buffer.concat(parts);
      parts = [];
      held = 0;
      return { number: ++number, text: bytes && decoded(bytes, decoder), read, size };
    };
    const take = (bytes: Buffer) => {
      held += bytes.length;
      if (held <= longest) parts.push(Buffer.from(bytes));
      else parts = [];
    };
    for (let got = readSome(fd, chunk); got > 0; got = readSome(fd, chunk)) {
      let from = 0;
      for (
        let end = chunk.indexOf(LINE_END, from);
        end >= 0 && end < got;
        end = chunk.indexOf(LINE_END, from)
      ) {
        take(chunk.subarray(from, end));
        from = end + 1;
        yield { ...line(), read: read + from };
      }
      take(chunk.subarray(from, got));
      read += got;
    }
    if (held > 0) yield line();
  } finally {
    if (fd !== from) closeSync(fd);
  }
}

function decoded(bytes: Buffer, decoder: InstanceType<typeof TextDecoder>): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Waits for a pipe without data. */
function readSome(fd: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(fd, chunk, 0, chunk.length, null);
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN' && code !== 'EINTR') throw error;
      pause(2);
    }
  }
}

/** A hook waits for this: one read. The first turn of a session takes 140 KB, each later call of a tool some 6. */
const LONGEST_TAIL = 512 * 1024;
/**
 * The whole lines behind a place in a transcript that a host named, and the place behind them; of very many the last. Null where it
 * is no plain file of this user. A host may be about to write the rest of a line.
 */
export function linesSince(
  path: string,
  since: number,
): { readonly text: string; readonly read: number } | null {
  const found = readOwnSince(path, since, LONGEST_TAIL);
  if (!found) return null;
  const end = found.bytes.lastIndexOf(LINE_END) + 1;
  return { text: found.bytes.toString('utf8', 0, end), read: end === 0 ? since : found.from + end };
}

/**
 * Writes lines into a file of that name, private and whole, or to standard output for `-`. Until all of them are written, a file of
 * that name is what it was before; where that fails, nothing is left behind.
 */
export async function writeLines<T>(
  path: string,
  work: (write: (line: string) => void) => T | Promise<T>,
  print = (text: string) => writeAll(1, text),
): Promise<T> {
  if (path === '-') return work((line) => print(`${line}\n`));
  const folder = dirname(resolve(path));
  const { fd, name } = asPlace(path, () => openTemporary(folder));
  let kept: string[] = [];
  let size = 0;
  const flush = () => {
    writeAll(fd, kept.join(''));
    kept = [];
    size = 0;
  };
  try {
    let done: T;
    try {
      fchmodSync(fd, 0o600);
      done = await work((line) => {
        kept.push(`${line}\n`);
        if ((size += line.length) > CHUNK) flush();
      });
      flush();
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    asPlace(path, () => renameSync(name, path));
    syncFolder(folder);
    return done;
  } catch (error) {
    rmSync(name, { force: true });
    throw error;
  }
}

/** Rewrites errors to name the requested file or its folder, not the temporary file. */
function asPlace<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const isFolder = ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
    throw Object.assign(error as Error, { path: isFolder ? dirname(resolve(path)) : path });
  }
}

function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(fd, bytes, done);
    } catch (error) {
      // A pipe whose reader is slower than we are.
      if (errorCode(error) !== 'EAGAIN') throw error;
      pause(2);
    }
  }
}
