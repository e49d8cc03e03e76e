import type { ScopeKey, SessionId } from '../../domain/base/ids.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { MessageRow } from '../../domain/todos/task.ts';
import { dismiss, undoDismissal } from '../base/dismissed.ts';
import type { UnitsOf } from '../base/promised.ts';
import { addThreadWork, type ThreadEntry } from '../threads/threads.ts';

export interface ClosingWork {
  readonly entry: ThreadEntry;
  readonly session: SessionId | null;
}

/** Newest messages of an older Cortex that are looked at: a start has no time for all. */
const MOST_LOOKED_AT = 500;

/** Unfinished work that is no session's own. */
export interface TaskStore {
  /** Messages of an older Cortex that nobody acknowledged, the newest first; none where it left none. */
  openMessages(limit: number): Promise<readonly MessageRow[]>;

  /**
   * Keeps out of what sessions of a scope are told: a task, until something happens to it again, texts by `mutedIdentity`, or a
   * finished session, until it goes on.
   * `work` is what that adds to the scope's thread, in the same transaction.
   */
  dismiss(
    scopeKey: ScopeKey,
    kind: 'task' | 'text' | 'closed',
    identities: readonly string[],
    at: Millis,
    work?: ClosingWork,
  ): Promise<void>;

  /** Texts that were dismissed are told again. How many there were. */
  tellAgain(scopeKey: ScopeKey): Promise<number>;

  /** Whether the session was closed. */
  reopenSession(scopeKey: ScopeKey, id: SessionId): Promise<boolean>;
}

export const taskUnits: UnitsOf<TaskStore> = {
  openMessages(database, limit) {
    if (!database.hasTable('messages')) return [];
    const unanswered = database.hasTable('acks')
      ? 'WHERE NOT EXISTS (SELECT 1 FROM acks WHERE acks.message_id = message.id)'
      : '';
    return database.all(
      `SELECT * FROM (SELECT * FROM messages ORDER BY rowid DESC LIMIT ${MOST_LOOKED_AT}) AS message
       ${unanswered} LIMIT ?`,
      limit,
    );
  },

  dismiss(database, scopeKey, kind, identities, at, work) {
    database.write(() => {
      for (const identity of identities) dismiss(database, scopeKey, kind, identity, at);
      if (work) addThreadWork(database, work.entry, at, work.session);
    });
  },

  tellAgain(database, scopeKey) {
    return database.write(() => undoDismissal(database, scopeKey, 'text'));
  },

  reopenSession(database, scopeKey, id) {
    return database.write(() => undoDismissal(database, scopeKey, 'closed', id)) > 0;
  },
};
