import { accessSync, constants, type Stats, statSync } from 'node:fs';
import type { FileFacts } from '../../domain/base/check.ts';
import { readBounded } from '../base/files.ts';

/** Null where nothing is, or nothing that we may look at. */
export function lookAtPath(path: string): FileFacts | null {
  try {
    const found = statSync(path);
    return {
      kind: kindOf(found),
      bytes: found.size,
      mode: process.platform === 'win32' ? null : found.mode & 0o777,
      isOurs: process.geteuid === undefined || process.geteuid() === found.uid,
      isWritable: mayWrite(path),
    };
  } catch {
    return null;
  }
}

function kindOf(found: Stats): FileFacts['kind'] {
  if (found.isDirectory()) return 'folder';
  return found.isFile() ? 'file' : 'other';
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const LONGEST_TEXT = 4 * 1024 * 1024;

/** A plain file's text; null where there is none, or more of it than anybody writes by hand. */
export function readText(path: string): string | null {
  const bytes = readBounded(path, LONGEST_TEXT + 1);
  return bytes && bytes.length <= LONGEST_TEXT ? bytes.toString('utf8') : null;
}
