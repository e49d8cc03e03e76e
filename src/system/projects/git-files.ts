import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, join, sep } from 'node:path';
import { readBounded } from '../base/files.ts';

/** Files of a git directory, read without `git`. Nothing here throws, and nothing waits for a named pipe. */

export interface GitDirectory {
  /** The directory of HEAD: `.git`, or `.git/worktrees/x` for a linked working tree. */
  readonly gitDir: string;
  /** The directory that all working trees of a repository share; it identifies the project. */
  readonly commonDir: string;
}

/** More than a path or a reference takes. */
const MOST_BYTES = 8192;

/** A small file without its last line ends; null where there is none or it is empty. */
export function readSmallFile(path: string): string | null {
  const text = readBounded(path, MOST_BYTES)?.toString('utf8') ?? '';
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end) || null;
}

/** The first line of a file; null where there is none. */
function readFirstLine(path: string): string | null {
  const [first = ''] = (readSmallFile(path) ?? '').split('\n', 1);
  return first.replace(/\r$/, '') || null;
}

/** A path that a file in `folder` names. Not normalized: `..` after a symbolic link is not what it looks like. */
export function pathFrom(folder: string, named: string): string {
  return isAbsolute(named) ? named : `${folder}${sep}${named}`;
}

/** Whether a git directory contains all its parts itself: with `commondir` they are elsewhere. */
export function isWholeGitDirectory(gitDir: string): boolean {
  const isRepository =
    isFile(join(gitDir, 'HEAD')) &&
    isFolder(join(gitDir, 'objects')) &&
    isFolder(join(gitDir, 'refs'));
  return isRepository && !exists(join(gitDir, 'commondir'));
}

export function isFile(path: string): boolean {
  return statOrNull(path)?.isFile() ?? false;
}

function isFolder(path: string): boolean {
  return statOrNull(path)?.isDirectory() ?? false;
}

/** Something has this name, if only a link to nothing. */
export function exists(path: string): boolean {
  return lstatOrNull(path) !== null;
}

export function statOrNull(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

export function lstatOrNull(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

export function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** `core.worktree`, which `git` sets for submodules; in a file of its own once the submodule is a sparse checkout. */
export function configuredTree(gitDir: string): string | null {
  const trees = ['config', 'config.worktree'].map(
    (name) => readGitSettings(join(gitDir, name), [TREE])[0]!,
  );
  return trees[0] ?? trees[1] ?? null;
}

const TREE = { section: '[core]', name: 'worktree' };

export interface Setting {
  /** As a file writes it, in lower case: `[core]`, `[remote "origin"]`. */
  readonly section: string;
  readonly name: string;
}

/** Settings of a file of `git`'s, the first of each; null where it has none. Files that it includes are not read. */
export function readGitSettings(file: string, asked: readonly Setting[]): (string | null)[] {
  const config = readBounded(file, 64 * 1024)?.toString('utf8') ?? '';
  const found: (string | null)[] = asked.map(() => null);
  let section = '';
  for (const raw of config.split('\n')) {
    const text = raw.trim();
    if (text.startsWith('[')) section = text.toLowerCase();
    const equals = text.indexOf('=');
    const name = text.slice(0, Math.max(0, equals)).trim().toLowerCase();
    const at = asked.findIndex((one) => one.section === section && one.name === name);
    if (at >= 0) found[at] ??= unquoted(text.slice(equals + 1).trim());
  }
  return found;
}

function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text;
}

const HEADS = 'refs/heads/';

/** Whether a text is the whole name of an object, of SHA-1 or SHA-256. */
export function isHash(text: string): boolean {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text);
}

/** The branch and the commit that HEAD names. */
export function readHead({ gitDir, commonDir }: GitDirectory): {
  branch: string | null;
  head: string | null;
} {
  let value = readFirstLine(join(gitDir, 'HEAD'));
  let branch: string | null = null;
  // A reference may name another; five steps are `git`'s own limit.
  for (let step = 0; step < 5 && value !== null; step++) {
    if (isHash(value)) return { branch, head: value };
    const ref: string | null = value.startsWith('ref:') ? value.slice('ref:'.length).trim() : null;
    // The second is what a reftable repository leaves in HEAD for old readers: the truth is in binary tables.
    if (ref === null || !isPlainRef(ref) || ref === 'refs/heads/.invalid') break;
    if (step === 0 && ref.startsWith(HEADS)) branch = ref.slice(HEADS.length);
    value =
      readFirstLine(join(gitDir, ref)) ??
      readFirstLine(join(commonDir, ref)) ??
      packed(commonDir, ref);
  }
  return { branch, head: null };
}

/** The commit of a branch; null where there is no such branch. */
export function tipOf(directory: GitDirectory, branch: string): string | null {
  return commitAt(directory, `${HEADS}${branch}`);
}

/** The commit that a reference names; null where there is none. */
export function commitAt({ commonDir }: GitDirectory, ref: string): string | null {
  if (!isPlainRef(ref)) return null;
  const value = readFirstLine(join(commonDir, ref)) ?? packed(commonDir, ref);
  return value !== null && isHash(value) ? value : null;
}

/** `git`'s own rule for names: no way out of the folder, no prose in a branch's clothes. */
function isPlainRef(ref: string): boolean {
  return /^refs\/[^\x00-\x20\x7f~^:?*[\\]{1,1000}$/.test(ref) && !ref.includes('..');
}

/** Four megabytes hold some 60,000 branches; `refs/heads` sorts before remotes and tags. */
const PACKED_LIMIT = 4 * 1024 * 1024;

function packed(commonDir: string, ref: string): string | null {
  const bytes = readBounded(join(commonDir, 'packed-refs'), PACKED_LIMIT);
  const at = bytes?.indexOf(` ${ref}\n`) ?? -1;
  if (!bytes || at < 0) return null;
  const lineStart = bytes.lastIndexOf(0x0a, at) + 1;
  const hash = bytes.toString('latin1', lineStart, at);
  return isHash(hash) ? hash : null;
}
