import type { Millis } from '../../domain/base/time.ts';
import type { Database } from './database.ts';

/**
 * The order in which facts happened: that of arrival, except for late ones, because the database was unavailable
 * when they happened. Those are placed after another fact (`follows`).
 */
export const IN_ORDER = 'coalesce(follows, seq), follows IS NOT NULL, at, seq';

/**
 * The order in which every home folds a thread that it shares: stamp, then origin. Facts that have no stamp yet are this home's
 * latest: the stamp that they get is above every one that was seen.
 */
export const IN_ORDER_OF_ALL = `stamp IS NULL, stamp, origin, ${IN_ORDER}`;

/** Facts of `?1`, with those of a thread that were not moved into the log yet, which are all before the others. */
const FACTS = [
  'session_events WHERE session_id = ?1',
  'thread_events WHERE thread_id = ?1',
] as const;

/** The last fact of a session or a thread, in SQL. */
function lastWhere(fits: string): string {
  const last = FACTS.map(
    (facts) => `(SELECT seq FROM ${facts} AND ${fits} ORDER BY seq DESC LIMIT 1)`,
  );
  return `coalesce(${last.join(', ')})`;
}

/** The fact after which a late one belongs; null if there is nothing later. */
export function placeOf(database: Database, id: string, at: Millis): number | null {
  // From the end, where it nearly always belongs: neither reads a long record.
  const row = database.get(
    `SELECT ${lastWhere('follows IS NULL')} AS last, ${lastWhere('follows IS NULL AND at <= ?2')} AS before`,
    id,
    at,
  );
  return row?.['last'] === row?.['before'] ? null : Number(row?.['before'] ?? 0);
}

/** Whether one of the facts after the watermark belongs before it: a fold up to there has gone past it. */
export function hasLate(database: Database, id: string, watermark: number): boolean {
  if (watermark === 0) return false;
  const late = FACTS.map((facts) => `SELECT 1 FROM ${facts} AND seq > ?2 AND follows < ?2`);
  return database.has(`${late.join(' UNION ALL ')} LIMIT 1`, id, watermark);
}

/** The watermark of a fold of these facts. */
export function lastOf(facts: readonly { readonly seq: number }[], before = 0): number {
  return facts.reduce((last, { seq }) => Math.max(last, seq), before);
}
