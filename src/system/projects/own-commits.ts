import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { exists, isHash, realPath } from './git-files.ts';
import { gitAt } from './git-process.ts';

/** `root`: a commit without parents, which every fork and many a template has too. */
export type CommitHere = 'commit' | 'root';

/**
 * Commits that are in a repository's own object store. An object that is borrowed from elsewhere proves nothing: a store with
 * alternates, or with a link that may lead out of the git directory, has none. Indexes that name packs or commits are not
 * believed either.
 */
export function findOwnCommits(
  commonDir: string,
  hashes: readonly string[],
  path: string | undefined,
): ReadonlyMap<string, CommitHere> {
  const asked = hashes.filter(isHash);
  if (asked.length === 0 || !isOwnStore(join(commonDir, 'objects'), asked)) return new Map();
  const answer = gitAt(
    commonDir,
    commonDir,
    path,
  )(
    ['-c', 'core.multiPackIndex=false', '-c', 'core.commitGraph=false', 'cat-file', '--batch'],
    `${asked.join('\n')}\n`,
  );
  return answer?.status === 0 ? commitsOf(answer.output.toString('latin1')) : new Map();
}

function isOwnStore(objects: string, hashes: readonly string[]): boolean {
  const folders = [
    objects,
    join(objects, 'pack'),
    ...hashes.map((hash) => join(objects, hash.slice(0, 2))),
  ];
  return (
    realPath(objects) === objects &&
    !exists(join(objects, 'info', 'alternates')) &&
    [...new Set(folders)].every((folder) => !hasLinks(folder))
  );
}

function hasLinks(folder: string): boolean {
  if (!exists(folder)) return false;
  try {
    return readdirSync(folder, { withFileTypes: true }).some((entry) => entry.isSymbolicLink());
  } catch {
    return true;
  }
}

/** `<hash> <type> <size>`, the object, and a line's end for each; one line without a size for what is missing. */
function commitsOf(output: string): ReadonlyMap<string, CommitHere> {
  const found = new Map<string, CommitHere>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at);
    if (end < 0) break;
    const [hash = '', type, size] = output.slice(at, end).split(' ');
    const body = output.slice(end + 1, end + 1 + Number(size ?? 0));
    at = end + 1 + (size === undefined ? 0 : body.length + 1);
    // `tree <hash>`, then a line for each parent.
    if (type === 'commit') found.set(hash, /^tree \w+\nparent /.test(body) ? 'commit' : 'root');
  }
  return found;
}
