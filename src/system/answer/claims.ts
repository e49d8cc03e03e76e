import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Claim, ClaimPlace, ClaimText, JudgedClaim } from '../../domain/answer/claim.ts';
import { findClaims } from '../../domain/answer/claim.ts';
import { isOutside, scopedPath } from '../../domain/base/scoped-path.ts';
import { HOUR, iso, type Millis } from '../../domain/base/time.ts';
import { gitDirectoryOf } from '../projects/git.ts';
import { exists, type GitDirectory, lstatOrNull } from '../projects/git-files.ts';
import { type AskGit, gitAt, linesIn, typesOf } from '../projects/git-process.ts';
import { type GitPast, type KeptPasts, marksOfTips } from './kept-pasts.ts';

/** The most that one check may cost; beyond it the answer is unknown. */
const MOST_LOOKS = 80;
const MOST_BRANCHES = 6;
const COMMIT = /^[0-9a-f]{7,64}$/;
/** People write about a removal on the same day. */
const SAME_DAY = 12 * HOUR;

type FoundClaim = Omit<JudgedClaim, 'claim' | 'number'>;
const UNKNOWN: FoundClaim = { verdict: 'unknown', branch: null };
const HOLDS: FoundClaim = { verdict: 'holds', branch: null };

export interface ClaimOptions {
  /** The PATH to find `git` on. */
  readonly path: string | undefined;
  /** The milliseconds that one of its answers may take. */
  readonly patience?: number;
  /** Answers that git gave earlier. */
  readonly kept?: KeptPasts | null;
}

/**
 * Checks claims of texts against the files of a working tree, and missing ones against the repository's history. `gone`: it was
 * part of HEAD's history after the text was written.
 */
export function judgeClaims(
  place: ClaimPlace,
  texts: readonly ClaimText[],
  { path, patience, kept = null }: ClaimOptions,
): readonly (readonly JudgedClaim[])[] {
  const look = looker(place.root);
  const placesOf = placesIn(place, look);
  const claims = texts.map(({ text }) =>
    findClaims(text)
      .map((claim, number) => ({
        claim,
        number,
        places: claim.kind === 'path' ? placesOf(claim.path) : [],
      }))
      .filter(({ claim, places }) => claim.kind === 'commit' || places.length > 0),
  );
  const isMissing = (one: string) => look(one) === 'none';
  const missing = claims.flat().flatMap(({ places }) => (places.every(isMissing) ? places : []));
  const directory = gitDirectoryOf(place.root);
  const ask = directory && gitAt(directory.gitDir, place.root, path, patience);
  const since = Math.min(...texts.map(({ at }) => at));
  const pasts =
    ask && missing.length > 0
      ? pastsOf({ ...place, ...directory, ask, kept }, [...new Set(missing)], since)
      : new Map<string, Past>();
  const recorded = place.commits.filter((one) => COMMIT.test(one));
  const isAsked = claims.flat().some(({ claim }) => claim.kind === 'commit');
  const isWhole = directory !== null && !exists(join(directory.commonDir, 'shallow'));
  const commits = ask && isAsked && isWhole ? typesOf(recorded, ask) : new Map<string, string>();
  const judge = (claim: Claim, places: readonly string[], said: ClaimText): FoundClaim => {
    if (claim.kind === 'commit') return judgeCommit(claim.hash, recorded, commits);
    const seen = places.map(look);
    if (seen.some((one) => one === 'there' || one === 'folder')) return HOLDS;
    return seen.includes('unknown')
      ? UNKNOWN
      : judgePast(
          places.flatMap((one) => pasts.get(one) ?? []),
          said,
        );
  };
  return claims.map((all, i) =>
    all.map(({ claim, number, places }) => ({ claim, number, ...judge(claim, places, texts[i]!) })),
  );
}

/** Places that a path may mean: below the root, or below a folder in which a session worked. */
function placesIn({ root, known: named }: ClaimPlace, look: (path: string) => PathState) {
  const known = named.map((one) => scopedPath(one, null, root)).filter((one) => !isOutside(one));
  return (path: string): string[] => {
    const at = scopedPath(path, root, root);
    if (isOutside(at) || at === '.') return [];
    const others = known.filter((one) => one.endsWith(`/${at}`));
    // A bare name could be anywhere.
    return at.includes('/') || look(at) !== 'none' || known.includes(at) ? [at, ...others] : others;
  };
}

type PathState = 'there' | 'folder' | 'none' | 'unknown';

/** Looks at files below a real path, each once. Nothing behind a link is looked at. */
function looker(root: string): (path: string) => PathState {
  const known = new Map<string, PathState>();
  let left = MOST_LOOKS;
  const lookNow = (path: string): PathState => {
    const folder = dirname(path);
    const above = folder === '.' ? 'folder' : look(folder);
    if (above === 'none') return 'none';
    if (above !== 'folder' || left-- <= 0) return 'unknown';
    try {
      const found = lstatSync(join(root, path), { throwIfNoEntry: false });
      if (!found) return 'none';
      return found.isDirectory() ? 'folder' : 'there';
    } catch {
      return 'unknown';
    }
  };
  const look = (path: string): PathState => {
    const seen = known.get(path) ?? lookNow(path);
    known.set(path, seen);
    return seen;
  };
  return look;
}

/** A commit that a session stopped at or made is gone where the repository has it no more. */
function judgeCommit(
  hash: string,
  recorded: readonly string[],
  types: ReadonlyMap<string, string>,
): FoundClaim {
  const same = recorded.find((one) => one.startsWith(hash) || hash.startsWith(one));
  const isMissing = same !== undefined && types.get(same)?.endsWith(' missing') === true;
  return isMissing ? { verdict: 'gone', branch: null, isOutdated: true } : UNKNOWN;
}

function judgePast(pasts: readonly Past[], said: ClaimText): FoundClaim {
  if (said.branch !== null && pasts.some(({ on }) => on.includes(said.branch!)))
    return { verdict: 'elsewhere', branch: said.branch };
  const wentAt = Math.max(0, ...pasts.map((one) => one.wentAt));
  if (wentAt < said.at || wentAt === 0) return UNKNOWN;
  return { verdict: 'gone', branch: null, isOutdated: wentAt > said.at + SAME_DAY };
}

/** The branches and the removal of a path that is not in the working tree. */
interface Past {
  /** Branches that have it. */
  readonly on: readonly string[];
  /** When it was removed from HEAD; zero if it was never there, or removed earlier. */
  readonly wentAt: Millis;
}

interface ClaimRepository extends Pick<ClaimPlace, 'root' | 'branch' | 'branches'>, GitDirectory {
  readonly ask: AskGit;
  readonly kept: KeptPasts | null;
}

/** Types of what a path can lead to; `commit` is a submodule. */
const THERE = new Set(['blob', 'tree', 'commit']);

const tipsOf = (branch: string) => [`refs/heads/${branch}`, `refs/remotes/origin/${branch}`];

/** The history of some paths since a time, of which git is asked what it did not say of these commits before. */
function pastsOf(
  { root, branch, branches: all, ask, kept, ...directory }: ClaimRepository,
  paths: readonly string[],
  since: Millis,
): ReadonlyMap<string, Past> {
  const branches = all.filter((one) => one !== branch && !/\s/.test(one)).slice(0, MOST_BRANCHES);
  const tips = kept && marksOfTips(directory, branches.flatMap(tipsOf));
  const known =
    (tips && kept?.read(directory.gitDir, tips, paths, since)) || new Map<string, GitPast>();
  const unknown = paths.filter((path) => !known.has(path));
  const asked = unknown.length > 0 ? askPasts(branches, unknown, since, ask) : null;
  if (asked && tips) kept?.write(directory.gitDir, tips, asked, since);
  const isSparse = exists(join(directory.gitDir, 'info', 'sparse-checkout'));
  const wentAt = (path: string, { isInHead, deletedAt }: GitPast): Millis => {
    if (!isInHead) return deletedAt;
    // A sparse checkout leaves files out that are there for others.
    return isSparse ? 0 : changedAt(root, dirname(path));
  };
  return new Map(
    [...known, ...(asked ?? [])].map(([path, past]) => [
      path,
      { on: past.on, wentAt: wentAt(path, past) },
    ]),
  );
}

/** One call of git for existing paths, and one for removed ones; null where it does not answer. */
function askPasts(
  branches: readonly string[],
  paths: readonly string[],
  since: Millis,
  ask: AskGit,
): ReadonlyMap<string, GitPast> | null {
  const names = ['HEAD', ...branches.flatMap(tipsOf)].flatMap((tip) =>
    paths.map((path) => `${tip}:${path}`),
  );
  const types = typesOf(names, ask);
  if (types.size === 0) return null;
  const has = (tip: string, path: string) => THERE.has(types.get(`${tip}:${path}`) ?? '');
  const deleted = deletions(
    paths.filter((path) => !has('HEAD', path)),
    since,
    ask,
  );
  if (deleted === null) return null;
  const deletedAt = (path: string) =>
    deleted.find(([name]) => name === path || name.startsWith(`${path}/`))?.[1] ?? 0;
  return new Map(
    paths.map((path) => [
      path,
      {
        on: branches.filter((one) => tipsOf(one).some((tip) => has(tip, path))),
        isInHead: has('HEAD', path),
        deletedAt: deletedAt(path),
      },
    ]),
  );
}

/** When a folder last changed, or the nearest one above that is left: no file went from it later. */
function changedAt(root: string, folder: string): Millis {
  return (
    lstatOrNull(join(root, folder))?.mtimeMs ??
    (folder === '.' ? 0 : changedAt(root, dirname(folder)))
  );
}

/** Names as they are, and no file under its earlier names. */
const PLAIN = ['--literal-pathspecs', '-c', 'core.quotePath=false', '-c', 'log.follow=false'];
const DELETED = ['--no-renames', '--diff-filter=D', '--name-only', '--format=%x09%ct'];

/** Files that commits took away since then, the latest first, and when; null where git does not answer. */
function deletions(
  paths: readonly string[],
  since: Millis,
  ask: AskGit,
): (readonly [string, Millis])[] | null {
  if (paths.length === 0) return [];
  let at: Millis = 0;
  const log = ask([...PLAIN, 'log', ...DELETED, `--since=${iso(since)}`, 'HEAD', '--', ...paths]);
  if (log === null) return null;
  return linesIn(log).flatMap((line) => {
    if (!line.startsWith('\t')) return line === '' ? [] : [[line, at] as const];
    at = Number(line) * 1000;
    return [];
  });
}
