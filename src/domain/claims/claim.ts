import { oneLine } from '../text/safe-text.ts';
import { isFileName } from '../thread/file-names.ts';
import type { Millis } from '../time.ts';

/** A path or a commit that a text names and that can be looked up in the repository. */
export type Claim =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'commit'; readonly hash: string };

/**
 * `gone`: it was here when the text was written, and is here no more. `elsewhere`: it is on a branch that is not checked out.
 * `unknown` is everything else: it may be yet to be made, or belong to another place.
 */
export type Verdict = 'holds' | 'gone' | 'elsewhere' | 'unknown';

export interface Judged {
  readonly claim: Claim;
  /** Its place among the claims of the text. */
  readonly number: number;
  readonly verdict: Verdict;
  /** The branch that has it; null unless it is elsewhere. */
  readonly branch: string | null;
  /** Removed well after the text was written: the text cannot be about the removal. */
  readonly isOutdated?: boolean;
}

/** The working tree in which claims are looked up. */
export interface ClaimPlace {
  /** The top of the working tree. */
  readonly root: string;
  /** The branch that is checked out; null where that is not known. */
  readonly branch: string | null;
  /** Branches on which sessions of the scope worked lately. */
  readonly branches: readonly string[];
  /** Files that sessions touched, relative to the root or absolute. */
  readonly known: readonly string[];
  /** Commits at which sessions stopped or that they made, whole or abbreviated. */
  readonly commits: readonly string[];
}

/** A text that is about to be told. */
export interface ClaimText {
  readonly text: string;
  /** The branch on which it was said; null where that is not known. */
  readonly branch: string | null;
  /** When it was written. */
  readonly at: Millis;
}

/** Whether a text can hold a claim at all: a slash, a dot or a backslash before a letter, or seven hex digits. */
export function mayClaim(text: string): boolean {
  return /[/\\]|\.[A-Za-z]|[0-9a-f]{7}/.test(text);
}

/** How a claim is named where it failed. */
export function nameOfClaim(claim: Claim): string {
  return claim.kind === 'path' ? claim.path : `commit ${claim.hash}`;
}

export function isGone({ verdict }: Judged): boolean {
  return verdict === 'gone';
}

/** Whether the repository contradicts a claim. */
export function hasFailed(judged: Judged): boolean {
  return isGone(judged) && judged.isOutdated === true;
}

/**
 * Whether a text has nothing left to stand on: all files that it names went after it was written. A commit that is not here may have been
 * rebased or not fetched, and says nothing about the rest.
 */
export function isGroundless(judged: readonly Judged[]): boolean {
  const ofFiles = judged.filter(({ claim }) => claim.kind === 'path');
  return ofFiles.length > 0 && ofFiles.every(hasFailed);
}

/** A mark behind a text whose claims do not all hold: ` (gone here: src/x.ts)`; nothing where they do. */
export function markOf(judged: readonly Judged[]): string {
  const gone = [...new Set(judged.filter(isGone).map(({ claim }) => nameOfClaim(claim)))];
  const more = gone.length - MOST_NAMED;
  const branches = [
    ...new Set(judged.flatMap(({ branch }) => (branch === null ? [] : [oneLine(branch, 80)]))),
  ];
  const names = `${gone.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const parts = [
    ...(gone.length > 0 ? [`gone here: ${names}`] : []),
    ...branches.map((branch) => `only on ${branch}`),
  ];
  return parts.length > 0 ? ` (${parts.join('; ')})` : '';
}

const MOST_NAMED = 3;

/** More is no sentence but a listing. */
const MOST_CHARS = 2000;
const MOST_CLAIMS = 8;

/**
 * Finds paths and commits that a text names. Whatever looks like one counts: the repository's own past tells which of them
 * were ever there, and no sentence has to be understood for that.
 */
export function claimsIn(text: string): Claim[] {
  const read = text.slice(0, MOST_CHARS);
  const paths = [...read.matchAll(WORD)].flatMap(([word]): Claim[] => {
    const path = pathOf(word);
    return path === null ? [] : [{ kind: 'path', path }];
  });
  const commits = [...read.matchAll(HEX)].map(([hash]): Claim => ({ kind: 'commit', hash }));
  return [...paths, ...commits].slice(0, MOST_CLAIMS);
}

/** Characters of paths and of addresses, which must not be taken for the path in them. Chinese letters end a word. */
const WORD = /[A-Za-z0-9_.@~+\-/\\$:#[\]*{}%<>?=&À-ɏ]+/g;
const HEX = /(?<![\w.#/\\@:$-])[0-9a-f]{7,40}(?![\w/\\@$-]|\.\w)/g;
/** `:12:3`, `#L4`, `::parse`, `#Kernel.handle()` */
const BEHIND = /(?:::?|#)[\w$.:-]*(?:\(\))?$/;
/** Globs, variables, placeholders, addresses and options. */
const NO_PATH = /[*{}<>$%?=&:#]|\.\.\.|\/\/|^[-@~]/;

/** The path in a word of a text, with plain slashes; null where it has none. */
function pathOf(word: string): string | null {
  const bare = word
    .replace(/^[<[{*]+/, '')
    .replace(/[.,:#\]}>*?\-=&]+$/, '')
    .replace(BEHIND, '')
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '');
  const name = bare.slice(bare.lastIndexOf('/') + 1);
  const isPath = name === '' ? bare.split('/').length > 2 : isFileName(name);
  return isPath && bare.length <= 300 && !NO_PATH.test(bare) ? bare : null;
}
