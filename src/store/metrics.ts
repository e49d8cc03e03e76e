import type { MetricHead, MetricRecord } from '../domain/evidence/seal.ts';
import type { Metric } from '../domain/metrics/metric.ts';
import type { Millis } from '../domain/time.ts';

export interface MetricFilter {
  readonly since?: Millis;
  readonly event?: string;
  readonly limit: number;
}

/** How many records there are, and the highest number that was ever given to one. */
export interface MetricBounds {
  readonly count: number;
  readonly highest: number;
}

/** Events of the life of sessions: appended in the transaction of what they describe, never changed. */
export interface MetricStore {
  /** For what happens in no other unit of work. Their numbers are above `above`, which others remember as given. */
  appendMetrics(metrics: readonly Metric[], at: Millis, above?: number): Promise<void>;
  metricHead(): Promise<MetricHead | null>;
  metricBounds(): Promise<MetricBounds>;
  /** The next records after a number, in their order. */
  metricsAfter(seq: number, limit: number): Promise<readonly MetricRecord[]>;
  /** Newest first. */
  metrics(filter: MetricFilter): Promise<readonly MetricRecord[]>;
  metricHash(seq: number): Promise<string | null>;
}
