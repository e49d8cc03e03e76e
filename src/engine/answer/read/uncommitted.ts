import type { QuotedTurns } from '../../../domain/answer/last-time.ts';
import type { HeadFile, Uncommitted } from '../../../domain/projects/head-files.ts';
import { latestFirst, type SessionSnapshot } from '../../../domain/restore/snapshot.ts';
import type { Scope } from '../../../domain/scope.ts';
import { isOutside, scopedPath } from '../../../domain/thread/scoped-path.ts';
import type { Deps } from '../../deps.ts';

/** Most files that one look compares. */
const MOST_FILES = 80;

type LookDeps = Pick<Deps, 'store' | 'lookAtFiles' | 'log'>;

/** Files that sessions changed and that are not in HEAD now, the latest change first; looked at when it is asked. */
export async function uncommittedIn(
  deps: LookDeps,
  { root }: Scope,
  told: readonly QuotedTurns[],
  sessions: readonly SessionSnapshot[],
): Promise<readonly Uncommitted[]> {
  if (root === null) return [];
  const paths = await pathsTouched(deps, root, told, sessions);
  if (paths.length === 0) return [];
  const before = await deps.store.headFiles(root, paths);
  const { uncommitted, kept } = deps.lookAtFiles(root, paths, before);
  if (isNews(kept, before)) await keep(deps, root, kept);
  return uncommitted;
}

/** The files of the sessions that are told, and what the others left after their last commit. */
async function pathsTouched(
  { store }: Pick<Deps, 'store'>,
  root: string,
  told: readonly QuotedTurns[],
  sessions: readonly SessionSnapshot[],
): Promise<string[]> {
  const quoted = new Set(told.map(({ session }) => session.id));
  const all = [...told.map(({ session }) => session), ...sessions.filter(({ id }) => !quoted.has(id))];
  const paths = new Set<string>();
  for (const { id, stopped } of all.toSorted(latestFirst)) {
    const touched = quoted.has(id) ? (await store.filesOf(id)).changed : (stopped?.touched ?? []);
    for (const path of touched.toReversed()) {
      const own = scopedPath(path, root, root);
      if (!isOutside(own) && paths.size < MOST_FILES) paths.add(own);
    }
  }
  return [...paths];
}

function isNews(kept: readonly HeadFile[], before: readonly HeadFile[]): boolean {
  const known = new Set(before.map((one) => JSON.stringify(one, FIELDS)));
  return kept.some((one) => !known.has(JSON.stringify(one, FIELDS)));
}

const FIELDS: (keyof HeadFile)[] = ['path', 'head', 'blob', 'size', 'mark', 'isSame'];

/** A start that cannot keep them asks again next time. */
async function keep({ store, log }: LookDeps, root: string, files: readonly HeadFile[]): Promise<void> {
  try {
    await store.keepHeadFiles(root, files);
  } catch (error) {
    log.failure('compared files not kept', error);
  }
}
