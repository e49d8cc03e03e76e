import type { Fact, Recorded } from '../domain/fact.ts';
import type { SessionId } from '../domain/ids.ts';
import type { Memory } from '../domain/memories/memory.ts';
import type { Metric } from '../domain/metrics/metric.ts';
import type { OwnerRecord } from '../domain/owner.ts';
import type { Scope } from '../domain/scope.ts';
import type { Digest } from '../domain/session/digest.ts';
import type { Remembered } from '../domain/session/remember.ts';
import type { FoldedState, SessionState } from '../domain/session/session.ts';
import type { Millis } from '../domain/time.ts';

/** The file that a host writes a conversation to, and up to which byte it was read. */
export interface TranscriptPlace {
  readonly path: string;
  readonly read: number;
}

/** Words of a session's agent that were read in a transcript. */
export interface Overheard {
  readonly fact: Extract<Fact, { kind: 'reply' | 'prompt' }>;
  /** Null where the file does not say: then it was now. */
  readonly at: Millis | null;
  readonly key: string;
}

/** A session's identity and life, without what it holds. */
export interface SessionHead {
  readonly id: SessionId;
  readonly scope: Scope;
  readonly host: string;
  readonly hostSessionId: string | null;
  readonly branch: string | null;
  readonly startedAt: Millis;
  readonly endedAt: Millis | null;
  readonly crashRecovered: boolean;
  readonly lastActivity: Millis;
  readonly previous: SessionId | null;
  readonly owner: OwnerRecord | null;
  /** How often the model's context began anew: at compaction, not at a resume. */
  readonly epoch: number;
  /** Number of the last fact; a decision made from this head is stale when it has moved on. */
  readonly lastSeq: number;
  /** Its place among all sessions: of two, the one with the higher number was at work last. */
  readonly place: number;
  /** Null where its host names none. */
  readonly transcript: TranscriptPlace | null;
  /** In cold storage: nothing can be added to it. */
  readonly cold?: true;
}

/** The rules of folding a session; pure and synchronous, they run inside the transaction. */
export interface Folding {
  fold(digest: Digest | null, facts: readonly Recorded[], head: SessionHead): Digest;
  state(digest: Digest): FoldedState;
  /** The facts that become memories. */
  remembered(facts: readonly Recorded[], at: Millis): readonly Remembered[];
  /** The memory that a sentence makes, or changes; null where it says nothing. */
  memoryOf(
    said: Remembered,
    known: readonly Memory[],
    place: { readonly scope: Scope; readonly sessionId: SessionId },
  ): Memory | null;
  closedTasks(digest: Digest): readonly { readonly id: string; readonly at: Millis }[];
  /** The metrics of a session that is over. */
  metrics(state: SessionState): readonly Metric[];
}
