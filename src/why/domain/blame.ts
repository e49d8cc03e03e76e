import type { Millis } from '../../domain/base/time.ts';

/** The commit that a line is from, as `git blame` has it. */
export interface BlamedCommit {
  readonly id: string;
  /** When it was committed, not written: a rebase keeps the author's time. */
  readonly at: Millis;
  readonly author: string;
  readonly summary: string;
  /** The file's name in it. */
  readonly path: string;
}

/** A line's way into the file: with a commit, not committed yet, or git does not say, as where a clone was cut off. */
export type LineOrigin<Commit = BlamedCommit> =
  | { readonly kind: 'committed'; readonly commit: Commit }
  | { readonly kind: 'uncommitted' }
  | { readonly kind: 'unknown' };

export interface BlamedLine {
  readonly commit: BlamedCommit;
  readonly text: string;
}

const HEAD = /^\^?([0-9a-f]{40,64}) \d+ (\d+)/;

/** The lines of `git blame --porcelain`, in their order; a commit is described where it is named first. */
export function readBlame(output: string): readonly BlamedLine[] {
  const commits = new Map<string, BlamedCommit>();
  const lines: BlamedLine[] = [];
  let id: string | null = null;
  let fields: Record<string, string> = {};
  for (const line of output.split('\n')) {
    if (line.startsWith('\t') && id !== null) {
      const commit = commitOf(id, fields, commits);
      lines.push({ commit, text: line.slice(1) });
      [id, fields] = [null, {}];
      continue;
    }
    const head: RegExpExecArray | null = id === null ? HEAD.exec(line) : null;
    if (head) id = head[1]!;
    else if (id !== null) {
      const [name, value] = named(line);
      fields[name] = value;
    }
  }
  return lines;
}

function named(line: string): readonly [string, string] {
  const end = line.indexOf(' ');
  return end < 0 ? [line, ''] : [line.slice(0, end), line.slice(end + 1)];
}

/** A commit is one by its id and the file's name in it: a file may come from several. */
function commitOf(
  id: string,
  fields: Readonly<Record<string, string>>,
  known: Map<string, BlamedCommit>,
): BlamedCommit {
  const first = known.get(id);
  const path = fields['filename'];
  if (first && (path === undefined || first.path === path)) return first;
  const seconds = fields['committer-time'];
  const commit: BlamedCommit = {
    id,
    at: seconds === undefined ? (first?.at ?? 0) : Number(seconds) * 1000,
    author: fields['author'] ?? first?.author ?? '',
    summary: fields['summary'] ?? first?.summary ?? '',
    path: path ?? first?.path ?? '',
  };
  known.set(id, commit);
  return commit;
}
