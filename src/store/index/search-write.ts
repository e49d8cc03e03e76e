import type { ScopeKey, SessionId, ThreadId } from '../../domain/base/ids.ts';
import type { Millis } from '../../domain/base/time.ts';
import type { RecordedFact } from '../../domain/facts/fact.ts';
import {
  hiddenWords,
  LAST_PIECE,
  type PassageId,
  passageId,
  passagesOf,
  pieceOf,
  splitPassages,
  turnAround,
} from '../../domain/index/passage.ts';
import { type SearchText, sessionTexts, threadTexts } from '../../domain/index/session-text.ts';
import type { SearchItem } from '../../domain/search/query.ts';
import type { RecordedThreadFact } from '../../domain/threads/thread.ts';
import type { Database } from '../base/database.ts';
import type { SessionHead, ThreadHead } from '../base/rows.ts';

export type SearchKind = 'session' | 'thread';

export interface SearchDocument {
  readonly number: number;
  readonly kind: SearchKind;
  /** The id of the session or thread. */
  readonly ref: string;
  readonly scope: string;
  readonly scopeKey: ScopeKey;
  readonly host: string | null;
  readonly branch: string | null;
  readonly began: Millis;
  readonly ended: Millis;
  /** For sessions only. */
  readonly title: string | null;
}

type Described = Omit<SearchDocument, 'number' | 'title'>;

/** The last turn that was indexed; `anew`: none counts, what is given are all facts, and what was indexed goes. */
export type LastTurn = number | 'anew';

/** Adds what a fold has just read. */
export function indexFacts(
  database: Database,
  head: SessionHead,
  facts: readonly RecordedFact[],
  last: LastTurn,
): void {
  const isAnew = last === 'anew';
  const said = facts.map(({ fact }) => fact);
  const texts = sessionTexts(said, head.scope.root, isAnew ? 0 : last);
  indexTexts(database, documentOfSession(head, latestOf(facts, head.startedAt)), texts, isAnew);
}

export function indexThreadFacts(
  database: Database,
  { id, scope, createdAt }: ThreadHead,
  facts: readonly RecordedThreadFact[],
  anew: boolean,
): void {
  const document = {
    kind: 'thread' as const,
    ref: id,
    scope: scope.label,
    scopeKey: scope.key,
    host: null,
    branch: null,
    began: createdAt,
    ended: latestOf(facts, createdAt),
  };
  indexTexts(database, document, threadTexts(facts.map(({ fact }) => fact)), anew);
}

function latestOf(facts: readonly { readonly at: Millis }[], began: Millis): Millis {
  return facts.reduce((latest, { at }) => Math.max(latest, at), began);
}

export function documentOfSession(head: SessionHead, ended: Millis): Described {
  const { id, scope, host, branch, startedAt } = head;
  return {
    kind: 'session' as const,
    ref: id,
    scope: scope.label,
    scopeKey: scope.key,
    host,
    branch,
    began: startedAt,
    ended,
  };
}

export function numberOf(
  database: Database,
  kind: SearchKind,
  ref: SessionId | ThreadId,
): number | null {
  return database.value<number>(
    'SELECT number FROM search_document WHERE kind = ? AND ref = ?',
    kind,
    ref,
  );
}

/** Adds texts to a document, which is new or has changed; `anew`: in place of those that it has. */
export function indexTexts(
  database: Database,
  document: Described,
  texts: readonly SearchText[],
  anew: boolean,
): void {
  const { kind, ref, scope, scopeKey, host, branch, began, ended } = document;
  // Empty sessions are not indexed.
  if (texts.length === 0 && numberOf(database, kind, ref as SessionId | ThreadId) === null) return;
  // The document has the key of its own project, not of the joined one.
  const number = database.value<number>(
    `INSERT INTO search_document(kind, ref, scope, scope_key, host, branch, began, ended)
     VALUES (?1, ?2, ?3, coalesce(
       (SELECT scope_key FROM session_states WHERE id = ?2), (SELECT scope_key FROM cold_sessions WHERE id = ?2),
       (SELECT scope_key FROM work_threads WHERE id = ?2), ?4), ?5, ?6, ?7, ?8)
     ON CONFLICT(kind, ref) DO UPDATE SET scope = excluded.scope, scope_key = excluded.scope_key,
       host = excluded.host, branch = excluded.branch, began = excluded.began, ended = excluded.ended
     RETURNING number`,
    kind,
    ref,
    scope,
    scopeKey,
    host,
    branch,
    began,
    ended,
  )!;
  if (anew) clearPassages(database, number);
  appendPassages(database, number, texts);
}

function appendPassages(database: Database, number: number, texts: readonly SearchText[]): void {
  const next = new Map<number, number>();
  const nextIn = (turn: number): number => {
    const sql = 'SELECT max(id) FROM search_passage WHERE id >= ? AND id < ?';
    const last = database.value<PassageId>(sql, ...turnAround(passageId(number, turn, 0, 'user')));
    return last === null ? 0 : pieceOf(last) + 1;
  };
  let added = 0;
  for (const { turn, field, text } of texts) {
    let piece = next.get(turn) ?? nextIn(turn);
    for (const passage of splitPassages(text)) {
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
  database.run(
    'UPDATE search_document SET passages = passages + ? WHERE number = ?',
    added,
    number,
  );
}

export function clearPassages(database: Database, number: number): void {
  database.run('DELETE FROM search_passage WHERE id >= ? AND id < ?', ...passagesOf(number));
  database.run('UPDATE search_document SET passages = 0 WHERE number = ?', number);
}

/** A term in the language of an index of words. Every form is a quoted string: no text can become syntax. */
export function wordExpression({ forms, prefix }: SearchItem): string {
  return forms.map((form) => `"${form.replaceAll('"', '""')}"${prefix ? ' *' : ''}`).join(' OR ');
}
