import type { Fact } from '../domain/fact.ts';
import type { ScopeKey, SessionId } from '../domain/ids.ts';
import type { Learning } from '../domain/memories/learning.ts';
import type { ConfidenceReason, ConfidenceUpdate, Memory } from '../domain/memories/memory.ts';
import type { Form } from '../domain/search/query.ts';
import type { Millis } from '../domain/time.ts';

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

export interface MemoryHit {
  readonly memory: Memory;
  /** 0 to 1: how much of the question it holds. */
  readonly score: number;
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

/** The storage of memories. Rows of an older Cortex are among them; a change makes a copy, theirs stays as it is. */
export interface MemoryStore {
  /** Keeps a memory; where the scope holds the same words already, it is that one, said again. */
  addMemory(
    made: Omit<Memory, 'id'>,
    newId: () => string,
    sessions: readonly SessionId[],
  ): Promise<{ readonly memory: Memory; readonly isNew: boolean }>;
  /** Makes true what the decider makes of the memory as it is now; null where there is none, or nothing to do. */
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
  /** The best answers first. */
  searchMemories(terms: readonly Form[], filter: MemoryFilter): Promise<readonly MemoryHit[]>;
  memoryHistory(id: string): Promise<readonly MemoryHistoryEntry[]>;
  /** Memories of sessions, each with its confidence at its session's end. */
  learningsOf(sessions: readonly LearningSession[]): Promise<readonly Learning[]>;
}
