import { isFileName } from '../base/file-names.ts';
import { oneLine } from '../base/text/safe-text.ts';
import type { Millis } from '../base/time.ts';

/** A path or a commit that a text names and that can be looked up in the repository. */
export type Claim =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'commit'; readonly hash: string };

/**
 * `gone`: it existed here when the text was written and was removed. `elsewhere`: it is on a branch that is not checked out.
 * `unknown` is everything else: it may not exist yet, or belong to another repository.
 */
export type ClaimVerdict = 'holds' | 'gone' | 'elsewhere' | 'unknown';

export interface JudgedClaim {
  readonly claim: Claim;
  /** Its index among the claims of the text. */
  readonly number: number;
  readonly verdict: ClaimVerdict;
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

/** A text that is to be checked before it is used. */
export interface ClaimText {
  readonly text: string;
  /** The branch on which it was written; null if unknown. */
  readonly branch: string | null;
  /** When it was written. */
  readonly at: Millis;
}

/** Whether a text can hold a claim at all: a slash, a dot or a backslash before a letter, or seven hex digits. */
export function mayClaim(text: string): boolean {
  return /[/\\]|\.[A-Za-z]|[0-9a-f]{7}/.test(text);
}

/** The name of a claim in a mark. */
export function nameOfClaim(claim: Claim): string {
  return claim.kind === 'path' ? claim.path : `commit ${claim.hash}`;
}

export function isClaimGone({ verdict }: JudgedClaim): boolean {
  return verdict === 'gone';
}

/** Whether the repository contradicts a claim. */
export function hasFailed(judged: JudgedClaim): boolean {
  return isClaimGone(judged) && judged.isOutdated === true;
}

/**
 * Whether a text is obsolete: all files that it names were removed after it was written. A missing commit may have been
 * rebased or not fetched, so it does not count.
 */
export function isGroundless(judged: readonly JudgedClaim[]): boolean {
  const ofFiles = judged.filter(({ claim }) => claim.kind === 'path');
  return ofFiles.length > 0 && ofFiles.every(hasFailed);
}

/** The mark behind a text with failed claims: ` (gone here: src/x.ts)`; empty if none failed. */
export function claimMark(judged: readonly JudgedClaim[]): string {
  const gone = [...new Set(judged.filter(isClaimGone).map(({ claim }) => nameOfClaim(claim)))];
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

/** A longer text is a listing, not a sentence. */
const MOST_CHARS = 2000;
const MOST_CLAIMS = 8;

/**
 * Finds paths and commits that a text names. Everything that looks like one counts: the repository's history shows which of them
 * ever existed, so no sentence has to be parsed.
 */
export function findClaims(text: string): Claim[] {
  const read = text.slice(0, MOST_CHARS);
  const paths = [...read.matchAll(WORD)].flatMap(([word]): Claim[] => {
    const path = pathOf(word);
    return path === null ? [] : [{ kind: 'path', path }];
  });
  const commits = [...read.matchAll(HEX)].map(([hash]): Claim => ({ kind: 'commit', hash }));
  return [...paths, ...commits].slice(0, MOST_CLAIMS);
}

/** Characters of paths and of URLs: a URL must be read whole, not as the path in it. Chinese letters end a word. */
const WORD = /[A-Za-z0-9_.@~+\-/\\$:#[\]*{}%<>?=&À-ɏ]+/g;
const HEX = /(?<![\w.#/\\@:$-])[0-9a-f]{7,40}(?![\w/\\@$-]|\.\w)/g;
/** `:12:3`, `#L4`, `::parse`, `#Kernel.handle()` */
const BEHIND = /(?:::?|#)[\w$.:-]*(?:\(\))?$/;
/** Globs, variables, placeholders, addresses and options. */
const NO_PATH = /[*{}<>$%?=&:#]|\.\.\.|\/\/|^[-@~]/;

/** The path in a word, with forward slashes; null if it has none. */
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
