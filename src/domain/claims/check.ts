import type { Judged } from './claim.ts';

/** Where claims are looked up. */
export interface ClaimPlace {
  /** The top of the working tree. */
  readonly root: string;
  /** The git directory that holds refs and objects. */
  readonly commonDir: string;
  /** The branch that is checked out; null where that is not known. */
  readonly branch: string | null;
  /** Branches on which sessions of the scope worked lately. */
  readonly branches: readonly string[];
  /** Files that sessions touched, relative to the root or absolute. */
  readonly known: readonly string[];
}

/** A text that is about to be told. */
export interface ClaimText {
  readonly text: string;
  /** The branch on which it was said; null where that is not known. */
  readonly branch: string | null;
  /** Open work, which may speak of what is yet to be made. */
  readonly isWork?: boolean;
}

/** Judges the claims of a text. What it may cost is shared by all texts. */
export type ClaimChecker = (text: ClaimText) => readonly Judged[];
