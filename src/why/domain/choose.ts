import type { SessionId } from '../../domain/ids.ts';
import { MINUTE, type Millis } from '../../domain/time.ts';

/** A change of a file by a session, with the marks of its lines. */
export interface Touched {
  readonly seq: number;
  readonly session: SessionId;
  readonly at: Millis;
  readonly path: string;
  readonly whole: boolean;
  readonly marks: ReadonlySet<number>;
}

/** A line of a file, as far as choosing needs it. */
export interface Line {
  /** Null where the line tells nothing. */
  readonly mark: number | null;
  /** Null where it is not committed; `unknown` where nobody can say. */
  readonly commit: { readonly id: string; readonly at: Millis; readonly path: string } | 'unknown' | null;
}

/** The session that wrote a line, and the change in which it did. */
export interface Chosen {
  readonly edit: Touched;
  /** Nothing but equal lines speaks for it. */
  readonly isProbable: boolean;
}

/** A commit holds what was written before it, as far as clocks agree. */
const CLOCKS_DIFFER = 2 * MINUTE;
/** A session must have written so much of a block. */
const LEAST_SHARE = 0.5;
/** Without a commit so many lines have to be equal. */
const LEAST_EQUAL = 3;
/** Lines around one that say in which change it was written. */
const NEIGHBOURS = 6;

/** A run of lines of one commit. Lines that tell nothing do not interrupt it. */
export interface Block {
  readonly commit: Line['commit'];
  /** The places of its telling lines. */
  readonly places: readonly number[];
}

export function blocksOf(lines: readonly Line[]): readonly Block[] {
  const blocks: { commit: Line['commit']; places: number[] }[] = [];
  for (const [place, { mark, commit }] of lines.entries()) {
    if (mark === null) continue;
    const open = blocks.at(-1);
    if (open && isSame(open.commit, commit)) open.places.push(place);
    else blocks.push({ commit, places: [place] });
  }
  return blocks;
}

function isSame(one: Line['commit'], other: Line['commit']): boolean {
  if (one === null || other === null || one === 'unknown' || other === 'unknown') return one === other;
  return one.id === other.id;
}

/** For each line of a file the change that wrote it, where enough speaks for one. `path`: the file's name now. */
export function chooseAll(
  lines: readonly Line[],
  path: string,
  touched: readonly Touched[],
): readonly (Chosen | null)[] {
  const chosen: (Chosen | null)[] = lines.map(() => null);
  for (const block of blocksOf(lines)) {
    const { commit } = block;
    if (commit === 'unknown') continue;
    const isHere = (row: Touched) => row.path === path || row.path === commit?.path;
    const before = touched.filter(({ at }) => commit === null || at <= commit.at + CLOCKS_DIFFER);
    const own = chooseBlock(lines, block, before.filter(isHere));
    const found = own ?? (commit === null ? null : chooseBlock(lines, block, before));
    for (const [place, edit] of found ?? []) chosen[place] = { edit, isProbable: commit === null };
  }
  return chosen;
}

/** The changes of the session that wrote most of a block, by the places of its lines; null where none wrote enough. */
function chooseBlock(
  lines: readonly Line[],
  { commit, places }: Block,
  touched: readonly Touched[],
): ReadonlyMap<number, Touched> | null {
  const bySession = new Map<SessionId, Touched[]>();
  for (const row of touched) bySession.set(row.session, [...(bySession.get(row.session) ?? []), row]);
  let best: { readonly count: number; readonly at: Millis; readonly rows: readonly Touched[] } | null = null;
  for (const rows of bySession.values()) {
    const holding = rows.filter(({ marks }) => places.some((place) => marks.has(lines[place]!.mark!)));
    const count = places.filter((place) =>
      holding.some(({ marks }) => marks.has(lines[place]!.mark!)),
    ).length;
    const at = holding.at(-1)?.at ?? 0;
    const isBetter = best === null || count > best.count || (count === best.count && at > best.at);
    if (count > 0 && isBetter) best = { count, at, rows: holding };
  }
  const least =
    commit === null ? Math.max(LEAST_EQUAL, places.length * LEAST_SHARE) : places.length * LEAST_SHARE;
  if (best === null || best.count < least) return null;
  const { rows } = best;
  const found = places.flatMap((place): [number, Touched][] => {
    const edit = editOf(lines, place, rows, touched);
    return edit ? [[place, edit]] : [];
  });
  return new Map(found);
}

/** Among the changes of a session the one with most of the lines around this one, then the newest. */
function editOf(
  lines: readonly Line[],
  place: number,
  rows: readonly Touched[],
  all: readonly Touched[],
): Touched | null {
  const mark = lines[place]!.mark!;
  const around = lines.slice(Math.max(0, place - NEIGHBOURS), place + NEIGHBOURS + 1);
  const nearby = (row: Touched) =>
    around.filter((line) => line.mark !== null && row.marks.has(line.mark)).length;
  const holding = rows.filter((row) => row.marks.has(mark) && !isRepeated(row, mark, all));
  return holding.reduce<Touched | null>(
    (best, row) => (best === null || nearby(row) >= nearby(best) ? row : best),
    null,
  );
}

/** A whole file that was written again has lines of which an earlier change says that it brought them. */
function isRepeated(row: Touched, mark: number, all: readonly Touched[]): boolean {
  return row.whole && all.some((one) => one.at < row.at && one.path === row.path && one.marks.has(mark));
}
