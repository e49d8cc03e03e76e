import type { ScopeKey } from '../../domain/base/ids.ts';
import { text } from '../../domain/base/text/json.ts';
import { type Millis, millis } from '../../domain/base/time.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { SessionOutcome } from '../../domain/sessions/outcome.ts';
import type { ThreadFact } from '../../domain/threads/thread.ts';
import type { Database, Row } from '../../store/base/database.ts';
import { inScope, projectExpression } from '../../store/base/joined.ts';
import { MEMORY_COLUMNS, toMemory } from '../../store/base/memory-rows.ts';
import { IN_ORDER } from '../../store/base/order.ts';
import { parseOr } from '../../store/base/rows.ts';
import { OF_SESSIONS } from '../../store/facts/events.ts';
import { relativeFact } from '../domain/paths.ts';
import {
  audienceOfRecord,
  isGitStream,
  type RecordKind,
  type ShareAudience,
  type SharedRecord,
} from '../domain/record.ts';
import {
  type Addressed,
  bodyText,
  type NumberedSegment,
  nextStamp,
  packSegments,
  readBody,
} from '../domain/segment.ts';
import { type SharedProject, sharedUnits } from './at-events.ts';

export interface Packing {
  /** Null where no server tells the time. */
  readonly serverNow: Millis | null;
  /** `me`: nothing is for the team. */
  readonly audience: ShareAudience;
  /** Records of one call at most: a hook may be waiting for the lock. */
  readonly most: number;
}

/** A record that waits to be sent, with what has to be noted when it is. */
interface Waiting {
  readonly at: Millis;
  readonly record: SharedRecord;
  sent(stamp: number): void;
}

interface Outbox extends SharedProject {
  readonly database: Database;
  readonly most: number;
}

/**
 * Packs what was not packed yet, and says how many records that is. Each kind of record comes in its own order; between kinds
 * the time decides, so that work of a week without a network keeps its days. All in the caller's transaction.
 */
export function packShared(database: Database, scopeKey: ScopeKey, packing: Packing): number {
  const project = sharedUnits.sharedProject(database, scopeKey);
  if (!project) return 0;
  const waiting = mergeByTime(unsentRecords({ database, most: packing.most, ...project })).slice(
    0,
    packing.most,
  );
  // Everything up to the newest fact is packed: the next run begins behind it.
  if (waiting.length < packing.most)
    database.run(
      'UPDATE share_projects SET session_seq = coalesce((SELECT max(seq) FROM session_events), 0) WHERE scope_key = ?',
      scopeKey,
    );
  if (waiting.length === 0) return 0;
  const marked = new Set(
    database.column<string>('SELECT id FROM share_marked WHERE scope_key = ?', scopeKey),
  );
  let last = project.stamp;
  const addressed = waiting.map(({ at, record, sent }): Addressed => {
    last = nextStamp(at, last, packing.serverNow);
    sent(last);
    const audience = packing.audience === 'me' ? 'me' : audienceOfRecord(record, marked);
    return { audience, stamp: last, record };
  });
  const packed = packSegments(addressed, project);
  for (const segment of packed) putSegment(database, scopeKey, segment);
  const lastTeam = packed.findLast(({ audience }) => audience === 'team')?.n ?? project.lastTeam;
  database.run(
    'UPDATE share_projects SET stamp = ?, last_any = ?, last_team = ? WHERE scope_key = ?',
    last,
    packed.at(-1)!.n,
    lastTeam,
    scopeKey,
  );
  return waiting.length;
}

export function putSegment(database: Database, scopeKey: ScopeKey, segment: NumberedSegment): void {
  database.run(
    'INSERT INTO share_outbox(scope_key, n, audience, body) VALUES (?, ?, ?, ?)',
    scopeKey,
    segment.n,
    segment.audience,
    bodyText(segment),
  );
}

/** Records that wait to be sent, packed or not. */
export function waitingRecords(database: Database, project: SharedProject): number {
  const packed = database.value<number>(
    "SELECT coalesce(sum(json_array_length(body, '$.records')), 0) FROM share_outbox WHERE scope_key = ?",
    project.scopeKey,
  )!;
  return (
    packed + unsentRecords({ database, most: Number.MAX_SAFE_INTEGER, ...project }).flat().length
  );
}

/** The same, as they would be sent. */
export function waitingList(database: Database, project: SharedProject): readonly SharedRecord[] {
  const packed = database
    .column<string>(
      'SELECT body FROM share_outbox WHERE scope_key = ? ORDER BY n',
      project.scopeKey,
    )
    .flatMap((body) => readBody(body)?.records ?? []);
  const rest = mergeByTime(unsentRecords({ database, most: Number.MAX_SAFE_INTEGER, ...project }));
  return [...packed, ...rest].map(({ record }) => record);
}

/** Every kind of record that was not packed yet, each in its own order. */
function unsentRecords(outbox: Outbox): readonly Waiting[][] {
  return [
    unsentWithdrawals(outbox),
    unsentFrom(outbox, SESSIONS),
    unsentFacts(outbox),
    unsentWork(outbox),
    ...sourcesOf(outbox).map((source) => unsentFrom(outbox, source)),
  ];
}

/** Kinds of records beside sessions and facts. Through git there is no team, for which visits and marked pins are; and with a push at every turn, few ends of the chain bear witness enough. */
function sourcesOf({ origin }: Outbox): readonly RecordSource[] {
  const own = [MEMORIES, WAITING_PINS, DISMISSED];
  return isGitStream(origin)
    ? [...own, metricsEvery(200)]
    : [VISITS, ...own, PINS, metricsEvery(1)];
}

/** Lists that keep their own order, merged by time: nothing goes before what stands above it in its list. */
function mergeByTime(lists: readonly (readonly Waiting[])[]): Waiting[] {
  return lists
    .flatMap((list) => {
      let at = 0;
      return list.map((one) => {
        at = Math.max(at, one.at);
        return { ...one, at };
      });
    })
    .sort((a, b) => a.at - b.at);
}

/** A kind of record of which `share_sent` holds the state in which each was last sent. */
interface RecordSource {
  readonly kind: RecordKind;
  /** Rows of a scope, with the id under which each is sent and its state; where the state is not said here, the record tells it. */
  rows(where: string): string;
  readonly order: string;
  readonly most?: number;
  read(row: Row): {
    readonly at: Millis;
    readonly record: SharedRecord | null;
    readonly state?: string;
  };
}

function unsentFrom({ database, scopeKey, most }: Outbox, source: RecordSource): Waiting[] {
  const { where, keys } = inScope(database, scopeKey);
  const found = database.all(
    `SELECT * FROM (${source.rows(where)}) AS found
     WHERE sent_state IS NULL OR sent_state IS NOT
       (SELECT state FROM share_sent AS sent WHERE sent.kind = '${source.kind}' AND sent.id = found.sent_id)
     ORDER BY ${source.order} LIMIT ?`,
    ...keys,
    Math.min(most, source.most ?? most),
  );
  const waiting = found.flatMap((row): Waiting[] => {
    const id = String(row['sent_id']);
    const { at, record, state = String(row['sent_state']) } = source.read(row);
    if (!record || wasSent(database, source.kind, id) === state) return [];
    return [{ at, record, sent: () => noteSent(database, source.kind, id, state) }];
  });
  return source.order.endsWith('DESC') ? waiting.reverse() : waiting;
}

/** Sessions of this home: those of another say whose they are. */
const OWN_SESSION = "(owner IS NULL OR owner ->> '$.origin' IS NULL)";

const SESSIONS: RecordSource = {
  kind: 'session',
  rows: (where) =>
    `SELECT id AS sent_id, (coalesce(end_time, '') || '|' || coalesce(crash_recovered, 0)) AS sent_state, *
     FROM session_states WHERE ${where} AND ${OWN_SESSION}`,
  order: 'started_seq',
  read: (row) => {
    const startedAt = millis(text(row['start_time'])) ?? 0;
    const session = {
      id: String(row['id']),
      host: String(row['host']),
      startedAt,
      endedAt: millis(text(row['end_time'])),
      crashed: row['crash_recovered'] === 1,
      branch: text(row['branch']),
      head: text(row['head']),
      previous: text(row['previous_session_id']),
    };
    // A session is told before its facts.
    return { at: startedAt, record: { kind: 'session', session } };
  },
};

const VISITS: RecordSource = {
  kind: 'visit',
  rows: (where) =>
    `SELECT id AS sent_id, NULL AS sent_state, * FROM session_states WHERE ${where} AND ${OWN_SESSION} AND holds = 1`,
  order: 'started_seq DESC',
  // Older ones were told when they were new.
  most: 100,
  read: (row) => {
    const stopped = parseOr<Partial<SessionOutcome>>(row['stopped'], {});
    const commit = stopped.made?.findLast(({ what }) => what === 'commit')?.text ?? null;
    const branch = stopped.branch ?? text(row['branch']);
    const startedAt = millis(String(row['start_time'])) ?? 0;
    const endedAt = millis(text(row['end_time']));
    const head = stopped.head ?? text(row['head']);
    // Without a word of the conversation: what was committed last, else the branch.
    const title = commit ?? branch;
    return {
      at: millis(text(row['end_time']) ?? text(row['last_activity'])) ?? startedAt,
      record: {
        kind: 'visit',
        session: String(row['id']),
        host: String(row['host']),
        startedAt,
        endedAt,
        branch,
        head,
        title,
      },
      state: JSON.stringify([endedAt, branch, head, title]),
    };
  },
};

const MEMORIES: RecordSource = {
  kind: 'memory',
  rows: (where) =>
    `SELECT id AS sent_id, (updated_at || '|' || confidence || '|' ||
       EXISTS (SELECT 1 FROM share_marked WHERE share_marked.id = memory_items.id)) AS sent_state, ${MEMORY_COLUMNS}
     FROM memory_items WHERE ${where}`,
  order: 'updated_at',
  read: (row) => {
    const { id, content, categories, importance, source, confidence, updatedAt, sessionId } =
      toMemory(row);
    const memory = {
      id,
      content,
      categories,
      importance,
      source,
      confidence,
      session: sessionId,
      createdAt: String(row['created_at']),
      updatedAt: String(row['updated_at']),
      expiresAt: text(row['expires_at']),
    };
    return { at: updatedAt, record: { kind: 'memory', memory } };
  },
};

const PINS: RecordSource = {
  kind: 'pin',
  rows: (where) =>
    `SELECT id AS sent_id, body AS sent_state, at FROM share_marked WHERE ${where} AND kind = 'pin'`,
  order: 'at',
  read: (row) => ({
    at: Number(row['at']),
    record: parseOr<SharedRecord | null>(row['sent_state'], null),
  }),
};

const WAITING_PINS: RecordSource = {
  kind: 'waiting',
  rows: (where) =>
    `SELECT CAST(seq AS TEXT) AS sent_id, '' AS sent_state, seq, at, body FROM scope_waiting_pins WHERE ${where}`,
  order: 'seq',
  read: (row) => {
    const at = Number(row['at']);
    const pin = parseOr<Pin | null>(row['body'], null);
    return { at, record: pin && { kind: 'waiting', at, pin } };
  },
};

const DISMISSED: RecordSource = {
  kind: 'let-go',
  rows: (where) =>
    `SELECT (kind || ':' || identity) AS sent_id, CAST(at AS TEXT) AS sent_state, kind, identity, at
     FROM scope_let_go WHERE ${where}`,
  order: 'at',
  read: ({ kind, identity, at }) => ({
    at: Number(at),
    record: { kind: 'let-go', what: String(kind), identity: String(identity), at: Number(at) },
  }),
};

/** The chain grows with every event; one end now and then is enough to bear witness: one in so many of its records. */
const metricsEvery = (step: number): RecordSource => ({
  kind: 'metrics',
  rows: (where) =>
    `SELECT scope_key AS sent_id, (seq || ' ' || hash) AS sent_state, seq, hash, at FROM share_projects,
       (SELECT seq, hash, at FROM metric_records ORDER BY seq DESC LIMIT 1) WHERE ${where}
       AND abs(seq - coalesce((SELECT CAST(state AS INTEGER) FROM share_sent
         WHERE kind = 'metrics' AND id = share_projects.scope_key), seq - ${step})) >= ${step}`,
  order: 'seq',
  read: ({ seq, hash, at }) => ({
    at: Number(at),
    record: { kind: 'metrics', number: Number(seq), seal: String(hash) },
  }),
});

/** Facts that have no stamp yet. */
function unstamped(
  { database, scopeKey, origin, most, packed }: Outbox,
  from: (where: string) => string,
  order: string,
  read: (row: Row, at: Millis) => SharedRecord,
): Waiting[] {
  const { where, keys } = inScope(database, scopeKey);
  const rows = database.all(
    `SELECT * FROM (${from(where)}) AS event WHERE seq > ?
       AND NOT EXISTS (SELECT 1 FROM share_fact_stamps AS stamp WHERE stamp.seq = event.seq)
     ORDER BY ${order} LIMIT ?`,
    ...keys,
    packed,
    most,
  );
  return rows.map((row) => ({
    at: Number(row['at']),
    record: read(row, Number(row['at'])),
    sent: (stamp) => putStamp(database, Number(row['seq']), origin, stamp),
  }));
}

/** Notes the place of a fact in the order of all homes. */
export function putStamp(
  database: Database,
  seq: number,
  origin: string,
  stamp: number,
  author: string | null = null,
): void {
  database.put('share_fact_stamps', { seq, origin, stamp, author });
}

function unsentFacts(outbox: Outbox): Waiting[] {
  const from = (where: string) =>
    `SELECT event.*, project_path FROM session_events AS event JOIN session_states AS session ON session.id = event.session_id
     WHERE ${where} AND ${OWN_SESSION} AND ${OF_SESSIONS}`;
  return unstamped(outbox, from, 'seq', (row, at) => {
    const fact = { ...parseOr<object>(text(row['body']), {}), kind: row['kind'] } as Fact;
    const stored = relativeFact(fact, text(row['project_path']));
    return { kind: 'fact', session: String(row['session_id']), at, fact: stored };
  });
}

/** Work that the person's sessions of other projects did in this one: it stays with the person, whose other projects are not shared here. */
const OF_ANOTHER_PROJECT = `EXISTS (
  SELECT 1 FROM session_states AS session JOIN work_threads AS thread ON thread.id = event.session_id
  WHERE session.id = event.key AND ${projectExpression('session')} <> ${projectExpression('thread')})`;

function unsentWork(outbox: Outbox): Waiting[] {
  const from = (where: string) =>
    `SELECT * FROM session_events AS event WHERE kind = 'thread' AND session_id IN (SELECT id FROM work_threads WHERE ${where})
       AND NOT (${OF_ANOTHER_PROJECT})`;
  return unstamped(outbox, from, IN_ORDER, (row, at) => ({
    kind: 'work',
    thread: threadName(outbox.database, String(row['session_id'])),
    session: text(row['key']),
    at,
    fact: parseOr<ThreadFact>(row['body'], { kind: 'turn', by: 'agent' }),
  }));
}

/** A thread that goes on one of another home has that one's name: facts of both then belong together everywhere. */
function threadName(database: Database, id: string): string {
  const other = database.value<string>(
    'SELECT min(thread) FROM share_threads WHERE into_thread = ?',
    id,
  );
  return other !== null && other < id ? other : id;
}

function unsentWithdrawals({ database, scopeKey, most }: Outbox): Waiting[] {
  const rows = database.all<{ id: string; at: Millis }>(
    "SELECT id, at FROM share_withdrawn WHERE scope_key = ? AND state = 'new' ORDER BY at LIMIT ?",
    scopeKey,
    most,
  );
  const last = rows.at(-1);
  if (!last) return [];
  const ids = rows.map(({ id }) => id);
  const sent = () => moveWithdrawals(database, scopeKey, ids, 'told');
  return [{ at: last.at, record: { kind: 'withdrawn', ids }, sent }];
}

/** The state of a withdrawal: ours goes from new to done, one of another home from received to done. */
export type Withdrawal = 'new' | 'told' | 'received' | 'done';

export function noteWithdrawal(
  database: Database,
  scopeKey: string,
  id: string,
  at: Millis,
  state: Withdrawal,
): void {
  database.put('share_withdrawn', { scope_key: scopeKey, id, at, state }, 'ON CONFLICT DO NOTHING');
}

export function moveWithdrawals(
  database: Database,
  scopeKey: string,
  ids: readonly string[],
  state: Withdrawal,
): void {
  const sql = 'UPDATE share_withdrawn SET state = ? WHERE scope_key = ? AND id = ?';
  for (const id of ids) database.record('share_withdrawn', sql, state, scopeKey, id);
}

export function noteSent(database: Database, kind: string, id: string, state: string): void {
  database.run(
    'INSERT INTO share_sent(kind, id, state) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET state = excluded.state',
    kind,
    id,
    state,
  );
}

export function wasSent(database: Database, kind: string, id: string): string | null {
  return database.value<string>('SELECT state FROM share_sent WHERE kind = ? AND id = ?', kind, id);
}
