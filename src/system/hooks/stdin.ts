import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { closeJson } from '../../domain/base/text/json-head.ts';
import { pause, ticks } from '../base/clock.ts';
import { errorCode } from '../base/files.ts';

export interface StdinInput {
  readonly payload: string;
  /** The end may be missing: there was more than the limit, or the sender fell silent without closing. */
  readonly isCut?: boolean;
}

const CHUNK = 64 * 1024;
/** How long to wait for a sender in all, and to go on emptying a pipe that is over the limit. */
const PATIENCE_MS = 900;

/**
 * All of standard input. A host that never closes it is waited for 900 ms, or until one whole JSON object is
 * there. What is over the limit is read and dropped: a host whose pipe is not emptied gets EPIPE.
 */
export function readStdin(
  limitBytes = 8 * 1024 * 1024,
  fd = 0,
  patienceMs = PATIENCE_MS,
): StdinInput {
  const source = openSource(fd);
  const kept: Buffer[] = [];
  let size = 0;
  let dropped = false;
  let waited = 0;
  let ended = true;
  const drainUntil = ticks() + patienceMs;

  const closes = objectsIn(kept);
  const isWhole = () => !dropped && closes();

  const chunk = Buffer.allocUnsafe(CHUNK);
  for (;;) {
    let read = 0;
    try {
      read = readSync(source.fd, chunk, 0, CHUNK, null);
    } catch (error) {
      const code = errorCode(error);
      if (code !== 'EAGAIN' && code !== 'EINTR') break;
      if (code === 'EAGAIN' && isWhole()) break;
      if (waited >= patienceMs) {
        ended = false;
        break;
      }
      const before = ticks();
      pause(waited < 20 ? 1 : 5);
      // A busy machine sleeps longer than asked.
      waited += ticks() - before;
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
  return {
    payload: textOf(kept, size),
    isCut: dropped || !(ended || (source.isTerminal && size === 0)),
  };
}

interface StdinSource {
  readonly fd: number;
  readonly opened: boolean;
  readonly blocks: boolean;
  readonly isTerminal?: boolean;
}

/** A pipe or terminal is opened a second time, because only then can it be read without waiting for ever. */
function openSource(stdin: number): StdinSource {
  try {
    const found = fstatSync(stdin);
    if (found.isFIFO() || found.isCharacterDevice()) {
      const fd = openSync(`/proc/self/fd/${stdin}`, constants.O_RDONLY | constants.O_NONBLOCK);
      return { fd, opened: true, blocks: false, isTerminal: found.isCharacterDevice() };
    }
    return {
      fd: stdin,
      opened: false,
      blocks: found.isSocket() ? !unblock(stdin) : !found.isFile(),
    };
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

/**
 * Tells whether all that was opened is closed again. Each byte is looked at once and nothing is made of it: to parse what
 * may go on would take many times its size, at every piece that ends in a brace.
 */
function objectsIn(chunks: readonly Buffer[]): () => boolean {
  let next = 0;
  let depth = 0;
  let isBegun = false;
  let inString = false;
  let isEscaped = false;
  return () => {
    for (; next < chunks.length; next++)
      for (const byte of chunks[next]!) {
        if (inString) {
          if (isEscaped) isEscaped = false;
          else if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) inString = false;
        } else if (byte === QUOTE) inString = true;
        else if (byte === OPEN_BRACE) {
          depth++;
          isBegun = true;
        } else if (byte === CLOSE_BRACE) depth--;
      }
    return isBegun && depth === 0 && !inString;
  };
}

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE] = [34, 92, 123, 125];

/** Invalid bytes become U+FFFD; a byte order mark, which Windows shells put first, goes. */
function textOf(kept: readonly Buffer[], size: number): string {
  const text = Buffer.concat(kept, size).toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** A host held its pipe open and sent nothing in time: on a busy machine that is an event. */
export class NothingSent extends Error {
  override readonly message = 'the host sent nothing in time';
}

/** Characters up to which a payload is parsed without a look at how much it holds. */
const SURELY_FEW = 1024 * 1024;

/** Null where a host calls without a word, to see whether the command exists. Of what is too large the beginning counts. */
export function parsePayload({ payload, isCut }: StdinInput): unknown {
  if (payload.trim() === '') {
    if (isCut) throw new NothingSent();
    return null;
  }
  const whole = isCut || payload.length > SURELY_FEW ? closeJson(payload) : payload;
  if (whole === null) throw new Error('the payload is no JSON');
  return JSON.parse(whole);
}
