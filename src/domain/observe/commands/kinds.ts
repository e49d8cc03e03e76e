export type CommandKind = 'test' | 'build' | 'lint' | 'types';

/** One check of a command line, so that it can be compared with one that was called otherwise. */
export interface Run {
  readonly kind: CommandKind;
  /** The program and its subcommand, such as `ruff check`; null for a script of the project that does not show what it ran. */
  readonly tool: string | null;
  /** The project's script that ran it. Package managers run the same ones, so that only others are named with it. */
  readonly script?: string;
  /** Paths, patterns and filters that it was limited to; none where it looked at everything. */
  readonly only: readonly string[];
}
