import { GLOBAL_SCOPE_KEY, type SessionId, type ThreadId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { openBlocks } from '../base/blocks.ts';
import type { Database, Row } from '../base/database.ts';
import { joinedKey } from '../base/joined.ts';
import type { UnitsOf } from '../base/promised.ts';
import { movePins } from '../pins/pins.ts';
import { activeHead, discardFold, foldAndTouch } from '../threads/threads.ts';
import { rowsInFile } from './cold.ts';
import { hotHead } from './fold.ts';

/** A session that an earlier version kept in `global`, with the folder that it worked in. */
export interface SessionOutside {
  readonly id: SessionId;
  readonly cwd: string;
}

/** Moving of sessions that earlier versions kept in `global` to the scopes of their folders. */
export interface OutsideStore {
  /** Sessions that are over; the folder of a cold one stands in its file. */
  sessionsOutside(): Promise<readonly SessionOutside[]>;

  /** Sessions of a conversation that named no folder. */
  conversationOutside(host: string, hostSessionId: string): Promise<readonly SessionId[]>;

  /** Moves a session with what it wrote into the thread and the memories of `global`. */
  moveSession(id: SessionId, scope: Scope, newThreadId: () => ThreadId): Promise<void>;
}

export const outsideUnits: UnitsOf<OutsideStore> = {
  sessionsOutside(database) {
    const hot = database.all<SessionOutside>(
      `SELECT id, cwd FROM session_states WHERE scope_key = '${GLOBAL_SCOPE_KEY}' AND end_time IS NOT NULL
         AND cwd IS NOT NULL AND cwd NOT IN (SELECT value FROM json_each(?))`,
      JSON.stringify(database.nowhere),
    );
    const cold = database.all(
      `SELECT * FROM cold_sessions WHERE scope_key = '${GLOBAL_SCOPE_KEY}'`,
    );
    return [...hot, ...cold.flatMap((entry) => coldOutside(database, entry) ?? [])];
  },

  conversationOutside(database, host, hostSessionId) {
    return database.column<SessionId>(
      `SELECT id FROM session_states WHERE host = ? AND host_session_id = ? AND scope_key = '${GLOBAL_SCOPE_KEY}'
         AND cwd IS NULL AND end_time IS NOT NULL`,
      host,
      hostSessionId,
    );
  },

  moveSession(database, id, scope, newThreadId) {
    database.write(() => {
      const key = joinedKey(database, scope.key);
      const table = hotHead(database, id) ? 'session_states' : 'cold_sessions';
      const values = [scope.label, key, scope.root, id];
      const set = 'SET scope = ?, scope_key = ?, project_path = ? WHERE id = ?';
      database.record(table, `UPDATE ${table} ${set}`, ...values);
      const document =
        "UPDATE search_document SET scope = ?, scope_key = ? WHERE kind = 'session' AND ref = ?";
      database.run(document, scope.label, key, id);
      database.record(
        'memory_items',
        `UPDATE memory_items SET scope = ?, scope_key = ? WHERE session_id = ? AND scope_key = '${GLOBAL_SCOPE_KEY}'`,
        scope.label,
        key,
        id,
      );
      moveWork(database, id, { ...scope, key }, newThreadId);
      movePins(database, id, { ...scope, key });
      // Items that were dismissed there must not come back here.
      database.record(
        'scope_let_go',
        `INSERT OR IGNORE INTO scope_let_go(scope_key, kind, identity, at)
         SELECT ?, kind, identity, at FROM scope_let_go WHERE scope_key = '${GLOBAL_SCOPE_KEY}'`,
        key,
      );
    });
  },
};

function coldOutside(database: Database, entry: Row): SessionOutside | null {
  const cwd = rowsInFile(database, entry)?.session_states[0]?.['cwd'];
  const isPlace = typeof cwd === 'string' && !database.nowhere.includes(cwd);
  return isPlace ? { id: entry['id'] as SessionId, cwd } : null;
}

function moveWork(
  database: Database,
  id: SessionId,
  scope: Scope,
  newThreadId: () => ThreadId,
): void {
  const threads = database.all<{ id: ThreadId; status: string }>(
    `SELECT id, status FROM work_threads WHERE scope_key = '${GLOBAL_SCOPE_KEY}'
       AND id IN (SELECT session_id FROM session_events WHERE key = ? AND kind = 'thread')`,
    id,
  );
  for (const thread of threads) {
    openBlocks(database, thread.id);
    const target = threadFor(database, thread.id, scope, newThreadId);
    database.record(
      'session_events',
      "UPDATE session_events SET session_id = ? WHERE session_id = ? AND key = ? AND kind = 'thread'",
      target,
      thread.id,
      id,
    );
    for (const changed of [thread.id, target]) {
      discardFold(database, changed);
      foldAndTouch(database, changed, 0);
    }
  }
}

/** The thread of a scope that takes the work of one in `global`: the same one for every session. */
function threadFor(
  database: Database,
  from: ThreadId,
  scope: Scope,
  newId: () => ThreadId,
): ThreadId {
  const origin = `${from} ${scope.key}`;
  const known = database.value<ThreadId>('SELECT id FROM work_threads WHERE origin = ?', origin);
  const row = database.get('SELECT * FROM work_threads WHERE id = ?', from)!;
  const active = row['status'] === 'active' ? activeHead(database, scope.key) : null;
  if (known ?? active) return known ?? active!.id;
  const id = newId();
  const { checksum: _, ...same } = row;
  database.put('work_threads', {
    ...same,
    id,
    scope: scope.label,
    scope_key: scope.key,
    project_path: scope.root,
    origin,
  });
  return id;
}
