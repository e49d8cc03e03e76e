import type { ScopeKey, SessionId, ThreadId } from '../domain/ids.ts';
import type { Scope } from '../domain/scope.ts';
import type { RecordedThreadFact, Thread, ThreadFact } from '../domain/thread/thread.ts';
import type { Millis } from '../domain/time.ts';

/** A thread's identity and life, without what it holds. */
export interface ThreadHead {
  readonly id: ThreadId;
  readonly scope: Scope;
  readonly status: 'active' | 'archived';
  readonly archivedBecause: string | null;
  readonly createdAt: Millis;
  /** When it was last worked on, given or asked for: what idleness counts from. */
  readonly lastAccessed: Millis;
  /** Made of what another program had kept, which may name files without their folders. */
  readonly imported: boolean;
}

/** An addition to the thread of a scope; work opens one if there is none. */
export interface ThreadEntry {
  readonly scope: Scope;
  readonly facts: readonly ThreadFact[];
  /** For the thread that may have to be opened. */
  readonly newId: () => ThreadId;
  /** After so long without access the active thread is archived, and work opens another. */
  readonly idleMillis: number;
}

/** An addition of an earlier moment. */
export interface DatedThreadEntry extends ThreadEntry {
  readonly at: Millis;
}

export type ThreadFolding = (thread: Thread, facts: readonly RecordedThreadFact[]) => Thread;

export interface ThreadSeen {
  readonly head: ThreadHead;
  readonly thread: Thread;
}

/** Threads: one active per scope, shared by all who work there. */
export interface ThreadStore {
  /** Adds to a scope's thread; null where nothing in it is work and no thread is open. */
  recordThread(entry: ThreadEntry, at: Millis, session: SessionId | null): Promise<ThreadHead | null>;
  /**
   * Adds what an earlier session did, in order, each fact at its own time. It goes to the scope's thread as if it had been
   * recorded then. Where that thread has newer work, the session gets an archived thread of its own instead.
   */
  replayThreads(
    session: SessionId,
    entries: readonly DatedThreadEntry[],
    folding: ThreadFolding,
  ): Promise<void>;
  /** The active thread of a scope. One that was idle for too long is archived instead. */
  activeThread(
    scopeKey: ScopeKey,
    folding: ThreadFolding,
    at: Millis,
    idleMillis: number,
  ): Promise<ThreadSeen | null>;
  /** Moves the clock of idleness, and writes the fold down. */
  touchThread(id: ThreadId, folding: ThreadFolding, at: Millis): Promise<void>;
  /** Makes a thread the active one of its scope; the one that was is archived. */
  activateThread(id: ThreadId, at: Millis): Promise<ThreadHead | null>;
  thread(id: ThreadId, folding: ThreadFolding): Promise<ThreadSeen | null>;
  /** The thread that a session worked on last. */
  threadOfSession(id: SessionId): Promise<ThreadId | null>;
  threadsLike(prefix: string, limit: number): Promise<readonly ThreadId[]>;
  /** Newest access first. */
  threadHistory(scopeKey: ScopeKey | null, limit: number): Promise<readonly ThreadHead[]>;
  archiveIdleThreads(before: Millis): Promise<number>;
  /** Makes an archived or active thread of imported facts, once per origin; null where it was imported before. */
  importThread(
    entry: Omit<ThreadEntry, 'idleMillis'> & {
      readonly origin: string;
      readonly at: Millis;
      readonly status: 'active' | 'archived';
    },
  ): Promise<ThreadHead | null>;
}
