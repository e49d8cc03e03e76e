import type { ScopeKey } from '../domain/ids.ts';
import type { Message } from '../domain/message-task.ts';
import type { Millis } from '../domain/time.ts';

/** Unfinished work that is no session's own. */
export interface TaskStore {
  /** Messages of an older Cortex that nobody acknowledged, the newest first; none where it left none. */
  openMessages(limit: number): Promise<readonly Message[]>;
  /** Lets a task go in a scope, until something happens to it again. */
  closeTask(scopeKey: ScopeKey, taskId: string, at: Millis): Promise<void>;
}
