import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { FoundFile } from '../../ports/base/machine.ts';
import { errorCode } from './files.ts';

/** Files that belong to other programs: read and written with care, through symbolic links. */

export function readSettingsFile(path: string): FoundFile | null {
  const real = targetOf(path);
  const found = statSync(real, { throwIfNoEntry: false });
  if (!found) return null;
  if (!found.isFile())
    throw Object.assign(new Error(`${path} is not a plain file.`), { code: undefined });
  // By its mode and not by trying: the folder decides about a rename, and root may do everything.
  return { real, text: utf8(readFileSync(real)), isReadOnly: (found.mode & 0o222) === 0 };
}

function utf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The end of a chain of symbolic links, even if nothing is there yet. */
export function targetOf(path: string): string {
  let at = resolve(path);
  for (let hops = 0; hops < 40; hops++) {
    if (!lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) break;
    at = resolve(dirname(at), readlinkSync(at));
  }
  try {
    return join(realpathSync(dirname(at)), basename(at));
  } catch {
    return at;
  }
}

export function writeSettingsFile(path: string, text: string, newMode: number): void {
  const real = targetOf(path);
  const found = statSync(real, { throwIfNoEntry: false });
  const beginning = `.${basename(real)}.cortex-`;
  const temporary = join(dirname(real), `${beginning}${process.pid}`);
  // One process writes at a time: what begins so was left by one that was killed.
  for (const name of readdirSync(dirname(real)))
    if (name.startsWith(beginning)) removeFile(join(dirname(real), name));
  try {
    const fd = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (process.platform !== 'win32') {
      if (found && (found.uid !== process.geteuid?.() || found.gid !== process.getegid?.()))
        chownSync(temporary, found.uid, found.gid);
      chmodSync(temporary, found ? found.mode & 0o7777 : newMode);
    }
    renameSync(temporary, real);
  } catch (error) {
    removeFile(temporary);
    throw error;
  }
}

/** `settings.json.cortex-backup`, or with a number where that is taken: an older copy may be somebody's original. */
export function copyNextTo(path: string, name: string): string {
  const real = targetOf(path);
  for (let number = 1; ; number++) {
    const copy = `${real}.${name}${number === 1 ? '' : `-${number}`}`;
    try {
      copyFileSync(real, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST' || number >= 1_000) throw error;
      // The copy of a run that was killed right after it.
      if (isSameText(real, copy)) return copy;
    }
  }
}

function isSameText(path: string, other: string): boolean {
  return statSync(other).isFile() && readFileSync(path).equals(readFileSync(other));
}

export function removeFile(path: string): void {
  rmSync(path, { force: true });
}

/** The folders that had to be made, the outermost first. */
export function makeFolders(path: string): readonly string[] {
  const first = mkdirSync(path, { recursive: true, mode: 0o755 });
  const made: string[] = [];
  for (let at = resolve(path); first !== undefined && at.length >= first.length; at = dirname(at))
    made.unshift(at);
  return made;
}

/** Removes a folder that is empty; any other stays. */
export function removeFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Not empty, or gone: both are fine.
  }
}
