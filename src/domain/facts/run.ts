/** The kind of a check. */
export type CommandKind = 'test' | 'build' | 'lint' | 'types';

/** One check of a command line, normalized so that different calls of the same check can be compared. */
export interface CommandRun {
  readonly kind: CommandKind;
  /** The program and its subcommand, such as `ruff check`; null for a script of the project that does not show what it ran. */
  readonly tool: string | null;
  /** The project's script that ran it, named without the package manager: all of them run the same scripts. */
  readonly script?: string;
  /** Paths, patterns and filters that limit it; empty if it covers everything. */
  readonly only: readonly string[];
}
