import { type Fact, OWN } from '../../../domain/fact.ts';
import type { ScopeKey, SessionId } from '../../../domain/ids.ts';
import type { Learning } from '../../../domain/memories/decay.ts';
import {
  type ConfidenceReason,
  type ConfidenceUpdate,
  confidenceAt,
  hasExpired,
  type Memory,
  saidAgain,
} from '../../../domain/memories/memory.ts';
import { iso, type Millis } from '../../../domain/time.ts';
import type { Database, Value } from '../database.ts';
import { MEMORY_COLUMNS, OLDER_PREFIX, putMemory, toMemory } from '../memory-rows.ts';
import { inScope, keysOf } from '../projects.ts';
import { insertFacts } from './events.ts';
import { olderMemories, olderMemory } from './older-memories.ts';

export interface MemoryFilter {
  /** Absent: of every scope. */
  readonly scopeKeys?: readonly ScopeKey[];
  /** Memories in any of these. */
  readonly categories?: readonly string[];
  /** Said since then. */
  readonly since?: Millis;
  /** Expired memories are left out. */
  readonly now: Millis;
  readonly limit: number;
}

/** A changed memory, and its entries for the record. */
export interface MemoryChange {
  readonly memory: Memory;
  /** A change of confidence: for the memory's history and the record of the sessions. */
  readonly update: ConfidenceUpdate | null;
  /** Further facts for the sessions in which it happened. */
  readonly facts: readonly Fact[];
}

/**
 * `uses`: how often it was recalled in the sessions at hand before. `changes`: how often its confidence changed for a reason
 * since it was last said.
 */
export type MemoryDecider = (
  memory: Memory,
  uses: number,
  changes: (reason: ConfidenceReason) => number,
) => MemoryChange | null;

export interface MemoryHistoryEntry extends ConfidenceUpdate {
  readonly session_id: SessionId | null;
}

/** A session that made memories, as a restore asks for them. */
export interface LearningSession {
  readonly id: SessionId;
  /** Its end, or its last activity. */
  readonly at: Millis;
  /** Its memories, as its row says. */
  readonly memoryIds: readonly string[];
}

/** Memories: made, changed, listed. Searching and forgetting have files of their own. */
export function memoryUnits(database: Database) {
  return {
    /** Keeps a memory; where the scope holds the same words already, it is that one, said again. */
    addMemory(
      made: Omit<Memory, 'id'>,
      newId: () => string,
      sessions: readonly SessionId[],
    ): { readonly memory: Memory; readonly isNew: boolean } {
      return database.write(() => {
        const { where, keys } = inScope(database, made.scopeKey);
        const same = database.get(
          `SELECT ${MEMORY_COLUMNS} FROM memory_items WHERE ${where} AND content = ?`,
          ...keys,
          made.content,
        );
        const known = same && toMemory(same);
        const memory = known
          ? saidAgain(known, { ...made, id: known.id })
          : { ...made, id: freeId(database, newId) };
        putMemory(database, memory);
        const learned = { kind: 'learned' as const, memoryId: memory.id, categories: memory.categories };
        for (const id of sessions) {
          insertFacts(database, id, [{ fact: learned, key: null }], { via: OWN, at: made.updatedAt });
        }
        return { memory, isNew: !known };
      });
    },

    /** Makes true what the decider makes of the memory as it is now; null where there is none, or nothing to do. */
    changeMemory(
      id: string,
      sessions: readonly SessionId[],
      at: Millis,
      decide: MemoryDecider,
    ): MemoryChange | null {
      return database.write(() => {
        const memory = memoryOf(database, id);
        const change =
          memory &&
          decide(memory, usesIn(database, id, sessions), (reason) => changesOf(database, memory, reason));
        if (!change) return null;
        putMemory(database, change.memory);
        const { update } = change;
        if (update) insertChange(database, update, at, sessions.length === 1 ? sessions[0]! : null);
        const facts = [...change.facts, ...(update ? [{ kind: 'confidence' as const, update }] : [])];
        for (const session of facts.length > 0 ? sessions : []) {
          insertFacts(
            database,
            session,
            facts.map((fact) => ({ fact, key: null })),
            { via: OWN, at },
          );
        }
        return change;
      });
    },

    memory(id: string): Memory | null {
      return memoryOf(database, id);
    },

    /** Ids that begin with the given letters. */
    memoryIdsLike(prefix: string, limit: number): readonly string[] {
      const own = database
        .all(
          "SELECT id FROM memory_items WHERE id >= ?1 AND id < ?1 || '\u{10FFFF}' ORDER BY number DESC LIMIT ?2",
          prefix,
          limit,
        )
        .map((row) => String(row['id']));
      const mayBeOlder = prefix.startsWith(OLDER_PREFIX) || OLDER_PREFIX.startsWith(prefix);
      const older = mayBeOlder ? olderMemories(database).map((memory) => memory.id) : [];
      return [...own, ...older.filter((id) => id.startsWith(prefix))].slice(0, limit);
    },

    /** The memory said last comes first. */
    memories(filter: MemoryFilter): readonly Memory[] {
      const { where, values } = conditions(database, filter);
      const own = database
        .all(
          `SELECT ${MEMORY_COLUMNS} FROM memory_items WHERE ${where} ORDER BY updated_at DESC, number DESC LIMIT ?`,
          ...values,
          filter.limit,
        )
        .map(toMemory);
      const older = olderMemories(database).filter((memory) => admits(filter, memory));
      return [...own, ...older].sort((a, b) => b.updatedAt - a.updatedAt).slice(0, filter.limit);
    },

    memoryHistory(id: string): readonly MemoryHistoryEntry[] {
      return database.all('SELECT * FROM memory_changes WHERE memory_id = ? ORDER BY seq', id).map((row) => ({
        memory_id: id,
        old_score: Number(row['old_score']),
        new_score: Number(row['new_score']),
        reason: row['reason'] as ConfidenceUpdate['reason'],
        timestamp: iso(Number(row['at'])),
        session_id: row['session_id'] as SessionId | null,
      }));
    },

    /** Memories of sessions, each with its confidence at its session's end. */
    learningsOf(sessions: readonly LearningSession[]): readonly Learning[] {
      return sessions.flatMap(({ id, at, memoryIds }) => {
        const atEnd = new Map(
          database
            .all('SELECT memory_id, confidence_at_end FROM session_learnings WHERE session_id = ?', id)
            .map((row) => [String(row['memory_id']), Number(row['confidence_at_end'])]),
        );
        return [...new Set([...atEnd.keys(), ...memoryIds])].flatMap((memoryId): Learning[] => {
          // Sessions of an older Cortex name its memories by their own ids.
          const memory = memoryOf(database, memoryId) ?? memoryOf(database, `${OLDER_PREFIX}${memoryId}`);
          if (!memory) return [];
          // A session that still runs has no end yet.
          const confidenceAtEnd = atEnd.get(memoryId) ?? confidenceAt(memory, at);
          return [{ memory, sessionId: id, confidenceAtEnd, endedAt: at }];
        });
      });
    },
  };
}

/** Records the confidence of the session's memories at its end: later only age may change it. */
export function recordLearnings(
  database: Database,
  sessionId: SessionId,
  memoryIds: readonly string[],
  at: Millis,
): void {
  for (const id of memoryIds) {
    const memory = memoryOf(database, id);
    if (!memory) continue;
    database.record(
      'session_learnings',
      `INSERT INTO session_learnings(session_id, memory_id, confidence_at_end) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET confidence_at_end = excluded.confidence_at_end`,
      sessionId,
      id,
      confidenceAt(memory, at),
    );
  }
}

export function memoryOf(database: Database, id: string): Memory | null {
  const row = database.get(`SELECT ${MEMORY_COLUMNS} FROM memory_items WHERE id = ?`, id);
  return row ? toMemory(row) : olderMemory(database, id);
}

/** The filter in SQL, for our own rows. */
function conditions(
  database: Database,
  filter: MemoryFilter,
): { readonly where: string; readonly values: Value[] } {
  const parts = ['(expires_at IS NULL OR expires_at > ?)'];
  const values: Value[] = [iso(filter.now)];
  if (filter.scopeKeys) {
    parts.push('scope_key IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(filter.scopeKeys.flatMap((key) => keysOf(database, key))));
  }
  if (filter.categories) {
    parts.push(
      'EXISTS (SELECT 1 FROM json_each(categories) AS own JOIN json_each(?) AS asked ON own.value = asked.value)',
    );
    values.push(JSON.stringify(filter.categories));
  }
  if (filter.since !== undefined) {
    parts.push('updated_at >= ?');
    values.push(iso(filter.since));
  }
  return { where: parts.join(' AND '), values };
}

/** The same filter, for rows of an older Cortex. */
export function admits(filter: MemoryFilter, memory: Memory): boolean {
  return (
    !hasExpired(memory, filter.now) &&
    (!filter.scopeKeys || filter.scopeKeys.includes(memory.scopeKey)) &&
    (!filter.categories || filter.categories.some((name) => memory.categories.includes(name))) &&
    (filter.since === undefined || memory.updatedAt >= filter.since)
  );
}

function usesIn(database: Database, memoryId: string, sessions: readonly SessionId[]): number {
  const counts = sessions.map((id) => {
    const row = database.get(
      "SELECT count(*) AS uses FROM session_events WHERE session_id = ? AND kind = 'recalled' AND body ->> '$.memoryId' = ?",
      id,
      memoryId,
    );
    return Number(row?.['uses']);
  });
  return Math.max(0, ...counts);
}

function changesOf(database: Database, { id, updatedAt }: Memory, reason: ConfidenceReason): number {
  const row = database.get(
    'SELECT count(*) AS changes FROM memory_changes WHERE memory_id = ? AND reason = ? AND at >= ?',
    id,
    reason,
    updatedAt,
  );
  return Number(row?.['changes']);
}

function insertChange(
  database: Database,
  update: ConfidenceUpdate,
  at: Millis,
  sessionId: SessionId | null,
): void {
  database.record(
    'memory_changes',
    'INSERT INTO memory_changes(memory_id, at, old_score, new_score, reason, session_id) VALUES (?, ?, ?, ?, ?, ?)',
    update.memory_id,
    at,
    update.old_score,
    update.new_score,
    update.reason,
    sessionId,
  );
}

function freeId(database: Database, newId: () => string): string {
  for (;;) {
    const id = newId();
    if (!database.get('SELECT 1 FROM memory_items WHERE id = ?', id)) return id;
  }
}
