import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, join, sep } from 'node:path';
import { readBounded } from './files.ts';

/** Files of a git directory, read without `git`. Nothing here throws, and nothing waits for a named pipe. */

/** More than a path or a reference takes. */
const MOST_BYTES = 8192;

/** A small file without its last line ends; null where there is none or it is empty. */
export function content(path: string): string | null {
  const text = readBounded(path, MOST_BYTES)?.toString('utf8') ?? '';
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end) || null;
}

/** The first line of a file; null where there is none. */
export function line(path: string): string | null {
  const text = readBounded(path, MOST_BYTES)?.toString('utf8') ?? '';
  const end = text.indexOf('\n');
  const first = end < 0 ? text : text.slice(0, end);
  return (first.endsWith('\r') ? first.slice(0, -1) : first) || null;
}

/** A path that a file in `folder` names. Not normalized: `..` after a symbolic link is not what it looks like. */
export function pathFrom(folder: string, named: string): string {
  return isAbsolute(named) ? named : `${folder}${sep}${named}`;
}

/** A git directory that holds all its parts itself. `commondir` would say that they lie elsewhere. */
export function isWhole(gitDir: string): boolean {
  const isRepository =
    isFile(join(gitDir, 'HEAD')) && isFolder(join(gitDir, 'objects')) && isFolder(join(gitDir, 'refs'));
  return isRepository && !exists(join(gitDir, 'commondir'));
}

export function isFile(path: string): boolean {
  return stat(path)?.isFile() ?? false;
}

function isFolder(path: string): boolean {
  return stat(path)?.isDirectory() ?? false;
}

/** Something has this name, if only a link to nothing. */
export function exists(path: string): boolean {
  return lstat(path) !== null;
}

export function stat(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

export function lstat(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

export function real(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** `core.worktree`, which `git` sets for submodules; in a file of its own once the submodule is a sparse checkout. */
export function configuredTree(gitDir: string): string | null {
  return treeIn(join(gitDir, 'config')) ?? treeIn(join(gitDir, 'config.worktree'));
}

function treeIn(file: string): string | null {
  const config = readBounded(file, 64 * 1024)?.toString('utf8') ?? '';
  let section = '';
  for (const raw of config.split('\n')) {
    const text = raw.trim();
    if (text.startsWith('[')) section = text.toLowerCase();
    const equals = text.indexOf('=');
    if (section !== '[core]' || text.slice(0, equals).trim().toLowerCase() !== 'worktree') continue;
    const value = text.slice(equals + 1).trim();
    return value.startsWith('"') ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value;
  }
  return null;
}
