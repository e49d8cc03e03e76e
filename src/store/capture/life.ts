import type { OwnerRecord, ScopeKey, SessionId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import { iso, type Millis } from '../../domain/base/time.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import { sessionCaptured } from '../../domain/metrics/metric.ts';
import { type Digest, EMPTY_DIGEST } from '../../domain/sessions/digest.ts';
import type { SessionState } from '../../domain/sessions/session.ts';
import { openTodos } from '../../domain/todos/todo.ts';
import { endPromptsIn } from '../answer/restore.ts';
import type { Database } from '../base/database.ts';
import { inScope } from '../base/joined.ts';
import { hotInScope } from '../base/outside.ts';
import type { UnitsOf } from '../base/promised.ts';
import {
  HEAD_COLUMNS,
  parseOr,
  parsePins,
  type SessionHead,
  type TranscriptPlace,
  type TranscriptWords,
  toHead,
} from '../base/rows.ts';
import {
  type Arrival,
  type Incoming,
  insertFacts,
  insertOwn,
  insertTranscriptWords,
  isRepeat,
} from '../facts/events.ts';
import { beginEpochIn, endLedgerIn, findLedger, openLedgerIn } from '../ledger/ledger.ts';
import { recordLearnings } from '../memories/memories.ts';
import { writeWithMetrics } from '../metrics/metrics.ts';
import { pinsNow, recordPins, stillPinned, takeWaiting } from '../pins/pins.ts';
import { coldHeadOfHost, coldRows } from '../sessions/cold.ts';
import { digestOf, foldSession, hotHead, hotState, keepBrief } from '../sessions/fold.ts';
import { type CaptureStore, captureUnits, latestOfHost } from './capture.ts';

export interface SessionOpening {
  readonly id: SessionId;
  readonly scope: Scope;
  readonly host: string;
  readonly hostSessionId: string | null;
  readonly branch: string | null;
  readonly head: string | null;
  readonly cwd: string | null;
  readonly at: Millis;
  readonly owner: OwnerRecord | null;
  readonly transcript?: string;
  /** The session that this one resumes or was forked from: its pins come along, all of them, and its to-dos. */
  readonly resumes: SessionId | null;
  /** The host dropped the resumed session's context: everything may be sent again. */
  readonly isForgotten?: true;
  /** Most pins; ten by default. */
  readonly maxPins?: number;
}

/** The life of a session: opened, appended to, folded, ended, recovered. */
export interface LifeStore extends CaptureStore {
  /** Opens a session, or returns the open one that a concurrent process made of the same host id. */
  openSession(opening: SessionOpening): Promise<{ head: SessionHead; opened: boolean }>;

  /** Appends messages from a transcript, each once and in order of time, and stores the position up to which it was read. */
  overhear(
    id: SessionId,
    heard: readonly TranscriptWords[],
    transcript: TranscriptPlace,
    at: Millis,
  ): Promise<void>;

  /** Begins a new epoch of the session and of its ledger. Null if it was reported before. */
  beginEpoch(
    id: SessionId,
    arrival: Arrival,
    reason?: 'compaction' | 'clear',
  ): Promise<number | null>;

  /** Brings the row up to its last fact. */
  fold(id: SessionId, at: Millis): Promise<SessionState>;

  /** The fold of the session's facts so far, not stored. */
  digestOf(id: SessionId, heard?: readonly TranscriptWords[], now?: Millis): Promise<Digest | null>;

  endSession(id: SessionId, at: Millis, reason: string | null): Promise<SessionState | null>;

  /** Ends a session of a dead host, with messages from its transcript, unless it changed in the meantime. */
  recoverSession(
    seen: SessionHead,
    endAt: (digest: Digest) => Millis,
    at: Millis,
    heard?: {
      readonly words: readonly TranscriptWords[];
      readonly transcript: TranscriptPlace;
    } | null,
  ): Promise<SessionState | null>;

  openSessions(): Promise<readonly SessionHead[]>;
}

export const lifeUnits: UnitsOf<LifeStore> = {
  ...captureUnits,

  sessionOfHost(database, host, hostSessionId) {
    return (
      latestOfHost(database, host, hostSessionId) ?? coldHeadOfHost(database, host, hostSessionId)
    );
  },

  openSession(database, opening) {
    return database.write(() => {
      const known =
        opening.hostSessionId && latestOfHost(database, opening.host, opening.hostSessionId);
      if (known && known.endedAt === null) return { head: known, opened: false };
      insertSession(database, opening);
      return { head: hotHead(database, opening.id)!, opened: true };
    });
  },

  overhear(database, id, heard, transcript, at) {
    database.write(() => insertTranscriptWords(database, id, heard, transcript, at));
  },

  beginEpoch(database, id, arrival, reason = 'compaction') {
    return database.write(() => {
      const begun: Incoming = { fact: { kind: 'epoch-began' }, key: null };
      if (isRepeat(database, id, begun, arrival)) return null;
      insertFacts(database, id, [begun], arrival);
      database.record(
        'session_states',
        // The event proves that the session lives, even if it was considered dead.
        `UPDATE session_states SET epoch = epoch + 1, crash_recovered = 0,
           end_time = CASE WHEN crash_recovered = 1 THEN NULL ELSE end_time END WHERE id = ?`,
        id,
      );
      endPromptsIn(database, id);
      const epoch = hotHead(database, id)!.epoch;
      // An unused ledger needs no new epoch.
      if (findLedger(database, id)) {
        beginEpochIn(database, id, reason, arrival.at, `session epoch ${epoch}`);
      }
      return epoch;
    });
  },

  fold(database, id, at) {
    return database.write(() => {
      foldSession(database, id, at);
      return hotState(database, id)!;
    });
  },

  digestOf,

  endSession(database, id, at, reason) {
    return writeWithMetrics(database, (record) => {
      const head = hotHead(database, id);
      // A session that was considered dead and now ends has ended properly.
      if (!head || (head.endedAt !== null && !head.crashRecovered)) return null;
      insertOwn(database, id, [{ kind: 'ended', reason }], at);
      foldSession(database, id, at);
      closeRow(database, id, at, false);
      endLedgerIn(database, id, at);
      const state = hotState(database, id)!;
      record([sessionCaptured(state)], at);
      return state;
    });
  },

  recoverSession(database, seen, endAt, at, heard = null) {
    return writeWithMetrics(database, (record) => {
      const head = hotHead(database, seen.id);
      // The session changed, or another process recovered it.
      if (!head || head.endedAt !== null || head.lastSeq !== seen.lastSeq) return null;
      if (heard) insertTranscriptWords(database, head.id, heard.words, heard.transcript, at);
      const digest = foldSession(database, head.id, at);
      // Words that are only read now were said before later sessions went on.
      database.record(
        'session_states',
        'UPDATE session_states SET place = ? WHERE id = ?',
        head.lastSeq,
        head.id,
      );
      closeRow(database, head.id, digest ? endAt(digest) : head.lastActivity, true);
      const state = hotState(database, head.id)!;
      record([sessionCaptured(state)], at);
      return state;
    });
  },

  openSessions(database) {
    return database
      .all(`SELECT ${HEAD_COLUMNS} FROM session_states WHERE end_time IS NULL`)
      .map(toHead);
  },
};

function insertSession(database: Database, opening: SessionOpening): void {
  const { id, scope, host, branch, head, cwd, owner, transcript, resumes } = opening;
  const at = iso(opening.at);
  database.put('session_states', {
    id,
    start_time: at,
    created_at: at,
    updated_at: at,
    last_activity: at,
    scope: scope.label,
    scope_key: scope.key,
    project_path: scope.root,
    cwd,
    branch,
    head,
    host,
    channel: host,
    host_session_id: opening.hostSessionId,
    owner: owner && JSON.stringify(owner),
    previous_session_id: resumes ?? latestStarted(database, scope.key),
    transcript: transcript === undefined ? null : JSON.stringify({ path: transcript, read: 0 }),
    holds: 0,
    task_count: 0,
    has_critical: 0,
  });
  const left = resumes ? leftBySession(database, resumes) : EMPTY_DIGEST;
  const begun: Fact[] = [{ kind: 'started', cwd }];
  if (left.todos.length > 0) begun.push({ kind: 'todos-carried', todos: left.todos });
  insertOwn(database, id, begun, opening.at);
  // Drops pins that were unpinned while the conversation was left.
  const held = stillPinned(database, scope.key, left.pins);
  const pins = takeWaiting(database, scope.key, held, opening.maxPins);
  const pinned = pins.map((pin) => ({ kind: 'pinned' as const, pin }));
  recordPins(database, id, [], pinned, opening.at);
  if (resumes && !opening.isForgotten) {
    // The model still has its context: nothing is to be restored, and that is certain with the opening itself.
    const explanation = JSON.stringify({
      resumption: `continues ${resumes}: the model still has its context`,
    });
    const told = {
      session_id: id,
      epoch: 0,
      phase: 'start',
      at: opening.at,
      preamble: null,
      explanation,
    };
    database.put('session_restores', told);
    if (findLedger(database, resumes)) openLedgerIn(database, opening);
  }
  database.record(
    'session_states',
    'UPDATE session_states SET started_seq = (SELECT min(seq) FROM session_events WHERE session_id = ?1) WHERE id = ?1',
    id,
  );
}

/** Pins and open to-dos that a resumed session takes over, whole and unlabelled: it is the same conversation. */
function leftBySession(database: Database, id: SessionId): Pick<Digest, 'pins' | 'todos'> {
  const cold = hotHead(database, id) ? null : coldRows(database, id);
  const fold =
    cold?.session_folds[0] ?? database.get('SELECT * FROM session_folds WHERE session_id = ?', id);
  const { pins, todos } = {
    ...EMPTY_DIGEST,
    ...parseOr<Partial<Digest>>(fold?.['digest'] as string, {}),
  };
  const now = cold ? pins : pinsNow(database, id);
  if (fold || now.length > 0) return { pins: now, todos: openTodos(todos) };
  const row =
    cold?.session_states[0] ?? database.get('SELECT * FROM session_states WHERE id = ?', id);
  return { pins: parsePins(row?.['working_memory'] as string | undefined), todos: [] };
}

/** The session before a new one of a scope; after a long pause it may be in cold storage. */
function latestStarted(database: Database, scopeKey: ScopeKey): string | null {
  const hot = hotInScope(database, scopeKey);
  const cold = inScope(database, scopeKey);
  const last = 'ORDER BY started_seq DESC, start_time DESC LIMIT 1';
  const from = (table: string, where: string) =>
    `SELECT * FROM (SELECT id, started_seq, start_time FROM ${table} WHERE ${where} ${last})`;
  const both = `${from('session_states', hot.where)} UNION ALL ${from('cold_sessions', cold.where)}`;
  return database.value<string>(`SELECT id FROM (${both}) ${last}`, ...hot.keys, ...cold.keys);
}

/** The owner of a session of another home stays: it names that home. */
const OWNER_ELSEWHERE =
  "CASE json_valid(owner) WHEN 1 THEN iif(owner ->> '$.origin' IS NULL, NULL, owner) END";

function closeRow(database: Database, id: SessionId, at: Millis, crashed: boolean): void {
  // One that was only considered dead may go on with the process that it had.
  const owner = crashed ? 'owner' : OWNER_ELSEWHERE;
  const sql = `UPDATE session_states SET end_time = ?, crash_recovered = ?, owner = ${owner} WHERE id = ?`;
  database.record('session_states', sql, iso(at), crashed ? 1 : 0, id);
  keepBrief(database, id);
  const learnt = database.value<string>(
    'SELECT recent_learnings FROM session_states WHERE id = ?',
    id,
  );
  recordLearnings(database, id, parseOr<string[]>(learnt, []), at);
}
