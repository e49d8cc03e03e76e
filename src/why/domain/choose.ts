import type { SessionId } from '../../domain/base/ids.ts';
import { MINUTE, type Millis } from '../../domain/base/time.ts';
import type { BlamedCommit, LineOrigin } from './blame.ts';

/** A change of a file by a session, with the marks of its lines. */
export interface MarkedChange {
  readonly seq: number;
  readonly session: SessionId;
  readonly at: Millis;
  readonly path: string;
  readonly whole: boolean;
  readonly marks: ReadonlySet<number>;
}

/** A line of a file, as far as choosing needs it. */
export interface MarkedLine {
  /** Null where the line tells nothing. */
  readonly mark: number | null;
  readonly origin: LineOrigin<Pick<BlamedCommit, 'id' | 'at' | 'path'>>;
}

/** The session that wrote a line, and the change in which it did. */
export interface Chosen {
  readonly edit: MarkedChange;
  /** Nothing but equal lines speaks for it. */
  readonly isProbable: boolean;
}

/** A commit holds what was written before it, as far as clocks agree. */
const CLOCKS_DIFFER = 2 * MINUTE;
/** A session must have written so much of a block, and so much of all that the commit brought to the file. */
const LEAST_SHARE = 0.5;
const LEAST_OF_COMMIT = 1 / 3;
/** So many lines have to be equal where no commit, or another file's name, speaks for a session. */
export const LEAST_EQUAL = 3;
/** Lines around one that say in which change it was written. */
const NEIGHBOURS = 6;

/** A run of lines of one commit. Lines that tell nothing do not interrupt it. */
export interface CommitBlock {
  readonly origin: MarkedLine['origin'];
  /** The places of its telling lines. */
  readonly places: readonly number[];
}

export function groupByCommit(lines: readonly MarkedLine[]): readonly CommitBlock[] {
  const blocks: { origin: MarkedLine['origin']; places: number[] }[] = [];
  for (const [place, { mark, origin }] of lines.entries()) {
    if (mark === null) continue;
    const open = blocks.at(-1);
    if (open && isSame(open.origin, origin)) open.places.push(place);
    else blocks.push({ origin, places: [place] });
  }
  return blocks;
}

function isSame(one: MarkedLine['origin'], other: MarkedLine['origin']): boolean {
  if (one.kind === 'committed' && other.kind === 'committed')
    return one.commit.id === other.commit.id;
  return one.kind === other.kind;
}

/** For each line of a file the change that wrote it, where enough speaks for one. `path`: the file's name now. */
export function attributeLines(
  lines: readonly MarkedLine[],
  path: string,
  touched: readonly MarkedChange[],
): readonly (Chosen | null)[] {
  const chosen: (Chosen | null)[] = lines.map(() => null);
  const blocks = groupByCommit(lines);
  for (const { origin, places } of blocks) {
    if (origin.kind === 'unknown') continue;
    if (origin.kind === 'uncommitted') {
      const asked = { lines, places, ofCommit: places };
      const here = touched.filter((row) => row.path === path);
      for (const [place, edit] of chooseBlock(asked, here, LEAST_EQUAL) ?? [])
        chosen[place] = { edit, isProbable: true };
      continue;
    }
    const { commit } = origin;
    const before = touched.filter(({ at }) => at <= commit.at + CLOCKS_DIFFER);
    const here = before.filter((row) => row.path === path || row.path === commit.path);
    const own = blocks.filter((one) => isSame(one.origin, origin)).flatMap((one) => one.places);
    const asked = { lines, places, ofCommit: own };
    const found = chooseBlock(asked, here, 1) ?? chooseBlock(asked, before, LEAST_EQUAL);
    for (const [place, edit] of found ?? []) chosen[place] = { edit, isProbable: false };
  }
  return chosen;
}

interface BlockQuery {
  readonly lines: readonly MarkedLine[];
  readonly places: readonly number[];
  /** The places of all lines that the commit brought to the file. */
  readonly ofCommit: readonly number[];
}

/** Everything that speaks for a session, the most telling first. */
interface SessionEvidence {
  readonly inBlock: number;
  readonly inCommit: number;
  readonly at: Millis;
  /** Its changes that hold lines of the block. */
  readonly rows: readonly MarkedChange[];
}

/** The changes of the session that wrote most of a block, by the places of its lines; null where none wrote enough. */
function chooseBlock(
  asked: BlockQuery,
  touched: readonly MarkedChange[],
  least: number,
): ReadonlyMap<number, MarkedChange> | null {
  const { lines, places, ofCommit } = asked;
  const bySession = new Map<SessionId, MarkedChange[]>();
  for (const row of touched) {
    const rows = bySession.get(row.session);
    if (rows) rows.push(row);
    else bySession.set(row.session, [row]);
  }
  const best = [...bySession.values()]
    .flatMap((rows) => weighSession(asked, rows) ?? [])
    .reduce<SessionEvidence | null>(
      (one, other) => (one === null || isStronger(other, one) ? other : one),
      null,
    );
  if (best === null || best.inBlock < Math.max(least, places.length * LEAST_SHARE)) return null;
  if (best.inCommit < ofCommit.length * LEAST_OF_COMMIT) return null;
  const found = places.flatMap((place): [number, MarkedChange][] => {
    const edit = chooseEdit(lines, place, best.rows, touched);
    return edit ? [[place, edit]] : [];
  });
  return new Map(found);
}

function weighSession(
  { lines, places, ofCommit }: BlockQuery,
  all: readonly MarkedChange[],
): SessionEvidence | null {
  const isIn = (rows: readonly MarkedChange[]) => (place: number) =>
    rows.some(({ marks }) => marks.has(lines[place]!.mark!));
  const rows = all.filter((row) => places.some(isIn([row])));
  if (rows.length === 0) return null;
  return {
    inBlock: places.filter(isIn(rows)).length,
    inCommit: ofCommit.filter(isIn(all)).length,
    at: rows.at(-1)!.at,
    rows,
  };
}

function isStronger(one: SessionEvidence, other: SessionEvidence): boolean {
  if (one.inBlock !== other.inBlock) return one.inBlock > other.inBlock;
  if (one.inCommit !== other.inCommit) return one.inCommit > other.inCommit;
  return one.at > other.at;
}

/** Among the changes of a session the one with most of the lines around this one, then the newest. */
function chooseEdit(
  lines: readonly MarkedLine[],
  place: number,
  rows: readonly MarkedChange[],
  all: readonly MarkedChange[],
): MarkedChange | null {
  const mark = lines[place]!.mark!;
  const around = lines.slice(Math.max(0, place - NEIGHBOURS), place + NEIGHBOURS + 1);
  const nearby = (row: MarkedChange) =>
    around.filter((line) => line.mark !== null && row.marks.has(line.mark)).length;
  const holding = rows.filter((row) => row.marks.has(mark) && !isRepeated(row, mark, all));
  return holding.reduce<MarkedChange | null>(
    (best, row) => (best === null || nearby(row) >= nearby(best) ? row : best),
    null,
  );
}

/** Whether a whole file that was written again only repeats a line that an earlier change of it brought. */
function isRepeated(row: MarkedChange, mark: number, all: readonly MarkedChange[]): boolean {
  return (
    row.whole && all.some((one) => one.at < row.at && one.path === row.path && one.marks.has(mark))
  );
}
