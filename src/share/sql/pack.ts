import type { Fact } from '../../domain/fact.ts';
import type { ScopeKey, SessionId } from '../../domain/ids.ts';
import { type OwnerRecord, originOfOwner } from '../../domain/owner.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { SessionOutcome } from '../../domain/session/outcome.ts';
import type { ThreadFact } from '../../domain/thread/thread.ts';
import { type Millis, millis } from '../../domain/time.ts';
import type { StoredRow } from '../../domain/upkeep/packed.ts';
import type { ColdFiles } from '../../store.ts';
import type { Database, Row, Value } from '../../stores/sqlite/database.ts';
import { MEMORY_COLUMNS, toMemory } from '../../stores/sqlite/memory-rows.ts';
import { inScope } from '../../stores/sqlite/projects.ts';
import { parsed } from '../../stores/sqlite/rows.ts';
import { rowsInFile } from '../../stores/sqlite/units/cold.ts';
import { IN_ORDER } from '../../stores/sqlite/units/order.ts';
import { audienceOf, teamTitle } from '../domain/audience.ts';
import { nextStamp } from '../domain/clock.ts';
import { relativeFact } from '../domain/paths.ts';
import type { SharedRecord } from '../domain/record.ts';
import { type Addressed, bodyText, packSegments } from '../domain/segment.ts';
import type { ColdPlace, PackedSome, Packing } from '../store.ts';
import { projectRow, toShared } from './at-events.ts';

/** A record that waits to be sent, with what has to be noted when it is. */
interface Waiting {
  readonly at: Millis;
  readonly record: SharedRecord;
  sent(stamp: number): void;
}

/**
 * Packs what was not packed yet. Each kind of record comes in its own order; between kinds the time decides, so that work of a
 * week without a network keeps its days. All in the caller's transaction.
 */
export function packShared(
  database: Database,
  files: ColdFiles,
  scopeKey: ScopeKey,
  packing: Packing,
): PackedSome {
  const row = projectRow(database, scopeKey);
  if (!row) return { records: 0, coldAfter: null, more: false };
  const project = toShared(row);
  const outbox: Outbox = { database, scopeKey: project.scopeKey, origin: project.origin, most: packing.most };
  const cold = coldSessions(outbox, files, packing.coldAfter);
  const waiting = inTime([cold.waiting, ...unpacked(outbox, row)]).slice(0, packing.most);
  if (waiting.length < packing.most) allPacked(database, project.scopeKey);
  if (waiting.length === 0) return { records: 0, coldAfter: cold.after, more: cold.more };
  const marked = new Set(
    database
      .all('SELECT id FROM share_marked WHERE scope_key = ?', project.scopeKey)
      .map(({ id }) => String(id)),
  );
  let last = Number(row['stamp']);
  const addressed = waiting.map(({ at, record, sent }): Addressed => {
    last = nextStamp(at, last, packing.serverNow);
    sent(last);
    const audience = packing.audience === 'me' ? 'me' : audienceOf(record, marked);
    return { audience, stamp: last, record };
  });
  const packed = packSegments(addressed, project.last);
  for (const segment of packed) {
    database.run(
      'INSERT INTO share_outbox(scope_key, n, audience, body) VALUES (?, ?, ?, ?)',
      project.scopeKey,
      segment.n,
      segment.audience,
      bodyText(segment),
    );
  }
  const team = packed.findLast(({ audience }) => audience === 'team')?.n ?? project.last.team;
  database.run(
    'UPDATE share_projects SET stamp = ?, last_any = ?, last_team = ? WHERE scope_key = ?',
    last,
    packed.at(-1)!.n,
    team,
    project.scopeKey,
  );
  return { records: waiting.length, coldAfter: cold.after, more: true };
}

/** Records that wait to be sent, packed or not. Cold storage is left out: counting there means reading its files. */
export function waitingRecords(database: Database, scopeKey: ScopeKey): number {
  const row = projectRow(database, scopeKey);
  if (!row) return 0;
  const { scopeKey: key, origin } = toShared(row);
  const packed = database.get(
    "SELECT coalesce(sum(json_array_length(body, '$.records')), 0) AS n FROM share_outbox WHERE scope_key = ?",
    key,
  );
  const lists = unpacked({ database, scopeKey: key, origin, most: Number.MAX_SAFE_INTEGER }, row);
  return lists.reduce((sum, list) => sum + list.length, Number(packed!['n']));
}

/** Every kind of record that was not packed yet, but for what lies in cold storage. */
function unpacked(outbox: Outbox, row: Row): readonly Waiting[][] {
  return [
    withdrawals(outbox),
    sessions(outbox),
    facts(outbox, Number(row['session_seq'])),
    work(outbox, Number(row['thread_seq'])),
    visits(outbox),
    memories(outbox),
    pins(outbox),
    waitingPins(outbox),
    letGo(outbox),
    metricsHead(outbox),
  ];
}

interface Outbox {
  readonly database: Database;
  readonly scopeKey: ScopeKey;
  readonly origin: string;
  readonly most: number;
}

/** Lists that keep their own order, merged by time. */
function inTime(lists: readonly (readonly Waiting[])[]): Waiting[] {
  const rest = lists.filter((list) => list.length > 0).map((list) => ({ list, next: 0 }));
  const merged: Waiting[] = [];
  for (;;) {
    let first: (typeof rest)[number] | null = null;
    for (const one of rest) {
      if (one.next >= one.list.length) continue;
      if (!first || one.list[one.next]!.at < first.list[first.next]!.at) first = one;
    }
    if (!first) return merged;
    merged.push(first.list[first.next++]!);
  }
}

/** Sessions of this home: those of another say whose they are. */
const OWN_SESSION = "(owner IS NULL OR owner ->> '$.origin' IS NULL)";

function sessions({ database, scopeKey, most }: Outbox): Waiting[] {
  const { where, keys } = inScope(database, scopeKey);
  const state = "(coalesce(end_time, '') || '|' || coalesce(crash_recovered, 0))";
  return database
    .all(
      `SELECT id, host, start_time, end_time, crash_recovered, branch, head, previous_session_id, ${state} AS state
       FROM session_states WHERE ${where} AND ${OWN_SESSION}
         AND ${state} IS NOT (SELECT state FROM share_sent WHERE kind = 'session' AND share_sent.id = session_states.id)
       ORDER BY started_seq LIMIT ?`,
      ...keys,
      most,
    )
    .map((row) => sessionOf(database, row, String(row['state'])));
}

function sessionOf(database: Database, row: StoredRow, state: string): Waiting {
  const startedAt = millis(text(row['start_time'])) ?? 0;
  return {
    // A session is told before its facts.
    at: startedAt,
    record: {
      kind: 'session',
      session: {
        id: String(row['id']),
        host: String(row['host']),
        startedAt,
        endedAt: millis(text(row['end_time'])),
        crashed: row['crash_recovered'] === 1,
        branch: text(row['branch']),
        head: text(row['head']),
        previous: text(row['previous_session_id']),
      },
    },
    sent: () => noteSent(database, 'session', String(row['id']), state),
  };
}

/** Files of cold storage that one call reads: hooks wait for the lock meanwhile. */
const COLD_AT_ONCE = 5;

/**
 * Some of the sessions that went to cold storage before all of theirs was sent. Each file is read until nothing of it is left; then
 * that is noted, and it is not read again. One that cannot be read is passed over until the next sync.
 */
function coldSessions(
  outbox: Outbox,
  files: ColdFiles,
  after: ColdPlace | null,
): {
  readonly waiting: readonly Waiting[];
  readonly after: ColdPlace | null;
  readonly more: boolean;
} {
  const { database, scopeKey } = outbox;
  const { where, keys } = inScope(database, scopeKey);
  const entries = database.all(
    `SELECT * FROM cold_sessions WHERE ${where} ${after ? 'AND (started_seq, id) > (?, ?)' : ''}
       AND NOT EXISTS (SELECT 1 FROM share_sent AS sent WHERE sent.kind = '${COLD}' AND sent.id = cold_sessions.id)
     ORDER BY started_seq, id LIMIT ?`,
    ...keys,
    ...(after ? [after.seq, after.id] : []),
    COLD_AT_ONCE,
  );
  const waiting = entries.map((entry) => ofColdSession(outbox, entry, files));
  const open = waiting.findIndex((one) => one.length > 0);
  const passed = entries.slice(0, open < 0 ? entries.length : open).at(-1);
  return {
    waiting: waiting.flat(),
    after: passed ? { seq: Number(passed['started_seq']), id: String(passed['id']) as SessionId } : after,
    more: entries.length === COLD_AT_ONCE,
  };
}

/** All of a cold session was sent, or it is another home's. */
const COLD = 'cold';

function ofColdSession({ database, origin }: Outbox, entry: Row, files: ColdFiles): Waiting[] {
  const id = String(entry['id']);
  const rows = rowsInFile(entry, files);
  const state = rows?.session_states[0];
  // The folder may be on a disk that is away at present.
  if (!rows || !state) return [];
  const isOwn = originOfOwner(parsed<OwnerRecord | null>(text(state['owner']), null)) === null;
  const told = isOwn && wasSent(database, 'session', id) === null ? [sessionOf(database, state, 'cold')] : [];
  const left = isOwn ? rows.session_events.filter((row) => isUnsent(database, row)) : [];
  const root = text(state['project_path']);
  const waiting = [...told, ...left.map((row) => factOf(database, origin, row, root))];
  if (waiting.length === 0) noteSent(database, COLD, id, '');
  return waiting;
}

function isUnsent(database: Database, { seq }: StoredRow): boolean {
  return !database.get('SELECT 1 FROM share_fact_stamps WHERE seq = ?', Number(seq));
}

function factOf(database: Database, origin: string, row: StoredRow, root: string | null): Waiting {
  const fact = { kind: row['kind'], ...parsed<object>(text(row['body']), {}) } as Fact;
  const at = Number(row['at']);
  return {
    at,
    record: { kind: 'fact', session: String(row['session_id']), at, fact: relativeFact(fact, root) },
    sent: (stamp) =>
      void database.run(
        'INSERT INTO share_fact_stamps(seq, origin, stamp) VALUES (?, ?, ?)',
        ...[Number(row['seq']), origin, stamp],
      ),
  };
}

function facts({ database, scopeKey, origin, most }: Outbox, after: number): Waiting[] {
  const { where, keys } = inScope(database, scopeKey);
  const rows = database.all(
    `SELECT event.seq, event.session_id, event.at, event.kind, event.body, session.project_path
     FROM session_events AS event JOIN session_states AS session ON session.id = event.session_id
     WHERE event.seq > ? AND ${where} AND ${OWN_SESSION}
       AND NOT EXISTS (SELECT 1 FROM share_fact_stamps AS stamp WHERE stamp.seq = event.seq)
     ORDER BY event.seq LIMIT ?`,
    after,
    ...keys,
    most,
  );
  return rows.map((row) => factOf(database, origin, row, text(row['project_path'])));
}

function work({ database, scopeKey, origin, most }: Outbox, after: number): Waiting[] {
  const { where, keys } = inScope(database, scopeKey);
  const rows = database.all(
    `SELECT seq, thread_id, session_id, at, body, follows FROM thread_events
     WHERE seq > ? AND thread_id IN (SELECT id FROM work_threads WHERE ${where})
       AND NOT EXISTS (SELECT 1 FROM share_thread_stamps AS stamp WHERE stamp.seq = thread_events.seq)
     ORDER BY ${IN_ORDER} LIMIT ?`,
    after,
    ...keys,
    most,
  );
  return rows.map((row) => ({
    at: Number(row['at']),
    record: {
      kind: 'work',
      thread: threadName(database, String(row['thread_id'])),
      session: text(row['session_id']),
      at: Number(row['at']),
      fact: parsed<ThreadFact>(row['body'], { kind: 'turn', by: 'agent' }),
    },
    sent: (stamp) =>
      void database.record(
        'share_thread_stamps',
        'INSERT INTO share_thread_stamps(seq, origin, stamp, author) VALUES (?, ?, ?, NULL)',
        ...[Number(row['seq']), origin, stamp],
      ),
  }));
}

/** A thread that goes on one of another home has that one's name: facts of both then belong together everywhere. */
function threadName(database: Database, id: string): string {
  const row = database.get('SELECT min(thread) AS thread FROM share_threads WHERE into_thread = ?', id);
  const other = text(row?.['thread'] ?? null);
  return other !== null && other < id ? other : id;
}

function visits({ database, scopeKey, most }: Outbox): Waiting[] {
  const { where, keys } = inScope(database, scopeKey);
  return database
    .all(
      `SELECT id, host, start_time, end_time, branch, head, last_activity, stopped FROM session_states
       WHERE ${where} AND ${OWN_SESSION} AND holds = 1 ORDER BY started_seq DESC LIMIT ?`,
      ...keys,
      Math.min(most, MOST_VISITS),
    )
    .flatMap((row): Waiting[] => {
      const stopped = parsed<Partial<SessionOutcome>>(row['stopped'], {});
      const commit = stopped.made?.findLast(({ what }) => what === 'commit')?.text ?? null;
      const branch = stopped.branch ?? text(row['branch']);
      const record: SharedRecord = {
        kind: 'visit',
        session: String(row['id']),
        host: String(row['host']),
        startedAt: millis(String(row['start_time'])) ?? 0,
        endedAt: millis(text(row['end_time'])),
        branch,
        head: stopped.head ?? text(row['head']),
        title: teamTitle(commit, branch),
      };
      const state = JSON.stringify([record.endedAt, record.branch, record.head, record.title]);
      if (wasSent(database, 'visit', record.session) === state) return [];
      const at = millis(text(row['end_time']) ?? text(row['last_activity'])) ?? record.startedAt;
      return [{ at, record, sent: () => noteSent(database, 'visit', record.session, state) }];
    })
    .reverse();
}

/** Older ones were told when they were new. */
const MOST_VISITS = 100;

function memories({ database, scopeKey, most }: Outbox): Waiting[] {
  const { where, keys } = inScope(database, scopeKey);
  const state =
    "(updated_at || '|' || confidence || '|' || EXISTS (SELECT 1 FROM share_marked WHERE share_marked.id = memory_items.id))";
  return database
    .all(
      `SELECT ${MEMORY_COLUMNS}, ${state} AS state FROM memory_items WHERE ${where}
         AND ${state} IS NOT (SELECT state FROM share_sent WHERE kind = 'memory' AND share_sent.id = memory_items.id)
       ORDER BY updated_at LIMIT ?`,
      ...keys,
      most,
    )
    .map((row) => {
      const memory = toMemory(row);
      return {
        at: memory.updatedAt,
        record: {
          kind: 'memory',
          memory: {
            id: memory.id,
            content: memory.content,
            categories: memory.categories,
            importance: memory.importance,
            source: memory.source,
            confidence: memory.confidence,
            createdAt: String(row['created_at']),
            updatedAt: String(row['updated_at']),
            expiresAt: text(row['expires_at']),
            session: memory.sessionId,
          },
        },
        sent: () => noteSent(database, 'memory', memory.id, String(row['state'])),
      };
    });
}

function pins({ database, scopeKey }: Outbox): Waiting[] {
  return database
    .all("SELECT id, body, at FROM share_marked WHERE scope_key = ? AND kind = 'pin' ORDER BY at", scopeKey)
    .filter((row) => wasSent(database, 'pin', String(row['id'])) !== row['body'])
    .map((row) => ({
      at: Number(row['at']),
      record: parsed<SharedRecord>(row['body'], { kind: 'withdrawn', ids: [] }),
      sent: () => noteSent(database, 'pin', String(row['id']), String(row['body'])),
    }));
}

function waitingPins({ database, scopeKey, most }: Outbox): Waiting[] {
  const { where, keys } = inScope(database, scopeKey);
  return database
    .all(
      `SELECT seq, at, body FROM scope_waiting_pins WHERE ${where}
         AND NOT EXISTS (SELECT 1 FROM share_sent WHERE kind = 'waiting' AND id = CAST(seq AS TEXT)) ORDER BY seq LIMIT ?`,
      ...keys,
      most,
    )
    .flatMap((row): Waiting[] => {
      const pin = parsed<Pin | null>(row['body'], null);
      const at = Number(row['at']);
      return pin
        ? [
            {
              at,
              record: { kind: 'waiting', at, pin },
              sent: () => noteSent(database, 'waiting', String(row['seq']), ''),
            },
          ]
        : [];
    });
}

function letGo({ database, scopeKey, most }: Outbox): Waiting[] {
  const { where, keys } = inScope(database, scopeKey);
  const id = "(kind || ':' || identity)";
  return database
    .all(
      `SELECT kind, identity, at, ${id} AS id FROM scope_let_go WHERE ${where}
         AND CAST(at AS TEXT) IS NOT (SELECT state FROM share_sent AS sent WHERE sent.kind = 'let-go' AND sent.id = (scope_let_go.kind || ':' || identity))
       ORDER BY at LIMIT ?`,
      ...keys,
      most,
    )
    .map((row) => ({
      at: Number(row['at']),
      record: {
        kind: 'let-go',
        what: String(row['kind']),
        identity: String(row['identity']),
        at: Number(row['at']),
      },
      sent: () => noteSent(database, 'let-go', String(row['id']), String(row['at'])),
    }));
}

/** Once for each session that ended: the chain grows with every event, and one end now and then is enough to bear witness. */
function metricsHead({ database, scopeKey }: Outbox): Waiting[] {
  const row = database.get('SELECT seq, hash, at FROM metric_records ORDER BY seq DESC LIMIT 1');
  const state = row && `${row['seq']} ${row['hash']}`;
  if (!row || wasSent(database, 'metrics', scopeKey) === state) return [];
  return [
    {
      at: Number(row['at']),
      record: { kind: 'metrics', number: Number(row['seq']), seal: String(row['hash']) },
      sent: () => noteSent(database, 'metrics', scopeKey, state!),
    },
  ];
}

function withdrawals({ database, scopeKey, most }: Outbox): Waiting[] {
  const rows = database.all(
    'SELECT id, at FROM share_withdrawn WHERE scope_key = ? AND state = ? ORDER BY at LIMIT ?',
    ...[scopeKey, WITHDRAWAL.new, most],
  );
  if (rows.length === 0) return [];
  const ids = rows.map((row) => String(row['id']));
  const sent = () => moveWithdrawals(database, scopeKey, ids, WITHDRAWAL.told);
  return [{ at: Number(rows.at(-1)!['at']), record: { kind: 'withdrawn', ids }, sent }];
}

/** The state of a withdrawal: ours goes from new to done, one of another home from received to done. */
export const WITHDRAWAL = { new: 'new', told: 'told', received: 'received', done: 'done' } as const;

export function noteWithdrawal(
  database: Database,
  scopeKey: string,
  id: string,
  at: Millis,
  state: string,
): void {
  database.record(
    'share_withdrawn',
    'INSERT INTO share_withdrawn(scope_key, id, at, state) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ...[scopeKey, id, at, state],
  );
}

export function moveWithdrawals(
  database: Database,
  scopeKey: string,
  ids: readonly string[],
  state: string,
): void {
  for (const id of ids)
    database.record(
      'share_withdrawn',
      'UPDATE share_withdrawn SET state = ? WHERE scope_key = ? AND id = ?',
      state,
      scopeKey,
      id,
    );
}

export function noteSent(database: Database, kind: string, id: string, state: string): void {
  database.run(
    'INSERT INTO share_sent(kind, id, state) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET state = excluded.state',
    kind,
    id,
    state,
  );
}

export function wasSent(database: Database, kind: string, id: string): Value {
  return database.get('SELECT state FROM share_sent WHERE kind = ? AND id = ?', kind, id)?.['state'] ?? null;
}

/** Nothing up to here is left: the next run begins behind it. */
function allPacked(database: Database, scopeKey: ScopeKey): void {
  database.run(
    `UPDATE share_projects SET session_seq = coalesce((SELECT max(seq) FROM session_events), 0),
       thread_seq = coalesce((SELECT max(seq) FROM thread_events), 0) WHERE scope_key = ?`,
    scopeKey,
  );
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
