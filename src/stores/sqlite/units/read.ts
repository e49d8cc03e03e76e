import { type Fact, type FileMark, IMPORTED, type Recorded, SHARED } from '../../../domain/fact.ts';
import type { ScopeKey, SessionId } from '../../../domain/ids.ts';
import { type Scope, storedLabel } from '../../../domain/scope.ts';
import type { Digest } from '../../../domain/session/digest.ts';
import type { SessionState } from '../../../domain/session/session.ts';
import type { Millis } from '../../../domain/time.ts';
import type { Turn } from '../../../domain/turns/turn.ts';
import type { Database, Row, Value } from '../database.ts';
import { type InScope, inScope, projectOf } from '../projects.ts';
import { ALIVE_AT, parsed, type SessionHead } from '../rows.ts';
import { type ColdFiles, coldHead, coldRows, coldState } from './cold.ts';
import { factsAfter, toRecorded } from './events.ts';
import { headOf, stateOf } from './fold.ts';
import { toTurn, turnsIn } from './turns.ts';

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

/** The newest first, as sessions are listed. */
const ORDER = 'ORDER BY started_seq DESC, start_time DESC';

/** A session begins with its start, its pins and what it was told; somebody has spoken by then. */
const FIRST_FACTS = 100;

const EVERYWHERE: InScope = { where: 'TRUE', keys: [] };

/** A session's position in the order; empty without such a session. */
function placeOf(database: Database, id: SessionId): Value[] {
  const from = (table: string) => `SELECT started_seq, start_time FROM ${table} WHERE id = ?1`;
  const row = database.get(`${from('session_states')} UNION ALL ${from('cold_sessions')}`, id);
  return row ? [row['started_seq']!, row['start_time']!] : [];
}

/** When a session's host sent something last: an import and another machine are no host. */
const HEARD = `(SELECT max(at) FROM session_events
  WHERE session_id = session_states.id AND via NOT IN ('${IMPORTED}', '${SHARED}'))`;

/** Looking, and nothing but: in the hot tables, else in the index of cold sessions and their files. */
export function readUnits(database: Database, files: ColdFiles) {
  const session = (id: SessionId) => stateOf(database, id) ?? coldState(database, files, id);
  return {
    session,

    /** Its turns, the oldest first. */
    turnsOf(id: SessionId): readonly Turn[] {
      const turns = turnsIn(database, id);
      return turns.length > 0
        ? turns
        : (coldRows(database, files, id)?.session_turns ?? []).map((row) => toTurn(row as Row));
    },

    head(id: SessionId): SessionHead | null {
      return headOf(database, id) ?? coldHead(database, id);
    },

    /** Ids that begin with the given letters. */
    idsLike(prefix: string, limit: number): readonly SessionId[] {
      const from = (table: string) =>
        `SELECT id, started_seq, start_time FROM ${table} WHERE id >= ?1 AND id < ?1 || '\u{10FFFF}'`;
      return database
        .all(
          `SELECT id FROM (${from('session_states')} UNION ALL ${from('cold_sessions')}) ${ORDER} LIMIT ?2`,
          prefix,
          limit,
        )
        .map((row) => row['id'] as SessionId);
    },

    /** The newest session of each conversation whose id at its host begins with the given letters; an id in full comes first. */
    idsAtHosts(prefix: string, limit: number): readonly SessionAtHost[] {
      const from = (table: string) =>
        `SELECT id, host, host_session_id, started_seq, start_time FROM ${table}
         WHERE host_session_id >= ?1 AND host_session_id < ?1 || '\u{10FFFF}'`;
      return database
        .all(
          `SELECT id, host_session_id FROM (
             SELECT *, row_number() OVER (PARTITION BY host, host_session_id ${ORDER}) AS newest
             FROM (${from('session_states')} UNION ALL ${from('cold_sessions')}))
           WHERE newest = 1 ORDER BY host_session_id <> ?1, started_seq DESC LIMIT ?2`,
          prefix,
          limit,
        )
        .map((row) => ({ id: row['id'] as SessionId, hostSessionId: String(row['host_session_id']) }));
    },

    history(filter: SessionFilter): readonly SessionState[] {
      const { where, keys } = filter.scopeKey ? inScope(database, filter.scopeKey) : EVERYWHERE;
      const host = filter.host === undefined ? '' : 'AND host = ?';
      const before = filter.before === undefined ? [] : placeOf(database, filter.before);
      const after = before.length === 0 ? '' : 'AND (started_seq, start_time) < (?, ?)';
      const from = (table: string) =>
        `SELECT * FROM (SELECT id, started_seq, start_time FROM ${table} WHERE ${where} ${host} ${after} ${ORDER} LIMIT ?)`;
      const values = [...keys, ...(filter.host === undefined ? [] : [filter.host]), ...before, filter.limit];
      return database
        .all(
          `SELECT id FROM (${from('session_states')} UNION ALL ${from('cold_sessions')}) ${ORDER} LIMIT ?`,
          ...values,
          ...values,
          filter.limit,
        )
        .map((row) => session(row['id'] as SessionId))
        .filter((state) => state !== null);
    },

    /** When something of a host arrived last, in whichever session; what was imported never arrived. */
    lastHeard(host: string): Millis | null {
      // `+host`: few sessions are open, and a host may have a hundred thousand. SQLite would take the index of hosts.
      const row = database.get(
        `SELECT max(at) AS at FROM (
           SELECT ${HEARD} AS at FROM session_states WHERE +host = ?1 AND end_time IS NULL
           UNION ALL SELECT * FROM (
             SELECT ${HEARD} AS at FROM session_states WHERE host = ?1 AND end_time IS NOT NULL AND ${HEARD} IS NOT NULL
             ORDER BY ${ALIVE_AT} DESC LIMIT 1))`,
        host,
      );
      return typeof row?.['at'] === 'number' ? row['at'] : null;
    },

    factsOf(id: SessionId): readonly Recorded[] {
      const facts = factsAfter(database, id, 0);
      if (facts.length > 0) return facts;
      const rows = coldRows(database, files, id)?.session_events ?? [];
      return rows.map((row) => toRecorded(row as Row, id));
    },

    /** The first prompts of an open session, however much happened since. */
    firstPrompts(id: SessionId): readonly Recorded[] {
      return database
        .all(
          `SELECT * FROM (SELECT * FROM session_events WHERE session_id = ? ORDER BY seq LIMIT ${FIRST_FACTS})
           WHERE kind = 'prompt'`,
          id,
        )
        .filter((row) => database.isAsWritten('session_events', row))
        .map((row) => toRecorded(row, id));
    },

    /** The last fact of a kind in a session that is not long over. */
    lastFact(id: SessionId, kind: Fact['kind']): Fact | null {
      const row = database.get(
        'SELECT body FROM session_events WHERE session_id = ? AND kind = ? ORDER BY seq DESC LIMIT 1',
        id,
        kind,
      );
      return row ? ({ kind, ...parsed<object>(row['body'], {}) } as Fact) : null;
    },

    /** Those of some sessions in which something happened since they were last folded: a turn is under way there. */
    midTurn(ids: readonly SessionId[]): ReadonlySet<SessionId> {
      const isUnderWay = (id: SessionId) =>
        database.get(
          `SELECT 1 FROM session_events WHERE session_id = ?1
             AND seq > coalesce((SELECT seq FROM session_folds WHERE session_id = ?1), 0) LIMIT 1`,
          id,
        ) !== undefined;
      return new Set(ids.filter(isUnderWay));
    },

    /** Files that the conversation itself read since the session was last folded, each once. */
    readsSinceFold(id: SessionId): readonly string[] {
      return database
        .all(
          `SELECT DISTINCT touch.value ->> '$.path' AS path
           FROM session_events AS event, json_each(event.body, '$.touched') AS touch
           WHERE event.session_id = ?1 AND event.kind = 'tool'
             AND event.seq > coalesce((SELECT seq FROM session_folds WHERE session_id = ?1), 0)
             AND event.body ->> '$.ok' = 1 AND event.body ->> '$.subagent' IS NULL
             AND touch.value ->> '$.how' = 'read'
           ORDER BY event.seq`,
          id,
        )
        .map((row) => String(row['path']));
    },

    /** Files that the session changed, the latest last. */
    changedFiles(id: SessionId): readonly string[] {
      const row = database.get('SELECT files_modified FROM session_states WHERE id = ?', id);
      const since = database.all(
        `SELECT touch.value ->> '$.path' AS path
         FROM session_events AS event, json_each(event.body, '$.touched') AS touch
         WHERE event.session_id = ?1 AND event.kind = 'tool'
           AND event.seq > coalesce((SELECT seq FROM session_folds WHERE session_id = ?1), 0)
           AND touch.value ->> '$.how' <> 'read'
         ORDER BY event.seq`,
        id,
      );
      const all = [
        ...parsed<string[]>(row?.['files_modified'], []),
        ...since.map(({ path }) => String(path)),
      ];
      return [...new Set(all.reverse())].reverse();
    },

    /** Changed files as the session left them. */
    leftFiles(id: SessionId): readonly FileMark[] {
      const row = database.get('SELECT digest FROM session_folds WHERE session_id = ?', id);
      return parsed<Partial<Digest>>(row?.['digest'], {}).left ?? [];
    },

    /** Oldest first, the given one last; a link that is missing or leads back ends the walk. */
    chain(id: SessionId, depth: number): readonly SessionState[] {
      const walked: SessionState[] = [];
      const seen = new Set<string>();
      let next: string | null = id;
      while (next && walked.length < depth && !seen.has(next)) {
        seen.add(next);
        const state = session(next as SessionId);
        if (!state) break;
        walked.push(state);
        next = state.previous_session_id;
      }
      return walked.reverse();
    },

    scopesNamed(label: string): readonly Scope[] {
      return database
        .all(
          `SELECT scope_key, scope, max(project_path) AS root
           FROM (SELECT ${projectOf('session_states')}, scope, project_path FROM session_states WHERE scope = ?1
                 UNION ALL SELECT ${projectOf('cold_sessions')}, scope, project_path FROM cold_sessions WHERE scope = ?1
                 UNION ALL SELECT ${projectOf('work_threads')}, scope, project_path FROM work_threads
                   WHERE scope = ?1 AND project_path IS NOT NULL)
           GROUP BY scope_key`,
          label,
        )
        .map((row) => ({
          key: row['scope_key'] as ScopeKey,
          label: storedLabel(row['scope']),
          root: row['root'] === null ? null : String(row['root']),
        }));
    },

    /** The last sequence number given here: what is imported after it has no place among our own yet. */
    lastSeq(): number {
      const row = database.get("SELECT seq FROM sqlite_sequence WHERE name = 'session_events'");
      return Number(row?.['seq'] ?? 0);
    },

    counts(): Counts {
      const row = database.get(
        `SELECT (SELECT count(*) FROM session_states) AS sessions,
                (SELECT count(*) FROM session_states WHERE end_time IS NULL) AS open,
                (SELECT count(*) FROM session_events)
                  + (SELECT coalesce(sum(facts), 0) FROM fact_blocks WHERE log = 'session') AS facts,
                (SELECT count(*) FROM cold_sessions) AS cold`,
      );
      return {
        sessions: Number(row?.['sessions']),
        open: Number(row?.['open']),
        facts: Number(row?.['facts']),
        cold: Number(row?.['cold']),
      };
    },
  };
}
