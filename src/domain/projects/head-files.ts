/** How a file of a working tree differs from HEAD. */
export type Difference = 'new' | 'changed' | 'deleted';

/** A file that is not in HEAD as it is now. */
export interface Uncommitted {
  /** Relative to the top of the working tree. */
  readonly path: string;
  readonly how: Difference;
}

/** A path as a commit has it, and the file that was compared with it: kept, so that an unchanged file is not compared again. */
export interface HeadFile {
  readonly path: string;
  /** The commit. */
  readonly head: string;
  /** The id of its content there; null if the commit does not have it. */
  readonly blob: string | null;
  readonly size: number;
  /** The state of the file when it was compared; null if it may have changed in the same moment. */
  readonly mark: string | null;
  /** Whether it was the same as in the commit. */
  readonly isSame: boolean;
}

/** The comparison of some paths with HEAD. A path of which nothing is known is in neither list. */
export interface TreeLook {
  readonly uncommitted: readonly Uncommitted[];
  /** Comparisons that hold while HEAD and the files stay. */
  readonly kept: readonly HeadFile[];
}

export const NOT_LOOKED: TreeLook = { uncommitted: [], kept: [] };
