import type { Config } from '../config/config.ts';
import type { Environment } from '../domain/base/runtimes.ts';
import type { Deps } from '../engine/base/deps.ts';
import type { Host } from '../ports/base/host.ts';
import type { Log } from '../ports/base/log.ts';
import type { Stream } from '../ports/base/stream.ts';
import type { Spool } from '../ports/hooks/spool.ts';
import type { Owners } from '../ports/presence/owners.ts';
import type { Deadline } from '../system/base/clock.ts';

/** Everything that is known before the database is opened. */
export interface World {
  readonly home: string;
  readonly config: Config;
  readonly warnings: readonly string[];
  readonly now: () => number;
  readonly log: Log;
  readonly deadline: Deadline;
  readonly owners: Owners;
  /** When this run of the program began. */
  began(): number;
  readonly sessionsFolder: string;
}

/** Values that a program passes itself; they precede the environment. */
export interface WorldOptions {
  readonly now?: () => number;
  /** In `ticks`: the start of a hook's time limit; by default the start of the process. */
  readonly at?: number;
  readonly owners?: Owners;
  /** Replaces `config.json` if a host keeps the settings. */
  readonly settings?: unknown;
  /** By their dotted names, over `config.json`. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The inputs of a run of the program. Missing ones are the process's own: tests have many runs in one process. */
export interface Started extends Pick<WorldOptions, 'at' | 'owners'> {
  /** The file descriptor of standard input. */
  readonly input?: number;
  readonly out?: Stream;
  readonly err?: Stream;
}

/** The dependencies of a hook. Everything is opened and loaded on demand. */
export interface HookDeps extends Deps {
  readonly spool: Spool;
  /** Whether the event at hand was added to a session. */
  hasAppended(): boolean;
  /** Closes the database, where it was opened for this event alone. */
  close(): void;
}

/** A database that stays open from one event to the next. */
export interface KeptStore {
  open(world: World): Deps['store'];
  close(): void;
}

/** How the parts are put together, which only the program knows. */
export interface Composition {
  openWorld(env: Environment, patience: 'hook' | 'person', given?: WorldOptions): World;
  /** The host that sent a payload; null where nothing tells. */
  hostOf(name: string | undefined, env: Environment, payload: unknown): Host | null;
  /** `ownerPid`: the process of the host, where it says so itself. `shared`: a store that stays open for the next event. */
  hookDeps(world: World, ownerPid?: number | null, shared?: KeptStore | null): HookDeps;
  keepStore(): KeptStore;
  /** Whether answers in this home may take longer than a launcher listens to a server. */
  takesLonger(home: string): boolean;
}
