import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { GLOBAL_SCOPE, projectScope, type Scope } from '../domain/scope.ts';
import { readBounded } from './files.ts';

/** Read from files alone, in 0.1 ms: to start `git` takes 5 to 8, and a clone's own settings could run code. */

export interface Place {
  readonly scope: Scope;
  /** Null when HEAD is detached or cannot be read. */
  readonly branch: string | null;
  /** The commit that HEAD names; null before the first one. */
  readonly head: string | null;
}

const NOWHERE: Place = { scope: GLOBAL_SCOPE, branch: null, head: null };

/** The scope of a working directory, with where its HEAD stands. Never throws. */
export function findScope(cwd: string): Place {
  const repository = enclosing(cwd);
  return repository ? { scope: scopeOf(repository), ...readHead(repository) } : NOWHERE;
}

/**
 * The scope that a file counts for. Files of one folder share a scope, so a caller with many passes a memo.
 */
export function scopeOfFile(path: string, memo?: Map<string, Scope>): Scope {
  const folder = dirname(path);
  const known = memo?.get(folder);
  if (known) return known;
  const repository = enclosing(folder);
  const scope = repository ? scopeOf(repository) : GLOBAL_SCOPE;
  memo?.set(folder, scope);
  return scope;
}

interface Repository {
  /** Where HEAD is: `.git`, or `.git/worktrees/x` for a linked working tree. */
  readonly gitDir: string;
  /** What all working trees of one repository share, and what the project is known by. */
  readonly commonDir: string;
  /** Top of this working tree; of a bare repository, its own folder. */
  readonly root: string;
}

function enclosing(cwd: string): Repository | null {
  const start = existingFolder(cwd);
  if (start === null) return null;
  let hollow: Repository | null = null;
  for (let folder = start; ; folder = dirname(folder)) {
    const dotGit = join(folder, '.git');
    const found = stat(dotGit);
    const gitDir = found?.isDirectory() ? dotGit : found?.isFile() ? pointedAt(dotGit, folder) : null;
    const repository = (gitDir && asRepository(gitDir, folder)) ?? asRepository(folder, null);
    if (repository) return repository;
    // `git` refuses a `.git` folder that lost its HEAD. The work in it still has no better home.
    if (found?.isDirectory()) hollow ??= { gitDir: dotGit, commonDir: real(dotGit) ?? dotGit, root: folder };
    if (folder === dirname(folder)) return hollow;
  }
}

/** Longer than any system accepts; what climbs from there would only take time. */
const LONGEST_PATH = 4096;

function existingFolder(cwd: string): string | null {
  if (cwd.length > LONGEST_PATH) return null;
  // As the system reads it first: `..` after a symbolic link is not what it looks like.
  let at = real(cwd);
  for (let path = absolute(cwd); at === null && path !== null; path = dirname(path)) {
    at = real(path);
    if (path === dirname(path)) break;
  }
  return at !== null && !stat(at)?.isDirectory() ? dirname(at) : at;
}

/** A directory that has what `git` asks of one: a HEAD of its own, objects and refs perhaps elsewhere. */
function asRepository(gitDir: string, root: string | null): Repository | null {
  if (!stat(join(gitDir, 'HEAD'))?.isFile()) return null;
  const shared = line(join(gitDir, 'commondir'));
  const commonDir = real(shared ? resolve(gitDir, shared) : gitDir);
  if (commonDir === null) return null;
  if (!stat(join(commonDir, 'objects'))?.isDirectory() || !stat(join(commonDir, 'refs'))?.isDirectory())
    return null;
  return { gitDir, commonDir, root: root ?? treeOf(gitDir, shared !== null) };
}

/** The working tree that a git directory serves, seen from inside that directory. */
function treeOf(gitDir: string, linked: boolean): string {
  const dotGit = linked ? line(join(gitDir, 'gitdir')) : null;
  if (dotGit) return dirname(resolve(gitDir, dotGit));
  return configuredTree(gitDir) ?? (basename(gitDir) === '.git' ? dirname(gitDir) : gitDir);
}

/** `core.worktree`, which `git` sets for submodules. */
function configuredTree(gitDir: string): string | null {
  const config = readBounded(join(gitDir, 'config'), 64 * 1024)?.toString('utf8') ?? '';
  let section = '';
  for (const raw of config.split('\n')) {
    const text = raw.trim();
    if (text.startsWith('[')) section = text.toLowerCase();
    const equals = text.indexOf('=');
    if (section !== '[core]' || text.slice(0, equals).trim().toLowerCase() !== 'worktree') continue;
    const value = text.slice(equals + 1).trim();
    return resolve(gitDir, value.startsWith('"') ? value.slice(1, -1).replaceAll('\\\\', '\\') : value);
  }
  return null;
}

function scopeOf({ gitDir, commonDir, root }: Repository): Scope {
  return projectScope(commonDir, nameOf(gitDir, commonDir, root), root);
}

/** The main working tree's folder name, the same seen from every working tree. */
function nameOf(gitDir: string, commonDir: string, root: string): string {
  const own = basename(commonDir);
  if (own === '.git') return basename(dirname(commonDir)) || '/';
  const bare = root === commonDir;
  const linked = real(gitDir) !== commonDir;
  const tree = linked || bare ? configuredTree(commonDir) : root;
  if (tree) return basename(tree);
  const name = own.endsWith('.git') ? own.slice(0, -'.git'.length) : own;
  // `project/.bare` beside its working trees is a habit of many.
  return name.startsWith('.') ? basename(dirname(commonDir)) || name : name;
}

const HASH = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const HEADS = 'refs/heads/';

function readHead({ gitDir, commonDir }: Repository): { branch: string | null; head: string | null } {
  let value = line(join(gitDir, 'HEAD'));
  let branch: string | null = null;
  // A reference may name another; five steps are `git`'s own limit.
  for (let step = 0; step < 5 && value !== null; step++) {
    if (HASH.test(value)) return { branch, head: value };
    const ref: string | null = value.startsWith('ref:') ? value.slice('ref:'.length).trim() : null;
    // The second is what a reftable repository leaves in HEAD for old readers: the truth is in binary tables.
    if (ref === null || !isPlainRef(ref) || ref === 'refs/heads/.invalid') break;
    if (step === 0 && ref.startsWith(HEADS)) branch = ref.slice(HEADS.length);
    value = line(join(gitDir, ref)) ?? line(join(commonDir, ref)) ?? packed(commonDir, ref);
  }
  return { branch, head: null };
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
  return HASH.test(hash) ? hash : null;
}

/** The path in a `.git` file: of a linked working tree or a submodule. */
function pointedAt(dotGit: string, folder: string): string | null {
  const text = line(dotGit);
  return text?.startsWith('gitdir:') ? resolve(folder, text.slice('gitdir:'.length).trimStart()) : null;
}

/** A file of one line; null where there is none. */
function line(path: string): string | null {
  const text = readBounded(path, 2 * LONGEST_PATH)?.toString('utf8') ?? '';
  const end = text.indexOf('\n');
  const first = end < 0 ? text : text.slice(0, end);
  return (first.endsWith('\r') ? first.slice(0, -1) : first) || null;
}

function stat(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function real(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** Null when even the process's own directory is gone. */
function absolute(path: string): string | null {
  try {
    return resolve(path);
  } catch {
    return null;
  }
}
