import type { Recorded } from '../../../domain/fact.ts';
import type { SessionId, ThreadId } from '../../../domain/ids.ts';
import {
  hiddenWords,
  LAST_PLACE,
  type PassageId,
  passageId,
  passages,
  passagesOf,
  placeOf,
} from '../../../domain/search/passage.ts';
import { type SearchText, textsOf } from '../../../domain/search/session-text.ts';
import { textsOfThread } from '../../../domain/search/thread-text.ts';
import type { RecordedThreadFact } from '../../../domain/thread/thread.ts';
import type { SearchDocument } from '../../../store/search.ts';
import type { ThreadHead } from '../../../store/threads.ts';
import type { SessionHead } from '../../../store.ts';
import type { Database } from '../database.ts';

/** Adds what a fold has just read. `anew`: these are all its facts, and what was indexed of it goes. */
export function indexFacts(
  database: Database,
  head: SessionHead,
  facts: readonly Recorded[],
  anew: boolean,
): void {
  const texts = textsOf(
    facts.map(({ fact }) => fact),
    head.scope.root,
  );
  const known = numberOf(database, 'session', head.id);
  // Empty runs are nobody's memory.
  if (known === null && texts.length === 0) return;
  const ended = facts.reduce((latest, { at }) => Math.max(latest, at), head.startedAt);
  const number = enterDocument(database, documentOfSession(head, ended));
  if (anew) clearPassages(database, number);
  appendPassages(database, number, texts);
}

export function indexThreadFacts(
  database: Database,
  head: ThreadHead,
  facts: readonly RecordedThreadFact[],
  anew: boolean,
): void {
  const texts = textsOfThread(facts.map(({ fact }) => fact));
  if (texts.length === 0 && numberOf(database, 'thread', head.id) === null) return;
  const number = enterDocument(database, {
    kind: 'thread',
    ref: head.id,
    scope: head.scope.label,
    scopeKey: head.scope.key,
    host: null,
    branch: null,
    began: head.createdAt,
    ended: facts.reduce((latest, { at }) => Math.max(latest, at), head.createdAt),
  });
  if (anew) clearPassages(database, number);
  appendPassages(database, number, texts);
}

export function documentOfSession(head: SessionHead, ended: number): Omit<SearchDocument, 'number'> {
  return {
    kind: 'session',
    ref: head.id,
    scope: head.scope.label,
    scopeKey: head.scope.key,
    host: head.host,
    branch: head.branch,
    began: head.startedAt,
    ended,
  };
}

export function numberOf(
  database: Database,
  kind: SearchDocument['kind'],
  ref: SessionId | ThreadId,
): number | null {
  const row = database.get('SELECT number FROM search_document WHERE kind = ? AND ref = ?', kind, ref);
  return row ? Number(row['number']) : null;
}

/** The number of a document, which is new or has changed. It has the key of its record, not of what that counts as today. */
export function enterDocument(database: Database, document: Omit<SearchDocument, 'number'>): number {
  const row = database.get(
    `INSERT INTO search_document(kind, ref, scope, scope_key, host, branch, began, ended)
     VALUES (?1, ?2, ?3, coalesce(
       (SELECT scope_key FROM session_states WHERE id = ?2), (SELECT scope_key FROM cold_sessions WHERE id = ?2),
       (SELECT scope_key FROM work_threads WHERE id = ?2), ?4), ?5, ?6, ?7, ?8)
     ON CONFLICT(kind, ref) DO UPDATE SET scope = excluded.scope, scope_key = excluded.scope_key,
       host = excluded.host, branch = excluded.branch, began = excluded.began, ended = excluded.ended
     RETURNING number`,
    document.kind,
    document.ref,
    document.scope,
    document.scopeKey,
    document.host,
    document.branch,
    document.began,
    document.ended,
  );
  return Number(row!['number']);
}

export function appendPassages(database: Database, number: number, texts: readonly SearchText[]): void {
  const last = database.get(
    'SELECT max(id) AS id FROM search_passage WHERE id >= ? AND id < ?',
    ...passagesOf(number),
  )?.['id'] as PassageId | null | undefined;
  const first = last == null ? 0 : placeOf(last) + 1;
  let place = first;
  for (const { field, text } of texts) {
    for (const piece of passages(text)) {
      if (place > LAST_PLACE) break;
      database.run(
        'INSERT INTO search_passage(id, text, hidden) VALUES (?, ?, ?)',
        passageId(number, place++, field),
        piece,
        hiddenWords(piece),
      );
    }
  }
  database.run('UPDATE search_document SET passages = passages + ? WHERE number = ?', place - first, number);
}

export function clearPassages(database: Database, number: number): void {
  database.run('DELETE FROM search_passage WHERE id >= ? AND id < ?', ...passagesOf(number));
  database.run('UPDATE search_document SET passages = 0 WHERE number = ?', number);
}
