import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Stream } from '../../ports/base/stream.ts';

/** Whether standard output may be a terminal. `process.stdout` knows it better, and takes a tenth of a bare start to be made. */
export function mayBeTerminal(): boolean {
  try {
    const found = fstatSync(1);
    // `> /dev/null` is such a device too.
    return found.isCharacterDevice() && found.rdev !== statSync(devNull).rdev;
  } catch {
    // A closed output cannot be looked at.
    return true;
  }
}

let isBusy = false;

/** Standard output into a file or a pipe. Node writes there at once too, only that its streams take long to load. */
export const PLAIN_OUTPUT: Stream = {
  write(text: string) {
    if (isBusy) return process.stdout.write(text);
    const bytes = Buffer.from(text);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(1, bytes, written);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // `cortex sessions | head`: a closed pipe is not an error.
      if (code === 'EPIPE') process.exit(0);
      if (code !== 'EAGAIN') throw error;
      // A pipe that is full and does not wait: from here on the stream keeps the order.
      isBusy = true;
      return process.stdout.write(bytes.subarray(written));
    }
    return true;
  },
};

export function standardOutput(): Stream {
  return mayBeTerminal() ? process.stdout : PLAIN_OUTPUT;
}
