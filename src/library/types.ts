import type { WorkingMemoryPin } from '../domain/pins/pin.ts';
import type { SessionState as StoredState } from '../domain/sessions/session.ts';
import type { StatedTask } from '../domain/sessions/stated.ts';

export type { SessionStats } from '../domain/ledger/totals.ts';
export type { ConfidenceUpdate } from '../domain/memories/memory.ts';
export type { WorkingMemoryPin } from '../domain/pins/pin.ts';
export type { SOPInteraction } from '../domain/sessions/stated.ts';
export type { LedgerStore as ISessionStorage } from '../store/ledger/ledger-types.ts';

/** Unfinished work. Only what the sources name is needed; the rest says where it is known from and how old it is. */
export type PendingTask = StatedTask;

/** Fields that the sources name; a state that a program makes has them all. */
type SourceField =
  | 'start_time'
  | 'end_time'
  | 'channel'
  | 'working_memory'
  | 'hot_topics'
  | 'active_projects'
  | 'recent_learnings'
  | 'confidence_updates'
  | 'sop_interactions'
  | 'previous_session_id'
  | 'continued_by'
  | 'schema_version';

/** A session as it is stored, mirrored and shown. Fields beyond those of the sources are there in what is read. */
export interface SessionState
  extends Pick<StoredState, SourceField>,
    Partial<Omit<StoredState, SourceField | 'session_id' | 'pending_tasks'>> {
  readonly session_id: string;
  readonly pending_tasks: readonly PendingTask[];
  /** Computed when sessions are scored, never stored. */
  readonly relevance_score?: number;
  /** When it was taken up by a later session; never stored. */
  readonly inherited_at?: string;
}

/** The result of `onSessionStart` and `forceInheritSession`. */
export interface RestoredSessionContext {
  /** The text for the model, without the element around it; null when there is nothing to say. */
  readonly preamble: string | null;
  /** Pins that the session holds from now on, each labelled `[inherited from … @ …]`. */
  readonly inheritedPins: readonly WorkingMemoryPin[];
  /** Sessions that contributed, the best first. */
  readonly sessionIds: readonly string[];
  /** Their relevance, in the same order. */
  readonly relevanceScores: readonly number[];
  /** Pending tasks that the preamble names. */
  readonly pendingTaskCount: number;
}

/** The `session_persistence` options; `docs/reference/configuration.md` has ranges and defaults. */
export interface SessionPersistenceConfig {
  readonly enabled?: boolean;
  readonly lookback_days?: number;
  readonly relevance_threshold?: number;
  readonly max_sessions_scored?: number;
  readonly max_inherited_pins?: number;
  readonly decay_min_floor?: number;
  readonly critical_inheritance_days?: number;
  readonly sessions_dir?: string;
  readonly debug?: boolean;
}

/** Receives messages besides the log of the home; `console` is one. */
export interface Logger {
  debug?(message: string, fields?: unknown): void;
  info?(message: string, fields?: unknown): void;
  warn?(message: string, fields?: unknown): void;
  error?(message: string, fields?: unknown): void;
}
