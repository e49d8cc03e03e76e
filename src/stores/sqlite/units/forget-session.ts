import type { Fact } from '../../../domain/fact.ts';
import { type SessionId, shortId, type ThreadId } from '../../../domain/ids.ts';
import {
  type ForgettingSession,
  forgettingSession,
  withoutSession,
} from '../../../domain/upkeep/forget-session.ts';
import type { ColdFiles } from '../../../store/retention.ts';
import type { Store } from '../../../store.ts';
import type { Database, Row } from '../database.ts';
import { toMemory } from '../memory-rows.ts';
import { keysOf } from '../projects.ts';
import type { Sync } from '../promised.ts';
import { parsed } from '../rows.ts';
import { coldRows, coldState } from './cold.ts';
import { factsAfter, toRecorded } from './events.ts';
import { stateOf } from './fold.ts';
import { begin, dropStandings, foldAnew, statesOf } from './forget.ts';
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
    sessionHolding(id) {
      const state = stateOf(database, id) ?? coldState(database, files, id);
      if (!state) return null;
      const noted = threadFacts(database, id);
      const facts = factsOf(database, files, id);
      const made = database.all('SELECT * FROM memory_items WHERE session_id = ?', id).map(toMemory);
      const of = (is: (categories: readonly string[]) => boolean) =>
        made.filter(({ categories }) => is(categories)).map((memory) => memory.id);
      const isRule = (categories: readonly string[]) => categories.includes('rule');
      const isFinding = (categories: readonly string[]) => categories.includes('finding');
      return {
        forgetting: forgettingSession(state, noted, facts),
        sessions: 1,
        facts: facts.length,
        memories: made.length,
        thread_entries: noted.length,
        told: toldOf(database, id).length,
        other_rows: inheritedFrom(database, id).length,
        findings: of((categories) => isFinding(categories) && !isRule(categories)),
        rules: of(isRule),
        other_memories: of((categories) => !isFinding(categories) && !isRule(categories)),
        is_running: state.end_time === null,
      };
    },

    forgetSession(forgetting, folding, at) {
      const { id } = forgetting;
      return database.write(() => {
        begin(database, `session-${id}`, at);
        letGo(database, forgetting);
        // Other sessions first: what they were told names this one.
        for (const row of toldOf(database, id)) untell(database, row, forgetting);
        const touched = new Set(inheritedFrom(database, id).map((row) => row['session_id'] as SessionId));
        for (const row of inheritedFrom(database, id))
          database.run('DELETE FROM session_events WHERE seq = ?', row['seq']!);
        for (const session of touched) {
          foldAnew(database, session, folding, at);
          indexSession(database, files, session);
        }
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

export function threadFacts(database: Database, id: SessionId): unknown[] {
  return database
    .all('SELECT body FROM thread_events WHERE session_id = ?', id)
    .map((row) => parsed<unknown>(row['body'], {}));
}

/** What other sessions were told of it. */
export function toldOf(database: Database, id: SessionId): Row[] {
  return database.all(
    `SELECT rowid AS number, preamble, explanation FROM session_restores
     WHERE session_id <> ?1 AND (instr(explanation, ?1) OR instr(preamble, ?2))`,
    id,
    shortId(id),
  );
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
    `SELECT seq, session_id FROM session_events
     WHERE kind = 'pinned' AND session_id <> ?1 AND instr(body, ?1) AND body ->> '$.pin.origin.sessionId' = ?1`,
    id,
  );
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

/** What it noted leaves its threads; one that nobody else worked on goes. */
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
