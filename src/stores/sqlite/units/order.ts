import type { Millis } from '../../../domain/time.ts';
import type { Database } from '../database.ts';

/**
 * Facts that arrived late, because the database could not be had when they happened, have their place behind another one
 * (`follows`). Sessions and threads keep their facts alike.
 */
type Facts = 'session_events' | 'thread_events';

const OWNER = { session_events: 'session_id', thread_events: 'thread_id' } as const;

/** The order in which facts happened: that of arrival, but for those that arrived late. */
export const IN_ORDER = 'coalesce(follows, seq), follows IS NOT NULL, at, seq';

/**
 * The order in which every home folds a thread that it shares: stamp, then origin. Facts that have no stamp yet are this home's
 * latest: the stamp that they get is above every one that was seen.
 */
export const IN_ORDER_OF_ALL = `stamp IS NULL, stamp, origin, ${IN_ORDER}`;

/** The fact that a late one belongs behind; null where nothing later is there. */
export function placeOf(database: Database, table: Facts, id: string, at: Millis): number | null {
  // From the end, where it nearly always belongs: neither reads a long record.
  const latest = `SELECT seq FROM ${table} WHERE ${OWNER[table]} = ?1 AND follows IS NULL`;
  const row = database.get(
    `SELECT (${latest} ORDER BY seq DESC LIMIT 1) AS last, (${latest} AND at <= ?2 ORDER BY seq DESC LIMIT 1) AS before`,
    id,
    at,
  );
  return row?.['last'] === row?.['before'] ? null : Number(row?.['before'] ?? 0);
}

/** Whether one of the facts after the watermark belongs before it: a fold up to there has gone past it. */
export function hasLate(database: Database, table: Facts, id: string, watermark: number): boolean {
  if (watermark === 0) return false;
  const late = database.get(
    `SELECT 1 FROM ${table} WHERE ${OWNER[table]} = ?1 AND seq > ?2 AND follows < ?2 LIMIT 1`,
    id,
    watermark,
  );
  return late !== undefined;
}

/** The watermark of a fold of these facts. */
export function lastOf(facts: readonly { readonly seq: number }[], before = 0): number {
  return facts.reduce((last, { seq }) => Math.max(last, seq), before);
}
