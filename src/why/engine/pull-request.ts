import { join } from 'node:path';
import type { Scope } from '../../domain/base/scope.ts';
import type { Deps } from '../../engine/base/deps.ts';
import { gitDirectoryOf } from '../../system/projects/git.ts';
import { type AskGit, gitAt, linesIn } from '../../system/projects/git-process.ts';
import { explainLines, type LineAuthor } from './answer.ts';

/** The requests that the commits of a branch come from. */
export interface PullRequest {
  readonly base: string;
  /** The requests with most lines first. */
  readonly requests: readonly {
    readonly lines: number;
    readonly files: number;
    readonly wrote: LineAuthor;
  }[];
  /** Lines of which no session is on record. */
  readonly unnamed: number;
}

const USUAL = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];
const PATIENCE_MS = 6_000;
const MOST_FILES = 500;

/** The requests that the lines of the commits since a base come from. Null: the named base is no commit, or none is known. */
export async function pullRequestFor(
  deps: Deps,
  scope: Scope,
  root: string,
  named: string | null,
): Promise<PullRequest | null> {
  const directory = gitDirectoryOf(root);
  if (directory === null) return null;
  const ask = gitAt(directory.gitDir, root, deps.searchPath, PATIENCE_MS);
  const found = baseOf(ask, named);
  if (found === null) return null;
  const own = new Set(linesIn(ask(['rev-list', 'HEAD', `^${found.id}`, '--'])));
  const changed = ask([
    'diff-tree',
    '-r',
    '-z',
    '--name-only',
    '--no-renames',
    '--diff-filter=d',
    found.id,
    'HEAD',
    '--',
  ]);
  const files =
    changed?.status === 0 ? changed.output.toString('utf8').split('\0').filter(Boolean) : [];
  const byRequest = new Map<
    string,
    { lines: number; readonly files: Set<string>; readonly wrote: LineAuthor }
  >();
  let unnamed = 0;
  for (const path of files.slice(0, MOST_FILES)) {
    const file = join(root, path);
    const answer = await explainLines(deps, {
      file,
      from: null,
      to: null,
      covers: (key) => key === scope.key,
    });
    for (const { from, to, origin, wrote } of answer?.blocks ?? []) {
      if (origin.kind !== 'committed' || !own.has(origin.commit.id)) continue;
      if (wrote === null) {
        unnamed += to - from + 1;
        continue;
      }
      const key = `${wrote.session} ${wrote.turn}`;
      const request = byRequest.get(key) ?? { lines: 0, files: new Set<string>(), wrote };
      request.lines += to - from + 1;
      request.files.add(path);
      byRequest.set(key, request);
    }
  }
  const requests = [...byRequest.values()]
    .map(({ lines, files: of, wrote }) => ({ lines, files: of.size, wrote }))
    .sort((a, b) => b.lines - a.lines);
  return { base: found.name, requests, unnamed };
}

/** The commit in which a branch left its base. */
function baseOf(
  ask: AskGit,
  named: string | null,
): { readonly name: string; readonly id: string } | null {
  for (const name of named === null ? USUAL : [named]) {
    if (name.startsWith('-')) return null;
    const [tip] = linesIn(
      ask(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]),
    );
    const [id] = tip === undefined ? [] : linesIn(ask(['merge-base', tip, 'HEAD']));
    if (id !== undefined) return { name, id };
  }
  return null;
}
