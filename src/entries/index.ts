export { applyDecay, shouldInherit } from '../domain/memories/decay.ts';
export type { MaintenanceReport } from '../engine/upkeep/maintenance-report.ts';
export type {
  Asking,
  ClosedTask,
  KeptMemory,
  ListedPin,
  MemoryOptions,
  Named,
  OfSession,
  OpenTask,
  PinOptions,
  SearchOptions,
  SearchResult,
  TaskOptions,
} from '../library/asking.ts';
export { AutoCapture } from '../library/auto-capture.ts';
export type {
  CurrentContext,
  DatedSession,
  ScorableSession,
  ScoreAllOptions,
  ScoredSession,
} from '../library/context-scorer.ts';
export { score, scoreAll } from '../library/context-scorer.ts';
export type { Cortex, CortexOptions, MemoryToAdd } from '../library/cortex.ts';
export { CortexBridge } from '../library/cortex-bridge.ts';
export type { DeduplicableItem, Deduplicated, DeduplicationResult } from '../library/deduplicator.ts';
export { Deduplicator } from '../library/deduplicator.ts';
export type { HotTopicExtractorConfig } from '../library/hot-topic-extractor.ts';
export { HotTopicExtractor } from '../library/hot-topic-extractor.ts';
export type { LoadedMemory } from '../library/loaded-memory-tracker.ts';
export { LoadedMemoryTracker } from '../library/loaded-memory-tracker.ts';
export { detectSessionScope, openCortex } from '../library/open-cortex.ts';
export type { PreambleContext, PreambleOptions } from '../library/preamble-injector.ts';
export { PreambleInjector } from '../library/preamble-injector.ts';
export type {
  ISessionStorage,
  SessionConfig,
  SessionContext,
  SessionMetadata,
  SessionStats,
} from '../library/session.ts';
export { SessionCleanupManager } from '../library/session-cleanup-manager.ts';
export type { ThreadContext } from '../library/session-context-capture.ts';
export { SessionContextCapture } from '../library/session-context-capture.ts';
export type { InjectionPackage, InjectOptions } from '../library/session-context-injector.ts';
export { injectAll, SessionContextInjector } from '../library/session-context-injector.ts';
export type {
  LoadDetails,
  SessionContextManagerOptions,
  StartSessionRequest,
} from '../library/session-context-manager.ts';
export { SessionContextManager } from '../library/session-context-manager.ts';
export { SessionPersistenceManager } from '../library/session-persistence-manager.ts';
export type * from '../library/types.ts';
export type { AgentHook, AgentHookAnswer, AgentHookEvent, AgentHooks } from './agent-hooks.ts';
export { cortexHooks } from './agent-hooks.ts';
