import { type BigIntStats, lstatSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isOutside, scopedPath } from '../../domain/base/scoped-path.ts';
import {
  type HeadFile,
  NOT_LOOKED,
  type TreeLook,
  type Uncommitted,
} from '../../domain/projects/head-files.ts';
import { readBounded } from '../base/files.ts';
import { findScope, gitDirectoryOf } from './git.ts';
import { type PathRules, pathRules } from './git-attributes.ts';
import { exists, type GitDirectory, readHead } from './git-files.ts';
import { type AskGit, gitAt, linesIn } from './git-process.ts';

/** Most paths that one look compares. */
export const MOST_COMPARED = 80;
const LARGEST_FILE = 1024 * 1024;
const LONGEST_PATH = 1_000;
/** A file system's clock may be this coarse: a file that changed later than this before the look may change again unseen. */
const COARSEST_CLOCK = 2_000;

export interface LookOptions {
  /** The PATH to find `git` on. */
  readonly path: string | undefined;
  /** The person's home directory, whose settings of `git` count for every repository. */
  readonly userHome: string;
  /** Results of earlier looks, which spare the question to `git`. */
  readonly kept?: readonly HeadFile[];
  readonly ask?: AskGit;
}

/**
 * Which files of a working tree are not in HEAD now. Sizes are compared first, then bytes; `git` is asked, by one process, only for
 * paths that were not looked up in this commit before. It is asked for objects alone: `status` and `diff` run a repository's filters.
 * Nothing is said of a file that is ignored, filtered, larger than a megabyte or in another repository.
 */
export function lookAtFiles(
  root: string,
  paths: readonly string[],
  options: LookOptions,
): TreeLook {
  const directory = gitDirectoryOf(root);
  // A bare repository has no working tree.
  if (!directory || directory.gitDir === root || findScope(root).scope.root !== root)
    return NOT_LOOKED;
  const files = [...new Set(paths)]
    .flatMap((path) => fileAt(root, path) ?? [])
    .slice(0, MOST_COMPARED);
  if (files.length === 0) return NOT_LOOKED;
  const { head } = readHead(directory);
  const ask = options.ask ?? gitAt(directory.gitDir, root, options.path);
  const known = new Map(
    (options.kept ?? []).flatMap((one) => (one.head === head ? [[one.path, one]] : [])),
  );
  const unknown = files.filter(({ path }) => !known.has(path)).map(({ path }) => path);
  const entries =
    unknown.length > 0 ? entriesIn(directory, head, unknown, ask) : new Map<string, HeadEntry>();
  const isSparse = exists(join(directory.gitDir, 'info', 'sparse-checkout'));
  const rules = pathRules(root, directory.commonDir, options.userHome);
  const kept: HeadFile[] = [];
  const uncommitted: Uncommitted[] = [];
  for (const file of files) {
    const before = known.get(file.path);
    const entry = before ? { blob: before.blob, size: before.size } : entries.get(file.path);
    if (!entry) continue;
    const mark = markOf(file);
    const isKept = before !== undefined && before.mark !== null && before.mark === mark;
    const isSame = isKept ? before.isSame : isAsIn(entry, file, join(root, file.path));
    if (isSame === null) continue;
    if (head !== null) kept.push({ path: file.path, head, ...entry, mark, isSame });
    if (!isSame && isToldOf(file, entry, rules, { isSparse }))
      uncommitted.push({ path: file.path, how: differenceOf(file, entry) });
  }
  return { uncommitted, kept };
}

interface SeenFile {
  readonly path: string;
  /** Null where nothing has this name. */
  readonly found: BigIntStats | null;
}

/** A file's content in HEAD. */
interface HeadEntry {
  /** Null if HEAD does not have it. */
  readonly blob: string | null;
  readonly size: number;
}

/** A plain file or a link below the root; null for what is elsewhere: behind a link, in another repository, in a submodule. */
function fileAt(root: string, given: string): SeenFile | null {
  const path = scopedPath(given, root, root);
  if (isOutside(path) || path === '.' || path.length > LONGEST_PATH || /[\n\r\0]/.test(path))
    return null;
  if (path === '.git' || path.startsWith('.git/')) return null;
  const above = foldersOf(path);
  for (const folder of above) {
    const found = look(join(root, folder));
    if (found === 'unreadable') return null;
    if (found === null) return { path, found: null };
    if (!found.isDirectory() || exists(join(root, folder, '.git'))) return null;
  }
  const found = look(join(root, path));
  if (found === 'unreadable') return null;
  return found === null || found.isFile() || found.isSymbolicLink() ? { path, found } : null;
}

/** The folders of a path, the outermost first. */
function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [...foldersOf(folder), folder];
}

function look(path: string): BigIntStats | null | 'unreadable' {
  try {
    return lstatSync(path, { throwIfNoEntry: false, bigint: true }) ?? null;
  } catch {
    return 'unreadable';
  }
}

/** The state of a file, which changes with its content; null if it changed just now. */
function markOf({ found }: SeenFile): string | null {
  if (found === null) return 'none';
  const { size, mtimeNs, ctimeNs, ino } = found;
  const latest = Math.max(Number(found.mtimeMs), Number(found.ctimeMs));
  if (Date.now() - latest < COARSEST_CLOCK) return null;
  return [size, mtimeNs, ctimeNs, ino].join(' ');
}

const ENTRY = /^([0-9a-f]{40,64}) (blob|tree|commit|tag) (\d+)$/;

/** The entries of HEAD at some paths; a path that `git` does not answer for is left out. */
function entriesIn(
  { commonDir }: GitDirectory,
  head: string | null,
  paths: readonly string[],
  ask: AskGit,
): ReadonlyMap<string, HeadEntry> {
  const commit = head ?? 'HEAD';
  const names = [`${commit}^{tree}`, ...paths.map((path) => `${commit}:${path}`)];
  const answer = ask(
    ['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)'],
    `${names.join('\n')}\n`,
  );
  const lines = linesIn(answer);
  if (lines.length !== names.length) return new Map();
  const hasTree = ENTRY.exec(lines[0]!)?.[2] === 'tree';
  // Before the first commit there is nothing in HEAD, and only then may its tree be missing.
  if (!hasTree && head !== null) return new Map();
  // A partial clone lacks objects that the commit has.
  const isPartial = isPartialClone(commonDir);
  return new Map(
    paths.flatMap((path, i): [string, HeadEntry][] => {
      const line = lines[i + 1]!;
      const [, blob, type, size] = ENTRY.exec(line) ?? [];
      if (type === 'blob') return [[path, { blob: blob!, size: Number(size) }]];
      if (type !== undefined || isPartial || line !== `${names[i + 1]} missing`) return [];
      return [[path, { blob: null, size: 0 }]];
    }),
  );
}

const MOST_CONFIG = 64 * 1024;

function isPartialClone(commonDir: string): boolean {
  const config = readBounded(join(commonDir, 'config'), MOST_CONFIG)?.toString('utf8') ?? '';
  return /^\s*(?:promisor|partialclone)/im.test(config);
}

/** Whether a file is as HEAD has it; null where that cannot be told. */
function isAsIn({ blob, size }: HeadEntry, { found }: SeenFile, place: string): boolean | null {
  if (found === null || blob === null) return found === null && blob === null;
  if (Number(found.size) > LARGEST_FILE || size > LARGEST_FILE) return null;
  if (found.isSymbolicLink()) return isOf(blob, Buffer.from(readlinkSync(place)));
  // With line ends of CR LF it may be longer than in HEAD, never shorter.
  if (Number(found.size) < size) return false;
  const bytes = readBounded(place, LARGEST_FILE + 1);
  if (bytes === null || bytes.length !== Number(found.size)) return null;
  if (bytes.length === size && isOf(blob, bytes)) return true;
  const plain = withoutReturns(bytes);
  return plain.length === size && plain.length < bytes.length && isOf(blob, plain);
}

/** Whether an object has this content. */
function isOf(blob: string, bytes: Buffer): boolean {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const hash = createHash(blob.length === 40 ? 'sha1' : 'sha256');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === blob;
}

/** The bytes with line ends of LF, as `git` stores a text. */
function withoutReturns(bytes: Buffer): Buffer {
  if (!bytes.includes('\r\n')) return bytes;
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

function differenceOf({ found }: SeenFile, { blob }: HeadEntry): Uncommitted['how'] {
  if (found === null) return 'deleted';
  return blob === null ? 'new' : 'changed';
}

function isToldOf(
  { path, found }: SeenFile,
  { blob }: HeadEntry,
  rules: PathRules,
  { isSparse }: { readonly isSparse: boolean },
): boolean {
  // A sparse checkout leaves files out that are committed.
  if (found === null) return !isSparse;
  if (Number(found.size) > LARGEST_FILE || rules.isFiltered(path)) return false;
  return blob !== null || !rules.isIgnored(path);
}
