import type { storeOn } from './stores/sqlite/sqlite-store.ts';

export type { DatabaseReport } from './stores/sqlite/inspect.ts';
export type { LedgerStore } from './stores/sqlite/ledger-store.ts';
export type { JoinReason } from './stores/sqlite/projects.ts';
export type { Promised } from './stores/sqlite/promised.ts';
export type { Salvaged, SalvagedTable, Taken } from './stores/sqlite/repair/salvage.ts';
export type { SessionHead, ThreadHead, TranscriptPlace, TranscriptWords } from './stores/sqlite/rows.ts';
export type { DatedBeside } from './stores/sqlite/units/beside.ts';
export type { PinDecider } from './stores/sqlite/units/change-pins.ts';
export type { Dismissed } from './stores/sqlite/units/dismissed.ts';
export type { Arrival } from './stores/sqlite/units/events.ts';
export type { Holding, Kept } from './stores/sqlite/units/forget-rows.ts';
export type { SessionHolding } from './stores/sqlite/units/forget-session.ts';
export type { LateJob } from './stores/sqlite/units/late.ts';
export type { Opening } from './stores/sqlite/units/life.ts';
export type { Copy, Job, MaintenanceState } from './stores/sqlite/units/maintenance.ts';
export type {
  LearningSession,
  MemoryFilter,
  MemoryHistoryEntry,
  MemoryHit,
} from './stores/sqlite/units/memories.ts';
export type { MetricBounds, MetricFilter } from './stores/sqlite/units/metrics.ts';
export type { ClaimedProject, KnownProject, PlaceNow } from './stores/sqlite/units/projects.ts';
export type { ActivityRow, Counts, LastPrompt } from './stores/sqlite/units/read.ts';
export type {
  RestoreMade,
  RestoreOutcome,
  RestorePhase,
  RestoreRecord,
} from './stores/sqlite/units/restore.ts';
export type { Passage, SearchFilter, SearchSpans } from './stores/sqlite/units/search.ts';
export type { SearchDocument, SearchKind } from './stores/sqlite/units/search-write.ts';
export type { Takeover } from './stores/sqlite/units/takeover.ts';
export type { DatedThreadEntry, ThreadEntry, ThreadSeen } from './stores/sqlite/units/threads.ts';
export type { Exported } from './stores/sqlite/units/transfer.ts';

/**
 * The storage of sessions. Each method is one whole unit of work: it happens entirely or not at all, and when its promise
 * resolves, it is on the disk. Methods are documented at their implementation. Only types are imported from there: users of a
 * store know no SQL.
 */
export type Store = ReturnType<typeof storeOn>;
