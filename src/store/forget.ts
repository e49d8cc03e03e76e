import type { SessionId } from '../domain/ids.ts';
import type { Pin } from '../domain/pins/pin.ts';
import type { SessionState } from '../domain/session/session.ts';
import type { Millis } from '../domain/time.ts';
import type { Forgetting } from '../domain/upkeep/forget.ts';
import type { ForgettingSession } from '../domain/upkeep/forget-session.ts';
import type { Folding } from './session.ts';

/** How many rows hold what is to be forgotten. */
export interface Holding {
  /** Sessions whose record holds it. */
  readonly sessions: number;
  readonly facts: number;
  readonly memories: number;
  readonly thread_entries: number;
  /** Answers that sessions were given. */
  readonly told: number;
  /** Rows that are made of the others, or stand for themselves: waiting pins, what was let go, reasons. */
  readonly other_rows: number;
}

/** Rows that stay: something else relies on them. */
export interface Kept {
  /** Sealed metrics, which name tasks by their titles. */
  readonly sealed_metrics: number;
  /** Paths and names by which projects are known. */
  readonly names: number;
}

export interface ForgottenWords {
  /** Memories that are gone: the one that was meant, and those that said nothing else. */
  readonly memories: readonly string[];
  /** How many facts of sessions said the words. */
  readonly facts: number;
  /** Sessions whose record held the words, as it is now. */
  readonly sessions: readonly SessionState[];
}

/** The extent of a session, before it is forgotten. */
export interface SessionHolding extends Holding {
  readonly forgetting: ForgettingSession;
  /** Ids of memories that it made, by what becomes of them. */
  readonly findings: readonly string[];
  readonly rules: readonly string[];
  readonly other_memories: readonly string[];
  /** Pins of its own, which go with it. */
  readonly pins: readonly Pin[];
  /** Pins that a person made before it began: they stay with the project. */
  readonly kept_pins: readonly Pin[];
  readonly host: string;
  readonly host_session_id: string | null;
  readonly is_running: boolean;
}

/** Forgetting words and sessions, as memories are forgotten. The bytes go with `leaveNoBytes`. */
export interface ForgetStore {
  /** Rows that hold the words now. `lines`: of events, memories and threads, each once. */
  holding(forgetting: Forgetting): Promise<Holding & Kept & { readonly lines: readonly string[] }>;
  /** How many sealed metrics hold any of these. */
  sealedMetrics(forgettings: readonly Forgetting[]): Promise<number>;
  /** Takes words, and the memory that goes with them, out of every row. */
  forgetWords(forgetting: Forgetting, folding: Folding, at: Millis): Promise<ForgottenWords>;
  /** Null where there is no such session. `isAlive`: whether a pin of that session would still be told. */
  sessionHolding(
    id: SessionId,
    isAlive: (pin: Pin, session: SessionState) => boolean,
  ): Promise<SessionHolding | null>;
  /** Takes a session out of every row; the sessions that held something of it, as they are now. */
  forgetSession(
    forgetting: ForgettingSession,
    folding: Folding,
    at: Millis,
  ): Promise<{ readonly sessions: readonly SessionState[] }>;
  /** Writes the file anew without what was deleted; false where a reader keeps the old bytes for now. */
  leaveNoBytes(): Promise<boolean>;
  /** Subjects whose rows are gone while their bytes may still be there: `leaveNoBytes` was not reached. */
  unfinishedForgetting(): Promise<readonly string[]>;
}
