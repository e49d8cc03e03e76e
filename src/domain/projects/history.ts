import type { Millis } from '../time.ts';

/**
 * How the commit at which a session stopped stands to what is checked out now. `contained`: it is part of it. `ahead`: what
 * is checked out is an older part of it. `gone`: its commit is no longer there. `unknown`: it cannot be told, or not in time.
 */
export type Relation = 'same' | 'contained' | 'ahead' | 'apart' | 'gone' | 'unknown';

/** The git position of a working tree: a branch, unless HEAD was detached, and a commit. */
export interface GitPosition {
  readonly branch: string | null;
  readonly head: string | null;
}

export interface Lineage {
  readonly relation: Relation;
  /** `elsewhere`: the branch exists, and neither the commit nor what it holds by now is part of what is checked out. */
  readonly tip: 'here' | 'elsewhere' | 'gone';
}

/** Changes of a working tree since a session stopped in it. */
export interface Movement {
  readonly relation: Relation;
  /** Null where the commits came in several ways, or in one that is not known. */
  readonly how: 'pulled' | 'made' | null;
  /** How many commits were added; null where that is not known. */
  readonly commits: number | null;
  /** The subject of the last commit. */
  readonly subject: string | null;
}

/** The line of history of a repository, as it is now. */
export interface History {
  readonly present: GitPosition;
  lineagesOf(all: readonly GitPosition[]): readonly Lineage[];
  /** Null where HEAD has not moved, but for commits of these hashes, which are the session's own. */
  since(stood: GitPosition, own: readonly string[]): Movement | null;
  /** When HEAD came from another commit to the one that is checked out: then `git` wrote its files anew. */
  arrivals(): readonly Millis[];
}

/**
 * Whether what a session left on its branch is not part of what is checked out. Nobody says so of the branch that is
 * checked out itself, however its commits were rewritten, nor of one that is no longer there: a squash leaves no trace.
 * An older commit of a branch, without a branch of its own, is that branch's past.
 */
export function isUnmerged(stood: GitPosition, lineage: Lineage, present: GitPosition): boolean {
  if (stood.branch === null || stood.branch === present.branch || lineage.tip !== 'elsewhere') return false;
  return lineage.relation === 'apart' || (lineage.relation === 'ahead' && present.branch !== null);
}
