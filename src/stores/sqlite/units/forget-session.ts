import type { Fact } from '../../../domain/fact.ts';
import { type ScopeKey, type SessionId, shortId, type ThreadId } from '../../../domain/ids.ts';
import { type Pin, pinIdentity } from '../../../domain/pins/pin.ts';
import type { Scope } from '../../../domain/scope.ts';
import {
  type ForgettingSession,
  forgettingSession,
  isMade,
  type MadePin,
  pinsHeld,
  withoutSession,
} from '../../../domain/upkeep/forget-session.ts';
import type { ColdFiles } from '../../../store/retention.ts';
import type { Store } from '../../../store.ts';
import type { Database, Row } from '../database.ts';
import { toMemory } from '../memory-rows.ts';
import { inScope, keysOf } from '../projects.ts';
import type { Sync } from '../promised.ts';
import { parsed, pinsOf } from '../rows.ts';
import { openBlocks } from './blocks.ts';
import { coldRows, coldState } from './cold.ts';
import { factsAfter, toRecorded } from './events.ts';
import { pinsNow, stateOf } from './fold.ts';
import { begin, dropStandings, foldAnew, statesOf } from './forget.ts';
import { dropWaiting, insertWaiting } from './pins.ts';
import { letGoIn } from './restore.ts';
import { removeHot } from './retention.ts';
import { indexSession } from './search.ts';
import { clearPassages, numberOf } from './search-write.ts';
import { indexThread } from './threads.ts';

/** Forgetting a whole session. */
export function forgetSessionUnits(
  database: Database,
  files: ColdFiles,
): Sync<Pick<Store, 'sessionHolding' | 'forgetSession'>> {
  return {
    sessionHolding(id, isAlive) {
      const state = stateOf(database, id) ?? coldState(database, files, id);
      if (!state) return null;
      database.write(() => openThreadsOf(database, id));
      const noted = threadFacts(database, id);
      const facts = factsOf(database, files, id);
      const { own, before } = pinsHeld(state, facts);
      const scope = scopeOf(database, id);
      const letGoOf = scope ? letGoIn(database, scope.key).pins : null;
      const kept = before.filter((pin) => isAlive(pin, state) && !letGoOf?.has(pinIdentity(pin)));
      const made = database.all('SELECT * FROM memory_items WHERE session_id = ?', id).map(toMemory);
      const of = (is: (categories: readonly string[]) => boolean) =>
        made.filter(({ categories }) => is(categories)).map((memory) => memory.id);
      const isRule = (categories: readonly string[]) =>
        categories.includes('rule') || categories.includes('proposal');
      const forgetting = forgettingSession(state, noted, facts, kept);
      const pinsElsewhere = copiesOf(database, forgetting);
      const told = toldOf(database, id);
      const toldThere = toldTo(database, sessionsIn(pinsElsewhere)).filter(
        (row) => !told.some(({ number }) => number === row['number']) && tells(row, forgetting),
      );
      const isFinding = (categories: readonly string[]) => categories.includes('finding');
      return {
        forgetting,
        sessions: 1,
        facts: facts.length,
        memories: made.length,
        thread_entries: noted.length,
        told: told.length + toldThere.length,
        other_rows: inheritedFrom(database, id).length + pinsElsewhere.length,
        findings: of((categories) => isFinding(categories) && !isRule(categories)),
        rules: of(isRule),
        other_memories: of((categories) => !isFinding(categories) && !isRule(categories)),
        pins: [...own, ...before.filter((pin) => !kept.includes(pin))],
        kept_pins: kept,
        host: state.host,
        host_session_id: state.host_session_id,
        is_running: state.end_time === null,
      };
    },

    forgetSession(forgetting, folding, at, cold) {
      const { id } = forgetting;
      return database.write(() => {
        begin(database, `session-${id}`, at);
        openThreadsOf(database, id);
        const scope = scopeOf(database, id);
        // Other sessions first: what they were told names this one.
        for (const row of toldOf(database, id)) untell(database, row, forgetting);
        const pinsElsewhere = copiesOf(database, forgetting);
        const beside = sessionsIn(pinsElsewhere);
        for (const row of toldTo(database, beside)) untell(database, row, forgetting);
        for (const { seq } of pinsElsewhere) database.run('DELETE FROM session_events WHERE seq = ?', seq!);
        for (const session of beside) dropUnpinned(database, session, forgetting.made);
        const touched = new Set([...sessionsIn(inheritedFrom(database, id)), ...beside]);
        for (const row of inheritedFrom(database, id))
          inherit(database, row, forgetting.kept.map(pinIdentity));
        for (const session of touched) {
          foldAnew(database, session, folding, at);
          indexSession(database, files, session);
        }
        for (const session of cold) if (session !== id) indexSession(database, files, session);
        letGo(database, forgetting);
        unlink(database, id);
        removeHot(database, id);
        database.run('DELETE FROM cold_sessions WHERE id = ?', id);
        removeDocument(database, 'session', id);
        inThreads(database, id);
        database.run('DELETE FROM ledger_conversations WHERE session_id = ?', id);
        database.run('DELETE FROM ledger_facts WHERE instr(id, ?)', id);
        database.run('UPDATE ledger_conversations SET resumes = NULL WHERE resumes = ?', id);
        database.run('DELETE FROM session_learnings WHERE session_id = ?', id);
        for (const table of ['memory_items', 'memory_changes'])
          database.run(`UPDATE ${table} SET session_id = NULL WHERE session_id = ?`, id);
        if (scope) {
          dropWaiting(database, scope.key, (pin) => isMade(pin, forgetting.made));
          keepPins(database, scope, forgetting.kept);
        }
        dropStandings(database);
        return { sessions: statesOf(database, touched) };
      });
    },
  };
}

function factsOf(database: Database, files: ColdFiles, id: SessionId): Fact[] {
  const hot = factsAfter(database, id, 0);
  const recorded =
    hot.length > 0
      ? hot
      : (coldRows(database, files, id)?.session_events ?? []).map((row) => toRecorded(row as Row, id));
  return recorded.map(({ fact }) => fact);
}

/** Its notes stand in the blocks of threads, which are no longer its own rows. */
function openThreadsOf(database: Database, id: SessionId): void {
  for (const { thread_id } of database.all(
    'SELECT DISTINCT thread_id FROM thread_events WHERE session_id = ?',
    id,
  ))
    openBlocks(database, String(thread_id));
}

export function threadFacts(database: Database, id: SessionId): unknown[] {
  return database
    .all('SELECT body FROM thread_events WHERE session_id = ?', id)
    .map((row) => parsed<unknown>(row['body'], {}));
}

/** Restores of other sessions that quote this one. */
export function toldOf(database: Database, id: SessionId): Row[] {
  return database.all(
    `SELECT rowid AS number, preamble, explanation FROM session_restores
     WHERE session_id <> ?1 AND (instr(explanation, ?1) OR instr(preamble, ?2))`,
    id,
    shortId(id),
  );
}

function tells({ preamble, explanation }: Row, forgetting: ForgettingSession): boolean {
  const row = { preamble, explanation };
  return withoutSession(row, forgetting) !== row;
}

export function untell(database: Database, row: Row, forgetting: ForgettingSession): void {
  const { preamble, explanation } = row;
  const after = withoutSession({ preamble, explanation }, forgetting);
  database.run(
    'UPDATE session_restores SET preamble = ?, explanation = ? WHERE rowid = ?',
    after.preamble ?? null,
    after.explanation ?? '{}',
    row['number']!,
  );
}

/** Facts by which other sessions inherited its pins. */
function inheritedFrom(database: Database, id: SessionId): Row[] {
  return database.all(
    `SELECT seq, session_id, body FROM session_events
     WHERE kind = 'pinned' AND session_id <> ?1 AND instr(body, ?1) AND body ->> '$.pin.origin.sessionId' = ?1`,
    id,
  );
}

/** Facts by which other sessions hold pins that were made in it, taken over beside it or from one that did. */
function copiesOf(database: Database, { id, made }: ForgettingSession): Row[] {
  if (made.length === 0) return [];
  return database
    .all(
      `SELECT seq, session_id, body FROM session_events
       WHERE kind = 'pinned' AND session_id <> ?1 AND body ->> '$.pin.origin.sessionId' IS NOT ?1
         AND body ->> '$.pin.pinnedAt' IN (SELECT value FROM json_each(?2))`,
      id,
      JSON.stringify(made.map(({ pinnedAt }) => pinnedAt)),
    )
    .filter((row) => isMade(parsed<{ pin?: unknown }>(row['body'], {}).pin, made));
}

/** That a session let go of a pin names it; what it pinned again itself stays as it is. */
function dropUnpinned(database: Database, session: SessionId, made: readonly MadePin[]): void {
  const rows = database.all(
    "SELECT seq, kind, body FROM session_events WHERE session_id = ? AND kind IN ('pinned', 'unpinned')",
    session,
  );
  const facts = rows.map((row) => ({ seq: row['seq']!, fact: parsed<Fact | null>(row['body'], null) }));
  const held = new Set(facts.map(({ fact }) => (fact?.kind === 'pinned' ? pinIdentity(fact.pin) : null)));
  for (const { seq, fact } of facts) {
    if (fact?.kind !== 'unpinned' || held.has(fact.identity)) continue;
    if (made.some(({ identity }) => identity === fact.identity))
      database.run('DELETE FROM session_events WHERE seq = ?', seq);
  }
}

function sessionsIn(rows: readonly Row[]): readonly SessionId[] {
  return [...new Set(rows.map((row) => row['session_id'] as SessionId))];
}

/** Restores of these sessions. */
function toldTo(database: Database, sessions: readonly SessionId[]): Row[] {
  return database.all(
    `SELECT rowid AS number, preamble, explanation FROM session_restores
     WHERE session_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(sessions),
  );
}

/** Another session's inherited pin goes, except a pin of the project, which becomes that session's own. */
function inherit(database: Database, row: Row, kept: readonly string[]): void {
  const fact = parsed<Extract<Fact, { kind: 'pinned' }> | null>(row['body'], null);
  if (fact && kept.includes(pinIdentity(fact.pin))) {
    const body = JSON.stringify({ ...fact, pin: { ...fact.pin, origin: null } });
    database.run('UPDATE session_events SET body = ? WHERE seq = ?', body, row['seq']!);
  } else database.run('DELETE FROM session_events WHERE seq = ?', row['seq']!);
}

/** Pins of the project that no other session holds wait for the next one again. */
function keepPins(database: Database, scope: Scope & { readonly since: string }, kept: readonly Pin[]): void {
  if (kept.length === 0) return;
  const { where, keys } = inScope(database, scope.key);
  const others = database.all(
    `SELECT id, end_time, working_memory FROM session_states WHERE ${where} AND (end_time IS NULL OR start_time >= ?)`,
    ...keys,
    scope.since,
  );
  const held = new Set(
    others
      .flatMap((row) =>
        row['end_time'] === null
          ? pinsNow(database, row['id'] as SessionId)
          : pinsOf(row['working_memory'] as string),
      )
      .map(pinIdentity),
  );
  for (const pin of kept) if (!held.has(pinIdentity(pin))) insertWaiting(database, scope, pin);
}

/** The scope of a session and when it began. */
function scopeOf(database: Database, id: SessionId): (Scope & { readonly since: string }) | null {
  const row = database.get(
    `SELECT scope, scope_key, project_path, start_time FROM session_states WHERE id = ?1
     UNION ALL SELECT scope, scope_key, NULL, start_time FROM cold_sessions WHERE id = ?1`,
    id,
  );
  return row
    ? {
        key: row['scope_key'] as ScopeKey,
        label: String(row['scope']),
        root: row['project_path'] as string | null,
        since: String(row['start_time']),
      }
    : null;
}

/** Pins and to-dos of its own that were let go stand in its scope by their words. One that another session holds stays let go. */
function letGo(database: Database, { id, own }: ForgettingSession): void {
  const row = database.get(
    `SELECT scope_key FROM session_states WHERE id = ?1
     UNION ALL SELECT scope_key FROM cold_sessions WHERE id = ?1`,
    id,
  );
  if (!row) return;
  const keys = JSON.stringify(keysOf(database, String(row['scope_key'])));
  const remove = (kind: 'pin' | 'task', identity: string, column: string) =>
    database.run(
      `DELETE FROM scope_let_go WHERE scope_key IN (SELECT value FROM json_each(?1)) AND kind = ?2 AND identity = ?3
         AND NOT EXISTS (SELECT 1 FROM session_states
           WHERE scope_key IN (SELECT value FROM json_each(?1)) AND id <> ?4 AND instr(lower(${column}), ?3))`,
      keys,
      kind,
      identity,
      id,
    );
  for (const identity of own.pins) remove('pin', identity, 'working_memory');
  for (const identity of own.tasks) remove('task', identity, 'pending_tasks');
}

/** The chain closes around it. */
function unlink(database: Database, id: SessionId): void {
  database.run('DELETE FROM session_links WHERE from_id = ?1 OR to_id = ?1', id);
  const before = database.get(
    `SELECT previous_session_id FROM session_states WHERE id = ?1
     UNION ALL SELECT previous_session_id FROM cold_sessions WHERE id = ?1`,
    id,
  )?.['previous_session_id'];
  for (const table of ['session_states', 'cold_sessions']) {
    database.run(
      `UPDATE ${table} SET previous_session_id = ? WHERE previous_session_id = ?`,
      before ?? null,
      id,
    );
    database.run(`UPDATE ${table} SET continued_by = NULL WHERE continued_by = ?`, id);
  }
}

function removeDocument(database: Database, kind: 'session' | 'thread', ref: SessionId | ThreadId): void {
  const number = numberOf(database, kind, ref);
  if (number === null) return;
  clearPassages(database, number);
  database.run('DELETE FROM search_document WHERE number = ?', number);
}

/** Its notes leave their threads; a thread that nobody else worked on goes. */
function inThreads(database: Database, id: SessionId): void {
  const threads = database
    .all('SELECT DISTINCT thread_id FROM thread_events WHERE session_id = ?', id)
    .map((row) => row['thread_id'] as ThreadId);
  database.run('DELETE FROM thread_events WHERE session_id = ?', id);
  for (const thread of threads) {
    database.run('DELETE FROM thread_folds WHERE thread_id = ?', thread);
    database.run("UPDATE ledger_facts SET hash = NULL WHERE kind = 'thread' AND id = ?", thread);
    const isLeft = database.get('SELECT 1 FROM thread_events WHERE thread_id = ? LIMIT 1', thread);
    if (isLeft) indexThread(database, thread);
    else {
      removeDocument(database, 'thread', thread);
      database.run('DELETE FROM work_threads WHERE id = ?', thread);
    }
  }
}
