import type { Config } from '../config/options.ts';
import type { ToolUse } from '../domain/event.ts';
import type { Deps } from '../engine/deps.ts';
import type { Copies } from '../engine/upkeep/copy.ts';
import type { Asking } from './asking.ts';
import type { ISessionStorage } from './session.ts';
import type { Logger, SessionPersistenceConfig } from './types.ts';

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

/** A piece of knowledge that is to be kept. */
export interface MemoryToAdd {
  readonly content: string;
  /** 0 to 1; 1 where it is not said. */
  readonly confidence?: number;
  readonly categories?: readonly string[];
  /** The session that learnt it. */
  readonly sessionId?: string;
}

/** An open home as the classes of the library see it. */
export interface Home {
  readonly deps: Deps;
  readonly cwd: string;
  readonly copies: () => Copies;
  /** The folders of the data. */
  readonly places: { readonly home: string; readonly mirrors: string };
  readonly readTool: (name: string, input: unknown, response: unknown, failed: boolean) => ToolUse;
  /** Closes the database. */
  close(): void;
}

/** A home of Cortex: one folder with its database. Nothing is read or made before it is used. */
export interface Cortex extends Asking, AsyncDisposable {
  readonly options: CortexOptions;
  /** Storage for a `SessionContextManager`: in the home, or in this process alone. */
  readonly storage: (persistent: boolean) => ISessionStorage;
  /** Keeps a piece of knowledge; for its session it is something that it learnt. Returns its id. */
  addMemory(memory: MemoryToAdd): Promise<string>;
  /** The same home under other options, with a connection of its own. */
  with(options: Partial<CortexOptions>): Cortex;
  /** Closes the database; a later use opens it again. */
  close(): Promise<void>;
  /** The same, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
  /** @internal */
  open(): Promise<Home>;
}
