import type { SessionId } from '../../../domain/ids.ts';
import { iso, type Millis } from '../../../domain/time.ts';
import type { ColdFiles } from '../../../store/retention.ts';
import type { RestoreOutcome, RestorePhase, RestoreRecord, Store } from '../../../store.ts';
import type { Database, Row } from '../database.ts';
import { keysOf } from '../projects.ts';
import type { Sync } from '../promised.ts';
import { ALIVE_AT, CANDIDATE_COLUMNS, parsed, pinsOf, strings, toCandidate } from '../rows.ts';
import { coldRows } from './cold.ts';
import { headOf, pinsNow } from './fold.ts';
import { ledgerWithin } from './ledger.ts';
import { letGoIn } from './let-go.ts';
import type { MetricLog } from './metrics.ts';
import { pinInto, settle } from './pins.ts';
import { moveClock } from './threads.ts';

export function restoreUnits(database: Database, files: ColdFiles, log: MetricLog) {
  return {
    candidates(scopeKey, since) {
      const keys = keysOf(database, scopeKey);
      return database
        .all(
          `SELECT ${CANDIDATE_COLUMNS} FROM session_states
           WHERE scope_key IN (${keys.map(() => '?, ').join('')}'global') AND ${ALIVE_AT} >= ? AND holds = 1`,
          ...keys,
          iso(since),
        )
        .map(toCandidate);
    },

    candidatesOf(ids) {
      return ids.flatMap((id) => {
        const row = database.get(`SELECT ${CANDIDATE_COLUMNS} FROM session_states WHERE id = ?`, id);
        return row ? [toCandidate(row)] : [];
      });
    },

    titlesOf(ids) {
      return new Map(
        ids.map((id) => {
          const title = database.get(
            `SELECT title FROM session_states WHERE id = ?1
             UNION ALL SELECT title FROM cold_sessions WHERE id = ?1`,
            id,
          )?.['title'];
          return [id, typeof title === 'string' ? title : null];
        }),
      );
    },

    letGo: (scopeKey) => letGoIn(database, scopeKey),

    holdingsOf(ids) {
      return new Map(
        ids.map((id) => {
          const row = database.get(
            'SELECT working_memory, active_projects, recent_learnings FROM session_states WHERE id = ?',
            id,
          );
          return [
            id,
            {
              pins: pinsOf(row?.['working_memory']),
              projects: strings(row?.['active_projects']),
              learnings: parsed<string[]>(row?.['recent_learnings'], []).map(String),
            },
          ];
        }),
      );
    },

    commitRestore(key, decide) {
      const { sessionId, epoch, phase, at, ledger = null } = key;
      return log.write((recordMetrics) => {
        const before = database.get(
          'SELECT 1 FROM session_restores WHERE session_id = ? AND epoch = ? AND phase = ?',
          sessionId,
          epoch,
          phase,
        );
        if (before) return null;
        const own = pinsNow(database, sessionId);
        const within = ledgerWithin(database, sessionId, at, ledger);
        const outcome = decide(own, within);
        record(database, key, outcome);
        recordMetrics(outcome.metrics, at);
        const facts = outcome.pins.map((pin) => ({ kind: 'pinned' as const, pin }));
        pinInto(database, sessionId, own, facts, at);
        // Asked for by name, it is wanted again, also after it was unpinned.
        if (phase.startsWith('continue:'))
          settle(database, headOf(database, sessionId)!.scope.key, facts, at);
        const { preamble, explanation } = outcome;
        return { sessionId, epoch, phase, at, preamble, explanation, shown: within.receipt() };
      });
    },

    restoresOf(id) {
      const hot = database.all('SELECT * FROM session_restores WHERE session_id = ? ORDER BY rowid', id);
      const rows = hot.length > 0 ? hot : (coldRows(database, files, id)?.session_restores ?? []);
      return rows.map((row) => toRestore(row as Row, id));
    },

    continueSession(id, by, at) {
      database.write(() => link(database, { id, score: 0 }, { sessionId: by, phase: 'start', at }));
    },

    contributors(id) {
      return database
        .all('SELECT from_id FROM session_links WHERE to_id = ? ORDER BY score DESC, at', id)
        .map((row) => row['from_id'] as SessionId);
    },
  } satisfies Partial<Sync<Store>>;
}

function record(
  database: Database,
  key: {
    readonly sessionId: SessionId;
    readonly epoch: number;
    readonly phase: RestorePhase;
    readonly at: Millis;
  },
  outcome: RestoreOutcome,
): void {
  const { sessionId, epoch, phase, at } = key;
  database.record(
    'session_restores',
    'INSERT INTO session_restores(session_id, epoch, phase, at, preamble, explanation) VALUES (?, ?, ?, ?, ?, ?)',
    sessionId,
    epoch,
    phase,
    at,
    outcome.preamble,
    JSON.stringify(outcome.explanation),
  );
  for (const from of outcome.from) link(database, from, key);
  if (outcome.preamble !== null && outcome.thread) moveClock(database, outcome.thread, at);
}

function link(
  database: Database,
  { id, score }: RestoreOutcome['from'][number],
  { sessionId, phase, at }: { sessionId: SessionId; phase: RestorePhase; at: Millis },
): void {
  database.record(
    'session_links',
    'INSERT INTO session_links(from_id, to_id, phase, score, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    id,
    sessionId,
    phase,
    score,
    at,
  );
  // The first to continue a session stays its continuation; later ones are in the links. It lies in one of two tables.
  const sql = (table: string) => `UPDATE ${table} SET continued_by = ? WHERE id = ? AND continued_by IS NULL`;
  if (database.record('session_states', sql('session_states'), sessionId, id) === 0)
    database.record('cold_sessions', sql('cold_sessions'), sessionId, id);
}

function toRestore(row: Row, sessionId: SessionId): RestoreRecord {
  return {
    sessionId,
    epoch: Number(row['epoch']),
    phase: row['phase'] as RestorePhase,
    at: Number(row['at']),
    preamble: row['preamble'] === null ? null : String(row['preamble']),
    explanation: parsed<unknown>(row['explanation'], null),
  };
}
