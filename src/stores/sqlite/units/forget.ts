import type { SessionId, ThreadId } from '../../../domain/ids.ts';
import type { Memory } from '../../../domain/memories/memory.ts';
import type { SessionState } from '../../../domain/session/session.ts';
import type { Millis } from '../../../domain/time.ts';
import {
  FORGOTTEN,
  type Forgetting,
  forgetDeep,
  forgetInRestore,
  forgetInText,
  forgetTold,
  isEmptied,
  linesHolding,
  mayHold,
  otherTopics,
} from '../../../domain/upkeep/forget.ts';
import type { ColdFiles } from '../../../store/retention.ts';
import type { Folding, Store } from '../../../store.ts';
import { type Database, DatabaseBusy, patiently, type Row } from '../database.ts';
import { putMemory, toMemory } from '../memory-rows.ts';
import type { Sync } from '../promised.ts';
import { parsed } from '../rows.ts';
import { openBlocksWhere } from './blocks.ts';
import { factsAfter } from './events.ts';
import { foldSession, stateOf } from './fold.ts';
import { changedRows, holding, inOlderIndexes, type Texts, textsIn, writeChanged } from './forget-rows.ts';
import { memoryOf } from './memories.ts';
import { removeOlder } from './older-memories.ts';
import { indexSession } from './search.ts';
import { indexThread } from './threads.ts';

/** Somebody waits for it, and it is not done often. */
const PATIENCE_MS = 5_000;
/** Readers are done within milliseconds; one that is not will not be soon. */
const READERS_MS = 1_000;

/** Forgetting: the rows in one transaction, then the bytes that deleting leaves behind. */
export function forgetUnits(
  database: Database,
  files: ColdFiles,
): Sync<
  Pick<
    Store,
    'forgetMemory' | 'holding' | 'sealedMetrics' | 'forgetWords' | 'leaveNoBytes' | 'unfinishedForgetting'
  >
> {
  return {
    forgetMemory(id, folding, at, cold) {
      return database.write(() => {
        const memory = memoryOf(database, id);
        if (!memory) return null;
        removeMemory(database, id, at);
        const forgetting: Forgetting = { memoryId: id, content: memory.content };
        inMemories(database, forgetting, at);
        return { memory, sessions: takeOut(database, files, forgetting, folding, at, cold) };
      });
    },

    holding(forgetting) {
      database.write(() => openHolding(database, forgetting));
      const count = (texts: Texts) => changedRows(database, texts, forgetting);
      const facts = count(FACTS);
      const memories = count(MEMORIES);
      const entries = count(THREAD_FACTS);
      const said = [...facts, ...memories, ...entries].flatMap(({ row, after }) =>
        Object.keys(after).flatMap((name) => linesHolding(row[name], forgetting)),
      );
      const others = textsIn(database, 'words', forgetting).map((texts) => count(texts).length);
      const names = textsIn(database, 'names', forgetting).flatMap((texts) => count(texts));
      return {
        sessions: new Set(facts.map(({ row }) => row['session_id'])).size,
        facts: facts.length,
        memories: memories.length,
        thread_entries: entries.length,
        told: count(TOLD).length,
        other_rows: [...others, count(PASSAGES).length].reduce((sum, n) => sum + n, 0),
        sealed_metrics: count(METRICS).length,
        names: new Set(
          names.map(({ row, after }) =>
            Object.keys(after)
              .map((name) => row[name])
              .join('\n'),
          ),
        ).size,
        lines: [...new Set(said)],
      };
    },

    sealedMetrics(forgettings) {
      const rows = forgettings.flatMap((forgetting) => changedRows(database, METRICS, forgetting));
      return new Set(rows.map(({ row }) => row['seq'])).size;
    },

    forgetWords(forgetting, folding, at, cold) {
      return database.write(() => {
        // The words themselves must not stand here.
        begin(database, `words-${at}`, at);
        const memories = inMemories(database, forgetting, at);
        const sessions = takeOut(database, files, forgetting, folding, at, cold);
        inOlderIndexes(database, forgetting);
        return { memories, sessions };
      });
    },

    /**
     * `secure_delete` zeroes what is deleted, but not the copies that stay in a page when SQLite moves rows to another:
     * of 2,000 deleted texts 6 to 8 could still be read in the file. Written anew (7 ms per MB), it holds none.
     */
    leaveNoBytes() {
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

    unfinishedForgetting() {
      return unfinished(database);
    },
  };
}

function unfinished(database: Database): string[] {
  return database.all('SELECT memory_id FROM memory_forgotten').map((row) => String(row['memory_id']));
}

/** Notes that bytes of something are still to go: who is killed before they are gone is followed by another. */
export function begin(database: Database, what: string, at: Millis): void {
  database.run('INSERT OR IGNORE INTO memory_forgotten(memory_id, at) VALUES (?, ?)', what, at);
}

function removeMemory(database: Database, id: string, at: Millis): void {
  begin(database, id, at);
  database.run('DELETE FROM memory_items WHERE id = ?', id);
  database.run('DELETE FROM memory_changes WHERE memory_id = ?', id);
  database.run('DELETE FROM session_learnings WHERE memory_id = ?', id);
  removeOlder(database, id);
  forgetHash(database, 'memory', id);
}

/** A hash of words that are gone would still tell whoever guesses them that he is right. */
function forgetHash(database: Database, kind: string, id: string): void {
  database.run('UPDATE ledger_facts SET hash = NULL WHERE kind = ? AND id = ?', kind, id);
}

const FACTS = { table: 'session_events', columns: ['body'], key: ['seq'] };
const THREAD_FACTS = { table: 'thread_events', columns: ['body'], key: ['seq'] };
const TOLD = { table: 'session_restores', columns: ['preamble', 'explanation'], key: ['rowid'] };
const MEMORIES = { table: 'memory_items', columns: ['content', 'categories'], key: ['number'] };
const PASSAGES = { table: 'search_passage', columns: ['text', 'hidden'], key: ['id'] };
const METRICS = { table: 'metric_records', columns: ['body'], key: ['seq'] };

/** Memories lose the words. One that says nothing else goes, and so does a quoted sentence, which means nothing with a hole. */
function inMemories(database: Database, forgetting: Forgetting, at: Millis): string[] {
  const gone: string[] = [];
  for (const { row } of changedRows(database, MEMORIES, forgetting)) {
    const memory = toMemory(row);
    const without: Memory = {
      ...memory,
      content: forgetInText(memory.content, forgetting),
      categories: memory.categories.filter((name) => !mayHold(name, forgetting)),
    };
    const isQuoted = memory.categories.some((name) => ['rule', 'proposal', 'finding'].includes(name));
    if (isQuoted || isEmptied(without.content)) {
      removeMemory(database, memory.id, at);
      gone.push(memory.id);
    } else {
      putMemory(database, without);
      forgetHash(database, 'memory', memory.id);
    }
  }
  return gone;
}

/** Takes the words out of everything but memories, and makes anew what is made of it. The sessions that held them. */
function takeOut(
  database: Database,
  files: ColdFiles,
  forgetting: Forgetting,
  folding: Folding,
  at: Millis,
  cold: readonly SessionId[],
): SessionState[] {
  openHolding(database, forgetting);
  const touched = inFacts(database, forgetting);
  inRestores(database, forgetting, touched);
  for (const session of touched) foldAnew(database, session, folding, at);
  inColdIndex(database, forgetting, cold);
  const threads = inThreads(database, forgetting);
  for (const session of [...touched, ...cold]) {
    indexSession(database, files, session);
    forgetHash(database, 'session', `last:${session}`);
  }
  for (const thread of threads) {
    indexThread(database, thread);
    forgetHash(database, 'thread', thread);
  }
  inPassages(database, forgetting);
  const sessions = [...touched, ...inOtherTables(database, forgetting)];
  dropEmptied(database);
  dropStandings(database);
  return statesOf(database, sessions);
}

export function statesOf(database: Database, sessions: Iterable<SessionId>): SessionState[] {
  return [...new Set(sessions)]
    .map((session) => stateOf(database, session))
    .filter((state) => state !== null);
}

/** They are made anew when somebody asks. */
export function dropStandings(database: Database): void {
  database.run('DELETE FROM scope_standings');
}

/** Words inside a block are out of reach for SQL. */
function openHolding(database: Database, forgetting: Forgetting): void {
  for (const log of ['session', 'thread'] as const)
    openBlocksWhere(database, log, (body) => mayHold(body, forgetting));
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
    const body = withoutEmptiedTodos(forgetDeep(row['body'] as string, forgetting));
    if (body === row['body']) continue;
    if (isNothing(body)) database.run('DELETE FROM session_events WHERE seq = ?', row['seq']!);
    else database.run('UPDATE session_events SET body = ? WHERE seq = ?', body, row['seq']!);
    touched.add(row['session_id'] as SessionId);
  }
  return touched;
}

/** A to-do that said nothing else is none any more. */
function withoutEmptiedTodos(body: string): string {
  if (!body.includes(FORGOTTEN)) return body;
  const fact = parsed<{ update?: { items?: readonly { text?: unknown }[] } }>(body, {});
  const items = fact.update?.items;
  if (!Array.isArray(items)) return body;
  const kept = items.filter(({ text }) => typeof text !== 'string' || !isEmptied(text));
  return kept.length === items.length
    ? body
    : JSON.stringify({ ...fact, update: { ...fact.update, items: kept } });
}

/** A pin that said nothing else is none any more. */
function isNothing(body: string): boolean {
  const { pin, identity } = parsed<{ pin?: { content?: unknown }; identity?: unknown }>(body, {});
  return pin?.content === FORGOTTEN || identity === FORGOTTEN;
}

/** Takes the words out of restores. Sessions that held the words themselves lose their keywords there too. */
function inRestores(database: Database, forgetting: Forgetting, touched: ReadonlySet<SessionId>): void {
  const { where, values } = holding(['preamble', 'explanation'], forgetting);
  const rows = database.all(
    `SELECT rowid AS number, session_id, preamble, explanation FROM session_restores
     WHERE ${where} OR instr(explanation, coalesce(?, 'no memory'))
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

/** Why something was told, without the words of the session that it was compared by. */
export function withoutKeywords(explanation: string): string {
  const why = parsed<Record<string, unknown>>(explanation, {});
  return 'keywords' in why ? JSON.stringify({ ...why, keywords: [] }) : explanation;
}

/** The facts say less now, and so must all that was made of them; when it was last brought up to date stays. */
export function foldAnew(database: Database, id: SessionId, folding: Folding, at: Millis): void {
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

/** Takes the words out of threads; a fact that says nothing else goes, and its thread is folded anew when asked. */
function inThreads(database: Database, forgetting: Forgetting): Set<ThreadId> {
  const threads = new Set<ThreadId>();
  for (const { row, after } of changedRows(database, THREAD_FACTS, forgetting)) {
    const body = String(after['body']);
    const said = parsed<Record<string, unknown>>(body, {});
    const isEmpty = [said['text'], said['choice'], said['name'], said['path']].includes(FORGOTTEN);
    if (isEmpty) database.run('DELETE FROM thread_events WHERE seq = ?', row['seq']!);
    else database.run('UPDATE thread_events SET body = ? WHERE seq = ?', body, row['seq']!);
    database.run('DELETE FROM thread_folds WHERE thread_id = ?', row['thread_id']!);
    threads.add(row['thread_id'] as ThreadId);
  }
  return threads;
}

/** Deletes passages of sessions whose record is not at hand, such as one whose file is gone. */
function inPassages(database: Database, forgetting: Forgetting): void {
  for (const { row } of changedRows(database, PASSAGES, forgetting))
    database.run('DELETE FROM search_passage WHERE id = ?', row['id']!);
}

/** Sessions whose rows held the words although no facts of theirs did. */
function inOtherTables(database: Database, forgetting: Forgetting): SessionId[] {
  return textsIn(database, 'words', forgetting).flatMap((texts) => {
    const rows = changedRows(database, texts, forgetting);
    writeChanged(database, texts, rows);
    return texts.table === 'session_states' ? rows.map(({ row }) => row['id'] as SessionId) : [];
  });
}

/** A waiting pin, or one that was let go, that said nothing else. */
function dropEmptied(database: Database): void {
  database.run("DELETE FROM scope_waiting_pins WHERE body ->> '$.content' = ?", FORGOTTEN);
  database.run('DELETE FROM scope_let_go WHERE identity = ?', FORGOTTEN);
}

/** Copies the log into the database and cuts it; false where a reader needs it for longer than we wait. */
function emptyLog(database: Database): boolean {
  const until = process.uptime() + READERS_MS / 1000;
  do {
    if (database.get('PRAGMA wal_checkpoint(TRUNCATE)')?.['busy'] === 0) return true;
  } while (process.uptime() < until);
  return false;
}
