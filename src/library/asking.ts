import type { WorkingMemoryPin } from '../domain/pins/pin.ts';
import type { PendingTask } from '../domain/tasks/task.ts';

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
  /** By which `unpin` takes it, as long as the list is the same. */
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
  /** How many at most; 10 where it is not said. */
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

/** Which tasks are listed. */
export interface TaskOptions {
  /** Also work that nobody touched for long, and lists that a newer one took the place of. */
  readonly old?: boolean;
  /** In every project. */
  readonly all?: boolean;
}

/** Unfinished work. */
export interface OpenTask extends PendingTask {
  /** By which `done` and `drop` take it, as long as the list is the same. */
  readonly number: number;
  /** `open`: the next session is told of it. */
  readonly age: 'open' | 'older' | 'overtaken';
  /** The session that had it last. */
  readonly session_id: string | null;
  readonly scope: string;
}

/** A task that was closed. */
export interface ClosedTask {
  readonly number: number;
  readonly task_id: string;
  readonly title: string;
  readonly scope: string;
  readonly how: 'done' | 'dropped';
}

/** Which memories are listed. */
export interface MemoryOptions {
  /** Words to look for, the best first; without any, those that were made or changed last. */
  readonly query?: string;
  readonly categories?: readonly string[];
  /** Nothing older: `36h`, `2w`, `3mo`, or an ISO date. */
  readonly since?: string;
  /** How many at most; 10 where it is not said. */
  readonly limit?: number;
  /** Memories of every project. */
  readonly all?: boolean;
}

/** A memory as it is kept. */
export interface KeptMemory {
  readonly id: string;
  readonly content: string;
  readonly categories: readonly string[];
  readonly importance: number | null;
  /** `global`, or `project:<name>`. */
  readonly scope: string;
  /** Its author. */
  readonly source: string;
  /** Confidence now; the stored figure is beside it. */
  readonly confidence: number;
  readonly stored_confidence: number;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly expires_at: string | null;
  readonly session_id: string | null;
  /** How well it fits the words. */
  readonly score?: number;
}

/** Functions named like commands: each is an operation, with its input and its answer as `--json` gives it. */
export interface Asking {
  /**
   * Keeps a short statement in working memory, for this session and those to come; a pin of the same label is replaced.
   * Without a running session here, the next one gets it.
   */
  pin(content: string, options?: PinOptions): Promise<WorkingMemoryPin>;
  /**
   * Lets pins go, here and for the sessions to come, also those that were inherited. Returns them.
   * @param which a label, the words of a pin without one, a number of `pins()`, or several
   */
  unpin(which: Named, options?: OfSession): Promise<readonly WorkingMemoryPin[]>;
  /** The pins of the session that runs here; where none does, those that the next one would have. */
  pins(options?: OfSession): Promise<readonly ListedPin[]>;
  /**
   * Finds sessions, threads and memories by words and by time, best first.
   * @param query as you would ask for it: `serial timeout`, `what did we do last Tuesday?`
   */
  search(query: string, options?: SearchOptions): Promise<readonly SearchResult[]>;
  /** The work that is unfinished here now, in the order in which the next session is told of it. */
  tasks(options?: TaskOptions): Promise<readonly OpenTask[]>;
  /**
   * Closes work that is done. Words that fit several tasks close nothing.
   * @param which a number of `tasks()`, an id, words near its own, or several of the first two
   */
  done(which: Named): Promise<readonly ClosedTask[]>;
  /** Gives up work that nobody will do: as `done`, but it does not count as done. */
  drop(which: Named): Promise<readonly ClosedTask[]>;
  /** The memories of this project and the global ones. What is found by words counts as used. */
  memories(options?: MemoryOptions): Promise<readonly KeptMemory[]>;
  /** Forgets memories for good, backups included. Returns the ids of those that are gone. */
  forgetMemories(ids: string | readonly string[]): Promise<readonly string[]>;
}

/** One thing or several, each by a word or a number. */
export type Named = string | number | readonly (string | number)[];
