import { readSync } from 'node:fs';
import { ticks } from './clock.ts';
import { codeOf } from './files.ts';

const CHUNK = 64 * 1024;
/** No event is larger: the rest is read and dropped, or its sender gets EPIPE. */
const MOST_BYTES = 32 * 1024 * 1024;
/** How long to wait for a sender that gave us a pipe which does not block, and for the end of what is too large. */
const PATIENCE_MS = 900;
/** A larger text is over when its sender closes it: looking at each piece would take too long. */
const MOST_LOOKED_AT = 1024 * 1024;

/**
 * All of standard input, until it is closed or one whole JSON object is there: some hosts never close it. A read that blocks is
 * left to the host's own timeout.
 */
export function readStdin(fd = 0): string {
  const kept: Buffer[] = [];
  let size = 0;
  const until = ticks() + PATIENCE_MS;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    try {
      const read = readSync(fd, chunk, 0, CHUNK, null);
      if (read === 0) break;
      size += read;
      if (size <= MOST_BYTES) kept.push(chunk.subarray(0, read));
      else if (ticks() > until) break;
      if (size <= MOST_LOOKED_AT && isWhole(textOf(kept))) break;
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN' && codeOf(error) !== 'EINTR') break;
      if (ticks() > until) break;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
  return textOf(kept);
}

function isWhole(text: string): boolean {
  if (!/\}\s*$/.test(text.slice(-8))) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Invalid bytes become U+FFFD; a byte order mark, which Windows shells put first, goes. */
function textOf(kept: readonly Buffer[]): string {
  const text = Buffer.concat(kept).toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
