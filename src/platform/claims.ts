import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Claim, ClaimChecker, ClaimPlace, ClaimText, Judged } from '../domain/claims/claim.ts';
import { claimsIn } from '../domain/claims/find.ts';
import { isOutside, scopedPath } from '../domain/thread/scoped-path.ts';
import { HOUR } from '../domain/time.ts';
import { gitDirectoryOf } from './git.ts';
import { exists } from './git-files.ts';
import { type Past, pastsOf } from './git-past.ts';
import { gitAt, typesOf } from './git-process.ts';

/** The most that one check may cost; beyond it the answer is unknown. */
const MOST_LOOKS = 80;
const MOST_BRANCHES = 6;
const COMMIT = /^[0-9a-f]{7,64}$/;
/** People write about a removal on the same day. */
const SAME_DAY = 12 * HOUR;

type Found = Omit<Judged, 'claim' | 'number'>;
const UNKNOWN: Found = { verdict: 'unknown', branch: null };
const HOLDS: Found = { verdict: 'holds', branch: null };

/**
 * Judges claims by the files of a working tree, and those that are not there by the repository's past. Gone is what was part
 * of what is checked out, after the text was written. `path` is the PATH to look for `git` on.
 */
export function claimChecker(place: ClaimPlace, path: string | undefined): ClaimChecker {
  const { root } = place;
  const look = looker(root);
  const known = place.known.map((one) => scopedPath(one, null, root)).filter((one) => !isOutside(one));
  /** Places that a path may mean: below the root, or below a folder in which a session worked. */
  const placesOf = (named: string): string[] => {
    const at = scopedPath(named, root, root);
    if (isOutside(at) || at === '.') return [];
    const others = known.filter((one) => one.endsWith(`/${at}`));
    // A bare name could be anywhere.
    return at.includes('/') || look(at) !== 'none' || known.includes(at) ? [at, ...others] : others;
  };
  const missing = () =>
    place.texts.flatMap(({ text }) =>
      claimsIn(text).flatMap((claim) => {
        const places = claim.kind === 'path' ? placesOf(claim.path) : [];
        return places.every((one) => look(one) === 'none') ? places : [];
      }),
    );
  const past = pastOf(place, path, missing);
  const judge = (claim: Claim, said: ClaimText): Found | null => {
    if (claim.kind === 'commit') return past.judgeCommit(claim.hash);
    const places = placesOf(claim.path);
    if (places.length === 0) return null;
    const seen = places.map(look);
    if (seen.some((one) => one === 'there' || one === 'folder')) return HOLDS;
    return seen.includes('unknown') ? UNKNOWN : past.judge(places, said);
  };
  return (said) =>
    claimsIn(said.text).flatMap((claim, number) => {
      const found = judge(claim, said);
      return found ? [{ claim, number, ...found }] : [];
    });
}

type Seen = 'there' | 'folder' | 'none' | 'unknown';

/** Looks at files below a real path, each once. Nothing behind a link is looked at. */
function looker(root: string): (path: string) => Seen {
  const known = new Map<string, Seen>();
  let left = MOST_LOOKS;
  const lookNow = (path: string): Seen => {
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
  const look = (path: string): Seen => {
    const seen = known.get(path) ?? lookNow(path);
    known.set(path, seen);
    return seen;
  };
  return look;
}

/** Judges what is not in the working tree. The first question asks for the missing paths of all texts. */
function pastOf(place: ClaimPlace, path: string | undefined, missing: () => readonly string[]) {
  const directory = gitDirectoryOf(place.root);
  const repository = directory && { ...directory, ...place, ask: gitAt(directory.gitDir, place.root, path) };
  const others = place.branches.filter((one) => one !== place.branch && !/\s/.test(one));
  const recorded = place.commits.filter((one) => COMMIT.test(one));
  const known = new Map<string, Past>();
  let commits: ReadonlyMap<string, string> | null = null;
  const learn = (paths: readonly string[], said: ClaimText): void => {
    const since = Math.min(said.at, ...place.texts.map(({ at }) => at));
    const all = [...new Set([...paths, ...(known.size === 0 ? missing() : [])])];
    const found = repository ? pastsOf(repository, others.slice(0, MOST_BRANCHES), all, since) : [];
    for (const [one, of] of found) known.set(one, of);
  };
  return {
    judge(paths: readonly string[], said: ClaimText): Found {
      if (!paths.every((one) => known.has(one))) learn(paths, said);
      const pasts = paths.flatMap((one) => known.get(one) ?? []);
      if (said.branch !== null && pasts.some(({ on }) => on.includes(said.branch!)))
        return { verdict: 'elsewhere', branch: said.branch };
      const wentAt = Math.max(0, ...pasts.map((one) => one.wentAt));
      if (wentAt < said.at || wentAt === 0) return UNKNOWN;
      return { verdict: 'gone', branch: null, isOutdated: wentAt > said.at + SAME_DAY };
    },
    /** A commit that a session stopped at or made is gone where the repository has it no more. */
    judgeCommit(hash: string): Found {
      const same = recorded.find((one) => one.startsWith(hash) || hash.startsWith(one));
      if (same === undefined || !repository || exists(join(repository.commonDir, 'shallow'))) return UNKNOWN;
      commits ??= typesOf(recorded, repository.ask);
      const isMissing = commits.get(same)?.endsWith(' missing') === true;
      return isMissing ? { verdict: 'gone', branch: null, isOutdated: true } : UNKNOWN;
    },
  };
}
