import type { Signs } from '../../domain/projects/signs.ts';

/** Reads the signs of a git directory. */
export interface SignReader {
  /** A stamp that changes if the signs may have changed; costs one `stat`. */
  stamp(place: string): string;
  read(place: string): Signs;
  /** The identity of the directory on its disk; null if it is gone or the file system has none. */
  inode(place: string): string | null;
  /** Which of the commits are in its own object store; `root`: one without parents. */
  commits(place: string, hashes: readonly string[]): ReadonlyMap<string, 'commit' | 'root'>;
  /** A clone without the whole history. */
  isShallow(place: string): boolean;
  /** The working trees at a folder and a few levels below it. */
  below(folder: string): readonly string[];
}
