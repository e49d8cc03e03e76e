import type { Config } from '../../config/config.ts';
import type { SessionId } from '../../domain/base/ids.ts';
import type { Millis } from '../../domain/base/time.ts';
import {
  type Metric,
  pendingTaskSurfaced,
  type RestoreOccasion,
  sessionChainTraversal,
  sessionRestored,
} from '../../domain/metrics/metric.ts';
import type { MetricRecord } from '../../domain/metrics/seal.ts';
import { redactStrings } from '../../domain/redact/facts.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import type { PendingTask } from '../../domain/todos/task.ts';
import type { MetricFilter, RestoreOutcome, RestorePhase } from '../../store/store.ts';
import type { Deps } from '../base/deps.ts';

/** The input for a restore's metrics. */
export interface Restored extends Omit<RestoreOutcome, 'explanation' | 'metrics'> {
  readonly into: SessionId;
  readonly phase: RestorePhase;
  /** Tasks that the preamble names. */
  readonly tasks: readonly PendingTask[];
  /** One metric for each memory that was considered. */
  readonly memories: readonly Metric[];
  readonly at: Millis;
}

const OCCASIONS: readonly RestoreOccasion[] = ['start', 'prompt', 'compact', 'resume'];

/** An empty restore has no metrics; without a contributing session, as on a cold start, no session was restored. */
export function metricsOfRestore(restored: Restored, config: Config): Metric[] {
  const { into, phase, from, pins, tasks, memories, preamble, at } = restored;
  if (preamble === null) return [];
  const occasion = OCCASIONS.find((one) => one === phase) ?? 'continue';
  const told = sessionRestored({ into, occasion, from, pins: pins.length, tasks: tasks.length });
  const surfaced = tasks.map((task) => pendingTaskSurfaced(task, at));
  return recordable([...(from.length > 0 ? [told] : []), ...memories, ...surfaced], config);
}

/** Redacts metrics again, because they stay for ever and rows of an older Cortex may be unredacted. */
export function recordable(metrics: readonly Metric[], config: Config): Metric[] {
  return metrics.map((metric) => redactStrings(metric, { strict: config['redaction.strict'] }));
}

/** The chain of sessions before one, oldest first; records a metric about the walk. */
export async function walkChain(
  deps: Deps,
  id: SessionId,
  depth: number,
): Promise<readonly SessionState[]> {
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
    // A read-only request succeeds even if the metric cannot be written.
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
