import { type Digest, EMPTY_DIGEST } from '../../../domain/digest.ts';
import type { SessionId } from '../../../domain/ids.ts';
import { type Pin, pinIdentity } from '../../../domain/pin.ts';
import type { SessionState } from '../../../domain/session.ts';
import { iso, type Millis } from '../../../domain/time.ts';
import type { Arrival, Folding, Incoming, Opening, SessionHead } from '../../../store.ts';
import type { Database } from '../database.ts';
import { HEAD_COLUMNS, parsed, pinsOf, toHead } from '../rows.ts';
import { captureUnits, latestOfHost } from './capture.ts';
import { insertFacts, isRepeat, OWN } from './events.ts';
import { digestOf, foldSession, headOf, stateOf } from './fold.ts';
import { takeWaiting } from './pins.ts';

/** The life of a session: opened, appended to, folded, ended, recovered. */
export function lifeUnits(database: Database) {
  return {
    ...captureUnits(database),

    openSession(opening: Opening): { head: SessionHead; opened: boolean } {
      return database.write(() => {
        const known = opening.hostSessionId && latestOfHost(database, opening.host, opening.hostSessionId);
        if (known && known.endedAt === null) return { head: known, opened: false };
        insertSession(database, opening);
        return { head: headOf(database, opening.id)!, opened: true };
      });
    },

    beginEpoch(id: SessionId, arrival: Arrival): number | null {
      return database.write(() => {
        const begun: Incoming = { fact: { kind: 'epoch-began' }, key: null };
        if (isRepeat(database, id, begun, arrival)) return null;
        insertFacts(database, id, [begun], arrival);
        const row = database.get(
          'UPDATE session_states SET epoch = epoch + 1 WHERE id = ? RETURNING epoch',
          id,
        );
        return Number(row?.['epoch']);
      });
    },

    fold(id: SessionId, folding: Folding, at: Millis): SessionState {
      return database.write(() => {
        foldSession(database, id, folding, at);
        return stateOf(database, id)!;
      });
    },

    digestOf(id: SessionId, folding: Folding): Digest | null {
      return digestOf(database, id, folding);
    },

    endSession(id: SessionId, folding: Folding, at: Millis, reason: string | null): SessionState | null {
      return database.write(() => {
        const head = headOf(database, id);
        // One that was taken for dead and now says goodbye has ended as it should.
        if (!head || (head.endedAt !== null && !head.crashRecovered)) return null;
        insertFacts(database, id, [{ fact: { kind: 'ended', reason }, key: null }], { via: OWN, at });
        foldSession(database, id, folding, at);
        close(database, id, at, false);
        return stateOf(database, id);
      });
    },

    recoverSession(
      seen: SessionHead,
      folding: Folding,
      endAt: (digest: Digest) => Millis,
      at: Millis,
    ): SessionState | null {
      return database.write(() => {
        const head = headOf(database, seen.id);
        // It moved on, or somebody else recovered it, since it was looked at.
        if (!head || head.endedAt !== null || head.lastSeq !== seen.lastSeq) return null;
        const digest = foldSession(database, head.id, folding, at);
        close(database, head.id, digest ? endAt(digest) : head.lastActivity, true);
        return stateOf(database, head.id);
      });
    },

    openSessions(): SessionHead[] {
      return database.all(`SELECT ${HEAD_COLUMNS} FROM session_states WHERE end_time IS NULL`).map(toHead);
    },
  };
}

function insertSession(database: Database, opening: Opening): void {
  const { id, scope } = opening;
  const at = iso(opening.at);
  const previous =
    opening.resumes ??
    database.get(
      'SELECT id FROM session_states WHERE scope_key = ? ORDER BY started_seq DESC, start_time DESC LIMIT 1',
      scope.key,
    )?.['id'] ??
    null;
  database.run(
    `INSERT INTO session_states(id, start_time, channel, scope, scope_key, project_path, host, host_session_id,
       branch, head, cwd, previous_session_id, owner, created_at, updated_at, last_activity, holds, task_count, has_critical)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0)`,
    id,
    at,
    opening.host,
    scope.label,
    scope.key,
    scope.root,
    opening.host,
    opening.hostSessionId,
    opening.branch,
    opening.head,
    opening.cwd,
    previous,
    opening.owner && JSON.stringify(opening.owner),
    at,
    at,
    at,
  );
  const carried = opening.resumes ? pinsAtEnd(database, opening.resumes) : [];
  const waiting = takeWaiting(database, scope.key);
  const known = new Set(carried.map(pinIdentity));
  const pins = [...carried, ...waiting.filter((pin) => !known.has(pinIdentity(pin)))];
  const facts: Incoming[] = [
    { fact: { kind: 'started', cwd: opening.cwd }, key: null },
    ...pins.map((pin) => ({ fact: { kind: 'pinned' as const, pin }, key: null })),
  ];
  insertFacts(database, id, facts, { via: OWN, at: opening.at });
  database.run(
    'UPDATE session_states SET started_seq = (SELECT min(seq) FROM session_events WHERE session_id = ?1) WHERE id = ?1',
    id,
  );
}

/** A resumed session takes over the pins of the one it goes on from, whole and unlabelled: it is the same conversation. */
function pinsAtEnd(database: Database, id: SessionId): readonly Pin[] {
  const fold = database.get('SELECT digest FROM session_folds WHERE session_id = ?', id);
  if (fold) return parsed<Digest>(fold['digest'], EMPTY_DIGEST).pins;
  return pinsOf(
    database.get('SELECT working_memory FROM session_states WHERE id = ?', id)?.['working_memory'],
  );
}

function close(database: Database, id: SessionId, at: Millis, crashed: boolean): void {
  database.run(
    'UPDATE session_states SET end_time = ?, crash_recovered = ? WHERE id = ?',
    iso(at),
    crashed ? 1 : 0,
    id,
  );
}
