import type { storeOn } from './sqlite-store.ts';

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
export type { Opening } from './capture/life.ts';
export type { DatedBeside } from './facts/beside.ts';
export type { Arrival } from './facts/events.ts';
export type { Takeover } from './facts/takeover.ts';
export type { SearchDocument, SearchKind } from './index/search-write.ts';
export type { Holding, Kept } from './keeping/forget-rows.ts';
export type { SessionHolding } from './keeping/forget-session.ts';
export type { DatabaseReport } from './keeping/inspect.ts';
export type { LateJob } from './keeping/late.ts';
export type { Copy, Job, MaintenanceState } from './keeping/maintenance.ts';
export type { Salvaged, SalvagedTable, Taken } from './keeping/repair/salvage.ts';
export type { Exported } from './keeping/transfer.ts';
export type { LedgerStore } from './ledger/ledger-store.ts';
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
 * The storage of sessions. Each method is one whole unit of work: it happens entirely or not at all, and when its promise
 * resolves, it is on the disk. Methods are documented at their implementation. Only types are imported from there: users of a
 * store know no SQL.
 */
export type Store = ReturnType<typeof storeOn>;
