import type { ScopeKey, SessionId } from '../domain/ids.ts';
import type { Millis } from '../domain/time.ts';
import type { Audience, SharedRecord } from './domain/record.ts';
import type { Last, SegmentBody } from './domain/segment.ts';

/** A project that this home shares. */
export interface SharedProject {
  readonly scopeKey: ScopeKey;
  /** The same on every machine: its remote, or the id that it declares. */
  readonly project: string;
  /** How the log calls it. */
  readonly name: string;
  readonly origin: string;
  readonly since: Millis;
  readonly askedAt: Millis;
  readonly pulledAt: Millis | null;
  readonly pushedAt: Millis | null;
  readonly arrivedAt: Millis | null;
  readonly last: Last;
  readonly acknowledged: number;
  readonly problem: string | null;
}

export interface OutboxSegment extends SegmentBody {
  readonly n: number;
  readonly audience: Audience;
}

/** The part of another stream that was taken in. */
export interface StreamCursor {
  readonly origin: string;
  readonly author: string;
  readonly last: Last;
  readonly stopped: string | null;
}

export interface Packing {
  readonly serverNow: Millis;
  /** `me`: nothing is for the team. */
  readonly audience: Audience;
  /** Records of one call at most: a hook may be waiting for the lock. */
  readonly most: number;
  /** The last session of cold storage that this sync is done with; null: none yet. */
  readonly coldAfter: ColdPlace | null;
}

/** The place of a session in the order of cold storage. */
export interface ColdPlace {
  readonly seq: number;
  readonly id: SessionId;
}

export interface PackedSome {
  readonly records: number;
  readonly coldAfter: ColdPlace | null;
  /** There may be more: it takes another call, and another transaction. */
  readonly more: boolean;
}

/** A segment that was opened and checked. */
export interface Taken extends SegmentBody {
  readonly origin: string;
  readonly n: number;
  readonly author: string;
  readonly audience: Audience;
  /** By the same login as this home's: the person's own words. */
  readonly isOwn: boolean;
}

/** The content that a segment brought. */
export interface TakenIn {
  readonly records: number;
  readonly sessions: readonly SessionId[];
}

/** Items that teammates had shared with a project when it was left. */
export interface LeftBehind {
  /** Their pins, memories and visits. */
  readonly items: number;
  /** Their facts in threads: decisions, blockers, next actions and the like. */
  readonly work: number;
}

export interface Marking {
  readonly id: string;
  readonly kind: 'memory' | 'pin';
  /** The pin itself; a memory stands with the memories. */
  readonly record: Extract<SharedRecord, { kind: 'pin' }> | null;
}
