import type { Budget } from './budget.ts';
import type { CommitGraph } from './commit-graph.ts';
import type { Objects } from './objects.ts';

/** A commit that is in no commit-graph. */
export interface Commit {
  readonly parents: readonly string[];
  /** Seconds. Clocks go wrong: it orders the search and proves nothing. */
  readonly date: number;
}

/** What the object files say, each commit read once. */
export interface Commits {
  /** `missing`: not there, or not to be read; null where the budget is used up. */
  read(id: string): Commit | 'missing' | null;
  /** -1 where no graph holds it. */
  place(id: string): number;
  readonly graph: CommitGraph | null;
  /** A shallow clone ends here: what came before is unknown. */
  isCut(id: string): boolean;
}

/** Parents and the committer's line stand within it, but for merges of more than ten branches. */
const HEADER_BYTES = 1024;

export function commitsFrom(
  graph: CommitGraph | null,
  objects: () => Objects,
  cut: ReadonlySet<string>,
  budget: Budget,
): Commits {
  const read = new Map<string, Commit | 'missing'>();
  const places = new Map<string, number>();
  return {
    graph,
    isCut: (id) => cut.has(id),
    read(id) {
      const known = read.get(id);
      if (known) return known;
      if (!budget.takeCommit()) return null;
      const text = objects().commit(id, HEADER_BYTES);
      const found = (text === null ? null : commitIn(text)) ?? 'missing';
      read.set(id, found);
      return found;
    },
    place(id) {
      if (!graph) return -1;
      let place = places.get(id);
      if (place === undefined) {
        place = graph.find(Buffer.from(id, 'hex'));
        places.set(id, place);
      }
      return place;
    },
  };
}

const PARENT = /^parent ([0-9a-f]{40})$/;
const COMMITTER = /^committer .*> (\d{1,15})(?: |$)/;

function commitIn(text: string): Commit | null {
  const lines = text.split('\n');
  if (!/^tree [0-9a-f]{40}$/.test(lines[0]!)) return null;
  const parents: string[] = [];
  for (const line of lines.slice(1)) {
    const parent = PARENT.exec(line);
    if (parent) parents.push(parent[1]!);
    const committer = COMMITTER.exec(line);
    if (committer) return { parents, date: Number(committer[1]) };
    if (line === '') break;
  }
  return null;
}

/** The first line of a commit's message; null where it cannot be read. */
export function subjectIn(text: string | null): string | null {
  const start = text?.indexOf('\n\n') ?? -1;
  const line =
    start < 0
      ? ''
      : text!
          .slice(start + 2)
          .trimStart()
          .split('\n', 1)[0]!
          .trim();
  return line || null;
}
