import { isLaterPrompt } from '../../domain/answer/due.ts';
import {
  GLOBAL_SCOPE_KEY,
  type ScopeKey,
  type SessionId,
  type ThreadId,
} from '../../domain/base/ids.ts';
import { iso, type Millis, millis } from '../../domain/base/time.ts';
import type { LedgerLimits } from '../../domain/ledger/ledger.ts';
import type { Receipt } from '../../domain/ledger/receipt.ts';
import type { LedgerWithin } from '../../domain/ledger/send.ts';
import type { Metric } from '../../domain/metrics/metric.ts';
import type { Pin } from '../../domain/pins/pin.ts';
import type { Database, Row } from '../base/database.ts';
import { type Dismissed, dismissedIn } from '../base/dismissed.ts';
import { hotInScope } from '../base/outside.ts';
import type { UnitsOf } from '../base/promised.ts';
import { ALIVE_AT, LAST_AT, parseOr } from '../base/rows.ts';
import { ledgerWithin } from '../ledger/ledger.ts';
import { writeWithMetrics } from '../metrics/metrics.ts';
import { pinsNow, recordPins, settleDismissals } from '../pins/pins.ts';
import { coldRows } from '../sessions/cold.ts';
import { hotHead } from '../sessions/fold.ts';

import { moveClock } from '../threads/threads.ts';

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
  /** A later prompt, by the number of its fact. */
  | `prompt:${number}`
  /** Nothing was told: news are owed from then on. */
  | `due:${string}`
  /** News, counted by the marks that they answer. */
  | `news:${number}`;

/** The decision of a restore, committed in one transaction. */
export interface RestoreOutcome {
  readonly pins: readonly Pin[];
  readonly from: readonly { readonly id: SessionId; readonly score: number }[];
  readonly preamble: string | null;
  readonly explanation: unknown;
  readonly metrics: readonly Metric[];
  /** The thread in the preamble, which is marked as used. */
  readonly thread?: ThreadId | null;
}

/** A session that a start would weigh, with its last activity. */
export interface RestoreCandidate {
  readonly id: SessionId;
  readonly at: Millis;
  readonly running: boolean;
}

/** Restores: each decided and recorded once, and the sessions that they link. */
export interface RestoreStore {
  /** Sessions of a scope, and of none, that hold something and were alive since then. */
  candidates(scopeKey: ScopeKey, since: Millis): Promise<readonly RestoreCandidate[]>;

  /** Identities of pins and ids of tasks that were let go of in a scope. */
  dismissed(scopeKey: ScopeKey): Promise<Dismissed>;

  /** Records a restore once per session, epoch and phase; null where it was recorded before. */
  commitRestore(
    key: RestoreKey & {
      /** How long the ledger is relied on; without it there is none, and everything is new. */
      readonly ledger?: LedgerLimits | null;
    },
    decide: (ownPins: readonly Pin[], ledger: LedgerWithin) => RestoreOutcome,
  ): Promise<(RestoreRecord & { readonly shown: Receipt | null }) | null>;

  /** Lets go of what prompts were told: nobody asks for it again. The reasons stay. */
  endPrompts(id: SessionId): Promise<void>;

  restoresOf(id: SessionId): Promise<readonly RestoreRecord[]>;

  /** Links a session to one that continues it. The first one stays its `continued_by`; repeating changes nothing. */
  continueSession(id: SessionId, by: SessionId, at: Millis): Promise<void>;

  contributors(id: SessionId): Promise<readonly SessionId[]>;
}

export const restoreUnits: UnitsOf<RestoreStore> = {
  candidates(database, scopeKey, since) {
    const own = hotInScope(database, scopeKey);
    const global = hotInScope(database, GLOBAL_SCOPE_KEY);
    return database
      .all<{ id: SessionId; last: Millis | null; alive: string; running: number }>(
        `SELECT id, ${LAST_AT} AS last, ${ALIVE_AT} AS alive, end_time IS NULL AS running FROM session_states
         WHERE (${own.where} OR ${global.where}) AND ${ALIVE_AT} >= ? AND holds = 1`,
        ...own.keys,
        ...global.keys,
        iso(since),
      )
      .map(({ id, last, alive, running }) => ({
        id,
        at: last ?? millis(alive) ?? 0,
        running: running === 1,
      }));
  },

  dismissed: dismissedIn,

  commitRestore(database, key, decide) {
    const { sessionId, epoch, phase, at, ledger = null } = key;
    return writeWithMetrics(database, (recordMetrics) => {
      const made =
        'SELECT 1 FROM session_restores WHERE session_id = ? AND epoch = ? AND phase = ?';
      if (database.has(made, sessionId, epoch, phase)) return null;
      const own = pinsNow(database, sessionId);
      const within = ledgerWithin(database, sessionId, at, ledger);
      const outcome = decide(own, within);
      putRestore(database, key, outcome);
      if (isLaterPrompt({ phase })) keepNewestPrompts(database, sessionId);
      recordMetrics(outcome.metrics, at);
      const facts = outcome.pins.map((pin) => ({ kind: 'pinned' as const, pin }));
      recordPins(database, sessionId, own, facts, at);
      // A continuation by name brings unpinned items back.
      if (phase.startsWith('continue:'))
        settleDismissals(database, hotHead(database, sessionId)!.scope.key, facts, at);
      const { preamble, explanation } = outcome;
      return { sessionId, epoch, phase, at, preamble, explanation, shown: within.receipt() };
    });
  },

  endPrompts(database, id) {
    if (database.has(TOLD_PROMPTS, id)) database.write(() => endPromptsIn(database, id));
  },

  restoresOf(database, id) {
    const hot = database.all(
      'SELECT * FROM session_restores WHERE session_id = ? ORDER BY rowid',
      id,
    );
    const rows = hot.length > 0 ? hot : (coldRows(database, id)?.session_restores ?? []);
    return rows.map((row) => toRestore(row as Row, id));
  },

  continueSession(database, id, by, at) {
    database.write(() =>
      linkSessions(database, { id, score: 0 }, { sessionId: by, phase: 'start', at }),
    );
  },

  contributors(database, id) {
    const sql = 'SELECT from_id FROM session_links WHERE to_id = ? ORDER BY score DESC, at';
    return database.column<SessionId>(sql, id);
  },
};

const TOLD_PROMPTS =
  "SELECT 1 FROM session_restores WHERE session_id = ? AND phase LIKE 'prompt:%' AND preamble IS NOT NULL";

/** In a transaction that the caller opened. */
export function endPromptsIn(database: Database, id: SessionId): void {
  database.record(
    'session_restores',
    "UPDATE session_restores SET preamble = NULL WHERE session_id = ? AND phase LIKE 'prompt:%' AND preamble IS NOT NULL",
    id,
  );
}

/** Explained prompts of a session. */
const MOST_PROMPTS = 5;

/** Keeps the newest prompts for explaining. One that was told nothing stays only while it is the newest of all. */
function keepNewestPrompts(database: Database, id: SessionId): void {
  database.run(
    `DELETE FROM session_restores WHERE rowid IN (
       SELECT number FROM (
         SELECT rowid AS number, explanation ->> '$.silent' AS silent,
           row_number() OVER (ORDER BY rowid DESC) AS place,
           row_number() OVER (PARTITION BY explanation ->> '$.silent' IS NULL ORDER BY rowid DESC) AS among
         FROM session_restores WHERE session_id = ? AND phase LIKE 'prompt:%')
       WHERE iif(silent IS NULL, among > ${MOST_PROMPTS}, place > 1))`,
    id,
  );
}

/** The key of a restore: once per session, epoch and phase. */
export interface RestoreKey {
  readonly sessionId: SessionId;
  readonly epoch: number;
  readonly phase: RestorePhase;
  readonly at: Millis;
}

function putRestore(database: Database, key: RestoreKey, outcome: RestoreOutcome): void {
  const { sessionId: session_id, epoch, phase, at } = key;
  const { preamble, thread } = outcome;
  const explanation = JSON.stringify(outcome.explanation);
  database.put('session_restores', { session_id, epoch, phase, at, preamble, explanation });
  for (const from of outcome.from) linkSessions(database, from, key);
  if (preamble !== null && thread) moveClock(database, thread, at);
}

function linkSessions(
  database: Database,
  { id, score }: RestoreOutcome['from'][number],
  { sessionId, phase, at }: Omit<RestoreKey, 'epoch'>,
): void {
  const row = { from_id: id, to_id: sessionId, phase, score, at };
  database.put('session_links', row, 'ON CONFLICT DO NOTHING');
  // The first to continue a session stays its continuation; later ones are in the links. It lies in one of two tables.
  for (const table of ['session_states', 'cold_sessions']) {
    const sql = `UPDATE ${table} SET continued_by = ? WHERE id = ? AND continued_by IS NULL`;
    if (database.record(table, sql, sessionId, id) > 0) return;
  }
}

function toRestore(row: Row, sessionId: SessionId): RestoreRecord {
  return {
    sessionId,
    epoch: Number(row['epoch']),
    phase: row['phase'] as RestorePhase,
    at: Number(row['at']),
    preamble: row['preamble'] as string | null,
    explanation: parseOr<unknown>(row['explanation'], null),
  };
}
