import type { OwnerRecord, SessionId } from '../../domain/base/ids.ts';
import type { RestoreMade, RestorePhase } from '../answer/restore.ts';
import type { Database } from '../base/database.ts';
import type { UnitsOf } from '../base/promised.ts';
import { HEAD_COLUMNS, type SessionHead, toHead } from '../base/rows.ts';
import { type Beside, insertBeside } from '../facts/beside.ts';
import { type Arrival, type Incoming, insertFacts, isRepeat } from '../facts/events.ts';
import { insertThreadFacts, type ThreadEntry } from '../threads/threads.ts';

/** The units for hooks that only append to an open session, i.e. most hooks; loaded without the rest. */
export interface CaptureStore {
  /** The session with a host's id: the open one, else the latest. */
  sessionOfHost(host: string, hostSessionId: string): Promise<SessionHead | null>;

  /** Appends facts of a session and of threads; revives a session that was considered dead. Null for a repeated event. */
  append(
    id: SessionId,
    facts: readonly Incoming[],
    arrival: Arrival,
    threads?: readonly ThreadEntry[],
    beside?: readonly Beside[],
  ): Promise<{ lastSeq: number } | null>;

  /** The restores of an open session, without their texts. */
  restoresMade(id: SessionId): Promise<readonly RestoreMade[]>;

  setOwner(id: SessionId, owner: OwnerRecord): Promise<void>;
}

export const captureUnits: UnitsOf<CaptureStore> = {
  sessionOfHost: latestOfHost,

  append(database, id, facts, arrival, threads = [], beside = []) {
    const [first] = facts;
    if (!first && threads.length === 0) return null;
    return database.write(() => {
      if (first && isRepeat(database, id, first, arrival)) return null;
      for (const entry of threads)
        insertThreadFacts(database, entry, arrival.at, id, arrival.isLate);
      if (!first) return null;
      const done = insertFacts(database, id, [...revive(database, id), ...facts], arrival);
      for (const row of beside) insertBeside(database, id, { at: arrival.at, ...row });
      return done;
    });
  },

  restoresMade(database, id) {
    return database
      .all('SELECT phase, epoch FROM session_restores WHERE session_id = ?', id)
      .map(({ phase, epoch }) => ({ phase: phase as RestorePhase, epoch: Number(epoch) }));
  },

  setOwner(database, id, owner) {
    database.write(() =>
      database.record(
        'session_states',
        'UPDATE session_states SET owner = ? WHERE id = ?',
        JSON.stringify(owner),
        id,
      ),
    );
  },
};

/** Reopens a session that was considered dead; that is recorded as a fact. */
export function revive(database: Database, id: SessionId): Incoming[] {
  const revived = database.record(
    'session_states',
    'UPDATE session_states SET end_time = NULL, crash_recovered = 0 WHERE id = ? AND crash_recovered = 1',
    id,
  );
  return revived > 0 ? [{ fact: { kind: 'revived' }, key: null }] : [];
}

export function latestOfHost(
  database: Database,
  host: string,
  hostSessionId: string,
): SessionHead | null {
  const row = database.get(
    `SELECT ${HEAD_COLUMNS} FROM session_states WHERE host = ? AND host_session_id = ?
     ORDER BY end_time IS NULL DESC, started_seq DESC LIMIT 1`,
    host,
    hostSessionId,
  );
  return row ? toHead(row) : null;
}
