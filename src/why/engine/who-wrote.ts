import type { ScopeKey } from '../../domain/base/ids.ts';
import type { Deps } from '../../engine/base/deps.ts';
import {
  attributeLines,
  type Chosen,
  groupByCommit,
  LEAST_EQUAL,
  type MarkedLine,
} from '../domain/choose.ts';
import { deriveMarkSeed, hashLine } from '../domain/marks.ts';
import { touchedLinesOf } from '../sql.ts';
import type { FileLines } from './file-lines.ts';

/** Lines that are asked for, the first is 1. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

const ALL: Lines = { from: 1, to: Number.POSITIVE_INFINITY };

/** For each line of a file the change that wrote it; null where too little speaks for one. */
export async function findAuthors(
  deps: Pick<Deps, 'store' | 'homeSecret'>,
  scopeKey: ScopeKey,
  file: FileLines,
  root: string | null,
  asked: Lines = ALL,
): Promise<readonly (Chosen | null)[]> {
  const secret = deps.homeSecret();
  if (secret === null) return file.lines.map(() => null);
  const seed = deriveMarkSeed(secret);
  const lines = file.lines.map(
    ({ text, origin }): MarkedLine => ({ mark: hashLine(text, seed), origin }),
  );
  const store = touchedLinesOf(deps);
  const paths = new Set([file.path, ...lines.flatMap(({ origin }) => pathIn(origin))]);
  // A session of another project names a file by its whole path.
  const whole = root === null ? [] : [...paths].map((path) => `${root}/${path}`);
  const near = await store.touchedAt(scopeKey, [...paths, ...whole]);
  const touched = near.map((row) =>
    whole.includes(row.path) ? { ...row, path: row.path.slice(root!.length + 1) } : row,
  );
  const found = attributeLines(lines, file.path, touched);
  const missing = missingMarks(lines, found, asked);
  if (missing.size === 0) return found;
  const far = (await store.touchedWith(scopeKey, missing)).filter(({ path }) => !paths.has(path));
  return far.length === 0 ? found : attributeLines(lines, file.path, [...touched, ...far]);
}

function pathIn(origin: MarkedLine['origin']): readonly string[] {
  return origin.kind === 'committed' ? [origin.commit.path] : [];
}

/** The marks of committed blocks of which nothing was found under the file's own names, where they are long enough to be found elsewhere. */
function missingMarks(
  lines: readonly MarkedLine[],
  found: readonly (Chosen | null)[],
  asked: Lines,
): ReadonlySet<number> {
  const open = groupByCommit(lines).filter(
    ({ origin, places }) =>
      origin.kind === 'committed' &&
      places.length >= LEAST_EQUAL &&
      places.some((place) => place + 1 >= asked.from && place + 1 <= asked.to) &&
      places.every((place) => found[place] === null),
  );
  return new Set(open.flatMap(({ places }) => places.map((place) => lines[place]!.mark!)));
}
