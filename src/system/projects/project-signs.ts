import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { declaredId, localOrigin, normalRemote, type Signs } from '../../domain/projects/signs.ts';
import type { SignReader } from '../../ports/projects/sign-reader.ts';
import { sortedEntries } from '../base/files.ts';
import { isFile, readGitSettings, realPath, statOrNull } from './git-files.ts';
import { findOwnCommits } from './own-commits.ts';

/** Reads the signs of a git directory; only commits are asked of `git`, which is found by `path`. */
export function signReader(path: string | undefined): SignReader {
  return {
    stamp: stampOf,
    read: signsOf,
    inode: inodeOf,
    commits: (place, hashes) => findOwnCommits(place, hashes, path),
    isShallow: (place) => existsSync(join(place, 'shallow')),
    below: (folder) => treesBelow(folder, DEEPEST_TREE),
  };
}

const ASKED = [
  { section: '[cortex]', name: 'project' },
  { section: '[remote "origin"]', name: 'url' },
];

/** People keep repositories in a folder, by host and owner below it. */
const DEEPEST_TREE = 4;
/** Folders that hold what others wrote. */
const OF_OTHERS: readonly string[] = ['node_modules', 'vendor', 'site-packages'];

/** Working trees at a folder and below it. In one that is found nothing is looked for, nor in hidden folders or behind links. */
function treesBelow(folder: string, depth: number): string[] {
  if (existsSync(join(folder, '.git'))) return [folder];
  if (depth === 0) return [];
  return sortedEntries(folder)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .filter(({ name }) => !OF_OTHERS.includes(name))
    .flatMap(({ name }) => treesBelow(join(folder, name), depth - 1));
}

/** A linked `.git` shows another's, and makes no claim of its own; a folder that is no git directory has none to make. */
function signsOf(commonDir: string): Signs {
  if (realPath(commonDir) !== commonDir) return { inode: null, declared: null, remote: null };
  if (!isFile(join(commonDir, 'HEAD')))
    return { inode: inodeOf(commonDir), declared: null, remote: null };
  const [declared, remote] = readGitSettings(join(commonDir, 'config'), ASKED);
  return {
    inode: inodeOf(commonDir),
    declared: declaredId(declared!),
    remote: normalRemote(remote!) ?? localOrigin(remote!),
  };
}

/** The identity of the directory itself: a link shows the identity of its target, which is not its own. */
function inodeOf(commonDir: string): string | null {
  try {
    const found = lstatSync(commonDir, { bigint: true });
    if (!found.isDirectory() || found.birthtimeNs <= 0n || realPath(commonDir) !== commonDir)
      return null;
    return `${found.dev}:${found.ino}:${found.birthtimeNs}`;
  } catch {
    return null;
  }
}

/** Changes when the signs may have: one look at the configuration, whose file is written anew for every setting. */
function stampOf(commonDir: string): string {
  const config = statOrNull(join(commonDir, 'config'));
  return config ? `${config.dev}:${config.ino}:${config.mtimeMs}:${config.size}` : '';
}
