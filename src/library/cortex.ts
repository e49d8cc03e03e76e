import type { Config } from '../config/options.ts';
import type { WorkingMemoryPin } from '../domain/pins/pin.ts';
import type { LibraryHome } from './home.ts';
import type { ISessionStorage, Logger, SessionPersistenceConfig } from './types.ts';

/** How a home of Cortex is opened. */
export interface CortexOptions {
  /**
   * The folder of all data; `CORTEX_HOME` where it is not said or empty, else `~/.cortex`. A new or an empty folder, or
   * one that Cortex has used before. A relative path counts from the folder of the process when it is given.
   */
  readonly home?: string;
  /** The folder of the work, which decides the project; the folder of the process if absent or empty. */
  readonly cwd?: string;
  /** The clock; the system's where it is not said, or the moment that `CORTEX_NOW` names. */
  readonly now?: () => number | Date;
  /** The user of the library: on record with sessions continued by name. */
  readonly agent?: string;
  /** The options of `session_persistence`, by their short names. */
  readonly sessionPersistence?: SessionPersistenceConfig;
  /** Any other option by its dotted name, as in `docs/reference/configuration.md`. */
  readonly config?: Readonly<Partial<Config>>;
  /** Receives messages besides the log of the home. */
  readonly logger?: Logger;
}

/** The session that a pin is for; where none is named, the one that this process runs here, else those that run here. */
export interface OfSession {
  readonly sessionId?: string;
}

/** How something is pinned. */
export interface PinOptions extends OfSession {
  /** A name: a later pin of the same name takes its place. */
  readonly label?: string;
  /** Every session of the project is told for seven days, instead of about three. */
  readonly critical?: boolean;
}

/** A pin as it is listed. */
export interface ListedPin extends WorkingMemoryPin {
  /** `unpin` takes this number as long as the list is the same. */
  readonly number: number;
  /** Held by no session yet: the next one gets it. */
  readonly waiting?: true;
  /** The next session would inherit it. */
  readonly next_session?: true;
}

/** Filters and limits of a search. */
export interface SearchOptions {
  readonly kind?: 'session' | 'thread' | 'memory';
  /** Sessions of this agent only, such as `codex`. */
  readonly host?: string;
  /** Sessions on this branch only. */
  readonly branch?: string;
  /** Nothing older: `36h`, `2w`, `3mo`, or an ISO date. */
  readonly since?: string;
  /** The most results; 10 by default. */
  readonly limit?: number;
  /** In every project. */
  readonly all?: boolean;
}

/** A session, a thread or a memory that was found. */
export interface SearchResult {
  /** `team`: a memory that a teammate shared. */
  readonly kind: 'session' | 'thread' | 'memory' | 'team';
  readonly id: string;
  /** The session's first request, or the memory's text. */
  readonly title: string | null;
  readonly ended: string | null;
  readonly scope?: string;
  readonly host?: string | null;
  readonly branch?: string | null;
  readonly began?: string | null;
  readonly score?: number;
  /** The place that shows why it was found. */
  readonly snippet?: string | null;
  /** Positions of the found words in the snippet: from, to. */
  readonly marks?: readonly (readonly [number, number])[];
  /** The teammate who shared it. */
  readonly author?: string;
}

/** One pin or several, each by its label, its words or its number. */
export type Named = string | number | readonly (string | number)[];

/** Functions named like commands: each is an operation, and answers as `--json` does. */
export interface Asking {
  /** Pins a short statement, for this session and those to come. Without a running session here, the next one gets it. */
  pin(content: string, options?: PinOptions): Promise<WorkingMemoryPin>;
  /** Lets pins go, here and for the sessions to come, also those that were inherited. Returns them. */
  unpin(which: Named, options?: OfSession): Promise<readonly WorkingMemoryPin[]>;
  /** The pins of the session that runs here; where none does, those that the next one would have. */
  pins(options?: OfSession): Promise<readonly ListedPin[]>;
  /**
   * Finds sessions, threads and memories by words and by time, best first.
   * @param query as you would ask for it: `serial timeout`, `what did we do last Tuesday?`
   */
  search(query: string, options?: SearchOptions): Promise<readonly SearchResult[]>;
}

/** A home of Cortex: one folder with its database. Nothing is read or made before it is used. */
export interface Cortex extends Asking, AsyncDisposable {
  readonly options: CortexOptions;
  /** Storage for a `SessionContextManager`: in the home, or in this process alone. */
  readonly storage: (persistent: boolean) => ISessionStorage;
  /** The same home under other options, with a connection of its own. */
  with(options: Partial<CortexOptions>): Cortex;
  /** Closes the database; a later use opens it again. */
  close(): Promise<void>;
  /** @internal */
  open(): Promise<LibraryHome>;
}
