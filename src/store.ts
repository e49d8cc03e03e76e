import type { Fact, FileMark, Recorded } from './domain/fact.ts';
import type { ScopeKey, SessionId, ThreadId } from './domain/ids.ts';
import type { LedgerLimits } from './domain/ledger/ledger.ts';
import type { Metric } from './domain/metrics/metric.ts';
import type { OwnerRecord } from './domain/owner.ts';
import type { Pin } from './domain/pins/pin.ts';
import type { Scope } from './domain/scope.ts';
import type { Digest } from './domain/session/digest.ts';
import type { SessionState } from './domain/session/session.ts';
import type { PendingTask } from './domain/tasks/task.ts';
import type { Millis } from './domain/time.ts';
import type { Turn } from './domain/turns/turn.ts';
import type { ForgetStore } from './store/forget.ts';
import type { LedgerStore, LedgerWithin, Receipt } from './store/ledger.ts';
import type { MemoryStore } from './store/memories.ts';
import type { MetricStore } from './store/metrics.ts';
import type { PinStore } from './store/pins.ts';
import type { ProjectStore } from './store/projects.ts';
import type { ColdFiles, RetentionStore } from './store/retention.ts';
import type { ReviewStore } from './store/review.ts';
import type { SearchStore } from './store/search.ts';
import type { Folding, Overheard, SessionHead, TranscriptPlace } from './store/session.ts';
import type { SnapshotStore } from './store/snapshot.ts';
import type { TaskStore } from './store/tasks.ts';
import type { ThreadEntry, ThreadStore } from './store/threads.ts';
import type { TransferStore } from './store/transfer.ts';
import type { Promised, Units } from './store/units.ts';

export type { Folding, Overheard, SessionHead, TranscriptPlace } from './store/session.ts';

/** A fact on its way in. */
export interface Incoming {
  readonly fact: Fact;
  /** Made of the host's own ids; the same key counts once. */
  readonly key: string | null;
}

/** How an event is told from its own repetition when the host gives no ids. */
export interface Arrival {
  /** The configuration that delivered it: two equal prompts through one are two, through two they are one. */
  readonly via: string;
  readonly at: Millis;
  /** A spooled event, inserted at its original time. */
  readonly isLate?: true;
  /** So long, equal content through another configuration is the same event. */
  readonly repeatMillis?: number;
}

export interface Opening {
  readonly id: SessionId;
  readonly scope: Scope;
  readonly host: string;
  readonly hostSessionId: string | null;
  readonly branch: string | null;
  readonly head: string | null;
  readonly cwd: string | null;
  readonly at: Millis;
  readonly owner: OwnerRecord | null;
  readonly transcript?: string;
  /** The session that this one resumes or was forked from: its pins come along, all of them, and its to-dos. */
  readonly resumes: SessionId | null;
  /** The host has dropped what the resumed session was told: everything may be said again. */
  readonly isForgotten?: true;
  /** Pins that it can hold; ten where nothing is said. */
  readonly maxPins?: number;
}

export interface RestoreMade {
  readonly epoch: number;
  readonly phase: RestorePhase;
}

export interface RestoreRecord extends RestoreMade {
  readonly sessionId: SessionId;
  readonly at: Millis;
  readonly preamble: string | null;
  /** Why, in full: JSON. */
  readonly explanation: unknown;
}

export type RestorePhase =
  | 'start'
  | 'prompt'
  | 'compact'
  | 'resume'
  | `continue:${string}`
  /** Nothing was told: news are owed from then on. */
  | `due:${string}`
  /** News, counted by the marks that they answer. */
  | `news:${number}`;

/** The decision of a restore, to be made true in one transaction. */
export interface RestoreOutcome {
  readonly pins: readonly Pin[];
  readonly from: readonly { readonly id: SessionId; readonly score: number }[];
  readonly preamble: string | null;
  readonly explanation: unknown;
  readonly metrics: readonly Metric[];
  /** The line of work that is told: somebody is at it again. */
  readonly thread?: ThreadId | null;
}

export interface CandidateRow {
  readonly id: SessionId;
  /** The host's own name of the conversation, which sessions that resume it share. */
  readonly conversation: string | null;
  readonly scopeKey: ScopeKey;
  readonly at: Millis;
  readonly running: boolean;
  readonly topics: readonly string[];
  readonly tasks: readonly PendingTask[];
  readonly hasCritical: boolean;
}

/** The part of a session that a later one can inherit, beyond what ranking needs. */
export interface Holdings {
  readonly pins: readonly Pin[];
  readonly projects: readonly string[];
  /** Ids of the memories it made. */
  readonly learnings: readonly string[];
}

/** The configuration that facts are recorded under which were not captured but taken over. */
export const IMPORTED = 'import';
/** And under which those that another machine shared. */
export const SHARED = 'share';
/** And under which those that Cortex itself adds. */
export const OWN = 'cortex';

/** A session by the id that its host knows it by. */
export interface SessionAtHost {
  readonly id: SessionId;
  readonly hostSessionId: string;
}

export interface SessionFilter {
  readonly scopeKey?: ScopeKey;
  readonly host?: string;
  /** Only those that started before this one. */
  readonly before?: SessionId;
  readonly limit: number;
}

/** Tokens that conversations were sent and spared on one day. */
export interface LedgerDay {
  readonly day: string;
  readonly tokens_sent: number;
  readonly tokens_saved: number;
}

/** Sessions of one day, project and host. */
export interface ActivityRow {
  /** `2026-11-13`, in the time zone of the machine. */
  readonly day: string;
  readonly scopeKey: ScopeKey;
  readonly scope: string;
  readonly host: string;
  readonly sessions: number;
}

/**
 * The storage of sessions. Each method is one whole unit of work: it happens entirely or not at all, and when its
 * promise resolves, it is on the disk.
 */
export interface Store
  extends MetricStore,
    MemoryStore,
    ForgetStore,
    ReviewStore,
    PinStore,
    SnapshotStore,
    TaskStore,
    SearchStore,
    ThreadStore,
    LedgerStore,
    ProjectStore,
    RetentionStore,
    TransferStore {
  /** The session that a host's id means: the open one, else the latest. */
  sessionOfHost(host: string, hostSessionId: string): Promise<SessionHead | null>;
  /** Opens a session, or returns the open one that a concurrent process made of the same host id. */
  openSession(opening: Opening): Promise<{ head: SessionHead; opened: boolean }>;
  /** Appends what happened, and what it adds to threads of work; revives a session that was taken for dead. Null: the facts were here before. */
  append(
    id: SessionId,
    facts: readonly Incoming[],
    arrival: Arrival,
    threads?: readonly ThreadEntry[],
  ): Promise<{ lastSeq: number } | null>;
  setOwner(id: SessionId, owner: OwnerRecord): Promise<void>;
  /** Appends what was read of a transcript, each word in its place among the facts and once, and keeps up to where it was read. */
  overhear(
    id: SessionId,
    heard: readonly Overheard[],
    transcript: TranscriptPlace,
    at: Millis,
  ): Promise<void>;
  /** The model has forgotten: also what its ledger says that it was shown, at once. Null: reported before. */
  beginEpoch(id: SessionId, arrival: Arrival, reason?: 'compaction' | 'clear'): Promise<number | null>;

  /** Brings the row up to its last fact. */
  fold(id: SessionId, folding: Folding, at: Millis): Promise<SessionState>;
  /** The fold of the session's facts so far, not stored. */
  digestOf(id: SessionId, folding: Folding): Promise<Digest | null>;
  endSession(
    id: SessionId,
    folding: Folding,
    at: Millis,
    reason: string | null,
  ): Promise<SessionState | null>;
  /** Ends a session for a host that died, unless it moved on since it was looked at; with what else was heard of it. */
  recoverSession(
    head: SessionHead,
    folding: Folding,
    endAt: (digest: Digest) => Millis,
    at: Millis,
    heard?: { readonly words: readonly Overheard[]; readonly transcript: TranscriptPlace } | null,
  ): Promise<SessionState | null>;
  openSessions(): Promise<readonly SessionHead[]>;

  candidates(scopeKey: ScopeKey, since: Millis): Promise<readonly CandidateRow[]>;
  candidatesOf(ids: readonly SessionId[]): Promise<readonly CandidateRow[]>;
  titlesOf(ids: readonly SessionId[]): Promise<ReadonlyMap<SessionId, string | null>>;
  /** Identities of pins and ids of tasks that were let go of in a scope. */
  letGo(scopeKey: ScopeKey): Promise<LetGo>;
  holdingsOf(ids: readonly SessionId[]): Promise<ReadonlyMap<SessionId, Holdings>>;
  /** Records a restore once per session, epoch and phase; null where it was recorded before. */
  commitRestore(
    key: {
      readonly sessionId: SessionId;
      readonly epoch: number;
      readonly phase: RestorePhase;
      readonly at: Millis;
      /** How long the ledger is relied on; without it there is none, and everything is new. */
      readonly ledger?: LedgerLimits | null;
    },
    decide: (ownPins: readonly Pin[], ledger: LedgerWithin) => RestoreOutcome,
  ): Promise<(RestoreRecord & { readonly shown: Receipt | null }) | null>;
  restoresOf(id: SessionId): Promise<readonly RestoreRecord[]>;
  /** Which restores an open session had, without what they told. */
  restoresMade(id: SessionId): Promise<readonly RestoreMade[]>;
  /** Links a session to one that goes on from it. The first that does stays its `continued_by`; twice changes nothing. */
  continueSession(id: SessionId, by: SessionId, at: Millis): Promise<void>;
  contributors(id: SessionId): Promise<readonly SessionId[]>;

  session(id: SessionId): Promise<SessionState | null>;
  /** Its turns, the oldest first. */
  turnsOf(id: SessionId): Promise<readonly Turn[]>;
  head(id: SessionId): Promise<SessionHead | null>;
  /** Ids that begin with the given letters. */
  idsLike(prefix: string, limit: number): Promise<readonly SessionId[]>;
  /** The newest session of each conversation whose id at its host begins with the given letters; an id in full comes first. */
  idsAtHosts(prefix: string, limit: number): Promise<readonly SessionAtHost[]>;
  history(filter: SessionFilter): Promise<readonly SessionState[]>;
  /** Figures of all ledgers in the database by day, oldest first. */
  ledgerDays(): Promise<readonly LedgerDay[]>;
  /** How many sessions started on each day since then, oldest first. */
  activity(since: Millis, scopeKey: ScopeKey | null): Promise<readonly ActivityRow[]>;
  /** When something of a host arrived last, in whichever session; what was imported never arrived. */
  lastHeard(host: string): Promise<Millis | null>;
  factsOf(id: SessionId): Promise<readonly Recorded[]>;
  /** The first prompts of an open session, however much happened since. */
  firstPrompts(id: SessionId): Promise<readonly Recorded[]>;
  /** The last fact of a kind in a session that is not long over. */
  lastFact(id: SessionId, kind: Fact['kind']): Promise<Fact | null>;
  /** Those of some sessions in which something happened since they were last folded: a turn is under way there. */
  midTurn(ids: readonly SessionId[]): Promise<ReadonlySet<SessionId>>;
  /** Files that the conversation itself read since the session was last folded, each once. */
  readsSinceFold(id: SessionId): Promise<readonly string[]>;
  /** Files that the session changed, the latest last. */
  changedFiles(id: SessionId): Promise<readonly string[]>;
  /** Changed files as the session left them. */
  leftFiles(id: SessionId): Promise<readonly FileMark[]>;
  chain(id: SessionId, depth: number): Promise<readonly SessionState[]>;
  scopesNamed(label: string): Promise<readonly Scope[]>;
  counts(): Promise<Counts>;
  /** The units of work that a room of its own has on the same database, which only the store and the room know. */
  room<U extends Units>(units: (database: never, files: ColdFiles) => U): Promised<U>;
  close(): void;
}

export interface LetGo {
  readonly pins: ReadonlySet<string>;
  /** Texts that are never to be told again, by `mutedIdentity`. */
  readonly texts: ReadonlySet<string>;
  readonly tasks: ReadonlyMap<string, Millis>;
}

export interface Counts {
  readonly sessions: number;
  readonly open: number;
  readonly facts: number;
  /** Sessions in cold storage, which are not among `sessions`. */
  readonly cold: number;
}
