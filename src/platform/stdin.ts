import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { ticks } from './clock.ts';
import { codeOf } from './files.ts';

export interface Input {
  readonly text: string;
  /** The end may be missing: there was more than the limit, or the sender fell silent without closing. */
  readonly truncated: boolean;
}

const CHUNK = 64 * 1024;
/** How long to wait for a sender in all, and to go on emptying a pipe that is over the limit. */
const PATIENCE_MS = 900;
/** Bytes parsed in all to see whether an object is whole, though every chunk may end in a brace. */
const PARSE_BUDGET = 32 * 1024 * 1024;

/**
 * All of standard input. A host that never closes it is waited for 900 ms, or until one whole JSON object is
 * there. What is over the limit is read and dropped: a host whose pipe is not emptied gets EPIPE.
 */
export function readStdin(limitBytes = 16 * 1024 * 1024, fd = 0): Input {
  const source = openSource(fd);
  const kept: Buffer[] = [];
  let size = 0;
  let dropped = false;
  let waited = 0;
  let askedAt = 0;
  let parsed = 0;
  let ended = true;
  const drainUntil = ticks() + PATIENCE_MS;

  const isWhole = () => {
    if (dropped || size === askedAt || parsed > PARSE_BUDGET) return false;
    askedAt = size;
    if (!kept.at(-1)?.toString('latin1').trimEnd().endsWith('}')) return false;
    parsed += size;
    return isJson(textOf(kept, size));
  };

  const chunk = Buffer.allocUnsafe(CHUNK);
  for (;;) {
    let read = 0;
    try {
      read = readSync(source.fd, chunk, 0, CHUNK, null);
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'EAGAIN' && code !== 'EINTR') break;
      if (code === 'EAGAIN' && isWhole()) break;
      if (waited >= PATIENCE_MS) {
        ended = false;
        break;
      }
      waited += pause(waited < 20 ? 1 : 5);
      continue;
    }
    if (read === 0) break;
    const room = limitBytes - size;
    if (room > 0) kept.push(Buffer.from(chunk.subarray(0, Math.min(read, room))));
    size += Math.min(read, Math.max(room, 0));
    dropped ||= read > room;
    if (source.blocks && isWhole()) break;
    if (dropped && ticks() > drainUntil) break;
  }
  if (source.opened) closeSync(source.fd);
  // A person at a terminal who types nothing owes nothing.
  return { text: textOf(kept, size), truncated: dropped || !(ended || (source.isTerminal && size === 0)) };
}

interface Source {
  readonly fd: number;
  readonly opened: boolean;
  readonly blocks: boolean;
  readonly isTerminal?: boolean;
}

/** A pipe or terminal is opened a second time, because only then can it be read without waiting for ever. */
function openSource(stdin: number): Source {
  try {
    const found = fstatSync(stdin);
    if (found.isFIFO() || found.isCharacterDevice()) {
      const fd = openSync(`/proc/self/fd/${stdin}`, constants.O_RDONLY | constants.O_NONBLOCK);
      return { fd, opened: true, blocks: false, isTerminal: found.isCharacterDevice() };
    }
    return { fd: stdin, opened: false, blocks: found.isSocket() ? !unblock(stdin) : !found.isFile() };
  } catch {
    return { fd: stdin, opened: false, blocks: true };
  }
}

/**
 * Makes a socket answer at once, as Node's own streams do: `node:net` would take 3 to 6 ms of every hook, this 0.1. Where a
 * version no longer has it, the socket blocks as before.
 */
function unblock(fd: number): boolean {
  try {
    const { Pipe, constants: kinds } = (
      process as unknown as { binding(name: 'pipe_wrap'): PipeWrap }
    ).binding('pipe_wrap');
    return new Pipe(kinds.SOCKET).open(fd) === undefined;
  } catch {
    return false;
  }
}

interface PipeWrap {
  readonly Pipe: new (kind: number) => { open(fd: number): unknown };
  readonly constants: { readonly SOCKET: number };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Invalid bytes become U+FFFD; a byte order mark, which Windows shells put first, goes. */
function textOf(kept: readonly Buffer[], size: number): string {
  const text = Buffer.concat(kept, size).toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** How long it really took: a busy machine sleeps longer than asked. */
function pause(ms: number): number {
  const before = ticks();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  return ticks() - before;
}
