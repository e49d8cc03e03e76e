import { checksumOf } from '../../domain/base/checksum.ts';
import type { SessionId } from '../../domain/base/ids.ts';
import type { Millis } from '../../domain/base/time.ts';
import { type Fact, OWN_VIA, type RecordedFact } from '../../domain/facts/fact.ts';
import { HANDED_KEY } from '../../domain/hooks/handed.ts';
import type { PinFact } from '../../domain/pins/pin.ts';
import { blockedRows, inOrder, openBlocks } from '../base/blocks.ts';
import type { Database, Row } from '../base/database.ts';
import { IN_ORDER, placeOf } from '../base/order.ts';
import type { TranscriptPlace, TranscriptWords } from '../base/rows.ts';

/** A fact to be stored. */
export interface Incoming {
  readonly fact: Fact;
  /** Built from the host's ids; a repeated key is ignored. */
  readonly key: string | null;
}

/** How repeats of an event are detected if the host gives no ids. */
export interface Arrival {
  /** The configuration that delivered it: two equal prompts through one are two, through two they are one. */
  readonly via: string;
  readonly at: Millis;
  /** A spooled event, inserted at its original time. */
  readonly isLate?: true;
  /** Within this time, equal content through another configuration is the same event. */
  readonly repeatMillis?: number;
}

/** Hosts deliver an event through two configurations at nearly the same moment. */
const REPEAT_MILLIS = 2_000;

/** The key of an event as it is stored: 11 letters instead of the host's name for it and the session's id. */
function storedKey(id: SessionId, key: string): string {
  return checksumOf([id, key]).toString(36);
}

/** The condition for facts of sessions: facts of threads and ledger entries are never such, whatever their owner's name. */
export const OF_SESSIONS = "kind NOT IN ('thread', 'ledger')";

const HAS_KEY = `SELECT 1 FROM session_events WHERE session_id = ?1 AND key = ?2 AND ${OF_SESSIONS}`;

/** Appends facts to a session, in the caller's transaction. */
export function insertFacts(
  database: Database,
  id: SessionId,
  facts: readonly Incoming[],
  arrival: Arrival,
): { readonly lastSeq: number } {
  // The session was just moved to cold storage: the fact would be orphaned.
  if (!database.get('SELECT 1 FROM session_states WHERE id = ?', id))
    throw new Error(`session ${id} is not open to facts any more`);
  let lastSeq = 0;
  const follows = arrival.isLate ? placeOf(database, id, arrival.at) : null;
  for (const { fact, key } of facts) {
    const { kind, ...body } = fact;
    const done = database.append('session_events', {
      session_id: id,
      at: arrival.at,
      via: arrival.via,
      kind,
      body: JSON.stringify(body),
      follows,
      key: key === null ? null : storedKey(id, key),
    });
    lastSeq = done.lastRowid;
  }
  return { lastSeq };
}

/** Adds facts that Cortex itself makes. */
export function insertOwn(
  database: Database,
  id: SessionId,
  facts: readonly Fact[],
  at: Millis,
): void {
  const own = facts.map((fact) => ({ fact, key: null }));
  if (own.length > 0) insertFacts(database, id, own, { via: OWN_VIA, at });
}

/** Whether an event was recorded before: by the host's key, else by equal content that another configuration just sent. */
export function isRepeat(
  database: Database,
  id: SessionId,
  first: Incoming,
  arrival: Arrival,
): boolean {
  openBlocks(database, id);
  if (first.key !== null) {
    const isKnown = database.has(HAS_KEY, id, storedKey(id, first.key));
    // A key of our own stands for none of the host's.
    if (isKnown || !first.key.startsWith(HANDED_KEY)) return isKnown;
  }
  const { kind, ...body } = first.fact;
  const since = arrival.at - (arrival.repeatMillis ?? REPEAT_MILLIS);
  return database.has(
    `SELECT 1 FROM (SELECT * FROM session_events WHERE session_id = ? ORDER BY seq DESC LIMIT 50)
     WHERE kind = ? AND at >= ? AND via <> ? AND body = ?`,
    id,
    kind,
    since,
    arrival.via,
    JSON.stringify(body),
  );
}

/** Skips messages that are stored already, from hooks or from an earlier read. */
export function insertTranscriptWords(
  database: Database,
  id: SessionId,
  heard: readonly TranscriptWords[],
  transcript: TranscriptPlace,
  now: Millis,
): void {
  openBlocks(database, id);
  for (const words of heard) {
    if (isRecorded(database, id, words)) continue;
    const { fact, at, key } = words;
    insertFacts(database, id, [{ fact, key }], {
      via: OWN_VIA,
      at: Math.min(at ?? now, now),
      ...(at !== null && { isLate: true }),
    });
  }
  const sql = 'UPDATE session_states SET transcript = ? WHERE id = ?';
  database.record('session_states', sql, JSON.stringify(transcript), id);
}

function isRecorded(database: Database, id: SessionId, { fact, key }: TranscriptWords): boolean {
  return database.has(
    `${HAS_KEY} UNION ALL
     SELECT 1 FROM (SELECT * FROM session_events WHERE session_id = ?1 ORDER BY seq DESC LIMIT 500)
     WHERE kind = 'reply' AND kind = ?4 AND body ->> '$.text' = ?3`,
    id,
    storedKey(id, key),
    fact.text,
    fact.kind,
  );
}

/** The rows that `insertTranscriptWords` would add; nothing is written. */
export function unrecorded(
  database: Database,
  id: SessionId,
  heard: readonly TranscriptWords[],
  now: Millis,
): Row[] {
  const last =
    database.value<number>("SELECT seq FROM sqlite_sequence WHERE name = 'session_events'") ?? 0;
  const news = heard.filter(
    (words, i) =>
      !isRecorded(database, id, words) &&
      // The second of two equal messages would be known when it is inserted.
      !heard.slice(0, i).some((one) => isSameWords(one, words)),
  );
  return news.map(({ fact, at }, i): Row => {
    const { kind, ...body } = fact;
    const then = Math.min(at ?? now, now);
    const follows = at === null ? null : placeOf(database, id, then);
    return { seq: last + 1 + i, at: then, kind, body: JSON.stringify(body), follows };
  });
}

function isSameWords(one: TranscriptWords, other: TranscriptWords): boolean {
  if (one.key === other.key) return true;
  return (
    one.fact.kind === 'reply' && other.fact.kind === 'reply' && one.fact.text === other.fact.text
  );
}

/** Facts in order; rows with a wrong checksum go to `bad`. */
export function factsAfter(
  database: Database,
  id: SessionId,
  seq: number,
  bad: Row[] = [],
): RecordedFact[] {
  return factRows(database, id, seq).flatMap((row) => {
    if (database.isAsWritten('session_events', row)) return [toRecorded(row, id)];
    bad.push(row);
    return [];
  });
}

/** The facts of a session after a number, in their order. */
export function factRows(database: Database, id: SessionId, seq = 0): Row[] {
  const rows = database.all(
    `SELECT * FROM session_events WHERE session_id = ? AND seq > ? AND ${OF_SESSIONS} ORDER BY ${IN_ORDER}`,
    id,
    seq,
  );
  const blocked = blockedRows(database, id, seq);
  return blocked.length === 0 ? rows : [...blocked, ...rows].sort(inOrder);
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

export function toRecorded(row: Row, sessionId: SessionId): RecordedFact {
  const body = JSON.parse(String(row['body'])) as Record<string, unknown>;
  return {
    seq: Number(row['seq']),
    at: Number(row['at']) as Millis,
    sessionId,
    fact: { ...body, kind: row['kind'] } as unknown as Fact,
  };
}
