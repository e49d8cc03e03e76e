export interface Log {
  debug(event: string, fields?: Readonly<Record<string, unknown>>): void;
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  failure(event: string, error: unknown, fields?: Readonly<Record<string, unknown>>): void;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'failure';

/** A line of the log. */
export interface LogEntry {
  readonly at: string;
  readonly level: LogLevel;
  readonly event: string;
  readonly pid: number | null;
  /** The error code of a failure. */
  readonly code: string | null;
  readonly message: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}
