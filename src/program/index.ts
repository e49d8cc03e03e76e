import { openHomesBy } from '../library/open-cortex.ts';

export { applyDecay, shouldInherit } from '../domain/memories/decay.ts';
export { AutoCapture } from '../library/auto-capture.ts';
export type {
  CurrentContext,
  DatedSession,
  ScorableSession,
  ScoreAllOptions,
  ScoredSession,
} from '../library/context-scorer.ts';
export { calculateRelevanceScore, score, scoreAll } from '../library/context-scorer.ts';
export type {
  Asking,
  Cortex,
  CortexOptions,
  ListedPin,
  Named,
  OfSession,
  PinOptions,
  SearchOptions,
  SearchResult,
} from '../library/cortex.ts';
export { CortexBridge } from '../library/cortex-bridge.ts';
export type {
  DeduplicableItem,
  Deduplicated,
  DeduplicationResult,
} from '../library/deduplicator.ts';
export { Deduplicator } from '../library/deduplicator.ts';
export type { HotTopicExtractorConfig } from '../library/hot-topic-extractor.ts';
export { HotTopicExtractor } from '../library/hot-topic-extractor.ts';
export type { LoadedMemory } from '../library/loaded-memory-tracker.ts';
export { LoadedMemoryTracker } from '../library/loaded-memory-tracker.ts';
export { detectSessionScope, openCortex } from '../library/open-cortex.ts';
export type { PreambleContext, PreambleOptions } from '../library/preamble-injector.ts';
export { format, PreambleInjector } from '../library/preamble-injector.ts';
export type {
  LoadDetails,
  SessionConfig,
  SessionContext,
  SessionContextManagerOptions,
  SessionMetadata,
  StartSessionRequest,
} from '../library/session-context-manager.ts';
export { SessionContextManager } from '../library/session-context-manager.ts';
export { SessionPersistenceManager } from '../library/session-persistence-manager.ts';
export type { InjectionPackage, ThreadContext } from '../library/threads.ts';
export {
  injectAll,
  onSessionStart,
  SessionCleanupManager,
  SessionContextCapture,
  SessionContextInjector,
} from '../library/threads.ts';
export type * from '../library/types.ts';
export type { AgentHook, AgentHookAnswer, AgentHookEvent, AgentHooks } from './agent-hooks.ts';
export { cortexHooks } from './agent-hooks.ts';

// With it comes the database: only who opens a home loads it.
openHomesBy(async (options) => (await import('./library-home.ts')).openLibraryHome(options));
