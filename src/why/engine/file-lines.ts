import { join } from 'node:path';
import { isOutside, scopedPath } from '../../domain/base/scoped-path.ts';
import { readBounded } from '../../system/base/files.ts';
import { gitDirectoryOf } from '../../system/projects/git.ts';
import { type GitDirectory, lstatOrNull, readHead } from '../../system/projects/git-files.ts';
import { type AskGit, gitAt, typesOf } from '../../system/projects/git-process.ts';
import { type LineOrigin, readBlame } from '../domain/blame.ts';
import { sameLines } from '../domain/same-lines.ts';

/** A line of a file as it is now. */
export interface FileLine {
  readonly text: string;
  readonly origin: LineOrigin;
}

/** A file as it is now, with the commit of each line. */
export interface FileLines {
  /** Relative to the root of its repository, else the whole path. */
  readonly path: string;
  readonly lines: readonly FileLine[];
  readonly isInGit: boolean;
}

const LARGEST_FILE = 4 * 1024 * 1024;
/** A walk through a long history takes a second, and somebody asked for it. */
const PATIENCE_MS = 6_000;
const MOST_IGNORED = 200;
const IGNORED_REVS = '.git-blame-ignore-revs';

/**
 * Reads a file and asks git for the commit of each line. Only commits are blamed: a blame of the working tree runs a repository's
 * filters. Null where there is no such text.
 */
export function readFileLines(
  file: string,
  root: string | null,
  searchPath: string | undefined,
): FileLines | null {
  if (lstatOrNull(file)?.isFile() !== true) return null;
  const text = readBounded(file, LARGEST_FILE)?.toString('utf8') ?? null;
  if (text === null || text.includes('\0')) return null;
  const lines = splitLines(text);
  const path = root === null ? file : scopedPath(file, null, root);
  const directory = root === null ? null : gitDirectoryOf(root);
  if (directory === null || isOutside(path))
    return {
      path,
      lines: lines.map((one) => ({ text: one, origin: UNCOMMITTED })),
      isInGit: false,
    };
  const ask = gitAt(directory.gitDir, root!, searchPath, PATIENCE_MS);
  return { path, lines: blameLines(lines, { directory, root: root!, path, ask }), isInGit: true };
}

const UNCOMMITTED: LineOrigin = { kind: 'uncommitted' };
const UNKNOWN: LineOrigin = { kind: 'unknown' };

interface BlamedRepository {
  readonly directory: GitDirectory;
  readonly root: string;
  readonly path: string;
  readonly ask: AskGit;
}

function blameLines(lines: readonly string[], repository: BlamedRepository): readonly FileLine[] {
  const { directory, path, ask } = repository;
  const { head } = readHead(directory);
  const allAre = (origin: LineOrigin) => lines.map((text) => ({ text, origin }));
  if (head === null) return allAre(UNCOMMITTED);
  const blob = ask(['cat-file', 'blob', `${head}:${path}`]);
  if (blob === null) return allAre(UNKNOWN);
  // No commit has it yet.
  if (blob.status !== 0) return allAre(UNCOMMITTED);
  const answer = ask(blameOf(repository, head));
  if (answer?.status !== 0) return allAre(UNKNOWN);
  const known = readBlame(answer.output.toString('utf8'));
  const cutOff = readShallowBorder(directory);
  const places = sameLines(splitLines(blob.output.toString('utf8')), lines);
  const originAt = (place: number | null | undefined): LineOrigin => {
    if (place == null) return UNCOMMITTED;
    const commit = known[place]?.commit;
    return commit === undefined || cutOff.has(commit.id) ? UNKNOWN : { kind: 'committed', commit };
  };
  return lines.map((text, i) => ({ text, origin: originAt(places[i]) }));
}

function blameOf(repository: BlamedRepository, head: string): string[] {
  const ignored = ignoredRevs(repository).flatMap((id) => ['--ignore-rev', id]);
  const flags = ['--porcelain', '--root', '--no-textconv', '--no-ignore-revs-file', '-w', '-M'];
  return ['blame', ...flags, ...ignored, head, '--', repository.path];
}

/** Commits that only reformatted, as a repository lists them for git. Git itself dies of one that is not there. */
function ignoredRevs({ root, ask }: BlamedRepository): readonly string[] {
  const file = join(root, IGNORED_REVS);
  const text = lstatOrNull(file)?.isFile()
    ? (readBounded(file, 64 * 1024)?.toString('latin1') ?? '')
    : '';
  const ids = text.match(/^[0-9a-f]{40,64}(?=\s|$)/gm)?.slice(0, MOST_IGNORED) ?? [];
  if (ids.length === 0) return [];
  const types = typesOf(ids, ask);
  return ids.filter((id) => types.get(id) === 'commit');
}

/** The commits where a shallow clone was cut off: they seem to have written everything. */
function readShallowBorder({ commonDir }: GitDirectory): ReadonlySet<string> {
  const text = readBounded(join(commonDir, 'shallow'), 1024 * 1024)?.toString('latin1') ?? '';
  return new Set(text.match(/^[0-9a-f]{40,64}$/gm) ?? []);
}

function splitLines(text: string): string[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
