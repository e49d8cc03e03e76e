import type { ScopeKey, SessionId } from '../domain/ids.ts';
import type { Message } from '../domain/tasks/message-task.ts';
import type { Millis } from '../domain/time.ts';
import type { ThreadEntry } from './threads.ts';

export interface ClosingWork {
  readonly entry: ThreadEntry;
  readonly session: SessionId | null;
}

/** Unfinished work that is no session's own. */
export interface TaskStore {
  /** Messages of an older Cortex that nobody acknowledged, the newest first; none where it left none. */
  openMessages(limit: number): Promise<readonly Message[]>;
  /**
   * Lets a task go in a scope, until something happens to it again. `work` is what that adds to the scope's thread, in the
   * same transaction.
   */
  closeTask(scopeKey: ScopeKey, taskId: string, at: Millis, work?: ClosingWork): Promise<void>;
  /** Texts, by `mutedIdentity`, that sessions of a scope are never told again. */
  untell(scopeKey: ScopeKey, identities: readonly string[], at: Millis): Promise<void>;
  /** Takes all of that back. How many there were. */
  tellAgain(scopeKey: ScopeKey): Promise<number>;
}
