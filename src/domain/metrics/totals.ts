import type { MetricRecord } from '../evidence/seal.ts';
import type { Metric, MetricEvent } from './metric.ts';

/** The sum of all metrics: plain data, folded record by record. */
export interface MetricTotals {
  readonly events: Readonly<Partial<Record<MetricEvent, number>>>;
  readonly ended: number;
  readonly recovered: number;
  readonly minutes: number;
  readonly pinsInherited: number;
  readonly sessionsGiven: number;
  readonly decayed: number;
  readonly excluded: number;
  readonly tasks: Readonly<Record<string, number>>;
  readonly last: number;
}

export const NO_TOTALS: MetricTotals = {
  events: {},
  ended: 0,
  recovered: 0,
  minutes: 0,
  pinsInherited: 0,
  sessionsGiven: 0,
  decayed: 0,
  excluded: 0,
  tasks: {},
  last: 0,
};

/** The metric that a record holds; null where its body was made unreadable. */
export function metricOf({ event, body }: Pick<MetricRecord, 'event' | 'body'>): Metric | null {
  try {
    const fields: unknown = JSON.parse(body);
    if (typeof fields !== 'object' || fields === null) return null;
    // Its name first, as everywhere; a body that names another is not believed.
    return { ...{ event }, ...fields, event } as Metric;
  } catch {
    return null;
  }
}

export function addMetric(totals: MetricTotals, record: MetricRecord): MetricTotals {
  const metric = metricOf(record);
  if (!metric) return totals;
  const events = { ...totals.events, [metric.event]: (totals.events[metric.event] ?? 0) + 1 };
  const counted = { ...totals, events, last: Math.max(totals.last, record.at) };
  switch (metric.event) {
    case 'session_captured':
      return {
        ...counted,
        ended: counted.ended + (metric.crash_recovered ? 0 : 1),
        recovered: counted.recovered + (metric.crash_recovered ? 1 : 0),
        minutes: counted.minutes + amount(metric.duration_minutes),
      };
    case 'session_restored':
      return {
        ...counted,
        pinsInherited: counted.pinsInherited + amount(metric.pins_inherited),
        sessionsGiven: counted.sessionsGiven + amount(metric.from_session_ids?.length),
      };
    case 'confidence_decay_applied':
      return {
        ...counted,
        decayed: counted.decayed + (metric.excluded ? 0 : 1),
        excluded: counted.excluded + (metric.excluded ? 1 : 0),
      };
    case 'pending_task_surfaced': {
      const tasks = { ...counted.tasks, [metric.source]: (counted.tasks[metric.source] ?? 0) + 1 };
      return { ...counted, tasks };
    }
    case 'session_chain_traversal':
    case 'session_override':
      return counted;
    // A newer Cortex wrote it, or somebody edited the row.
    default:
      return totals;
  }
}

/** A row that somebody edited may hold anything. */
function amount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
