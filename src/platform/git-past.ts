import { dirname, join } from 'node:path';
import { iso, type Millis } from '../domain/time.ts';
import { exists, lstat } from './git-files.ts';
import { type AskGit, linesIn, typesOf } from './git-process.ts';

/** Git's knowledge of a path that is not in the working tree. */
export interface Past {
  /** Branches that have it. */
  readonly on: readonly string[];
  /** When it went from what is checked out; zero where it was never there, or went before. */
  readonly wentAt: Millis;
}

/** Types of what a path can lead to; `commit` is a submodule. */
const THERE = new Set(['blob', 'tree', 'commit']);

/** The past of some paths since then: one question for what there is, and one for what went. */
export function pastsOf(
  { root, gitDir, ask }: { readonly root: string; readonly gitDir: string; readonly ask: AskGit },
  branches: readonly string[],
  paths: readonly string[],
  since: Millis,
): ReadonlyMap<string, Past> {
  const revisions = ['HEAD', ...branches.flatMap(tipsOf)];
  const types = typesOf(
    revisions.flatMap((revision) => paths.map((path) => `${revision}:${path}`)),
    ask,
  );
  const has = (revision: string, path: string) => THERE.has(types.get(`${revision}:${path}`) ?? '');
  const isSparse = exists(join(gitDir, 'info', 'sparse-checkout'));
  const deleted = deletions(
    paths.filter((path) => !has('HEAD', path)),
    since,
    ask,
  );
  const wentAt = (path: string): Millis => {
    // A sparse checkout leaves files out that are there for others.
    if (has('HEAD', path)) return isSparse ? 0 : changedAt(root, dirname(path));
    return deleted.find(([name]) => name === path || name.startsWith(`${path}/`))?.[1] ?? 0;
  };
  return new Map(
    paths.map((path) => {
      const on = branches.filter((branch) => tipsOf(branch).some((tip) => has(tip, path)));
      return [path, { on, wentAt: wentAt(path) }];
    }),
  );
}

function tipsOf(branch: string): readonly string[] {
  return [`refs/heads/${branch}`, `refs/remotes/origin/${branch}`];
}

/** When a folder last changed, or the nearest one above that is left: no file went from it later. */
function changedAt(root: string, folder: string): Millis {
  return lstat(join(root, folder))?.mtimeMs ?? (folder === '.' ? 0 : changedAt(root, dirname(folder)));
}

/** Names as they are, and no file under its earlier names. */
const PLAIN = ['--literal-pathspecs', '-c', 'core.quotePath=false', '-c', 'log.follow=false'];
const DELETED = ['--no-renames', '--diff-filter=D', '--name-only', '--format=%x09%ct'];

/** Files that commits took away since then, the latest first, and when. */
function deletions(paths: readonly string[], since: Millis, ask: AskGit): (readonly [string, Millis])[] {
  if (paths.length === 0) return [];
  let at: Millis = 0;
  return linesIn(ask([...PLAIN, 'log', ...DELETED, `--since=${iso(since)}`, 'HEAD', '--', ...paths])).flatMap(
    (line) => {
      if (!line.startsWith('\t')) return line === '' ? [] : [[line, at] as const];
      at = Number(line) * 1000;
      return [];
    },
  );
}
