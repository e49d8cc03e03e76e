import type { Budget } from './budget.ts';
import type { CommitGraph } from './commit-graph.ts';
import type { Objects } from './objects.ts';

/** A commit that is in no commit-graph. */
export interface Commit {
  readonly parents: readonly string[];
  /** Seconds. Clocks go wrong: it orders the search and proves nothing. */
  readonly date: number;
}

/** Commits as the object files say them, each read once. */
export interface Commits {
  /** `missing`: not there, or not to be read; null where the budget is used up. */
  read(id: string): Commit | 'missing' | null;
  /** -1 where no graph holds it. */
  place(id: string): number;
  readonly graph: CommitGraph | null;
  /** A shallow clone ends here: what came before is unknown. */
  isCut(id: string): boolean;
}

/** Parents and the committer's line stand within it, but for merges of several branches: these are read again. */
const HEADER_BYTES = 280;
const LARGE_HEADER_BYTES = 4096;

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
      const part = (most: number) => {
        const text = objects().commit(id, most);
        return text === null ? null : commitIn(text);
      };
      const found = part(HEADER_BYTES) ?? part(LARGE_HEADER_BYTES) ?? 'missing';
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

const HASH = /^[0-9a-f]{40}$/;
const PARENT = 'parent ';
const LINE = PARENT.length + 41;
const COMMITTER = '\ncommitter ';

/** `tree`, a line for each parent, `author`, `committer` with a date: always in this order. */
function commitIn(text: string): Commit | null {
  if (!text.startsWith('tree ')) return null;
  const parents: string[] = [];
  let at = text.indexOf('\n') + 1;
  for (; text.startsWith(PARENT, at); at += LINE) {
    const parent = text.slice(at + PARENT.length, at + LINE - 1);
    if (!HASH.test(parent) || text[at + LINE - 1] !== '\n') return null;
    parents.push(parent);
  }
  const committer = text.indexOf(COMMITTER, at);
  const end = text.indexOf('\n', committer + COMMITTER.length);
  const message = text.indexOf('\n\n', at);
  if (committer < 0 || end < 0 || (message >= 0 && message < committer)) return null;
  const date = Number(text.slice(text.lastIndexOf('> ', end) + 2, end).split(' ', 1)[0]);
  return { parents, date: Number.isFinite(date) ? date : 0 };
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
