/** A file of another program. */
export interface FoundFile {
  readonly real: string;
  /** Null where it is no UTF-8. */
  readonly text: string | null;
  readonly isReadOnly: boolean;
}

/** A runtime that could run Cortex. */
export interface RuntimeFound {
  readonly name: 'Node' | 'Bun';
  readonly version: string;
  readonly isRecentEnough: boolean;
}

/** The machine as setup sees it: files that belong to other programs, and programs. */
export interface Machine {
  /** Null where there is no file. Follows symbolic links. */
  read(path: string): FoundFile | null;
  exists(path: string): boolean;
  write(path: string, text: string, newMode: number): void;
  /** Copies a file next to itself; gives the path of the copy. */
  copy(path: string, name: string): string;
  remove(path: string): void;
  /** The folders that were missing and are made now. */
  makeFolders(path: string): readonly string[];
  removeFolder(path: string): void;
  exclusively<T>(lock: string, work: () => T): T;
  /** Every place on the path where a command is, best first. */
  programs(name: string): readonly string[];
  nodes(): Iterable<string>;
  /** The runtime at a path; null where it is none. */
  runtime(path: string): RuntimeFound | null;
  /** The end of a chain of symbolic links, even if nothing is there yet. */
  real(path: string): string;
  /** Runs a program to its end, unseen. */
  run(words: readonly string[]): { readonly code: number | null; readonly output: string };
  /** Runs a program in this terminal; gives its exit code. */
  start(words: readonly string[], folder: string): number;
}
