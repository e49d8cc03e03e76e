import type { SessionId, ThreadId } from '../../domain/base/ids.ts';
import { FORGOTTEN, isEmptied } from '../../domain/base/text/safe-text.ts';
import type { Millis } from '../../domain/base/time.ts';
import {
  eraserOf,
  type Forgetting,
  forgetInText,
  linesHolding,
  mayHold,
  withoutRestoreText,
} from '../../domain/keeping/forget.ts';
import { type Database, DatabaseBusy, patiently, type Row } from '../base/database.ts';
import { putMemory, toMemory } from '../base/memory-rows.ts';
import { removeOlderMemory } from '../base/older-memories.ts';
import type { UnitsOf } from '../base/promised.ts';
import { parseOr } from '../base/rows.ts';
import { factsAfter } from '../facts/events.ts';
import { forgetHash } from '../ledger/ledger.ts';
import { readMemory } from '../memories/memories.ts';
import { indexSession } from '../search/search.ts';
import { foldWithoutLearning } from '../sessions/fold.ts';
import { indexThread } from '../threads/threads.ts';
import {
  type ChangedRow,
  changedRows,
  type Erasing,
  type Holding,
  inOlderIndexes,
  type KeptRows,
  placesIn,
  type WordPlace,
  type WordPlaces,
  writeChanged,
} from './forget-rows.ts';
import { wholeLog } from './one-log.ts';

export interface ForgottenWords {
  /** Removed memories: the named one, and those without other content. */
  readonly memories: readonly string[];
  /** Number of facts with the words. */
  readonly facts: number;
  /** Sessions whose record held the words. */
  readonly sessions: readonly SessionId[];
}

/** A person waits for it, and it is rare. */
const PATIENCE_MS = 5_000;
/** Readers finish within milliseconds; a slower one is not waited for. */
const READERS_MS = 1_000;

/** Forgetting: the rows in one transaction, then the bytes that deleting leaves behind. */
export interface ForgetStore {
  /** Rows that hold the words now. `lines`: of events, memories and threads, each once. */
  holding(
    forgetting: Forgetting,
  ): Promise<Holding & KeptRows & { readonly lines: readonly string[] }>;

  /** How many sealed metrics hold any of these. */
  sealedMetrics(forgettings: readonly Forgetting[]): Promise<number>;

  /** Removes words, and their memory, from every row. */
  forgetWords(forgetting: Forgetting, at: Millis): Promise<ForgottenWords>;

  /**
   * `secure_delete` zeroes what is deleted, but not the copies that stay in a page when SQLite moves rows to another:
   * of 2,000 deleted texts 6 to 8 could still be read in the file. Written anew (7 ms per MB), it holds none.
   */
  leaveNoBytes(): Promise<boolean>;

  /** Subjects whose rows are removed but whose bytes may remain: `leaveNoBytes` did not run. */
  unfinishedForgetting(): Promise<string[]>;
}

export const forgetUnits: UnitsOf<ForgetStore> = {
  holding(database, forgetting) {
    lookThroughAll(database);
    const places = placesIn(database, PLACES).map((place) => ({
      ...place,
      rows: changedRows(database, place, forgetting),
    }));
    const rowsAs = (as: WordPlace['as']) =>
      places.flatMap((place) => (place.as === as ? place.rows : []));
    const facts = rowsAs('facts');
    const said = [...facts, ...rowsAs('memories'), ...rowsAs('thread_entries')].flatMap(
      ({ row, after }) => Object.keys(after).flatMap((name) => linesHolding(row[name], forgetting)),
    );
    const idIn = (entry: Row[string] | undefined) =>
      parseOr<{ item?: { id?: unknown } }>(entry, {}).item?.id ?? entry;
    const nameOf = ({ row, after }: ChangedRow) =>
      JSON.stringify(Object.keys(after).map((name) => idIn(row[name])));
    return {
      sessions: new Set(facts.map(({ row }) => row['session_id'])).size,
      facts: facts.length,
      memories: rowsAs('memories').length,
      thread_entries: rowsAs('thread_entries').length,
      told: rowsAs('told').length,
      other_rows: rowsAs('other_rows').length,
      sealed_metrics: rowsAs('sealed_metrics').length,
      names: new Set(rowsAs('names').map(nameOf)).size,
      lines: [...new Set(said)],
    };
  },

  sealedMetrics(database, forgettings) {
    const sealed = placesIn(database, PLACES).filter(({ as }) => as === 'sealed_metrics');
    const rows = forgettings.flatMap((forgetting) =>
      sealed.flatMap((place) => changedRows(database, place, forgetting)),
    );
    return new Set(rows.map(({ row }) => row['seq'])).size;
  },

  forgetWords(database, forgetting, at) {
    return database.write(() => {
      wholeLog(database);
      const { memoryId } = forgetting;
      const isMemory = memoryId !== null && readMemory(database, memoryId) !== null;
      if (isMemory) removeMemory(database, memoryId, at);
      // This name must not contain the words.
      else beginForgetting(database, `words-${at}`, at);
      const gone = eraseEverywhere(database, forgetting, at);
      forgetToldOf(database, forgetting, gone.sessions);
      for (const session of gone.sessions) refoldSession(database, session, at);
      for (const session of gone.sessions) {
        indexSession(database, session);
        forgetHash(database, 'session', `last:${session}`);
      }
      for (const thread of gone.threads) {
        database.run('DELETE FROM thread_folds WHERE thread_id = ?', thread);
        indexThread(database, thread);
        forgetHash(database, 'thread', thread);
      }
      dropEmptied(database);
      inOlderIndexes(database, forgetting);
      return {
        memories: [...(isMemory ? [memoryId] : []), ...gone.memories],
        facts: gone.facts,
        sessions: [...gone.sessions, ...gone.records],
      };
    });
  },

  leaveNoBytes(database) {
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

  unfinishedForgetting: unfinished,
};

function unfinished(database: Database): string[] {
  return database
    .all('SELECT memory_id FROM memory_forgotten')
    .map((row) => String(row['memory_id']));
}

/** Records that bytes are still to be erased, so that another run finishes after a kill. */
export function beginForgetting(database: Database, what: string, at: Millis): void {
  database.run('INSERT OR IGNORE INTO memory_forgotten(memory_id, at) VALUES (?, ?)', what, at);
}

function removeMemory(database: Database, id: string, at: Millis): void {
  beginForgetting(database, id, at);
  database.run('DELETE FROM memory_items WHERE id = ?', id);
  database.run('DELETE FROM memory_changes WHERE memory_id = ?', id);
  database.run('DELETE FROM session_learnings WHERE memory_id = ?', id);
  removeOlderMemory(database, id);
  forgetHash(database, 'memory', id);
}

/** Removes the words from every place except delivered texts. */
function eraseEverywhere(database: Database, forgetting: Forgetting, at: Millis): Erasing {
  const erasing: Erasing = {
    forgetting,
    at,
    memories: [],
    facts: 0,
    sessions: new Set(),
    records: new Set(),
    threads: new Set(),
  };
  for (const place of placesIn(database, PLACES))
    if (place.erase)
      for (const changed of changedRows(database, place, forgetting))
        place.erase(database, changed, erasing);
  return erasing;
}

/** Special cases by table; in all other tables the words are removed from texts. */
const PLACES: WordPlaces = {
  session_events: [
    { as: 'facts', columns: ['body'], rows: "kind NOT IN ('thread', 'ledger')", erase: inFact },
    { as: 'thread_entries', columns: ['body'], rows: "kind = 'thread'", erase: inWork },
    // Ids and hashes.
    { as: 'names', columns: ['body'], rows: "kind = 'ledger'" },
  ],
  session_states: [{ as: 'other_rows', erase: inRecord }, { as: 'names' }],
  memory_items: [{ as: 'memories', columns: ['content', 'categories'], erase: inMemory }],
  // Delivered texts are removed as a whole.
  session_restores: [{ as: 'told', columns: ['preamble', 'explanation'] }],
  search_passage: [{ as: 'other_rows', columns: ['text', 'hidden'], erase: inPassage }],
  // Each is sealed by the next.
  metric_records: [{ as: 'sealed_metrics', columns: ['body'] }],
  // Derived again, without a person's words, or not readable by SQL.
  memory_forgotten: [],
  cortex_migrations: [],
  fact_blocks: [],
};

function inFact(database: Database, { row, after }: ChangedRow, erasing: Erasing): void {
  const body = String(after['body']);
  writeFact(database, row, withoutEmptiedTodos(body), ['identity']);
  if (body.includes(FORGOTTEN)) erasing.facts++;
  erasing.sessions.add(row['session_id'] as SessionId);
}

function inWork(database: Database, { row, after }: ChangedRow, { threads }: Erasing): void {
  writeFact(database, row, String(after['body']), ['identity', 'text', 'choice', 'name', 'path']);
  threads.add(row['session_id'] as ThreadId);
}

function inRecord(database: Database, changed: ChangedRow, { records }: Erasing): void {
  records.add(changed.row['id'] as SessionId);
  writeChanged(database, { table: 'session_states', key: ['rowid'] }, changed);
}

function inPassage(database: Database, { row }: ChangedRow): void {
  database.run('DELETE FROM search_passage WHERE id = ?', row['id']!);
}

/** Removes a memory without other content, and a quoted sentence, which is meaningless with a gap. */
function inMemory(
  database: Database,
  { row }: ChangedRow,
  { forgetting, at, memories }: Erasing,
): void {
  const memory = toMemory(row);
  const content = forgetInText(memory.content, forgetting);
  const isQuoted = memory.categories.some((name) => ['rule', 'proposal', 'finding'].includes(name));
  if (isQuoted || isEmptied(content)) {
    removeMemory(database, memory.id, at);
    memories.push(memory.id);
    return;
  }
  const categories = memory.categories.filter((name) => !mayHold(name, forgetting));
  putMemory(database, { ...memory, content, categories });
  forgetHash(database, 'memory', memory.id);
}

/** Writes a fact without the words; removes it if these fields have no other content. */
function writeFact(database: Database, { seq }: Row, body: string, says: readonly string[]): void {
  const fact = parseOr<Record<string, unknown>>(body, {});
  const { content } = Object(fact['pin']) as { content?: unknown };
  if ([content, ...says.map((name) => fact[name])].includes(FORGOTTEN))
    database.run('DELETE FROM session_events WHERE seq = ?', seq!);
  else
    database.record(
      'session_events',
      'UPDATE session_events SET body = ? WHERE seq = ?',
      body,
      seq!,
    );
}

/** Removes to-dos without other content. */
function withoutEmptiedTodos(body: string): string {
  if (!body.includes(FORGOTTEN)) return body;
  const fact = parseOr<{ update?: { items?: readonly { text?: unknown }[] } }>(body, {});
  const items = fact.update?.items;
  if (!Array.isArray(items)) return body;
  const kept = items.filter(({ text }) => typeof text !== 'string' || !isEmptied(text));
  return kept.length === items.length
    ? body
    : JSON.stringify({ ...fact, update: { ...fact.update, items: kept } });
}

/** Removes delivered texts with the words, or about these sessions, because topics reveal their subject. */
function forgetToldOf(
  database: Database,
  forgetting: Forgetting,
  sessions: ReadonlySet<SessionId>,
): void {
  const isAbout = (row: Row) =>
    [...sessions].some((id) => id === row['session_id'] || String(row['explanation']).includes(id));
  const { tells } = eraserOf(forgetting);
  forgetTold(database, (row) => tells(row) || isAbout(row));
}

/** Removes the content of delivered texts that match, and keeps the fact of the delivery. */
export function forgetTold(database: Database, isToGo: (row: Row) => boolean): void {
  const rows = database.all(
    'SELECT rowid AS number, session_id, preamble, explanation FROM session_restores',
  );
  for (const row of rows.filter(isToGo)) {
    const { preamble, explanation } = withoutRestoreText(row);
    database.record(
      'session_restores',
      'UPDATE session_restores SET preamble = ?, explanation = ? WHERE rowid = ?',
      preamble ?? null,
      explanation ?? '{}',
      row['number']!,
    );
  }
}

/** Folds a session again after its facts lost words; the time of its last update stays. */
export function refoldSession(database: Database, id: SessionId, at: Millis): void {
  // Without its first fact a session cannot be folded.
  if (factsAfter(database, id, 0)[0]?.fact.kind !== 'started') return;
  const before = database.get('SELECT updated_at FROM session_states WHERE id = ?', id);
  database.run('DELETE FROM session_folds WHERE session_id = ?', id);
  foldWithoutLearning(database, id, at);
  database.record(
    'session_states',
    'UPDATE session_states SET updated_at = ? WHERE id = ?',
    before?.['updated_at'] ?? null,
    id,
  );
}

/** Removes waiting and dismissed pins without other content. */
function dropEmptied(database: Database): void {
  database.run("DELETE FROM scope_waiting_pins WHERE body ->> '$.content' = ?", FORGOTTEN);
  database.run('DELETE FROM scope_let_go WHERE identity = ?', FORGOTTEN);
}

/** Makes every fact a row, to be looked through. The write-ahead log is cut: a look leaves words in no further file. */
export function lookThroughAll(database: Database): void {
  database.write(() => wholeLog(database));
  emptyLog(database);
}

/** Copies the log into the database and cuts it; false where a reader needs it for longer than we wait. */
function emptyLog(database: Database): boolean {
  const until = process.uptime() + READERS_MS / 1000;
  do {
    if (database.get('PRAGMA wal_checkpoint(TRUNCATE)')?.['busy'] === 0) return true;
  } while (process.uptime() < until);
  return false;
}
