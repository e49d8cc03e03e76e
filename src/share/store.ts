import type { ScopeKey, SessionId } from '../domain/ids.ts';
import type { Scope } from '../domain/scope.ts';
import type { RecordedThreadFact } from '../domain/thread/thread.ts';
import type { Millis } from '../domain/time.ts';
import type { Folding } from '../store/session.ts';
import type { Audience, SharedRecord, TeamItem } from './domain/record.ts';
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

/** Sharing with other homes. Nothing of it is called for a project that is not shared, but for the first. */
export interface ShareStore {
  /** Null where the scope is not shared. */
  sharedProject(scopeKey: ScopeKey): Promise<SharedProject | null>;
  /**
   * Whether a sync is to be started; who is told so starts it. False where nothing is shared, or one was started within the
   * pause, which looks at its end for what is here now.
   */
  askForSync(scopeKey: ScopeKey, at: Millis, pauseMillis: number): Promise<boolean>;
  /** Items that others shared with the team of a project, the latest first; null: of every project. */
  teamItems(scopeKey: ScopeKey | null): Promise<readonly TeamItem[]>;

  sharedProjects(): Promise<readonly SharedProject[]>;
  shareProject(
    project: Pick<SharedProject, 'scopeKey' | 'project' | 'name' | 'origin' | 'since'>,
  ): Promise<void>;
  /**
   * Forgets everything about sharing a project, and the pins, memories and visits of teammates. Their work in its threads stays
   * under their names, unless it is to go too.
   */
  leaveProject(scopeKey: ScopeKey, teamWork: 'keep' | 'forget'): Promise<LeftBehind>;
  /**
   * The login is no member any more: takes out what teammates shared, and says whether there was any. Their streams are read
   * from the beginning again where it becomes a member again.
   */
  dismissTeam(scopeKey: ScopeKey, at: Millis): Promise<boolean>;
  /** Packs what was not packed yet into the outbox, in one transaction with what it says about itself. */
  packShared(scopeKey: ScopeKey, packing: Packing): Promise<PackedSome>;
  /** Whether there are facts that no sync has looked at, or segments that the server has not acknowledged. */
  hasUnsent(scopeKey: ScopeKey): Promise<boolean>;
  /** Records that wait to be sent, packed or not, as far as the database holds them. */
  waitingRecords(scopeKey: ScopeKey): Promise<number>;
  outbox(scopeKey: ScopeKey, most: number): Promise<readonly OutboxSegment[]>;
  acknowledge(scopeKey: ScopeKey, n: number): Promise<void>;
  /** Goes on under another stream: somebody else wrote in this one. */
  renewStream(scopeKey: ScopeKey, origin: string): Promise<void>;
  cursors(scopeKey: ScopeKey): Promise<readonly StreamCursor[]>;
  /** Takes segments in, in one transaction with their cursors. Twice is once. */
  takeIn(scope: Scope, segments: readonly Taken[], folding: Folding, at: Millis): Promise<TakenIn>;
  /** Everything of a sync is in: threads are folded and the standing is made anew, so that no start has to. */
  settle(scope: Scope): Promise<void>;
  /** Says why a stream is not read any further; null: it is. */
  stopStream(
    scopeKey: ScopeKey,
    stream: Pick<StreamCursor, 'origin' | 'author'>,
    why: string | null,
  ): Promise<void>;
  /** The end of a sync. */
  noteSync(
    scopeKey: ScopeKey,
    done: { readonly pulledAt?: Millis; readonly pushedAt?: Millis; readonly problem: string | null },
  ): Promise<void>;
  mark(scopeKey: ScopeKey, marking: Marking, at: Millis): Promise<void>;
  unmark(scopeKey: ScopeKey, id: string): Promise<boolean>;
  marked(scopeKey: ScopeKey): Promise<readonly Marking[]>;
  /** Every home has to let go of these. */
  withdraw(ids: readonly string[], at: Millis): Promise<void>;
  /** Ids of shared facts whose stored text fits. */
  sharedFactsWhere(fits: (text: string) => boolean): Promise<readonly string[]>;
  /** Ids whose segments on the server are to be written anew. */
  unsentWithdrawals(scopeKey: ScopeKey): Promise<readonly string[]>;
  withdrawalsSent(scopeKey: ScopeKey, ids: readonly string[]): Promise<void>;
  /** Ids that the person withdrew in another home, and this one has not let go of yet. */
  withdrawalsToObey(scopeKey: ScopeKey): Promise<readonly string[]>;
  withdrawalsObeyed(scopeKey: ScopeKey): Promise<void>;
  /** Shared facts of the threads of a project, in the order of all homes. */
  sharedWork(scopeKey: ScopeKey): Promise<readonly RecordedThreadFact[]>;
  /** The end of this home's chain of metrics, as it was last shared. */
  sentMetrics(scopeKey: ScopeKey): Promise<{ readonly number: number; readonly seal: string } | null>;
}
