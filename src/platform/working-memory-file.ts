import { lstatSync } from 'node:fs';
import type { FileContent } from '../domain/pins/working-memory.ts';
import type { PinFile } from '../engine/deps.ts';
import { readBounded, writeAtomic } from './files.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/** A `working_memory.json`, and a note among our own data of what in it is ours. */
export function workingMemoryFile(path: string, notePath: string): PinFile {
  return {
    read() {
      const note = parsed(notePath);
      const isOurs = note?.['file'] === path && Array.isArray(note['written']);
      const written = isOurs ? (note['written'] as unknown[]).filter((key) => typeof key === 'string') : [];
      return { content: readWorkingMemory(path), written };
    },
    write({ content, written }) {
      // The note first: with a file that we wrote and did not note, our own pins would come back as somebody else's.
      writeAtomic(notePath, `${JSON.stringify({ file: path, written })}\n`);
      // The folder is not ours to make or to close: where it is missing, so is whoever would read the file.
      writeAtomic(path, `${JSON.stringify(content, null, 2)}\n`);
    },
  };
}

/** The content of such a file; null if there is none, or it is empty. */
export function readWorkingMemory(path: string): FileContent | null {
  const bytes = readBounded(path, MAX_BYTES + 1);
  if (bytes === null && lstatSync(path, { throwIfNoEntry: false })) throw new NotWorkingMemory(path);
  if (bytes === null || bytes.length === 0) return null;
  const content = bytes.length <= MAX_BYTES ? parse(bytes.toString('utf8')) : null;
  if (content === null || (content['items'] !== undefined && !Array.isArray(content['items']))) {
    throw new NotWorkingMemory(path);
  }
  return content;
}

/** A file that is not what its name says. */
export class NotWorkingMemory extends Error {
  constructor(path: string) {
    super(`${path} is no working_memory.json ({"items": […]}): it is left as it is`);
  }
}

function parsed(path: string): FileContent | null {
  const bytes = readBounded(path, MAX_BYTES);
  return bytes && parse(bytes.toString('utf8'));
}

function parse(text: string): FileContent | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as FileContent)
      : null;
  } catch {
    return null;
  }
}
