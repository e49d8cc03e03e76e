import type { ScopeKey, SessionId } from '../../domain/base/ids.ts';
import { isGlobal, type Scope, storedLabel } from '../../domain/base/scope.ts';
import { iso, type Millis } from '../../domain/base/time.ts';
import {
  type Fact,
  type FileMark,
  IMPORT_VIA,
  type RecordedFact,
  SHARE_VIA,
} from '../../domain/facts/fact.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { Digest } from '../../domain/sessions/digest.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import type { Turn } from '../../domain/turns/turn.ts';
import type { Database, Row, Value } from '../base/database.ts';
import { inScope, projectColumn } from '../base/joined.ts';
import { hotInScope } from '../base/outside.ts';
import type { UnitsOf } from '../base/promised.ts';
import { ALIVE_AT, hotAndCold, parseOr, type SessionHead } from '../base/rows.ts';
import { factsAfter, toRecorded } from '../facts/events.ts';
import { LEDGER_OWNER } from '../ledger/ledger.ts';
import { toTurn, turnsOfSession } from '../turns/turns.ts';
import { coldHead, coldRows, coldState } from './cold.ts';
import { hotHead, hotState } from './fold.ts';

/** A session by the id that its host knows it by. */
export interface SessionAtHost {
  readonly id: SessionId;
  readonly hostSessionId: string;
}

export interface SessionFilter {
  readonly scopeKey?: ScopeKey;
  readonly host?: string;
  /** Only those that started before this one. */
  readonly before?: SessionId;
  readonly limit: number;
}

export interface Counts {
  readonly sessions: number;
  readonly open: number;
  readonly facts: number;
  /** Sessions in cold storage, which are not among `sessions`. */
  readonly cold: number;
}

/** Sessions of one day, project and host. */
export interface ActivityRow {
  /** `2026-11-13`, in the time zone of the machine. */
  readonly day: string;
  readonly scopeKey: ScopeKey;
  readonly scope: string;
  readonly host: string;
  readonly sessions: number;
}

/** A prompt by the number of its fact. */
export interface LastPrompt {
  readonly at: Millis;
  readonly seq: number;
  readonly via: string;
  readonly text: string;
}

/** The files that a session touched. */
export interface SessionFiles {
  /** Read by the conversation itself since the session was last folded. */
  readonly read: readonly string[];
  /** The latest last. */
  readonly changed: readonly string[];
  /** Changed files as the session left them. */
  readonly left: readonly FileMark[];
}

/** A pin as it was made in a session, or as it waits for one. */
export interface PinMade {
  readonly pin: Pin;
  readonly sessionId: SessionId | null;
  readonly scopeKey: string;
  readonly scope: string;
  readonly at: Millis;
}

/** The newest first, as sessions are listed. */
const ORDER = 'ORDER BY started_seq DESC, start_time DESC';

/** A session's position in that order. */
const POSITION = 'id, started_seq, start_time';

/** A session begins with its start, its pins and what it was told; somebody has spoken by then. */
const FIRST_FACTS = 100;

/** When a session's host sent something last, without imports and other machines. */
const HEARD = `(SELECT max(at) FROM session_events
  WHERE session_id = session_states.id AND via NOT IN ('${IMPORT_VIA}', '${SHARE_VIA}'))`;

/** Files that the tools of a session touched since it was last folded, a row for each. */
const TOUCHED = `FROM session_events AS event, json_each(event.body, '$.touched') AS touch
  WHERE event.session_id = ?1 AND event.kind = 'tool'
    AND event.seq > coalesce((SELECT seq FROM session_folds WHERE session_id = ?1), 0)`;

/** Facts of threads and ledgers, by the index. */
const OTHER_OWNERS = `session_id IN (SELECT id FROM work_threads UNION ALL SELECT ${LEDGER_OWNER} FROM ledger_conversations)`;

/** Read-only units: on the hot tables, else on the index of cold sessions and their files. */
export interface SessionStore {
  session(id: SessionId): Promise<SessionState | null>;

  /** Its turns, the oldest first. */
  turnsOf(id: SessionId): Promise<readonly Turn[]>;

  head(id: SessionId): Promise<SessionHead | null>;

  /** Ids that begin with the given letters. */
  idsLike(prefix: string, limit: number): Promise<readonly SessionId[]>;

  /** The newest session of each conversation whose id at its host begins with the given letters; an id in full comes first. */
  idsAtHosts(prefix: string, limit: number): Promise<readonly SessionAtHost[]>;

  history(filter: SessionFilter): Promise<readonly SessionState[]>;

  /** Sessions among the newest of a scope that ended since then and hold nothing, the latest first. */
  emptySessions(scopeKey: ScopeKey, since: Millis, limit: number): Promise<readonly SessionId[]>;

  /** When something of a host arrived last, in whichever session; what was imported never arrived. */
  lastEventOf(host: string): Promise<Millis | null>;

  factsOf(id: SessionId): Promise<readonly RecordedFact[]>;

  /** The first prompts of an open session, however much happened since. */
  firstPrompts(id: SessionId): Promise<readonly RecordedFact[]>;

  /** The last fact of a kind in a session that is not long over. */
  lastFact(id: SessionId, kind: Fact['kind']): Promise<Fact | null>;

  /** The newest prompt of a session that a person wrote, and the configuration that delivered it. */
  lastPrompt(id: SessionId): Promise<LastPrompt | null>;

  /** How much happened in a session since then. */
  happenedSince(id: SessionId, at: Millis): Promise<{ turns: number; bytes: number }>;

  /** Sessions with unfolded facts, i.e. in mid-turn. */
  midTurn(ids: readonly SessionId[]): Promise<ReadonlySet<SessionId>>;

  filesOf(id: SessionId): Promise<SessionFiles>;

  scopesNamed(label: string): Promise<readonly Scope[]>;

  /** The last sequence number of this home; later imports are not ordered among its facts yet. */
  lastSeq(): Promise<number>;

  counts(): Promise<Counts>;

  /** How many sessions started on each day since then, oldest first. */
  activity(since: Millis, scopeKey: ScopeKey | null): Promise<readonly ActivityRow[]>;

  /** Every pin created in a session, including unpinned ones, and waiting pins; without sessions in cold storage. */
  pinsMade(): Promise<readonly PinMade[]>;

  /** Sessions that were taken over from a host's transcripts or from another system. */
  importedSessions(): Promise<ReadonlySet<SessionId>>;
}

export const readUnits: UnitsOf<SessionStore> = {
  session: sessionIn,

  turnsOf(database, id) {
    const turns = turnsOfSession(database, id);
    if (turns.length > 0) return turns;
    return (coldRows(database, id)?.session_turns ?? []).map((row) => toTurn(row as Row));
  },

  head(database, id) {
    return hotHead(database, id) ?? coldHead(database, id);
  },

  idsLike(database, prefix, limit) {
    const like = (table: string) =>
      `SELECT ${POSITION} FROM ${table} WHERE id >= ?1 AND id < ?1 || '\u{10FFFF}'`;
    const sql = `SELECT id FROM (${hotAndCold(like)}) ${ORDER} LIMIT ?2`;
    return database.column<SessionId>(sql, prefix, limit);
  },

  idsAtHosts(database, prefix, limit) {
    const like = (table: string) =>
      `SELECT ${POSITION}, host, host_session_id FROM ${table}
       WHERE host_session_id >= ?1 AND host_session_id < ?1 || '\u{10FFFF}'`;
    return database.all<SessionAtHost>(
      `SELECT id, host_session_id AS hostSessionId FROM (
         SELECT *, row_number() OVER (PARTITION BY host, host_session_id ${ORDER}) AS newest FROM (${hotAndCold(like)}))
       WHERE newest = 1 ORDER BY host_session_id <> ?1, started_seq DESC LIMIT ?2`,
      prefix,
      limit,
    );
  },

  history(database, { scopeKey, host, before, limit }) {
    const isAll = scopeKey === undefined || scopeKey === null;
    const cold = inScope(database, scopeKey ?? null);
    // A person who asks for `global` is shown all of it.
    const hot = isAll || isGlobal(scopeKey) ? cold : hotInScope(database, scopeKey);
    const place = before === undefined ? [] : placeOf(database, before);
    const and = [
      ...(host === undefined ? [] : ['AND host = ?']),
      ...(place.length === 0 ? [] : ['AND (started_seq, start_time) < (?, ?)']),
    ].join(' ');
    const values = [...(host === undefined ? [] : [host]), ...place, limit];
    const newest = (table: string, where: string) =>
      `SELECT * FROM (SELECT ${POSITION} FROM ${table} WHERE ${where} ${and} ${ORDER} LIMIT ?)`;
    const both = `${newest('session_states', hot.where)} UNION ALL ${newest('cold_sessions', cold.where)}`;
    return database
      .column<SessionId>(
        `SELECT id FROM (${both}) ${ORDER} LIMIT ?`,
        ...hot.keys,
        ...values,
        ...cold.keys,
        ...values,
        limit,
      )
      .map((id) => sessionIn(database, id))
      .filter((state) => state !== null);
  },

  emptySessions(database, scopeKey, since, limit) {
    const { where, keys } = hotInScope(database, scopeKey);
    return database.column<SessionId>(
      `SELECT id FROM (SELECT id, holds, end_time FROM session_states WHERE ${where} ORDER BY started_seq DESC LIMIT ?)
       WHERE holds = 0 AND end_time >= ?`,
      ...keys,
      limit,
      iso(since),
    );
  },

  lastEventOf(database, host) {
    // `+host`: few sessions are open, and a host may have a hundred thousand. SQLite would take the index of hosts.
    return database.value<Millis>(
      `SELECT max(at) AS at FROM (
         SELECT ${HEARD} AS at FROM session_states WHERE +host = ?1 AND end_time IS NULL
         UNION ALL SELECT * FROM (
           SELECT ${HEARD} AS at FROM session_states WHERE host = ?1 AND end_time IS NOT NULL AND ${HEARD} IS NOT NULL
           ORDER BY ${ALIVE_AT} DESC LIMIT 1))`,
      host,
    );
  },

  factsOf(database, id) {
    const facts = factsAfter(database, id, 0);
    if (facts.length > 0) return facts;
    const rows = coldRows(database, id)?.session_events ?? [];
    return rows.map((row) => toRecorded(row as Row, id));
  },

  firstPrompts(database, id) {
    const first = `SELECT * FROM session_events WHERE session_id = ? ORDER BY seq LIMIT ${FIRST_FACTS}`;
    return database
      .all(`SELECT * FROM (${first}) WHERE kind = 'prompt'`, id)
      .filter((row) => database.isAsWritten('session_events', row))
      .map((row) => toRecorded(row, id));
  },

  lastFact(database, id, kind) {
    const sql =
      'SELECT body FROM session_events WHERE session_id = ? AND kind = ? ORDER BY seq DESC LIMIT 1';
    const body = database.value<string>(sql, id, kind);
    return body === null ? null : ({ ...parseOr<object>(body, {}), kind } as Fact);
  },

  lastPrompt(database, id) {
    const row = database.get(
      `SELECT seq, at, via, body ->> '$.text' AS text FROM session_events
       WHERE session_id = ? AND kind = 'prompt' AND body ->> '$.chosen' IS NULL ORDER BY seq DESC LIMIT 1`,
      id,
    );
    if (!row) return null;
    const { seq, at, via, text } = row;
    return { seq: Number(seq), at: Number(at), via: String(via), text: String(text) };
  },

  happenedSince(database, id, at) {
    return database.get<{ turns: number; bytes: number }>(
      `SELECT count(*) FILTER (WHERE kind = 'prompt') AS turns, coalesce(sum(length(body)), 0) AS bytes
       FROM session_events WHERE session_id = ? AND at > ?`,
      id,
      at,
    )!;
  },

  midTurn(database, ids) {
    const unfolded = `SELECT 1 FROM session_events WHERE session_id = ?1
      AND seq > coalesce((SELECT seq FROM session_folds WHERE session_id = ?1), 0) LIMIT 1`;
    return new Set(ids.filter((id) => database.has(unfolded, id)));
  },

  filesOf(database, id) {
    const read = database.column<string>(
      `SELECT DISTINCT touch.value ->> '$.path' ${TOUCHED}
         AND event.body ->> '$.ok' = 1 AND event.body ->> '$.subagent' IS NULL AND touch.value ->> '$.how' = 'read'
       ORDER BY event.seq`,
      id,
    );
    const folded = database.value<string>(
      'SELECT files_modified FROM session_states WHERE id = ?',
      id,
    );
    const since = `SELECT touch.value ->> '$.path' ${TOUCHED} AND touch.value ->> '$.how' <> 'read' ORDER BY event.seq`;
    const stored =
      folded === null
        ? (coldState(database, id)?.files_modified ?? [])
        : parseOr<string[]>(folded, []);
    const all = [...stored, ...database.column<string>(since, id)];
    const digest = database.value<string>(
      'SELECT digest FROM session_folds WHERE session_id = ?',
      id,
    );
    const left = parseOr<Partial<Digest>>(digest, {}).left ?? [];
    return { read, changed: [...new Set(all.reverse())].reverse(), left };
  },

  scopesNamed(database, label) {
    const named = (table: string) =>
      `SELECT ${projectColumn(table)}, scope, project_path FROM ${table} WHERE scope = ?1`;
    return database
      .all<Scope>(
        `SELECT scope_key AS key, scope AS label, max(project_path) AS root
         FROM (${hotAndCold(named)} UNION ALL ${named('work_threads')} AND project_path IS NOT NULL) GROUP BY scope_key`,
        label,
      )
      .map((scope) => ({ ...scope, label: storedLabel(scope.label) }));
  },

  lastSeq(database) {
    return (
      database.value<number>("SELECT seq FROM sqlite_sequence WHERE name = 'session_events'") ?? 0
    );
  },

  counts(database) {
    return {
      ...database.get<Counts>(
        `SELECT (SELECT count(*) FROM session_states) AS sessions,
                (SELECT count(*) FROM session_states WHERE end_time IS NULL) AS open,
                (SELECT count(*) FROM session_events) - (SELECT count(*) FROM session_events WHERE ${OTHER_OWNERS})
                  + (SELECT coalesce(sum(facts), 0) FROM fact_blocks WHERE log = 'session') AS facts,
                (SELECT count(*) FROM cold_sessions) AS cold`,
      )!,
    };
  },

  activity(database, since, scopeKey) {
    const { where, keys } = inScope(database, scopeKey);
    const started = (table: string) =>
      `SELECT date(start_time, 'localtime') AS day, ${projectColumn(table)}, scope, host FROM ${table}
       WHERE ${where} AND start_time >= ?`;
    return database
      .all<ActivityRow>(
        `SELECT day, scope_key AS scopeKey, max(scope) AS scope, host, count(*) AS sessions
         FROM (${hotAndCold(started)}) WHERE day IS NOT NULL GROUP BY day, scope_key, host ORDER BY day`,
        ...keys,
        iso(since),
        ...keys,
        iso(since),
      )
      .map((row) => ({ ...row, scope: storedLabel(row.scope) }));
  },

  pinsMade(database) {
    return database
      .all<Omit<PinMade, 'pin'> & { pin: string }>(
        `SELECT event.body ->> '$.pin' AS pin, event.session_id AS sessionId, ${projectColumn('session')}, session.scope, event.at
         FROM session_events AS event JOIN session_states AS session ON session.id = event.session_id
         WHERE event.kind = 'pinned' ORDER BY event.seq`,
      )
      .concat(
        database.all(
          `SELECT body AS pin, NULL AS sessionId, ${projectColumn('scope_waiting_pins')}, scope, at
           FROM scope_waiting_pins ORDER BY seq`,
        ),
      )
      .flatMap((row) => {
        const pin = parseOr<Pin | null>(row.pin, null);
        // None where the session inherited it.
        if (pin === null || pin.origin !== null) return [];
        const { sessionId, at } = row;
        const scopeKey = String((row as unknown as Row)['scope_key']);
        return [{ pin, sessionId, at, scopeKey, scope: storedLabel(row.scope) }];
      });
  },

  importedSessions(database) {
    const hot = 'SELECT DISTINCT session_id FROM session_events WHERE via = ?';
    const isImported = (id: SessionId) =>
      coldRows(database, id)?.session_events.some(({ via }) => via === IMPORT_VIA);
    const cold = database.column<SessionId>('SELECT id FROM cold_sessions').filter(isImported);
    return new Set([...database.column<SessionId>(hot, IMPORT_VIA), ...cold]);
  },
};

function sessionIn(database: Database, id: SessionId): SessionState | null {
  return hotState(database, id) ?? coldState(database, id);
}

/** A session's position in the order; empty without such a session. */
function placeOf(database: Database, id: SessionId): Value[] {
  const sql = hotAndCold((table) => `SELECT started_seq, start_time FROM ${table} WHERE id = ?1`);
  return Object.values(database.get(sql, id) ?? {});
}
