import type { Millis } from '../base/time.ts';

/**
 * The relation of a session's last commit to HEAD. `contained`: it is an ancestor of HEAD. `ahead`: HEAD
 * is an ancestor of it. `gone`: the commit no longer exists. `unknown`: it cannot be determined, or not in time.
 */
export type Relation = 'same' | 'contained' | 'ahead' | 'apart' | 'gone' | 'unknown';

/** The git position of a working tree: a branch, unless HEAD was detached, and a commit. */
export interface GitPosition {
  readonly branch: string | null;
  readonly head: string | null;
}

export interface Lineage {
  readonly relation: Relation;
  /** `elsewhere`: the branch exists, and neither the commit nor the branch's tip is contained in HEAD. */
  readonly tip: 'here' | 'elsewhere' | 'gone';
}

/** Changes of a working tree since a session stopped in it. */
export interface Movement {
  readonly relation: Relation;
  /** Null if the commits came in several ways or in an unknown one. */
  readonly how: 'pulled' | 'made' | null;
  /** Number of added commits; null if unknown. */
  readonly commits: number | null;
  /** The subject of the last commit. */
  readonly subject: string | null;
}

/** The line of history of a repository, as it is now. */
export interface History {
  readonly present: GitPosition;
  lineagesOf(all: readonly GitPosition[]): readonly Lineage[];
  /**
   * Null if HEAD has not moved, apart from the session's own commits (`own`). `until`: movements up to then were before it
   * stopped; a killed session did not record where it left HEAD.
   */
  since(stood: GitPosition, own: readonly string[], until?: Millis | null): Movement | null;
  /** When HEAD moved to the current commit from another one: then `git` rewrote files. */
  arrivals(): readonly Millis[];
}

/**
 * Whether a session's branch is unmerged. The branch that is
 * checked out never is, even after a rewrite, nor is a deleted one: a squash leaves no trace.
 * A commit without a branch that an existing branch contains belongs to that branch's past.
 */
export function isUnmerged(stood: GitPosition, lineage: Lineage, present: GitPosition): boolean {
  if (stood.branch === null || stood.branch === present.branch || lineage.tip !== 'elsewhere')
    return false;
  return lineage.relation === 'apart' || (lineage.relation === 'ahead' && present.branch !== null);
}
