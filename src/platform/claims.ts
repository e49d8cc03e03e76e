import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ClaimChecker, ClaimPlace, ClaimText } from '../domain/claims/check.ts';
import type { Claim, Judged, PathClaim, Verdict } from '../domain/claims/claim.ts';
import { claimsIn } from '../domain/claims/find.ts';
import { hasWord, listed } from '../domain/claims/words.ts';
import { isOutside, scopedPath } from '../domain/thread/scoped-path.ts';
import { readBounded } from './files.ts';
import { content, exists, lstat, pathFrom } from './git-files.ts';
import { branchExists } from './git-head.ts';
import { objectFinder } from './git-objects.ts';

/** The most that one check may cost; beyond it the answer is unknown. */
const MOST_LOOKS = 80;
const MOST_READS = 20;
const MOST_BYTES = 64 * 1024;

/** Folders that programs fill: what is not in them today may be tomorrow. */
const GENERATED = listed(
  `dist, build, out, output, target, bin, obj, node_modules, vendor, coverage, generated, gen, __generated__, .next, .nuxt, .cache,
  .venv, venv, __pycache__, tmp, temp, log, logs, .git`,
);
/** Folders in which monorepos keep their packages. */
const WORKSPACES = new Set([
  'packages',
  'apps',
  'services',
  'crates',
  'libs',
  'modules',
  'projects',
  'plugins',
]);
const MOST_PACKAGES = 24;
/** Imports name the file that a compiler makes. */
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/i;

/** Judges what texts claim, by the files of a working tree and the objects of its repository. Starts no process. */
export function claimChecker(place: ClaimPlace): ClaimChecker {
  const tree = new Tree(place);
  return ({ text, branch, isWork = false }: ClaimText) =>
    claimsIn(text).flatMap((claim, number): Judged[] => {
      const found = tree.judge(claim, branch, isWork);
      return found ? [{ claim, number, verdict: found.verdict, branch: found.branch ?? null }] : [];
    });
}

interface Found {
  readonly verdict: Verdict;
  readonly branch?: string;
}

type Seen = 'file' | 'folder' | 'link' | 'none' | 'unknown';

const UNKNOWN: Found = { verdict: 'unknown' };
const HOLDS: Found = { verdict: 'holds' };

/** A working tree, looked at within bounds; each thing once. */
class Tree {
  readonly #place: ClaimPlace;
  readonly #known: ReadonlySet<string>;
  #looks = MOST_LOOKS;
  #reads = MOST_READS;
  readonly #seen = new Map<string, Seen>();
  readonly #texts = new Map<string, { readonly text: string; readonly isWhole: boolean } | null>();
  readonly #names = new Map<string, readonly string[] | null>();
  #hides: ((path: string) => boolean) | null = null;
  #object: ReturnType<typeof objectFinder> | null = null;

  constructor(place: ClaimPlace) {
    this.#place = place;
    this.#known = new Set(
      place.known.map((path) => scopedPath(path, null, place.root)).filter((path) => !isOutside(path)),
    );
  }

  /** Null for what turns out to be no claim. */
  judge(claim: Claim, branch: string | null, isWork: boolean): Found | null {
    switch (claim.kind) {
      case 'commit':
        return this.#commit(claim);
      case 'path': {
        const path = this.#resolved(claim);
        if (!path) return null;
        if (path.seen === 'unknown') return UNKNOWN;
        // Whatever was said of it: nothing here contradicts a thing that is there.
        if (path.seen !== 'none') return HOLDS;
        if (!claim.isPlain) return null;
        return this.#missing(claim, path.at, branch, isWork);
      }
      case 'symbol':
        return this.#symbol(claim, branch, isWork);
    }
  }

  #commit({ hash, says }: Extract<Claim, { kind: 'commit' }>): Found {
    this.#object ??= objectFinder(this.#place.commonDir);
    const presence = this.#object(hash);
    if (presence !== 'no') return presence === 'yes' ? HOLDS : UNKNOWN;
    const said = says();
    if (said === 'doubt') return UNKNOWN;
    return said === 'there' ? { verdict: 'gone' } : HOLDS;
  }

  #symbol(claim: Extract<Claim, { kind: 'symbol' }>, branch: string | null, isWork: boolean): Found | null {
    const path = this.#resolved(claim.file);
    if (!path) return UNKNOWN;
    if (path.seen === 'none')
      return claim.file.isPlain ? this.#missing(claim, path.at, branch, isWork) : UNKNOWN;
    const file = path.seen === 'file' ? this.#textOf(path.at) : null;
    if (!file) return UNKNOWN;
    if (hasWord(file.text, claim.symbol)) return HOLDS;
    if (!file.isWhole) return UNKNOWN;
    const says = claim.says();
    if (says !== 'there') return says === 'doubt' ? UNKNOWN : HOLDS;
    // Open work may name what it is about to make.
    return isWork ? UNKNOWN : this.#byBranch('changed', branch);
  }

  #missing(claim: Claim, at: string, branch: string | null, isWork: boolean): Found {
    const says = claim.says();
    if (says !== 'there') return says === 'doubt' ? UNKNOWN : HOLDS;
    // Open work names what it is about to make: only a file that was there once can be gone.
    if (isWork && !this.#known.has(at)) return UNKNOWN;
    return this.#mayBeHidden(at) ? UNKNOWN : this.#byBranch('gone', branch);
  }

  /** A thing that is not here may be on the branch where it was said. */
  #byBranch(verdict: Verdict, branch: string | null): Found {
    const { commonDir, branch: here, branches } = this.#place;
    if (here === null)
      return branch !== null && branchExists(commonDir, branch) === 'yes'
        ? { verdict: 'elsewhere', branch }
        : UNKNOWN;
    if (branch === here) return { verdict };
    const others = branch === null ? branches.filter((one) => one !== here) : [branch];
    const found = others.map((one) => branchExists(commonDir, one));
    if (found.every((one) => one === 'no')) return { verdict };
    return branch !== null && found[0] === 'yes' ? { verdict: 'elsewhere', branch } : UNKNOWN;
  }

  /**
   * Where a claimed path lies: below the root, or below a folder in which somebody may have stood. Null where that is not
   * known: a bare name could be anywhere, and a first folder that is not here belongs to something else.
   */
  #resolved({ path, isPlain }: PathClaim): { readonly at: string; readonly seen: Seen } | null {
    const { root } = this.#place;
    const at = scopedPath(path, root, root);
    if (isOutside(at) || at === '.') return null;
    const seen = this.#look(at);
    if (seen !== 'none') return { at, seen };
    const known = [...this.#known].filter((one) => one === at || one.endsWith(`/${at}`));
    for (const one of known) {
      const there = this.#look(one);
      if (there !== 'none') return { at: one, seen: there };
    }
    if (!isPlain) return { at, seen: 'none' };
    const isAbsolute = isOutside(path);
    if (!isAbsolute) {
      const inside = this.#belowOthers(at);
      if (inside) return inside;
    }
    if (known.length > 0) return { at: known[0]!, seen: 'none' };
    const top = at.slice(0, Math.max(0, at.indexOf('/')));
    if (top === '') return null;
    return { at, seen: this.#look(top) === 'folder' ? 'none' : 'unknown' };
  }

  /** Paths may count from the folder of a package, or from one in which a session worked. */
  #belowOthers(path: string): { readonly at: string; readonly seen: Seen } | null {
    const first = path.slice(0, path.indexOf('/') < 0 ? path.length : path.indexOf('/'));
    for (const base of this.#bases()) {
      if (this.#look(`${base}/${first}`) === 'none') continue;
      const at = `${base}/${path}`;
      const seen = this.#look(at);
      if (seen !== 'none') return { at, seen };
    }
    return null;
  }

  #allBases: readonly string[] | null = null;

  #bases(): readonly string[] {
    if (this.#allBases) return this.#allBases;
    const bases = new Set<string>();
    for (const path of this.#known) {
      for (let folder = dirname(path); folder !== '.' && bases.size < MOST_PACKAGES; folder = dirname(folder))
        bases.add(folder);
    }
    for (const name of this.#namesIn('') ?? []) {
      if (!WORKSPACES.has(name)) continue;
      for (const one of (this.#namesIn(name) ?? []).slice(0, MOST_PACKAGES)) bases.add(`${name}/${one}`);
    }
    this.#allBases = [...bases];
    return this.#allBases;
  }

  /** Whether a path may be there for others: ignored, in a submodule, outside a sparse checkout, or spelt otherwise. */
  #mayBeHidden(path: string): boolean {
    this.#hides ??= this.#hiddenBy();
    return (
      path.split('/').some((part) => GENERATED.has(part.toLowerCase())) ||
      this.#hides(path) ||
      this.#isSpeltOtherwise(path)
    );
  }

  #hiddenBy(): (path: string) => boolean {
    const { root, commonDir } = this.#place;
    const dotGit = join(root, '.git');
    const pointer = lstat(dotGit)?.isFile() ? content(dotGit) : null;
    const gitDir = pointer?.startsWith('gitdir:')
      ? pathFrom(root, pointer.slice('gitdir:'.length).trim())
      : commonDir;
    if (exists(join(gitDir, 'info', 'sparse-checkout'))) return () => true;
    const ignored = this.#textOf('.gitignore')?.text ?? '';
    const modules = [...(this.#textOf('.gitmodules')?.text ?? '').matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm)].map(
      (one) => one[1]!,
    );
    return (path) =>
      mayIgnore(ignored, path) ||
      this.#isIgnoredBelow(path) ||
      modules.some((one) => path === one || path.startsWith(`${one}/`));
  }

  #isIgnoredBelow(path: string): boolean {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      if (this.#look(`${folder}/.gitignore`) !== 'file') continue;
      const text = this.#textOf(`${folder}/.gitignore`)?.text ?? '*';
      if (mayIgnore(text, path.slice(folder.length + 1))) return true;
    }
    return false;
  }

  /** Another case, a name cut short, or the source of what a compiler makes: `queue.js` of `queue.ts`. */
  #isSpeltOtherwise(path: string): boolean {
    let folder = dirname(path);
    let rest = path;
    while (folder !== '.' && this.#look(folder) === 'none') {
      rest = folder;
      folder = dirname(folder);
    }
    const names = this.#namesIn(folder === '.' ? '' : folder);
    if (names === null) return true;
    const wanted = rest.slice(folder === '.' ? 0 : folder.length + 1).toLowerCase();
    const stem = rest === path && SOURCE.test(wanted) ? wanted.replace(SOURCE, '') : null;
    return names.some((name) => {
      const small = name.toLowerCase();
      if (small === wanted || (!wanted.includes('.') && small.startsWith(wanted))) return true;
      return stem !== null && SOURCE.test(small) && small.replace(SOURCE, '') === stem;
    });
  }

  #namesIn(folder: string): readonly string[] | null {
    const known = this.#names.get(folder);
    if (known !== undefined) return known;
    let names: readonly string[] | null = null;
    try {
      if (this.#looks-- > 0 && (folder === '' || this.#look(folder) === 'folder'))
        names = readdirSync(join(this.#place.root, folder));
    } catch {}
    this.#names.set(folder, names);
    return names;
  }

  #look(path: string): Seen {
    const plain = path.replace(/\/+$/, '');
    const known = this.#seen.get(plain);
    if (known) return known;
    const seen = this.#looks-- > 0 ? this.#lookNow(plain) : 'unknown';
    this.#seen.set(plain, seen);
    return seen;
  }

  /** Folder by folder from the root, which is a real path: what lies behind a link is not looked at. */
  #lookNow(path: string): Seen {
    const folder = dirname(path);
    const above = folder === '.' ? 'folder' : this.#look(folder);
    if (above === 'none' || above === 'file') return 'none';
    if (above !== 'folder') return 'unknown';
    try {
      const found = lstatSync(join(this.#place.root, path), { throwIfNoEntry: false });
      return found ? kindOf(found) : 'none';
    } catch {
      return 'unknown';
    }
  }

  #textOf(path: string): { readonly text: string; readonly isWhole: boolean } | null {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    let text: { text: string; isWhole: boolean } | null = null;
    if (this.#look(path) === 'file' && this.#reads-- > 0) {
      const bytes = readBounded(join(this.#place.root, path), MOST_BYTES);
      if (bytes) text = { text: bytes.toString('utf8'), isWhole: bytes.length < MOST_BYTES };
    }
    this.#texts.set(path, text);
    return text;
  }
}

/** Whether lines of a `.gitignore` may keep a path out. More than they do is fine: what may be ignored is unknown. */
function mayIgnore(lines: string, path: string): boolean {
  const parts = path.split('/');
  return lines.split('\n').some((line) => {
    const names = line.trim().replace(/^!/, '').split('/');
    const name = names.findLast((one) => one !== '' && one !== '**');
    if (name === undefined || name.startsWith('#')) return false;
    const star = name.search(/[*?[]/);
    if (star < 0) return parts.includes(name);
    const end = name.slice(Math.max(name.lastIndexOf('*'), name.lastIndexOf('?'), name.lastIndexOf(']')) + 1);
    return parts.some((part) => part.startsWith(name.slice(0, star)) && part.endsWith(end));
  });
}

function kindOf(found: Stats): Seen {
  if (found.isFile()) return 'file';
  if (found.isSymbolicLink()) return 'link';
  return found.isDirectory() ? 'folder' : 'unknown';
}
