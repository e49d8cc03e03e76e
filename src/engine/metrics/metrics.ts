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
import { isPlain } from '../../domain/redact/ids.ts';
import { redactText } from '../../domain/redact/redact.ts';
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

/** Silence leaves no metric; and where no session gave anything, as on a cold start, none was restored. */
export function metricsOfRestore(restored: Restored, config: Config): Metric[] {
  const { into, phase, from, pins, tasks, memories, preamble, at } = restored;
  if (preamble === null) return [];
  const occasion = occasionOf(phase);
  const told = sessionRestored({ into, occasion, from, pins: pins.length, tasks: tasks.length });
  const surfaced = tasks.map((task) => pendingTaskSurfaced(task, at));
  return recordable([...(from.length > 0 ? [told] : []), ...memories, ...surfaced], config);
}

/**
 * Metrics stay for ever, so they hold no secret in foreign text. Most of it was redacted when it was stored, but not
 * what an older Cortex left. Our own ids and names are skipped: loading the rules costs a hook 3 ms.
 */
export function recordable(metrics: readonly Metric[], config: Config): Metric[] {
  const options = { strict: config['redaction.strict'] };
  const safe = (text: string) => (!options.strict && isPlain(text) ? text : redactText(text, options));
  return metrics.map((metric) => {
    switch (metric.event) {
      case 'pending_task_surfaced': {
        const { task_id, title, stage } = metric;
        return { ...metric, task_id: safe(task_id), title: safe(title), stage: safe(stage) };
      }
      case 'session_override':
        return { ...metric, invoking_agent: safe(metric.invoking_agent) };
      default:
        return metric;
    }
  });
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

function occasionOf(phase: RestorePhase): RestoreOccasion {
  switch (phase) {
    case 'start':
    case 'prompt':
    case 'compact':
    case 'resume':
      return phase;
    default:
      return 'continue';
  }
}

/** Records of the life of sessions, newest first. */
export function metricRecords(
  { store }: Pick<Deps, 'store'>,
  filter: MetricFilter,
): Promise<readonly MetricRecord[]> {
  return store.metrics(filter);
}
