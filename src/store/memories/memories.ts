import type { ScopeKey, SessionId } from '../../domain/base/ids.ts';
import { isGlobal } from '../../domain/base/scope.ts';
import { iso, type Millis } from '../../domain/base/time.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import type { Learning } from '../../domain/memories/decay.ts';
import {
  type ConfidenceReason,
  type ConfidenceUpdate,
  confidenceAt,
  type Memory,
  mergeRepeated,
  scoreByTerms,
} from '../../domain/memories/memory.ts';
import type { SearchItem } from '../../domain/search/query.ts';
import type { Database, Value } from '../base/database.ts';
import { inScope, keysOf } from '../base/joined.ts';
import { memoriesWhere, putMemory } from '../base/memory-rows.ts';
import { keptHere } from '../base/outside.ts';
import type { UnitsOf } from '../base/promised.ts';
import { insertOwn } from '../facts/events.ts';
import { wordExpression } from '../index/search-write.ts';

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
  readonly update?: ConfidenceUpdate | null;
  /** Further facts for the sessions in which it happened. */
  readonly facts?: readonly Fact[];
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

export interface MemoryHit {
  readonly memory: Memory;
  /** 0 to 1: how much of the question it holds. */
  readonly score: number;
}

/** Most memories that are read per word, the newest first. */
const MOST_HOLDERS = 5_000;

/** Memories: made, changed, listed, found. Forgetting has files of its own. */
export interface MemoryStore {
  /** Stores a memory; if the scope has the same text already, that one is updated. */
  addMemory(
    made: Omit<Memory, 'id'>,
    newId: () => string,
    sessions: readonly SessionId[],
  ): Promise<{ readonly memory: Memory; readonly isNew: boolean }>;

  /** Lets the decider change the present memory; null if there is none, or nothing to change. */
  changeMemory(
    id: string,
    sessions: readonly SessionId[],
    at: Millis,
    decide: MemoryDecider,
  ): Promise<MemoryChange | null>;

  memory(id: string): Promise<Memory | null>;

  /** Ids that begin with the given letters. */
  memoryIdsLike(prefix: string, limit: number): Promise<readonly string[]>;

  /** The memory said last comes first. */
  memories(filter: MemoryFilter): Promise<readonly Memory[]>;

  /** The best answers to a question first. */
  searchMemories(terms: readonly SearchItem[], filter: MemoryFilter): Promise<readonly MemoryHit[]>;

  memoryHistory(id: string): Promise<readonly MemoryHistoryEntry[]>;

  /** Memories of sessions, each with its confidence at its session's end. */
  learningsOf(sessions: readonly LearningSession[]): Promise<readonly Learning[]>;
}

export const memoryUnits: UnitsOf<MemoryStore> = {
  addMemory(database, made, newId, sessions) {
    return database.write(() => {
      const { where, keys } = inScope(database, made.scopeKey);
      const [known] = memoriesWhere(database, `${where} AND content = ?`, ...keys, made.content);
      const memory = known
        ? mergeRepeated(known, { ...made, id: known.id })
        : { ...made, id: freeId(database, newId) };
      putMemory(database, memory);
      const learned = {
        kind: 'learned' as const,
        memoryId: memory.id,
        categories: memory.categories,
      };
      for (const id of sessions) insertOwn(database, id, [learned], made.updatedAt);
      return { memory, isNew: !known };
    });
  },

  changeMemory(database, id, sessions, at, decide) {
    return database.write(() => {
      const memory = readMemory(database, id);
      const change =
        memory &&
        decide(memory, usesIn(database, id, sessions), (reason) =>
          changesOf(database, memory, reason),
        );
      if (!change) return null;
      putMemory(database, change.memory);
      const { update } = change;
      if (update) {
        const { memory_id, old_score, new_score, reason } = update;
        const session_id = sessions.length === 1 ? sessions[0]! : null;
        database.put('memory_changes', { memory_id, at, old_score, new_score, reason, session_id });
      }
      const facts = [
        ...(change.facts ?? []),
        ...(update ? [{ kind: 'confidence' as const, update }] : []),
      ];
      for (const session of sessions) insertOwn(database, session, facts, at);
      return change;
    });
  },

  memory: readMemory,

  memoryIdsLike(database, prefix, limit) {
    return database.column<string>(
      "SELECT id FROM memory_items WHERE id >= ?1 AND id < ?1 || '\u{10FFFF}' ORDER BY number DESC LIMIT ?2",
      prefix,
      limit,
    );
  },

  memories(database, filter) {
    const { where, values } = conditions(database, filter);
    const newest = `${where} ORDER BY updated_at DESC, number DESC LIMIT ?`;
    return memoriesWhere(database, newest, ...values, filter.limit);
  },

  searchMemories(database, terms, filter) {
    if (terms.length === 0) return [];
    const index = `SELECT id FROM memory_words JOIN memory_items ON number = memory_words.rowid
       WHERE memory_words MATCH ? ORDER BY number DESC LIMIT ${MOST_HOLDERS}`;
    const holders = terms.map((term) => database.column<string>(index, wordExpression(term)));
    const scores = scoreByTerms(
      holders,
      database.value<number>('SELECT count(*) FROM memory_items')!,
    );
    const { where, values } = conditions(database, filter);
    return scores
      .flatMap(({ id, score }): MemoryHit[] => {
        const [memory] = memoriesWhere(database, `id = ? AND ${where}`, id, ...values);
        return memory ? [{ memory, score }] : [];
      })
      .sort(
        (a, b) =>
          b.score - a.score ||
          confidenceAt(b.memory, filter.now) - confidenceAt(a.memory, filter.now) ||
          b.memory.updatedAt - a.memory.updatedAt,
      )
      .slice(0, filter.limit);
  },

  memoryHistory(database, id) {
    return database
      .all<Omit<MemoryHistoryEntry, 'timestamp'> & { at: Millis }>(
        `SELECT memory_id, old_score, new_score, reason, at, session_id FROM memory_changes
         WHERE memory_id = ? ORDER BY seq`,
        id,
      )
      .map(({ at, ...change }) => ({ ...change, timestamp: iso(at) }));
  },

  learningsOf(database, sessions) {
    return sessions.flatMap(({ id, at, memoryIds }) => {
      const atEnd = new Map(
        database
          .all<{ memory: string; worth: number }>(
            'SELECT memory_id AS memory, confidence_at_end AS worth FROM session_learnings WHERE session_id = ?',
            id,
          )
          .map(({ memory, worth }) => [memory, worth]),
      );
      return [...new Set([...atEnd.keys(), ...memoryIds])].flatMap((memoryId): Learning[] => {
        // Sessions of an older Cortex name its memories by their own ids; an import puts a prefix before them.
        const memory = readMemory(database, memoryId) ?? readMemory(database, `stm-${memoryId}`);
        if (!memory) return [];
        // A session that still runs has no end yet.
        const confidenceAtEnd = atEnd.get(memoryId) ?? confidenceAt(memory, at);
        return [{ memory, sessionId: id, confidenceAtEnd, endedAt: at }];
      });
    });
  },
};

/** Records the confidence of the session's memories at its end: later only age may change it. */
export function recordLearnings(
  database: Database,
  sessionId: SessionId,
  memoryIds: readonly string[],
  at: Millis,
): void {
  for (const id of memoryIds) {
    const memory = readMemory(database, id);
    if (!memory) continue;
    const row = {
      session_id: sessionId,
      memory_id: id,
      confidence_at_end: confidenceAt(memory, at),
    };
    const again = 'ON CONFLICT DO UPDATE SET confidence_at_end = excluded.confidence_at_end';
    database.put('session_learnings', row, again);
  }
}

export function readMemory(database: Database, id: string): Memory | null {
  return memoriesWhere(database, 'id = ?', id)[0] ?? null;
}

/** The filter in SQL. */
function conditions(
  database: Database,
  { now, scopeKeys, categories, since }: MemoryFilter,
): { readonly where: string; readonly values: Value[] } {
  const keys = scopeKeys?.flatMap((key) => keysOf(database, key));
  const isAny =
    'SELECT 1 FROM json_each(categories) AS own JOIN json_each(?) AS asked ON own.value = asked.value';
  const given: [string, Value | undefined][] = [
    ['(expires_at IS NULL OR expires_at > ?)', iso(now)],
    ['scope_key IN (SELECT value FROM json_each(?))', keys && JSON.stringify(keys)],
    [`EXISTS (${isAny})`, categories && JSON.stringify(categories)],
    ['updated_at >= ?', since === undefined ? undefined : iso(since)],
  ];
  // From `global` alone, everything in it is asked for.
  const isElsewhere = scopeKeys?.some((key) => !isGlobal(key)) ?? false;
  const own = isElsewhere ? keptHere(database, scopeKeys!) : null;
  if (own) given.push([own.where, own.keys[0]]);
  const used = given.filter((pair): pair is [string, Value] => pair[1] !== undefined);
  return { where: used.map(([one]) => one).join(' AND '), values: used.map(([, value]) => value) };
}

function usesIn(database: Database, memoryId: string, sessions: readonly SessionId[]): number {
  const uses = `SELECT count(*) FROM session_events
    WHERE session_id = ? AND kind = 'recalled' AND body ->> '$.memoryId' = ?`;
  return Math.max(0, ...sessions.map((id) => database.value<number>(uses, id, memoryId)!));
}

function changesOf(
  database: Database,
  { id, updatedAt }: Memory,
  reason: ConfidenceReason,
): number {
  const sql = 'SELECT count(*) FROM memory_changes WHERE memory_id = ? AND reason = ? AND at >= ?';
  return database.value<number>(sql, id, reason, updatedAt)!;
}

function freeId(database: Database, newId: () => string): string {
  for (;;) {
    const id = newId();
    if (!database.has('SELECT 1 FROM memory_items WHERE id = ?', id)) return id;
  }
}
