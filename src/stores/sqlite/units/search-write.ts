import type { Recorded } from '../../../domain/fact.ts';
import type { ScopeKey, SessionId, ThreadId } from '../../../domain/ids.ts';
import {
  hiddenWords,
  LAST_PIECE,
  type PassageId,
  passageId,
  passages,
  passagesOf,
  passagesOfTurn,
  pieceOf,
} from '../../../domain/search/passage.ts';
import { type SearchText, textsOf, textsOfThread } from '../../../domain/search/session-text.ts';
import type { RecordedThreadFact } from '../../../domain/thread/thread.ts';
import type { Millis } from '../../../domain/time.ts';
import type { Database } from '../database.ts';
import type { SessionHead, ThreadHead } from '../rows.ts';

export type SearchKind = 'session' | 'thread';

export interface SearchDocument {
  readonly number: number;
  readonly kind: SearchKind;
  /** The id of what it is. */
  readonly ref: string;
  readonly scope: string;
  readonly scopeKey: ScopeKey;
  readonly host: string | null;
  readonly branch: string | null;
  readonly began: Millis;
  readonly ended: Millis;
}

/** The last turn that was indexed; `anew`: none counts, what is given are all facts, and what was indexed goes. */
export type LastTurn = number | 'anew';

/** Adds what a fold has just read. */
export function indexFacts(
  database: Database,
  head: SessionHead,
  facts: readonly Recorded[],
  last: LastTurn,
): void {
  const texts = textsOf(
    facts.map(({ fact }) => fact),
    head.scope.root,
    last === 'anew' ? 0 : last,
  );
  const known = numberOf(database, 'session', head.id);
  // Empty runs are nobody's memory.
  if (known === null && texts.length === 0) return;
  const ended = facts.reduce((latest, { at }) => Math.max(latest, at), head.startedAt);
  const number = enterDocument(database, documentOfSession(head, ended));
  if (last === 'anew') clearPassages(database, number);
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
  const next = new Map<number, number>();
  const nextIn = (turn: number): number => {
    const last = database.get(
      'SELECT max(id) AS id FROM search_passage WHERE id >= ? AND id < ?',
      ...passagesOfTurn(number, turn),
    )?.['id'] as PassageId | null | undefined;
    return last == null ? 0 : pieceOf(last) + 1;
  };
  let added = 0;
  for (const { turn, field, text } of texts) {
    let piece = next.get(turn) ?? nextIn(turn);
    for (const passage of passages(text)) {
      if (piece > LAST_PIECE) break;
      database.run(
        'INSERT INTO search_passage(id, text, hidden) VALUES (?, ?, ?)',
        passageId(number, turn, piece++, field),
        passage,
        hiddenWords(passage),
      );
      added++;
    }
    next.set(turn, piece);
  }
  database.run('UPDATE search_document SET passages = passages + ? WHERE number = ?', added, number);
}

export function clearPassages(database: Database, number: number): void {
  for (const range of passagesOf(number))
    database.run('DELETE FROM search_passage WHERE id >= ? AND id < ?', ...range);
  database.run('UPDATE search_document SET passages = 0 WHERE number = ?', number);
}
