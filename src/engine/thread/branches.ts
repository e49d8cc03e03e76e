import type { Branches } from '../../domain/thread/branches.ts';
import type { Thread } from '../../domain/thread/thread.ts';
import type { Deps } from '../deps.ts';

/** Reading the session of each item of a very long thread helps nobody: the latest are read. */
const MOST_SESSIONS = 200;

/** The branch of each session that said something in a thread. A session without a branch is in none of them. */
export async function branchesOfWork(
  { store }: Pick<Deps, 'store'>,
  { next, blockers, decisions, done, files }: Thread,
): Promise<Branches> {
  const marks = [...next, ...blockers, ...decisions, ...done, ...files].sort((a, b) => b.seq - a.seq);
  const ids = new Set(marks.flatMap(({ session }) => (session ? [session] : [])));
  const found: Record<string, string> = {};
  for (const id of [...ids].slice(0, MOST_SESSIONS)) {
    const branch = (await store.head(id))?.branch ?? null;
    if (branch !== null) found[id] = branch;
  }
  return found;
}
