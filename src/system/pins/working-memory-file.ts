import { lstatSync } from 'node:fs';
import { asRecord, parseJson } from '../../domain/base/text/json.ts';
import type { FileContent } from '../../domain/pins/working-memory.ts';
import type { PinFile } from '../../ports/pins/pin-file.ts';
import { readBounded, writeAtomic } from '../base/files.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/** A `working_memory.json`, and a note among our own data of what in it is ours. */
export function workingMemoryFile(path: string, notePath: string): PinFile {
  return {
    read() {
      const note = objectIn(notePath);
      const written = note?.['file'] === path ? [note['written']].flat() : [];
      return {
        content: readWorkingMemory(path),
        written: written.filter((key) => typeof key === 'string'),
      };
    },
    write({ content, written }) {
      // The note first: with a file that we wrote and did not note, our own pins would come back as somebody else's.
      writeAtomic(notePath, `${JSON.stringify({ file: path, written })}\n`);
      // The folder is not ours to make or to close: where it is missing, so is whoever would read the file.
      writeAtomic(path, `${JSON.stringify(content, null, 2)}\n`);
    },
  };
}

/** The content of such a file; null if there is none, or it is empty. Throws where it is something else. */
export function readWorkingMemory(path: string): FileContent | null {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry || (entry.isFile() && entry.size === 0)) return null;
  const content = objectIn(path);
  if (content && (content['items'] === undefined || Array.isArray(content['items'])))
    return content;
  throw new Error(`${path} is no working_memory.json ({"items": […]}): it is left as it is`);
}

function objectIn(path: string): FileContent | null {
  const bytes = readBounded(path, MAX_BYTES + 1);
  if (!bytes || bytes.length > MAX_BYTES) return null;
  return asRecord(parseJson(bytes.toString('utf8').replace(/^\uFEFF/, ''))) ?? null;
}
