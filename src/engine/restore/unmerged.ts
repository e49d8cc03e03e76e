import type { UnmergedBranch } from '../../domain/answer/unmerged.ts';
import { sourceOf } from '../../domain/pins/offers.ts';
import type { Book, LeftTask } from '../../domain/restore/ageing.ts';
import type { Candidate, Ranked } from '../../domain/restore/contribute.ts';
import { didSomething, latestFirst } from '../../domain/restore/snapshot.ts';
import type { Mark, Thread } from '../../domain/thread/thread.ts';

/** The sessions that stopped on branches which are not part of what is checked out, each with its branch. */
export type Unmerged = ReadonlyMap<string, string>;

export function unmergedOf(candidates: readonly Candidate[]): Unmerged {
  return new Map(
    candidates.flatMap(({ id, isUnmerged, line }) =>
      isUnmerged && line?.branch ? [[id, line.branch] as const] : [],
    ),
  );
}

/** Open work of such sessions is counted under their branch. */
export function withoutUnmerged(book: Book, unmerged: Unmerged): Book {
  const isUnmerged = ({ session }: LeftTask) => session !== null && unmerged.has(session.id);
  const all = [...book.told, ...book.older, ...book.overtaken];
  if (!all.some(isUnmerged)) return book;
  const others = (tasks: readonly LeftTask[]) => tasks.filter((task) => !isUnmerged(task));
  return {
    told: others(book.told),
    older: others(book.older),
    overtaken: others(book.overtaken),
    apart: [...book.told, ...book.older].filter(isUnmerged),
  };
}

interface UnmergedWork {
  readonly ranked: readonly Ranked[];
  readonly unmerged: Unmerged;
  readonly book: Book;
  /** With everything that is left out here. */
  readonly thread: Thread | null;
  /** Sessions whose turns are told. */
  readonly told: ReadonlySet<string>;
  readonly since: number;
}

/** So many branches at most, those of the latest work. */
const MOST_BRANCHES = 3;

/** Sections of unmerged branches, the one of the latest work first. */
export function branchesUnmerged({
  ranked,
  unmerged,
  book,
  thread,
  told,
  since,
}: UnmergedWork): UnmergedBranch[] {
  const sessions = ranked
    .filter(({ candidate, verdict }) => candidate.isUnmerged && verdict !== 'busy' && candidate.at >= since)
    .map(({ candidate }) => candidate)
    .filter(didSomething)
    .sort(latestFirst);
  const branches = [...new Set(sessions.map(({ id }) => unmerged.get(id)!))].slice(0, MOST_BRANCHES);
  return branches.map((branch) => {
    const isThere = (id: string | undefined) => id !== undefined && unmerged.get(id) === branch;
    const count = (marks: readonly Mark[] | undefined) =>
      marks?.filter(({ session }) => isThere(session)).length ?? 0;
    const own = sessions.filter(({ id }) => isThere(id));
    const pins = own.flatMap(({ id, pins: held }) => held.filter((pin) => isThere(sourceOf(pin, id))));
    return {
      branch,
      sessions: own.filter(({ id }) => !told.has(id)),
      left: {
        tasks: book.apart?.filter(({ session }) => isThere(session?.id)).length ?? 0,
        next: count(thread?.next.filter(({ noted }) => noted)),
        blockers: count(thread?.blockers.filter(({ resolved }) => !resolved)),
        decisions: count(thread?.decisions.filter(({ replaced }) => !replaced)),
        pins: new Set(pins.filter(({ critical }) => !critical).map(({ label, content }) => label ?? content))
          .size,
      },
    };
  });
}
