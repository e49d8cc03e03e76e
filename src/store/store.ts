import type { RestoreStore } from './answer/restore.ts';
import type { PlaceStore } from './base/joined.ts';
import type { Promised, Units } from './base/promised.ts';
import type { LifeStore } from './capture/life.ts';
import type { BesideStore } from './facts/beside.ts';
import type { ForgetStore } from './keeping/forget.ts';
import type { ForgetSessionStore } from './keeping/forget-session.ts';
import type { LateStore } from './keeping/late.ts';
import type { MaintenanceStore } from './keeping/maintenance.ts';
import type { RetentionStore } from './keeping/retention.ts';
import type { TransferStore } from './keeping/transfer.ts';
import type { UpkeepStore } from './keeping/upkeep.ts';
import type { LedgerStore } from './ledger/ledger-types.ts';
import type { MemoryStore } from './memories/memories.ts';
import type { MetricStore } from './metrics/metrics.ts';
import type { HeadFileStore } from './projects/head-files.ts';
import type { ProjectStore } from './projects/projects.ts';
import type { SearchStore } from './search/search.ts';
import type { PinStore } from './sessions/change-pins.ts';
import type { OutsideStore } from './sessions/outside.ts';
import type { SessionStore } from './sessions/read.ts';
import type { SnapshotStore } from './sessions/snapshot.ts';
import type { TaskStore } from './tasks/tasks.ts';
import type { ThreadStore } from './threads/threads.ts';

export type {
  RestoreMade,
  RestoreOutcome,
  RestorePhase,
  RestoreRecord,
} from './answer/restore.ts';
export type { Dismissed } from './base/dismissed.ts';
export type { JoinReason } from './base/joined.ts';
export type { Promised } from './base/promised.ts';
export type { SessionHead, ThreadHead, TranscriptPlace, TranscriptWords } from './base/rows.ts';
export type { SessionOpening as Opening } from './capture/life.ts';
export type { DatedBeside } from './facts/beside.ts';
export type { Arrival } from './facts/events.ts';
export type { Takeover } from './facts/takeover.ts';
export type { SearchDocument, SearchKind } from './index/search-write.ts';
export type { TableRows } from './keeping/folded-again.ts';
export type { Holding, KeptRows as Kept } from './keeping/forget-rows.ts';
export type { SessionHolding } from './keeping/forget-session.ts';
export type { DatabaseReport } from './keeping/inspect.ts';
export type { LateJob } from './keeping/late.ts';
export type { Copy, Job, MaintenanceState } from './keeping/maintenance.ts';
export type { Salvaged, SalvagedTable, TakenRows as Taken } from './keeping/repair/salvage.ts';
export type { ColdEntry } from './keeping/retention.ts';
export type { Exported } from './keeping/transfer.ts';
export type { LedgerDay, LedgerStore } from './ledger/ledger-types.ts';
export type {
  LearningSession,
  MemoryFilter,
  MemoryHistoryEntry,
  MemoryHit,
} from './memories/memories.ts';
export type { MetricBounds, MetricFilter } from './metrics/metrics.ts';
export type { ClaimedProject, KnownProject, PlaceNow } from './projects/projects.ts';
export type { Passage, SearchFilter, SearchSpans } from './search/search.ts';
export type { PinDecider } from './sessions/change-pins.ts';
export type { ActivityRow, Counts, LastPrompt } from './sessions/read.ts';
export type { DatedThreadEntry, ThreadEntry, ThreadSeen } from './threads/threads.ts';

/**
 * The storage of sessions, put together from a part of each feature, which stands above its units of work. Each method is one
 * whole unit of work: it happens entirely or not at all, and when its promise resolves, it is on the disk. Only types are
 * imported here: users of a store know no SQL.
 */
export interface Store
  extends LifeStore,
    BesideStore,
    SnapshotStore,
    RestoreStore,
    ProjectStore,
    HeadFileStore,
    TaskStore,
    ThreadStore,
    PinStore,
    SessionStore,
    MaintenanceStore,
    MemoryStore,
    SearchStore,
    MetricStore,
    ForgetStore,
    ForgetSessionStore,
    RetentionStore,
    UpkeepStore,
    LateStore,
    TransferStore,
    OutsideStore,
    PlaceStore {
  readonly ledger: LedgerStore;

  /** Binds the units of work of another room to the same database. */
  room<U extends Units>(units: U): Promised<U>;

  close(): void;
}
