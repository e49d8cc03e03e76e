/** The machine as setup sees it: files that belong to other programs, and programs. */
export interface Machine {
  /** A plain file, through symbolic links; null where there is none. Throws where it cannot be read. */
  read(path: string): FoundFile | null;
  /** Whether there is anything at a path. */
  exists(path: string): boolean;
  /** All of it or nothing, through symbolic links. Mode and owner stay; a new file gets this mode. */
  write(path: string, text: string, newMode: number): void;
  /** A copy beside it, under the first name of this beginning that is free; its path. */
  copy(path: string, name: string): string;
  remove(path: string): void;
  /** Those that had to be made, the outermost first. */
  makeFolders(path: string): readonly string[];
  /** Nothing happens where it is not empty. */
  removeFolder(path: string): void;
  /** One at a time among all processes. */
  exclusively<T>(lock: string, work: () => T): T;
  /** The places of a command on the path, best first. */
  programs(name: string): readonly string[];
  /** Places where a Node may be installed, the likeliest first. */
  nodes(): Iterable<string>;
  /** The name and version of a program; null if it is no Node and no Bun. */
  runtime(path: string): KnownRuntime | null;
  /** The target of symbolic links, even if nothing is there yet. */
  real(path: string): string;
  /** Runs a program in a folder with this terminal, until it ends; its exit code. */
  start(argv: readonly string[], folder: string): number;
  run(argv: readonly string[]): { readonly code: number | null; readonly output: string };
}

export interface FoundFile {
  /** Its path without symbolic links. */
  readonly real: string;
  /** Null where it is no UTF-8. */
  readonly text: string | null;
  readonly isReadOnly: boolean;
}

export interface KnownRuntime {
  readonly name: 'Node' | 'Bun';
  readonly version: string;
  readonly isRecentEnough: boolean;
}
