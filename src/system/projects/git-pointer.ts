import { basename, dirname, join } from 'node:path';
import {
  configuredTree,
  exists,
  type GitDirectory,
  isFile,
  isWholeGitDirectory,
  pathFrom,
  readSmallFile,
  realPath,
  statOrNull,
} from './git-files.ts';

/** The path in a `.git` file: of a linked working tree or a submodule. Null for a file that is no pointer. */
export function pointerIn(dotGit: string): string | null {
  const text = readSmallFile(dotGit);
  return text?.startsWith('gitdir:') ? text.slice('gitdir:'.length).trimStart() || null : null;
}

/**
 * The git directory that a `.git` file in `folder` names, if that directory names the folder in return. Anyone can write
 * a pointer into a folder of their own, but only those with write access to the git directory can confirm it. `folder` is a real path, `owner`
 * the user whose `.git` file it is.
 */
export function confirmedDirectory(
  folder: string,
  owner: number,
  pointer: string,
): GitDirectory | null {
  const gitDir = realPath(pathFrom(folder, pointer));
  if (gitDir === null) return null;
  const found = exists(join(gitDir, 'commondir'))
    ? linked(folder, gitDir)
    : separate(folder, gitDir);
  if (!found) return null;
  const isOwners = (path: string) => statOrNull(path)?.uid === owner;
  return isOwners(folder) && isOwners(found.gitDir) && isOwners(found.commonDir) ? found : null;
}

/** A linked working tree: `<common>/worktrees/x`, whose `gitdir` names this very `.git` file. */
function linked(folder: string, gitDir: string): GitDirectory | null {
  const worktrees = dirname(gitDir);
  const commonDir = dirname(worktrees);
  if (basename(worktrees) !== 'worktrees' || !isFile(join(gitDir, 'HEAD'))) return null;
  const common = readSmallFile(join(gitDir, 'commondir'));
  // `git` writes this form, which leads there without a look at the disk: the path has no symbolic links.
  const isIn =
    common === '../..' || (common !== null && isReal(pathFrom(gitDir, common), commonDir));
  const tree = linkedTree(gitDir);
  const isOurs = isIn && tree !== null && isReal(tree, folder);
  return isOurs && isWholeGitDirectory(commonDir) ? { gitDir, commonDir } : null;
}

/**
 * A submodule, whose `core.worktree` is this folder; or `project/.bare` with `gitdir: ./.bare` beside it. The latter lies in
 * this very folder: who can write the pointer can write it too.
 */
function separate(folder: string, gitDir: string): GitDirectory | null {
  if (!isWholeGitDirectory(gitDir)) return null;
  const tree = configuredTree(gitDir);
  const isOurs =
    tree === null ? dirname(gitDir) === folder : isReal(pathFrom(gitDir, tree), folder);
  return isOurs ? { gitDir, commonDir: gitDir } : null;
}

/** The folder that a git directory says it serves; nothing to rely on before that folder says the same. */
export function claimedTree(gitDir: string): string | null {
  const isLinked = exists(join(gitDir, 'commondir'));
  const tree = isLinked ? linkedTree(gitDir) : configuredTree(gitDir);
  return tree === null ? null : realPath(pathFrom(gitDir, tree));
}

/** The tree that a linked git directory names. By path and not by inode: a hard link to a `.git` file is not its tree. */
function linkedTree(gitDir: string): string | null {
  const dotGit = readSmallFile(join(gitDir, 'gitdir'))?.trimEnd();
  return dotGit && basename(dotGit) === '.git' ? dirname(pathFrom(gitDir, dotGit)) : null;
}

/** Whether a path leads to `folder`, which is a real path. */
function isReal(path: string, folder: string): boolean {
  return path === folder || realPath(path) === folder;
}
