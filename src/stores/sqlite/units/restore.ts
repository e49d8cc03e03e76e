import type { ScopeKey, SessionId, ThreadId } from '../../../domain/ids.ts';
import type { LedgerLimits } from '../../../domain/ledger/ledger.ts';
import type { Metric } from '../../../domain/metrics/metric.ts';
import type { Pin } from '../../../domain/pins/pin.ts';
import { iso, type Millis } from '../../../domain/time.ts';
import type { Database, Row } from '../database.ts';
import { keysOf } from '../projects.ts';
import {
  ALIVE_AT,
  CANDIDATE_COLUMNS,
  type CandidateRow,
  parsed,
  pinsOf,
  strings,
  toCandidate,
} from '../rows.ts';
import { type ColdFiles, coldRows } from './cold.ts';
import { headOf, pinsNow } from './fold.ts';
import { type LedgerWithin, ledgerWithin, type Receipt } from './ledger.ts';
import { type LetGo, letGoIn } from './let-go.ts';
import type { MetricLog } from './metrics.ts';
import { pinInto, settle } from './pins.ts';
import { moveClock } from './threads.ts';

export interface RestoreMade {
  readonly epoch: number;
  readonly phase: RestorePhase;
}

export interface RestoreRecord extends RestoreMade {
  readonly sessionId: SessionId;
  readonly at: Millis;
  readonly preamble: string | null;
  /** Why, in full: JSON. */
  readonly explanation: unknown;
}

export type RestorePhase =
  | 'start'
  | 'prompt'
  | 'compact'
  | 'resume'
  | `continue:${string}`
  /** Nothing was told: news are owed from then on. */
  | `due:${string}`
  /** News, counted by the marks that they answer. */
  | `news:${number}`;

/** The decision of a restore, to be made true in one transaction. */
export interface RestoreOutcome {
  readonly pins: readonly Pin[];
  readonly from: readonly { readonly id: SessionId; readonly score: number }[];
  readonly preamble: string | null;
  readonly explanation: unknown;
  readonly metrics: readonly Metric[];
  /** The line of work that is told: somebody is at it again. */
  readonly thread?: ThreadId | null;
}

/** The part of a session that a later one can inherit, beyond what ranking needs. */
export interface Holdings {
  readonly pins: readonly Pin[];
  readonly projects: readonly string[];
  /** Ids of the memories it made. */
  readonly learnings: readonly string[];
}

export function restoreUnits(database: Database, files: ColdFiles, log: MetricLog) {
  return {
    candidates(scopeKey: ScopeKey, since: Millis): readonly CandidateRow[] {
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

    candidatesOf(ids: readonly SessionId[]): readonly CandidateRow[] {
      return ids.flatMap((id) => {
        const row = database.get(`SELECT ${CANDIDATE_COLUMNS} FROM session_states WHERE id = ?`, id);
        return row ? [toCandidate(row)] : [];
      });
    },

    titlesOf(ids: readonly SessionId[]): ReadonlyMap<SessionId, string | null> {
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

    /** Identities of pins and ids of tasks that were let go of in a scope. */
    letGo: (scopeKey: ScopeKey): LetGo => letGoIn(database, scopeKey),

    holdingsOf(ids: readonly SessionId[]): ReadonlyMap<SessionId, Holdings> {
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

    /** Records a restore once per session, epoch and phase; null where it was recorded before. */
    commitRestore(
      key: {
        readonly sessionId: SessionId;
        readonly epoch: number;
        readonly phase: RestorePhase;
        readonly at: Millis;
        /** How long the ledger is relied on; without it there is none, and everything is new. */
        readonly ledger?: LedgerLimits | null;
      },
      decide: (ownPins: readonly Pin[], ledger: LedgerWithin) => RestoreOutcome,
    ): (RestoreRecord & { readonly shown: Receipt | null }) | null {
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

    restoresOf(id: SessionId): readonly RestoreRecord[] {
      const hot = database.all('SELECT * FROM session_restores WHERE session_id = ? ORDER BY rowid', id);
      const rows = hot.length > 0 ? hot : (coldRows(database, files, id)?.session_restores ?? []);
      return rows.map((row) => toRestore(row as Row, id));
    },

    /** Links a session to one that goes on from it. The first that does stays its `continued_by`; twice changes nothing. */
    continueSession(id: SessionId, by: SessionId, at: Millis): void {
      database.write(() => link(database, { id, score: 0 }, { sessionId: by, phase: 'start', at }));
    },

    contributors(id: SessionId): readonly SessionId[] {
      return database
        .all('SELECT from_id FROM session_links WHERE to_id = ? ORDER BY score DESC, at', id)
        .map((row) => row['from_id'] as SessionId);
    },
  };
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
