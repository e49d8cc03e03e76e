import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Claim, ClaimChecker, ClaimPlace, ClaimText, Judged } from '../domain/claims/claim.ts';
import { claimsIn } from '../domain/claims/find.ts';
import { isOutside, scopedPath } from '../domain/thread/scoped-path.ts';
import { gitDirectoryOf } from './git.ts';
import { exists } from './git-files.ts';
import { isHash } from './git-head.ts';
import { gitAt } from './git-process.ts';

/** The most that one check may cost; beyond it the answer is unknown. */
const MOST_LOOKS = 80;
const MOST_STOPS = 12;
const MOST_BRANCHES = 6;
/** Of an abbreviated commit. */
const LEAST_DIGITS = 7;

type Found = Pick<Judged, 'verdict' | 'branch'>;
const UNKNOWN: Found = { verdict: 'unknown', branch: null };
const HOLDS: Found = { verdict: 'holds', branch: null };
const GONE: Found = { verdict: 'gone', branch: null };

/**
 * Judges claims by the files of a working tree, and those that are not there by the repository's past. Gone is only what a
 * commit had at which a session stopped after the text was written, on its branch or on the one that is checked out. `path` is the PATH to look for `git` on.
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
  const past = pastOf(place, path, () =>
    place.texts.flatMap(claimsIn).flatMap((claim) => {
      if (claim.kind === 'commit') return past.namesOfCommit(claim.hash);
      const places = placesOf(claim.path);
      return places.every((one) => look(one) === 'none') ? past.namesOf(places) : [];
    }),
  );
  const judge = (claim: Claim, said: ClaimText): Found | null => {
    if (claim.kind === 'commit') return past.hasLost(claim.hash) ? GONE : UNKNOWN;
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

/** The past of a repository, as `git` tells it. The first question asks for everything that is `expected`, too. */
function pastOf(place: ClaimPlace, path: string | undefined, expected: () => readonly string[]) {
  const repository = gitDirectoryOf(place.root);
  const ask = repository && gitAt(repository.commonDir, place.root, path);
  const stops = place.stops.filter(({ head }) => isHash(head)).slice(0, MOST_STOPS);
  const branches = place.branches.filter((one) => one !== place.branch && !/\s/.test(one));
  const isWhole = !repository || !exists(join(repository.commonDir, 'shallow'));
  const isSparse = repository && exists(join(repository.gitDir, 'info', 'sparse-checkout'));

  const at = (revision: string, paths: readonly string[]) => paths.map((one) => `${revision}:${one}`);
  const atTip = (branch: string, paths: readonly string[]) =>
    ['refs/heads/', 'refs/remotes/origin/'].flatMap((folder) => at(`${folder}${branch}`, paths));
  const namesOf = (paths: readonly string[]) => [
    ...branches.slice(0, MOST_BRANCHES).flatMap((one) => atTip(one, paths)),
    ...stops.flatMap(({ head }) => at(head, paths)),
  ];
  const namesOfCommit = (hash: string) => {
    const isSame = (one: string) =>
      one.startsWith(hash) || (one.length >= LEAST_DIGITS && hash.startsWith(one));
    return [...place.stops.map(({ head }) => head), ...place.made].some(isSame) ? [hash] : [];
  };

  const types = new Map<string, string>();
  const typesOf = (names: readonly string[]): ReadonlyMap<string, string> => {
    if (names.every((name) => types.has(name))) return types;
    const open = [...new Set([...names, ...(types.size === 0 ? expected() : [])])];
    const answer = ask?.(['cat-file', '--batch-check=%(objecttype)'], `${open.join('\n')}\n`);
    const lines = answer?.status === 0 ? answer.output.toString('utf8').split('\n') : [];
    for (const [i, name] of open.entries()) if (lines[i]) types.set(name, lines[i]);
    return types;
  };
  return {
    namesOf,
    namesOfCommit,
    /** Whether a session stopped at a commit or made it, and the repository has it no more. */
    hasLost: (hash: string): boolean =>
      isWhole && (typesOf(namesOfCommit(hash)).get(hash)?.endsWith(' missing') ?? false),
    /** Judges paths that are not in the working tree. A sparse checkout leaves files out that are there for others. */
    judge: (paths: readonly string[], said: ClaimText): Found => {
      if (isSparse) return UNKNOWN;
      const found = typesOf(namesOf(paths));
      const has = (names: readonly string[]) => names.some((name) => THERE.has(found.get(name) ?? ''));
      const on = branches.filter((one) => has(atTip(one, paths)));
      if (said.branch !== null && on.includes(said.branch))
        return { verdict: 'elsewhere', branch: said.branch };
      if (said.branch === null && on.length > 0) return UNKNOWN;
      // Another branch may have kept what went away here before the text was written.
      const after = stops.filter(
        (one) => one.at >= said.at && [place.branch, said.branch].includes(one.branch),
      );
      return after.some(({ head }) => has(at(head, paths))) ? GONE : UNKNOWN;
    },
  };
}

/** Types of what a path can lead to; `commit` is a submodule. */
const THERE = new Set(['blob', 'tree', 'commit']);
