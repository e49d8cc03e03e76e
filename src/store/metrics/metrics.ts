import type { Millis } from '../../domain/base/time.ts';
import type { Metric } from '../../domain/metrics/metric.ts';
import {
  BEFORE_ALL,
  type MetricHead,
  type MetricRecord,
  type Sealer,
  sealRecord,
} from '../../domain/metrics/seal.ts';
import type { Database } from '../base/database.ts';
import type { UnitsOf } from '../base/promised.ts';

export interface MetricFilter {
  readonly since?: Millis;
  readonly event?: string;
  /** The next records after this number, in their order; absent: the newest first. */
  readonly after?: number;
  readonly limit: number;
}

/** How many records there are, and the highest number that was ever given to one. */
export interface MetricBounds {
  readonly count: number;
  readonly highest: number;
}

type Append = (metrics: readonly Metric[], at: Millis, above?: number) => void;

/** A transaction that can leave a metric behind: what it does and what is recorded of it happen together. */
export function writeWithMetrics<T>(database: Database, work: (append: Append) => T): T {
  let head: MetricHead | null = null;
  let sealer: Sealer | undefined;
  const result = database.write(() =>
    work((metrics, at, above = 0) => {
      if (metrics.length > 0) sealer ??= database.sealer?.();
      if (sealer && metrics.length > 0) head = append(database, sealer, metrics, at, above) ?? head;
    }),
  );
  if (head) sealer?.anchor(head);
  return result;
}

/** Numbers that a double holds exactly. Rows beyond them are not ours, and reading them would throw. */
const FROM = Number.MIN_SAFE_INTEGER;
const TO = Number.MAX_SAFE_INTEGER - 1;
const OURS = `seq BETWEEN ${FROM} AND ${TO}`;
/** As a double for the same reason: whoever edits a row may write any number. */
const COLUMNS = 'seq, CAST(at AS REAL) AS at, event, body, previous, hash';

export interface MetricStore {
  /** For what happens in no other unit of work. Their numbers are above `above`, which others remember as given. */
  appendMetrics(metrics: readonly Metric[], at: Millis, above?: number): Promise<void>;

  /** The last record, or the one of a number. */
  metricHead(seq?: number): Promise<MetricHead | null>;

  /** The hashes of records by their numbers, of those that are there: one question for all. */
  metricHashes(numbers: readonly number[]): Promise<ReadonlyMap<number, string>>;

  metricBounds(): Promise<MetricBounds>;

  metrics(filter: MetricFilter): Promise<readonly MetricRecord[]>;
}

export const metricUnits: UnitsOf<MetricStore> = {
  appendMetrics(database, metrics, at, above) {
    writeWithMetrics(database, (add) => add(metrics, at, above));
  },

  metricHead(database, seq) {
    if (seq === undefined) return headOf(database);
    return (
      database.get<MetricHead>('SELECT seq, hash FROM metric_records WHERE seq = ?', seq) ?? null
    );
  },

  metricHashes(database, numbers) {
    const rows = database.all<MetricHead>(
      'SELECT seq, hash FROM metric_records WHERE seq IN (SELECT value FROM json_each(?))',
      JSON.stringify(numbers),
    );
    return new Map(rows.map(({ seq, hash }) => [seq, hash]));
  },

  metricBounds(database) {
    const count = database.value<number>('SELECT count(*) FROM metric_records')!;
    return { count, highest: highestGiven(database) };
  },

  metrics(database, { since, event, after, limit }) {
    // With two lower bounds SQLite would take the wider one and skip the rest row by row.
    const [from, order] = after === undefined ? [`>= ${FROM}`, 'DESC'] : ['> ?4', 'ASC'];
    return database.all<MetricRecord>(
      `SELECT ${COLUMNS} FROM metric_records WHERE seq ${from} AND seq <= ${TO}
         AND (?1 IS NULL OR at >= ?1) AND (?2 IS NULL OR event = ?2) ORDER BY seq ${order} LIMIT ?3`,
      since ?? null,
      event ?? null,
      limit,
      ...(after === undefined ? [] : [after]),
    );
  },
};

function append(
  database: Database,
  sealer: Sealer,
  metrics: readonly Metric[],
  at: Millis,
  above: number,
): MetricHead | null {
  const last = headOf(database);
  const highest = highestGiven(database);
  const seal = sealer.seal(last !== null || highest > 0);
  if (!seal) return null;
  // The first commit was cut short before its anchor: after a second one the empty anchor would look emptied.
  if (last && sealer.isUnanchored() && isOfOneCommit(database)) sealer.anchor(last);
  let head = last ?? BEFORE_ALL;
  // A number is given once, also when its record is gone: the gap tells.
  let seq = Math.max(head.seq, highest, above);
  for (const { event, ...fields } of metrics) {
    const record = sealRecord(head, { at, event, body: JSON.stringify(fields) }, seal, ++seq);
    const { at: when, body, previous, hash } = record;
    database.run(
      'INSERT INTO metric_records(seq, at, event, body, previous, hash) VALUES (?, ?, ?, ?, ?, ?)',
      record.seq,
      when,
      event,
      body,
      previous,
      hash,
    );
    head = record;
  }
  return { seq: head.seq, hash: head.hash };
}

function isOfOneCommit(database: Database): boolean {
  const at = (order: 'ASC' | 'DESC') =>
    `(SELECT at FROM metric_records ORDER BY seq ${order} LIMIT 1)`;
  return database.has(`SELECT 1 WHERE ${at('ASC')} = ${at('DESC')}`);
}

function headOf(database: Database): MetricHead | null {
  const sql = `SELECT seq, hash FROM metric_records WHERE ${OURS} ORDER BY seq DESC LIMIT 1`;
  return database.get<MetricHead>(sql) ?? null;
}

function highestGiven(database: Database): number {
  const sql = `SELECT seq FROM sqlite_sequence WHERE name = 'metric_records' AND seq BETWEEN 0 AND ${TO}`;
  return database.value<number>(sql) ?? 0;
}
