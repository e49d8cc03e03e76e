import type { Config } from '../../config/config.ts';
import type { MetricRecord } from '../../domain/evidence/seal.ts';
import type { SessionId } from '../../domain/ids.ts';
import {
  type Metric,
  pendingTaskSurfaced,
  type RestoreOccasion,
  sessionChainTraversal,
  sessionRestored,
} from '../../domain/metrics/metric.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import type { SessionState } from '../../domain/session/session.ts';
import type { PendingTask } from '../../domain/tasks/task.ts';
import type { Millis } from '../../domain/time.ts';
import type { MetricFilter, RestoreOutcome, RestorePhase } from '../../store.ts';
import type { Deps } from '../deps.ts';

/** A restore, as metrics see it. */
export interface Restored extends Omit<RestoreOutcome, 'explanation' | 'metrics'> {
  readonly into: SessionId;
  readonly phase: RestorePhase;
  /** Those that the preamble names. */
  readonly tasks: readonly PendingTask[];
  /** One for each memory that was weighed. */
  readonly memories: readonly Metric[];
  readonly at: Millis;
}

const OCCASIONS: readonly RestoreOccasion[] = ['start', 'prompt', 'compact', 'resume'];

/** Silence leaves no metric; and where no session gave anything, as on a cold start, none was restored. */
export function metricsOfRestore(restored: Restored, config: Config): Metric[] {
  const { into, phase, from, pins, tasks, memories, preamble, at } = restored;
  if (preamble === null) return [];
  const occasion = OCCASIONS.find((one) => one === phase) ?? 'continue';
  const told = sessionRestored({ into, occasion, from, pins: pins.length, tasks: tasks.length });
  const surfaced = tasks.map((task) => pendingTaskSurfaced(task, at));
  return recordable([...(from.length > 0 ? [told] : []), ...memories, ...surfaced], config);
}

/** Metrics stay for ever, so they hold no secret in foreign text. Most of it was redacted when it was stored, but not what an older Cortex left. */
export function recordable(metrics: readonly Metric[], config: Config): Metric[] {
  return metrics.map((metric) => redactStrings(metric, { strict: config['redaction.strict'] }));
}

/** Walks back from a session, oldest first, and records that somebody did. */
export async function walkChain(deps: Deps, id: SessionId, depth: number): Promise<readonly SessionState[]> {
  const walked: SessionState[] = [];
  // A link that is missing or leads back ends the walk.
  for (let next: string | null = id; next && walked.length < depth; ) {
    const state: SessionState | null = await deps.store.session(next as SessionId);
    if (!state || walked.some(({ session_id }) => session_id === state.session_id)) break;
    walked.unshift(state);
    next = state.previous_session_id;
  }
  const metric = sessionChainTraversal(id, depth, walked, deps.now());
  try {
    await deps.store.appendMetrics([metric], deps.now());
  } catch (error) {
    // Whoever only looks is answered, also where nothing can be written.
    deps.log.failure('metric not recorded', error, { event: metric.event });
  }
  return walked;
}

/** Records of the life of sessions, newest first. */
export function metricRecords(
  { store }: Pick<Deps, 'store'>,
  filter: MetricFilter,
): Promise<readonly MetricRecord[]> {
  return store.metrics(filter);
}
