import {
  FORGOTTEN,
  type Forgetting,
  forgetDeep,
  forgetInRestore,
  forgetTold,
  otherTopics,
  tracesOf,
} from '../../../domain/forget.ts';
import type { SessionId } from '../../../domain/ids.ts';
import type { Millis } from '../../../domain/time.ts';
import type { Forgotten } from '../../../store/memories.ts';
import type { ColdFiles } from '../../../store/retention.ts';
import type { Folding } from '../../../store.ts';
import { type Database, DatabaseBusy, patiently, type Row, type Value } from '../database.ts';
import { FOLDED_COLUMNS, parsed } from '../rows.ts';
import { factsAfter } from './events.ts';
import { foldSession, stateOf } from './fold.ts';
import { memoryOf } from './memories.ts';
import { removeOlder } from './older-memories.ts';
import { indexSession } from './search.ts';

/** Somebody waits for it, and it is not done often. */
const PATIENCE_MS = 5_000;
/** Readers are done within milliseconds; one that is not will not be soon. */
const READERS_MS = 1_000;

/** Forgetting: the rows in one transaction, then the bytes that deleting leaves behind. */
export function forgetUnits(database: Database, files: ColdFiles) {
  return {
    forgetMemory(id: string, folding: Folding, at: Millis, cold: readonly SessionId[]): Forgotten | null {
      return database.write(() => {
        const memory = memoryOf(database, id);
        if (!memory) return null;
        database.run('INSERT OR IGNORE INTO memory_forgotten(memory_id, at) VALUES (?, ?)', id, at);
        database.run('DELETE FROM memory_items WHERE id = ?', id);
        database.run('DELETE FROM memory_changes WHERE memory_id = ?', id);
        database.run('DELETE FROM session_learnings WHERE memory_id = ?', id);
        removeOlder(database, id);
        // A hash of words that are gone would still tell whoever guesses them that he is right.
        database.run("UPDATE ledger_facts SET hash = NULL WHERE kind = 'memory' AND id = ?", id);
        const forgetting: Forgetting = { memoryId: id, content: memory.content };
        const touched = inFacts(database, forgetting);
        inRestores(database, forgetting, touched);
        for (const session of touched) foldAnew(database, session, folding, at);
        inColdIndex(database, forgetting, cold);
        inThreads(database, forgetting);
        for (const session of [...touched, ...cold]) indexSession(database, files, session);
        inPassages(database, forgetting);
        const sessions = [...touched, ...inOtherTables(database, forgetting)];
        dropEmptied(database);
        const states = [...new Set(sessions)].map((session) => stateOf(database, session));
        return { memory, sessions: states.filter((state) => state !== null) };
      });
    },

    /**
     * `secure_delete` zeroes what is deleted, but not the copies that stay in a page when SQLite moves rows to another:
     * of 2,000 deleted texts 6 to 8 could still be read in the file. Written anew (7 ms per MB), it holds none.
     */
    leaveNoBytes(): boolean {
      const gone = unfinished(database);
      try {
        patiently(() => database.raw.exec('VACUUM'), PATIENCE_MS);
      } catch (error) {
        if (error instanceof DatabaseBusy) return false;
        throw error;
      }
      if (!emptyLog(database)) return false;
      database.write(() => {
        for (const id of gone) database.run('DELETE FROM memory_forgotten WHERE memory_id = ?', id);
      });
      return true;
    },

    unfinishedForgetting(): string[] {
      return unfinished(database);
    },
  };
}

function unfinished(database: Database): string[] {
  return database.all('SELECT memory_id FROM memory_forgotten').map((row) => String(row['memory_id']));
}

/** Sessions whose facts held the words, or that made the memory. */
function inFacts(database: Database, forgetting: Forgetting): Set<SessionId> {
  const touched = new Set<SessionId>();
  const { where, values } = holding(['body'], forgetting);
  const rows = database.all(
    `SELECT seq, session_id, body FROM session_events
     WHERE ${where} OR (kind = 'learned' AND body ->> '$.memoryId' = ?)`,
    ...values,
    forgetting.memoryId,
  );
  for (const row of rows) {
    const body = forgetDeep(row['body'] as string, forgetting);
    if (body === row['body']) continue;
    if (isNothing(body)) database.run('DELETE FROM session_events WHERE seq = ?', row['seq']!);
    else database.run('UPDATE session_events SET body = ? WHERE seq = ?', body, row['seq']!);
    touched.add(row['session_id'] as SessionId);
  }
  return touched;
}

/** A pin that said nothing else is none any more. */
function isNothing(body: string): boolean {
  const { pin, identity } = parsed<{ pin?: { content?: unknown }; identity?: unknown }>(body, {});
  return pin?.content === FORGOTTEN || identity === FORGOTTEN;
}

/** What sessions were told. Of those that held the words themselves, what they were compared by goes too. */
function inRestores(database: Database, forgetting: Forgetting, touched: ReadonlySet<SessionId>): void {
  const { where, values } = holding(['preamble', 'explanation'], forgetting);
  const rows = database.all(
    `SELECT rowid AS number, session_id, preamble, explanation FROM session_restores
     WHERE ${where} OR instr(explanation, ?)
       OR EXISTS (SELECT 1 FROM json_each(?) WHERE value = session_id OR instr(explanation, value))`,
    ...values,
    forgetting.memoryId,
    JSON.stringify([...touched]),
  );
  for (const row of rows) {
    const stored = row as Row & { readonly preamble: string | null; readonly explanation: string };
    const { preamble, explanation } = forgetInRestore(stored, forgetting);
    const isConcerned = [...touched].some((id) => id === row['session_id'] || explanation.includes(id));
    database.run(
      'UPDATE session_restores SET preamble = ?, explanation = ? WHERE rowid = ?',
      preamble && isConcerned ? forgetTold(preamble, forgetting) : preamble,
      touched.has(row['session_id'] as SessionId) ? withoutKeywords(explanation) : explanation,
      row['number']!,
    );
  }
}

function withoutKeywords(explanation: string): string {
  const why = parsed<Record<string, unknown>>(explanation, {});
  return 'keywords' in why ? JSON.stringify({ ...why, keywords: [] }) : explanation;
}

/** The facts say less now, and so must all that was made of them; when it was last brought up to date stays. */
function foldAnew(database: Database, id: SessionId, folding: Folding, at: Millis): void {
  // Without its beginning a record would be folded into something else.
  if (factsAfter(database, id, 0)[0]?.fact.kind !== 'started') return;
  const before = database.get('SELECT updated_at FROM session_states WHERE id = ?', id);
  database.run('DELETE FROM session_folds WHERE session_id = ?', id);
  foldSession(database, id, folding, at, false);
  database.run('UPDATE session_states SET updated_at = ? WHERE id = ?', before?.['updated_at'] ?? null, id);
}

/** The files of these cold sessions held the words, so what the index says they are about may tell them. */
function inColdIndex(database: Database, forgetting: Forgetting, cold: readonly SessionId[]): void {
  for (const id of cold) {
    const row = database.get('SELECT hot_topics FROM cold_sessions WHERE id = ?', id);
    const topics = otherTopics(parsed<string[]>(row?.['hot_topics'], []), forgetting);
    database.run('UPDATE cold_sessions SET hot_topics = ? WHERE id = ?', JSON.stringify(topics), id);
  }
}

/** What threads recorded in the same words; a fact that says nothing else goes, and its thread is folded anew when asked. */
function inThreads(database: Database, forgetting: Forgetting): void {
  const { where, values } = holding(['body'], forgetting);
  for (const row of database.all(
    `SELECT seq, thread_id, body FROM thread_events WHERE ${where}`,
    ...values,
  )) {
    const body = forgetDeep(row['body'] as string, forgetting);
    const said = parsed<Record<string, unknown>>(body, {});
    const isEmpty = [said['text'], said['choice'], said['name'], said['path']].includes(FORGOTTEN);
    if (isEmpty) database.run('DELETE FROM thread_events WHERE seq = ?', row['seq']!);
    else database.run('UPDATE thread_events SET body = ? WHERE seq = ?', body, row['seq']!);
    database.run('DELETE FROM thread_folds WHERE thread_id = ?', row['thread_id']!);
  }
}

/** Of sessions whose record is not at hand, such as one whose file is gone, the passages themselves go. */
function inPassages(database: Database, forgetting: Forgetting): void {
  const { where, values } = holding(['text'], forgetting);
  database.run(`DELETE FROM search_passage WHERE ${where}`, ...values);
}

/** What else may hold somebody's words. Metrics may not be changed; of words they hold only the titles of tasks. */
const OTHERS: readonly {
  readonly table: string;
  readonly key: string;
  readonly columns: readonly string[];
}[] = [
  { table: 'session_states', key: 'id', columns: FOLDED_COLUMNS },
  { table: 'session_folds', key: 'session_id', columns: ['digest'] },
  { table: 'cold_sessions', key: 'id', columns: ['title', 'hot_topics'] },
  { table: 'scope_waiting_pins', key: 'seq', columns: ['body'] },
  { table: 'scope_let_go', key: 'identity', columns: ['identity'] },
];

/** Sessions whose rows held the words although no facts of theirs did. */
function inOtherTables(database: Database, forgetting: Forgetting): SessionId[] {
  return OTHERS.flatMap(({ table, key, columns }) => {
    const { where, values } = holding(columns, forgetting);
    const rows = database.all(
      `SELECT ${[key, ...columns].join(', ')} FROM ${table} WHERE ${where}`,
      ...values,
    );
    for (const row of rows) {
      database.run(
        `UPDATE OR REPLACE ${table} SET ${columns.map((name) => `${name} = ?`).join(', ')} WHERE ${key} = ?`,
        ...columns.map((name) => forgetDeep(row[name] ?? null, forgetting)),
        row[key]!,
      );
    }
    return table === 'session_states' ? rows.map((row) => row['id'] as SessionId) : [];
  });
}

/** A waiting pin, or one that was let go, that said nothing else. */
function dropEmptied(database: Database): void {
  database.run("DELETE FROM scope_waiting_pins WHERE body ->> '$.content' = ?", FORGOTTEN);
  database.run('DELETE FROM scope_let_go WHERE identity = ?', FORGOTTEN);
}

/** The condition under which a row may hold the words, as they are or inside JSON. */
function holding(
  columns: readonly string[],
  forgetting: Forgetting,
): { readonly where: string; readonly values: Value[] } {
  const traces = tracesOf(forgetting).flatMap((trace) => [trace, JSON.stringify(trace).slice(1, -1)]);
  const distinct = [...new Set(traces)];
  const parts = columns.flatMap((name) => distinct.map(() => `instr(${name}, ?)`));
  return {
    where: parts.length > 0 ? `(${parts.join(' OR ')})` : 'FALSE',
    values: columns.flatMap(() => distinct),
  };
}

/** Copies the log into the database and cuts it; false where a reader needs it for longer than we wait. */
function emptyLog(database: Database): boolean {
  const until = process.uptime() + READERS_MS / 1000;
  do {
    if (database.get('PRAGMA wal_checkpoint(TRUNCATE)')?.['busy'] === 0) return true;
  } while (process.uptime() < until);
  return false;
}
