import {
  GLOBAL_SCOPE_KEY,
  type ScopeKey,
  type SessionId,
  type ThreadId,
} from '../../domain/base/ids.ts';
import { isGlobal } from '../../domain/base/scope.ts';
import { type Millis, millis } from '../../domain/base/time.ts';
import type { RecordedFact } from '../../domain/facts/fact.ts';
import { documentOf, type PassageId, turnAround } from '../../domain/index/passage.ts';
import { pinText, type SearchText } from '../../domain/index/session-text.ts';
import type { SearchItem } from '../../domain/search/query.ts';
import type { Corpus, HitList } from '../../domain/search/rank.ts';
import { MARK } from '../../domain/search/snippet.ts';
import type { KnownWord } from '../../domain/search/spelling.ts';
import type { Database, Row, Value } from '../base/database.ts';
import { type InScope, keysOf, projectColumn } from '../base/joined.ts';
import { hasSessionsToMove, OWN_PLACE } from '../base/outside.ts';
import type { UnitsOf } from '../base/promised.ts';
import { hotAndCold, parsePins, parseStrings } from '../base/rows.ts';
import { factsAfter, toRecorded } from '../facts/events.ts';
import {
  documentOfSession,
  indexFacts,
  indexTexts,
  type SearchDocument,
  type SearchKind,
  wordExpression,
} from '../index/search-write.ts';
import { coldHead, coldRows } from '../sessions/cold.ts';
import { hotHead } from '../sessions/fold.ts';
import { indexThread } from '../threads/threads.ts';

export interface SearchFilter {
  readonly kinds?: readonly SearchKind[];
  readonly scopeKeys?: readonly ScopeKey[];
  readonly host?: string;
  readonly branch?: string;
  /** This session alone. */
  readonly session?: SessionId;
  /** Every session but this one. */
  readonly besides?: SessionId;
  /** Documents of at least some of the time between. */
  readonly since?: Millis;
  readonly until?: Millis;
}

/** Columns, not rows: a search in a scope reads thousands of them. */
export interface SearchSpans {
  readonly numbers: readonly number[];
  readonly began: readonly Millis[];
  readonly ended: readonly Millis[];
  /** Passages of all of them. */
  readonly passages: number;
}

export interface Passage {
  readonly id: PassageId;
  readonly text: string;
}

export interface SearchStore {
  searchCorpus(): Promise<Corpus>;

  /** The passages that hold a term: at most so many, from the newest on. */
  searchHits(term: SearchItem, most: number): Promise<HitList>;

  /** The documents that a filter leaves. */
  searchSpans(filter: SearchFilter): Promise<SearchSpans>;

  searchDocument(number: number): Promise<SearchDocument | null>;

  /** The passages of the turn that one belongs to, in their order, with the terms marked in them. */
  markedTurn(terms: readonly SearchItem[], id: PassageId): Promise<readonly Passage[]>;

  /** Words of the index, without their endings, that begin so. */
  wordsBeginning(start: string): Promise<readonly KnownWord[]>;

  /** A word as it stands in the newest text that holds it. */
  wordAsWritten(form: string): Promise<string | null>;

  /** Sessions, hot and cold, that no document stands for. */
  unindexedSessions(): Promise<number>;

  /** Makes the index anew from the rows and the files of cold storage, session by session; tells how many it read. */
  rebuildSearch(each: (done: number, all: number) => void): Promise<number>;
}

export const searchUnits: UnitsOf<SearchStore> = {
  searchCorpus(database) {
    const sql = 'SELECT count(*) AS documents, total(passages) AS passages FROM search_document';
    return database.get<Corpus>(sql)!;
  },

  searchHits(database, term, most) {
    // One text of all ids: three times as fast as a row for each.
    const found = database.value<string>(
      `SELECT json_group_array(rowid)
       FROM (SELECT rowid FROM search_index WHERE search_index MATCH ? ORDER BY rowid DESC LIMIT ?)`,
      wordExpression(term),
      most,
    );
    const ids = (JSON.parse(found!) as PassageId[]).reverse();
    if (ids.length < most) return { ids, reach: 1 };
    const newest = database.value<number>('SELECT max(number) FROM search_document')!;
    return { ids, reach: (newest - documentOf(ids[0]!) + 1) / newest };
  },

  searchSpans(database, filter) {
    const { where, values } = conditionsOf(database, filter);
    const row = database.get(
      `SELECT json_group_array(number) AS numbers, json_group_array(began) AS began,
         json_group_array(ended) AS ended, total(passages) AS passages FROM search_document WHERE ${where}`,
      ...values,
    );
    const column = (name: string) => JSON.parse(String(row![name])) as number[];
    return {
      numbers: column('numbers'),
      began: column('began'),
      ended: column('ended'),
      passages: Number(row!['passages']),
    };
  },

  searchDocument(database, number) {
    return (
      database.get<SearchDocument>(
        `SELECT number, kind, ref, scope, (SELECT ${projectColumn('search_document')}) AS scopeKey, host, branch, began, ended,
           iif(kind = 'session', (${hotAndCold((table) => `SELECT title FROM ${table} WHERE id = ref`)}), NULL) AS title
         FROM search_document WHERE number = ?`,
        number,
      ) ?? null
    );
  },

  markedTurn(database, terms, id) {
    const range = turnAround(id);
    // Numbers are bound as reals, and FTS5 passes over a rowid that is no integer: every passage would do.
    const marked = database.all<Passage>(
      `SELECT rowid AS id, highlight(search_index, 0, '${MARK.open}', '${MARK.close}') AS text FROM search_index
       WHERE search_index MATCH ? AND rowid >= CAST(? AS INTEGER) AND rowid < CAST(? AS INTEGER)`,
      terms.map(wordExpression).join(' OR ') || '""',
      ...range,
    );
    const texts = new Map(marked.map(({ id, text }) => [id, text]));
    return database
      .all<Passage>(
        'SELECT id, text FROM search_passage WHERE id >= ? AND id < ? ORDER BY id',
        ...range,
      )
      .map(({ id, text }) => ({ id, text: texts.get(id) ?? text }));
  },

  wordsBeginning(database, start) {
    // The words of the index as a table of this connection.
    database.raw.exec(
      'CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_words USING fts5vocab(main, search_index, row)',
    );
    return database.all<KnownWord>(
      'SELECT term AS word, doc AS count FROM temp.search_words WHERE term >= ? AND term < ?',
      start,
      `${start}\u{10FFFF}`,
    );
  },

  wordAsWritten(database, form) {
    const found = database.value<string>(
      `SELECT highlight(search_index, 0, '${MARK.open}', '${MARK.close}') FROM search_index
       WHERE search_index MATCH ? ORDER BY rowid DESC LIMIT 1`,
      wordExpression({ forms: [form] }),
    );
    const text = found ?? '';
    const from = text.indexOf(MARK.open);
    return from < 0 ? null : text.slice(from + 1, text.indexOf(MARK.close)).toLowerCase();
  },

  unindexedSessions(database) {
    // Two indexes in their order, side by side; the rows themselves are read only where one is missing.
    const without = (table: string) =>
      `SELECT id FROM ${table} EXCEPT SELECT ref FROM search_document WHERE kind = 'session'`;
    return database.value<number>(
      `WITH hot AS MATERIALIZED (${without('session_states')})
       SELECT (SELECT count(*) FROM hot JOIN session_states USING (id) WHERE holds IS NOT 0)
            + (SELECT count(*) FROM (${without('cold_sessions')}))`,
    )!;
  },

  rebuildSearch(database, each) {
    database.write(() => {
      database.run("INSERT INTO search_index(search_index) VALUES ('delete-all')");
      database.raw.exec('DROP TRIGGER search_passage_removed');
      database.run('DELETE FROM search_passage');
      database.raw.exec(REMOVED_TRIGGER);
      database.run('DELETE FROM search_document');
    });
    for (const id of database.column<ThreadId>('SELECT id FROM work_threads ORDER BY rowid'))
      database.write(() => indexThread(database, id));
    const every = `SELECT id FROM (${EVERY_SESSION}) ORDER BY started_seq, start_time`;
    const ids = database.column<SessionId>(every);
    ids.forEach((id, i) => {
      // One transaction each: hooks come in between.
      database.write(() => indexSession(database, id));
      each(i + 1, ids.length);
    });
    return ids.length;
  },
};

/** With something in them: older rows do not say whether they hold anything. */
const EVERY_SESSION = `SELECT id, started_seq, start_time FROM session_states WHERE holds IS NOT 0
  UNION ALL SELECT id, started_seq, start_time FROM cold_sessions`;

const REMOVED_TRIGGER = `CREATE TRIGGER search_passage_removed AFTER DELETE ON search_passage BEGIN
  INSERT INTO search_index(search_index, rowid, text, hidden) VALUES ('delete', old.id, old.text, old.hidden);
END`;

/** Indexes a session, hot or cold, as its record says now. */
export function indexSession(database: Database, id: SessionId): void {
  const head = hotHead(database, id) ?? coldHead(database, id);
  if (!head) return;
  const rows = head.cold ? coldRows(database, id) : null;
  // A file that is gone says nothing new; what was indexed of it stays.
  if (head.cold && !rows) return;
  const facts: RecordedFact[] = rows
    ? rows.session_events.map((row) => toRecorded(row as Row, id))
    : foldedFacts(database, id);
  if (facts.length > 0) {
    indexFacts(database, head, facts, 'anew');
    return;
  }
  // A row of an older Cortex: what it says of itself is all there is.
  const row =
    (rows?.session_states[0] as Row | undefined) ??
    database.get('SELECT * FROM session_states WHERE id = ?', id);
  const texts = row ? textsOfRow(row) : [];
  const ended = millis((row?.['end_time'] ?? null) as string | null) ?? head.startedAt;
  if (texts.length > 0) indexTexts(database, documentOfSession(head, ended), texts, true);
}

/** Up to the watermark: the next fold adds what comes after it. */
function foldedFacts(database: Database, id: SessionId): RecordedFact[] {
  const last =
    database.value<number>('SELECT seq FROM session_folds WHERE session_id = ?', id) ?? 0;
  return factsAfter(database, id, 0).filter(({ seq }) => seq <= last);
}

function textsOfRow(row: Row): SearchText[] {
  const title = row['title'];
  return [
    ...(typeof title === 'string' ? [{ turn: 0, field: 'user' as const, text: title }] : []),
    ...[...parsePins(row['working_memory']).map(pinText), parseStrings(row['hot_topics']).join(' ')]
      .filter((text) => text !== '')
      .map((text) => ({ turn: 0, field: 'notes' as const, text })),
  ];
}

function conditionsOf(
  database: Database,
  filter: SearchFilter,
): { readonly where: string; readonly values: Value[] } {
  const scopes = filter.scopeKeys && scopesAsked(database, filter.scopeKeys);
  const given: [string, Value | readonly Value[] | undefined][] = [
    ['kind IN (SELECT value FROM json_each(?))', filter.kinds && JSON.stringify(filter.kinds)],
    [scopes?.where ?? '', scopes?.keys],
    ['host = ?', filter.host],
    ["kind = 'session' AND ref = ?", filter.session],
    ["(kind <> 'session' OR ref <> ?)", filter.besides],
    ['branch = ?', filter.branch],
    ['ended >= ?', filter.since],
    ['began < ?', filter.until],
  ];
  const used = given.filter(
    (pair): pair is [string, Value | readonly Value[]] => pair[1] !== undefined,
  );
  return {
    where: used.map(([condition]) => condition).join(' AND ') || 'TRUE',
    values: used.flatMap(([, value]) => value as Value | Value[]),
  };
}

/**
 * The condition for the scopes of a search. Beside a project the global scope is left out, because words that were said elsewhere
 * are no words of it. Sessions that wait there to be moved to this project are found by their ids.
 */
function scopesAsked(database: Database, scopeKeys: readonly ScopeKey[]): InScope {
  const projects = scopeKeys.filter((key) => !isGlobal(key));
  const keys = (projects.length > 0 ? projects : scopeKeys).flatMap((key) => keysOf(database, key));
  const asked = JSON.stringify(keys);
  const where = 'scope_key IN (SELECT value FROM json_each(?))';
  if (!hasSessionsToMove(database, keys)) return { where, keys: [asked] };
  const awaited = `SELECT id FROM session_states WHERE scope_key = '${GLOBAL_SCOPE_KEY}'
    AND ${OWN_PLACE} IN (SELECT value FROM json_each(?))`;
  return { where: `(${where} OR ref IN (${awaited}))`, keys: [asked, asked] };
}
