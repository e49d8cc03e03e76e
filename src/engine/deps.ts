import type { Config } from '../config/config.ts';
import type { SessionId } from '../domain/ids.ts';
import type { OwnerRecord } from '../domain/owner.ts';
import type { Scope } from '../domain/scope.ts';
import type { SessionState } from '../domain/session.ts';
import type { Millis } from '../domain/time.ts';
import type { Store } from '../store.ts';

/** Where a session runs. */
export interface Location {
  readonly scope: Scope;
  readonly branch: string | null;
  readonly head: string | null;
}

export type Liveness = 'alive' | 'dead' | 'unknown';

/** The process that a session lives in: found at its first event, made sure of at the second. */
export interface Owners {
  first(): OwnerRecord | null;
  /** What is known after another event; null where that is nothing new. */
  next(known: OwnerRecord | null): OwnerRecord | null;
  liveness(owner: OwnerRecord | null): Liveness;
  /** Whether that process is an ancestor of this one. */
  isAround(owner: OwnerRecord | null): boolean;
}

export interface Log {
  debug(event: string, fields?: Readonly<Record<string, unknown>>): void;
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  failure(event: string, error: unknown, fields?: Readonly<Record<string, unknown>>): void;
}

/** The world as the engine sees it. */
export interface Deps {
  readonly store: Store;
  readonly config: Config;
  readonly now: () => Millis;
  /** Milliseconds that only run forward, for measuring. */
  readonly ticks: () => number;
  readonly newSessionId: () => SessionId;
  readonly locate: (cwd: string | null) => Location;
  readonly owners: Owners;
  /** The content of a JSON file; null where it is not there or cannot be read. */
  readonly readJson: (path: string) => unknown;
  /** Best effort: a mirror that cannot be written is logged, never fatal. */
  readonly writeMirror: (state: SessionState) => void;
  readonly deadline: { passed(): boolean };
  readonly log: Log;
}

/** Time is up: better a cold start than a host that waits. */
export class DeadlinePassed extends Error {
  readonly code = 'DEADLINE';
}

export function inTime(deps: Pick<Deps, 'deadline'>, doing: string): void {
  if (deps.deadline.passed()) throw new DeadlinePassed(`out of time before ${doing}`);
}
