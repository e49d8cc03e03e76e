import type { ScopeKey, SessionId, ThreadId } from '../../domain/base/ids.ts';
import type { Scope } from '../../domain/base/scope.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { Fact } from '../../domain/facts/fact.ts';
import {
  type ForgettingSession,
  forgettingSession,
  isItsPin,
  pinsHeld,
  tellsOf,
} from '../../domain/keeping/forget-session.ts';
import { type Pin, pinIdentity } from '../../domain/pins/pin.ts';
import type { Database, Row } from '../base/database.ts';
import { dismissedIn } from '../base/dismissed.ts';
import { keysOf } from '../base/joined.ts';
import { toMemory } from '../base/memory-rows.ts';
import { TABLES } from '../base/migrations.ts';
import type { UnitsOf } from '../base/promised.ts';
import { parseOr } from '../base/rows.ts';
import { factsAfter, toRecorded } from '../facts/events.ts';
import { clearPassages, numberOf } from '../index/search-write.ts';
import { forgetHash, forgetInLedgers } from '../ledger/ledger.ts';
import { dropWaiting, insertWaiting, readWaitingPins } from '../pins/pins.ts';
import { indexSession } from '../search/search.ts';
import { coldRows, coldState } from '../sessions/cold.ts';
import { hotState } from '../sessions/fold.ts';
import { discardFold, indexThread } from '../threads/threads.ts';
import { beginForgetting, forgetTold, lookThroughAll, refoldSession } from './forget.ts';
import type { Holding } from './forget-rows.ts';
import { wholeLog } from './one-log.ts';
import { removeHot } from './retention.ts';

/** The extent of a session, before it is forgotten. */
export interface SessionHolding extends Holding {
  readonly forgetting: ForgettingSession;
  /** Ids of memories that it created: findings are removed with it. */
  readonly findings: readonly string[];
  readonly rules: readonly string[];
  readonly other_memories: readonly string[];
  /** Pins of its own, which go with it. */
  readonly pins: readonly Pin[];
  readonly host: string;
  readonly host_session_id: string | null;
  readonly is_running: boolean;
}

/** Forgetting a whole session. */
export interface ForgetSessionStore {
  /** Null where there is no such session. */
  sessionHolding(id: SessionId): Promise<SessionHolding | null>;

  /** Removes a session from every row; returns the sessions that had something of it. */
  forgetSession(
    forgetting: ForgettingSession,
    at: Millis,
  ): Promise<{ readonly sessions: readonly SessionId[] }>;
}

export const forgetSessionUnits: UnitsOf<ForgetSessionStore> = {
  sessionHolding(database, id) {
    const state = hotState(database, id) ?? coldState(database, id);
    if (!state) return null;
    lookThroughAll(database);
    const facts = factsOf(database, id);
    const { own, before } = pinsHeld(state, facts);
    const scope = scopeOf(database, id);
    const dismissed = scope ? dismissedIn(database, scope.key).pins : null;
    const kept = before.filter((pin) => !dismissed?.has(pinIdentity(pin)));
    const forgetting = forgettingSession(id, facts, kept);
    const made = database.all('SELECT * FROM memory_items WHERE session_id = ?', id).map(toMemory);
    const of = (...names: string[]) =>
      made.filter(({ categories }) => names.some((one) => categories.includes(one)));
    const rules = of('rule', 'proposal');
    const findings = of('finding').filter((memory) => !rules.includes(memory));
    const others = made.filter((memory) => !rules.includes(memory) && !findings.includes(memory));
    const noted = database.get(`SELECT count(*) AS n FROM session_events WHERE ${ITS_WORK}`, id);
    const told = database
      .all('SELECT preamble, explanation FROM session_restores WHERE session_id <> ?', id)
      .filter((row) => tellsOf(row, forgetting));
    return {
      forgetting,
      sessions: 1,
      facts: facts.length,
      memories: made.length,
      thread_entries: Number(noted!['n']),
      told: told.length,
      other_rows: pinsElsewhere(database, forgetting).length,
      findings: findings.map((memory) => memory.id),
      rules: rules.map((memory) => memory.id),
      other_memories: others.map((memory) => memory.id),
      pins: [...own, ...before.filter((pin) => !kept.includes(pin))],
      host: state.host,
      host_session_id: state.host_session_id,
      is_running: state.end_time === null,
    };
  },

  forgetSession(database, forgetting, at) {
    const { id } = forgetting;
    return database.write(() => {
      beginForgetting(database, `session-${id}`, at);
      wholeLog(database);
      const scope = scopeOf(database, id);
      forgetTold(database, (row) => row['session_id'] !== id && tellsOf(row, forgetting));
      const holders = fromOthers(database, forgetting);
      for (const session of holders) {
        refoldSession(database, session, at);
        indexSession(database, session);
      }
      if (scope) undismiss(database, forgetting, scope);
      const linked = unlink(database, id);
      removeHot(database, id);
      database.run('DELETE FROM cold_sessions WHERE id = ?', id);
      removeDocument(database, 'session', id);
      inThreads(database, id);
      forgetInLedgers(database, id);
      database.run('DELETE FROM session_learnings WHERE session_id = ?', id);
      for (const [table, column] of STAYING)
        database.run(`DELETE FROM ${table} WHERE ${column} = ?`, id);
      for (const table of ['memory_items', 'memory_changes'])
        database.record(table, `UPDATE ${table} SET session_id = NULL WHERE session_id = ?`, id);
      if (scope) {
        dropWaiting(database, scope.key, (pin) => isItsPin(pin, forgetting));
        keepPins(database, scope, forgetting.kept);
      }
      return { sessions: [...holders, ...linked] };
    });
  },
};

/** Tables whose rows outlive the session's move to cold storage, and the column that says whose they are. */
const STAYING = Object.entries(TABLES).flatMap(([table, { forgottenWith }]): [string, string][] =>
  forgottenWith ? [[table, forgottenWith]] : [],
);

function factsOf(database: Database, id: SessionId): Fact[] {
  const hot = factsAfter(database, id, 0);
  const recorded =
    hot.length > 0
      ? hot
      : (coldRows(database, id)?.session_events ?? []).map((row) => toRecorded(row as Row, id));
  return recorded.map(({ fact }) => fact);
}

interface PinRow {
  readonly seq: number;
  readonly session: SessionId;
  readonly fact: Extract<Fact, { kind: 'pinned' }>;
}

/** Facts with pins of it in other sessions: inherited, or added while they ran in parallel. */
function pinsElsewhere(database: Database, forgetting: ForgettingSession): PinRow[] {
  return database
    .all(
      "SELECT seq, session_id, body FROM session_events WHERE kind = 'pinned' AND session_id <> ?",
      forgetting.id,
    )
    .map((row) => ({
      seq: Number(row['seq']),
      session: row['session_id'] as SessionId,
      fact: parseOr<PinRow['fact']>(row['body'], { kind: 'pinned', pin: {} as Pin }),
    }))
    .filter(
      ({ fact: { pin } }) => pin.origin?.sessionId === forgetting.id || isItsPin(pin, forgetting),
    );
}

/** Removes its pins from other sessions; a pin of the project becomes their own. Returns the changed sessions. */
function fromOthers(database: Database, forgetting: ForgettingSession): ReadonlySet<SessionId> {
  const rows = pinsElsewhere(database, forgetting);
  for (const { seq, fact } of rows) {
    if (isItsPin(fact.pin, forgetting))
      database.run('DELETE FROM session_events WHERE seq = ?', seq);
    else {
      const body = JSON.stringify({ ...fact, pin: { ...fact.pin, origin: null } });
      database.record(
        'session_events',
        'UPDATE session_events SET body = ? WHERE seq = ?',
        body,
        seq,
      );
    }
  }
  const holders = new Set(rows.map(({ session }) => session));
  for (const session of holders) dropUnpinned(database, session, forgetting);
  return holders;
}

/** Removes facts that unpin its pins, because they name them, except for pins of the same name in that session. */
function dropUnpinned(database: Database, session: SessionId, { pins }: ForgettingSession): void {
  const rows = database.all(
    "SELECT seq, body FROM session_events WHERE session_id = ? AND kind IN ('pinned', 'unpinned')",
    session,
  );
  const facts = rows.map((row) => ({
    seq: row['seq']!,
    fact: parseOr<Fact | null>(row['body'], null),
  }));
  const held = new Set(
    facts.map(({ fact }) => (fact?.kind === 'pinned' ? pinIdentity(fact.pin) : null)),
  );
  const names = new Set(pins.map(({ identity }) => identity));
  for (const { seq, fact } of facts)
    if (fact?.kind === 'unpinned' && names.has(fact.identity) && !held.has(fact.identity))
      database.run('DELETE FROM session_events WHERE seq = ?', seq);
}

/** Pins of the project wait for the next session again; one that waits under the same name is newer. */
function keepPins(database: Database, scope: Scope, kept: readonly Pin[]): void {
  const names = new Set(readWaitingPins(database, scope.key).map(pinIdentity));
  for (const pin of kept) if (!names.has(pinIdentity(pin))) insertWaiting(database, scope, pin);
}

function scopeOf(database: Database, id: SessionId): Scope | null {
  const row = database.get(
    `SELECT scope, scope_key, project_path FROM session_states WHERE id = ?1
     UNION ALL SELECT scope, scope_key, NULL FROM cold_sessions WHERE id = ?1`,
    id,
  );
  return row
    ? {
        key: row['scope_key'] as ScopeKey,
        label: String(row['scope']),
        root: row['project_path'] as string | null,
      }
    : null;
}

/** Removes its own dismissal, and those of its pins and to-dos, which contain their words. An item of another session stays dismissed. */
function undismiss(database: Database, { id, pins, tasks }: ForgettingSession, scope: Scope): void {
  const own = { pin: pins.map(({ identity }) => identity), task: tasks };
  const columns = { pin: 'working_memory', task: 'pending_tasks' };
  database.run("DELETE FROM scope_let_go WHERE kind = 'closed' AND identity = ?", id);
  for (const kind of ['pin', 'task'] as const)
    database.run(
      `DELETE FROM scope_let_go WHERE scope_key IN (SELECT value FROM json_each(?1)) AND kind = ?2
         AND identity IN (SELECT value FROM json_each(?3)) AND NOT EXISTS (SELECT 1 FROM session_states
           WHERE scope_key IN (SELECT value FROM json_each(?1)) AND id <> ?4 AND instr(lower(${columns[kind]}), identity))`,
      JSON.stringify(keysOf(database, scope.key)),
      kind,
      JSON.stringify(own[kind]),
      id,
    );
}

/** Links its neighbours in the chain to each other; returns the changed sessions. */
function unlink(database: Database, id: SessionId): SessionId[] {
  database.run('DELETE FROM session_links WHERE from_id = ?1 OR to_id = ?1', id);
  const before = database.get(
    `SELECT previous_session_id FROM session_states WHERE id = ?1
     UNION ALL SELECT previous_session_id FROM cold_sessions WHERE id = ?1`,
    id,
  )?.['previous_session_id'];
  const isLinked = 'previous_session_id = ?1 OR continued_by = ?1';
  const change = (table: string) =>
    `UPDATE ${table} SET previous_session_id = iif(previous_session_id = ?1, ?2, previous_session_id),
       continued_by = nullif(continued_by, ?1) WHERE ${isLinked}`;
  const beside = database.all(
    `SELECT id FROM session_states WHERE ${isLinked} UNION ALL SELECT id FROM cold_sessions WHERE ${isLinked}`,
    id,
  );
  for (const table of ['session_states', 'cold_sessions'])
    database.record(table, change(table), id, before ?? null);
  return beside.map((row) => row['id'] as SessionId);
}

function removeDocument(
  database: Database,
  kind: 'session' | 'thread',
  ref: SessionId | ThreadId,
): void {
  const number = numberOf(database, kind, ref);
  if (number === null) return;
  clearPassages(database, number);
  database.run('DELETE FROM search_document WHERE number = ?', number);
}

/** Facts of threads that a session added. */
const ITS_WORK = "kind = 'thread' AND key = ?";

/** Removes its facts from threads; a thread without other work is removed. */
function inThreads(database: Database, id: SessionId): void {
  const gone = database.column<ThreadId>(
    `DELETE FROM session_events WHERE ${ITS_WORK} RETURNING session_id`,
    id,
  );
  for (const thread of new Set(gone)) {
    discardFold(database, thread);
    forgetHash(database, 'thread', thread);
    if (database.has('SELECT 1 FROM session_events WHERE session_id = ? LIMIT 1', thread))
      indexThread(database, thread);
    else {
      removeDocument(database, 'thread', thread);
      database.run('DELETE FROM work_threads WHERE id = ?', thread);
    }
  }
}
