import type { ScopeKey, SessionId } from '../../../domain/ids.ts';
import type { Message } from '../../../domain/tasks/task.ts';
import type { Millis } from '../../../domain/time.ts';
import type { Database, Row } from '../database.ts';
import { letGo, takeBack } from './let-go.ts';
import { insertThreadFacts, type ThreadEntry } from './threads.ts';

export interface ClosingWork {
  readonly entry: ThreadEntry;
  readonly session: SessionId | null;
}

/** Newest messages of an older Cortex that are looked at: a start has no time for all. */
const MOST_LOOKED_AT = 500;

/** Unfinished work that is no session's own. */
export const taskUnits = {
  /** Messages of an older Cortex that nobody acknowledged, the newest first; none where it left none. */
  openMessages(database: Database, limit: number): readonly Message[] {
    const left = tablesNamed(database, 'messages', 'acks');
    if (!left.has('messages')) return [];
    const unanswered = left.has('acks')
      ? 'WHERE NOT EXISTS (SELECT 1 FROM acks WHERE acks.message_id = message.id)'
      : '';
    return database
      .all(
        `SELECT * FROM (SELECT * FROM messages ORDER BY rowid DESC LIMIT ${MOST_LOOKED_AT}) AS message
         ${unanswered} LIMIT ?`,
        limit,
      )
      .map(toMessage);
  },

  /**
   * Keeps out of what sessions of a scope are told: a task, until something happens to it again, or texts by `mutedIdentity`.
   * `work` is what that adds to the scope's thread, in the same transaction.
   */
  dismiss(
    database: Database,
    scopeKey: ScopeKey,
    kind: 'task' | 'text',
    identities: readonly string[],
    at: Millis,
    work?: ClosingWork,
  ): void {
    database.write(() => {
      for (const identity of identities) letGo(database, scopeKey, kind, identity, at);
      if (work) insertThreadFacts(database, work.entry, at, work.session);
    });
  },

  /** Texts that were dismissed are told again. How many there were. */
  tellAgain(database: Database, scopeKey: ScopeKey): number {
    return database.write(() => takeBack(database, scopeKey, 'text'));
  },
};

function tablesNamed(database: Database, ...names: string[]): ReadonlySet<string> {
  const marks = names.map(() => '?').join(', ');
  const rows = database.all(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name IN (${marks})`,
    ...names,
  );
  return new Set(rows.map((row) => String(row['name'])));
}

/** Columns came and went with the versions of that Cortex. */
function toMessage(row: Row): Message {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null);
  return {
    id: String(row['id']),
    subject: text('subject'),
    body: text('body'),
    priority: text('priority'),
    taskStatus: text('task_status'),
    createdAt: row['created_at'] ?? null,
    expiresAt: row['expires_at'] ?? null,
  };
}
