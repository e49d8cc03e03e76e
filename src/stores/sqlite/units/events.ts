import type { Fact, Recorded } from '../../../domain/fact.ts';
import type { SessionId } from '../../../domain/ids.ts';
import type { PinFact } from '../../../domain/pin.ts';
import type { Millis } from '../../../domain/time.ts';
import type { Arrival, Incoming } from '../../../store.ts';
import type { Database, Row } from '../database.ts';
import { isAsWritten } from './set-aside.ts';

/** Hosts deliver an event through two configurations at nearly the same moment. */
const REPEAT_MILLIS = 2_000;
/** Who appends on behalf of Cortex itself. */
export const OWN = 'cortex';

/** The order in which facts happened: that of arrival, but for those that arrived late. */
export const IN_ORDER = 'coalesce(follows, seq), follows IS NOT NULL, at, seq';

/** The fact that a late one belongs behind; null where nothing later is there. */
function placeOf(database: Database, id: SessionId, { at, isLate }: Arrival): number | null {
  if (!isLate) return null;
  const row = database.get(
    `SELECT max(seq) FILTER (WHERE at <= ?2) AS before, max(seq) FILTER (WHERE at > ?2) AS later
     FROM session_events WHERE session_id = ?1 AND follows IS NULL`,
    id,
    at,
  );
  return row?.['later'] == null ? null : Number(row['before'] ?? 0);
}

/** Writes facts at the end of a session's record, in a transaction that the caller opened. */
export function insertFacts(
  database: Database,
  id: SessionId,
  facts: readonly Incoming[],
  arrival: Arrival,
): { readonly lastSeq: number } {
  let lastSeq = 0;
  const follows = placeOf(database, id, arrival);
  for (const { fact, key } of facts) {
    const { kind, ...body } = fact;
    const done = database.run(
      `INSERT INTO session_events(session_id, at, via, key, kind, body, follows)
       SELECT ?1, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM session_states WHERE id = ?1)`,
      id,
      arrival.at,
      arrival.via,
      key,
      kind,
      JSON.stringify(body),
      follows,
    );
    // Moved to cold storage in this very moment: a fact of nobody would never be seen again.
    if (done.changes === 0) throw new Error(`session ${id} is not open to facts any more`);
    lastSeq = done.lastRowid;
  }
  database.factWritten(lastSeq);
  return { lastSeq };
}

/** Whether an event was recorded before: by the host's key, else by equal content that another configuration just sent. */
export function isRepeat(database: Database, id: SessionId, first: Incoming, arrival: Arrival): boolean {
  if (first.key !== null) {
    return (
      database.get('SELECT 1 FROM session_events WHERE session_id = ? AND key = ?', id, first.key) !==
      undefined
    );
  }
  const { kind, ...body } = first.fact;
  return (
    database.get(
      `SELECT 1 FROM (SELECT * FROM session_events WHERE session_id = ? ORDER BY seq DESC LIMIT 50)
       WHERE kind = ? AND at >= ? AND via <> ? AND body = ?`,
      id,
      kind,
      arrival.at - (arrival.repeatMillis ?? REPEAT_MILLIS),
      arrival.via,
      JSON.stringify(body),
    ) !== undefined
  );
}

/** In their order, without those that are not what was written; `bad` gets their rows. */
export function factsAfter(database: Database, id: SessionId, seq: number, bad: Row[] = []): Recorded[] {
  return database
    .all(`SELECT * FROM session_events WHERE session_id = ? AND seq > ? ORDER BY ${IN_ORDER}`, id, seq)
    .flatMap((row) => {
      if (isAsWritten('session_events', row)) return [toRecorded(row, id)];
      bad.push(row);
      return [];
    });
}

/** Whether one of the facts after the watermark belongs before it: a fold up to there has gone past it. */
export function hasLate(database: Database, id: SessionId, watermark: number): boolean {
  const late = database.get(
    'SELECT 1 FROM session_events WHERE session_id = ?1 AND seq > ?2 AND follows < ?2 LIMIT 1',
    id,
    watermark,
  );
  return watermark > 0 && late !== undefined;
}

/** The watermark of a fold of these facts. */
export function lastOf(facts: readonly { readonly seq: number }[], before = 0): number {
  return facts.reduce((last, { seq }) => Math.max(last, seq), before);
}

export function pinFactsAfter(database: Database, id: SessionId, seq: number): PinFact[] {
  return database
    .all(
      "SELECT seq, at, kind, body FROM session_events WHERE session_id = ? AND seq > ? AND kind IN ('pinned', 'unpinned') ORDER BY seq",
      id,
      seq,
    )
    .map((row) => toRecorded(row, id).fact as PinFact);
}

export function toRecorded(row: Row, sessionId: SessionId): Recorded {
  const body = JSON.parse(String(row['body'])) as Record<string, unknown>;
  return {
    seq: Number(row['seq']),
    at: Number(row['at']) as Millis,
    sessionId,
    fact: { kind: row['kind'], ...body } as unknown as Fact,
  };
}
