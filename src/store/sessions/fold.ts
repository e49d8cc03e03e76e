import type { SessionId } from '../../domain/base/ids.ts';
import { contentWords } from '../../domain/base/text/near.ts';
import { iso, type Millis } from '../../domain/base/time.ts';
import type { RecordedFact } from '../../domain/facts/fact.ts';
import type { Memory } from '../../domain/memories/memory.ts';
import {
  type Brief,
  briefOf,
  closedTasks,
  type Digest,
  EMPTY_DIGEST,
  foldDigest,
} from '../../domain/sessions/digest.ts';
import {
  type LastFold,
  planFold,
  planMemories,
  type RememberedBefore,
} from '../../domain/sessions/fold-plan.ts';
import { findRemembered } from '../../domain/sessions/remember.ts';
import {
  type FoldedState,
  holdsAnything,
  type SessionState,
  stateOfDigest as stateWithin,
} from '../../domain/sessions/session.ts';
import type { ClosedTaskId } from '../../domain/sessions/stated.ts';
import { inOrder } from '../base/blocks.ts';
import type { Database, Row } from '../base/database.ts';
import { dismiss } from '../base/dismissed.ts';
import { inScope, projectColumn } from '../base/joined.ts';
import { memoriesWhere, putMemory } from '../base/memory-rows.ts';
import { hasLate, lastOf } from '../base/order.ts';
import {
  FOLDED_COLUMNS,
  foldedValues,
  HEAD_COLUMNS,
  parseOr,
  type SessionHead,
  type TranscriptWords,
  toHead,
  toState,
} from '../base/rows.ts';
import { setAside } from '../base/set-aside.ts';
import { factRows, factsAfter, insertOwn, toRecorded, unrecorded } from '../facts/events.ts';
import { indexFacts, numberOf } from '../index/search-write.ts';
import { keepTurns, storedTurns, turnsOfSession } from '../turns/turns.ts';

export function hotHead(database: Database, id: SessionId): SessionHead | null {
  const row = database.get(`SELECT ${HEAD_COLUMNS} FROM session_states WHERE id = ?`, id);
  return row ? toHead(row) : null;
}

export function hotState(database: Database, id: SessionId): SessionState | null {
  const row = database.get(
    `SELECT *, ${projectColumn('session_states')} FROM session_states WHERE id = ?`,
    id,
  );
  return row ? { ...toState(row), turns: turnsOfSession(database, id) } : null;
}

/** The digest as a fold would leave it; `heard`: with messages of its transcript, as if they were recorded now. */
export function digestOf(
  database: Database,
  id: SessionId,
  heard: readonly TranscriptWords[] = [],
  now: Millis = 0,
): Digest | null {
  const news = heard.length > 0 ? unrecorded(database, id, heard, now) : [];
  if (news.length > 0) {
    const rows = [...factRows(database, id), ...news].sort(inOrder);
    const facts = rows.filter((row) => database.isAsWritten('session_events', row));
    const recorded = facts.map((row) => toRecorded(row, id));
    return foldDigest(null, recorded, hotHead(database, id)!.scope);
  }
  const { watermark, digest } = lastFold(database, id);
  const facts = factsAfter(database, id, watermark);
  if (facts.length === 0) return digest;
  const head = hotHead(database, id)!;
  if (hasLate(database, id, watermark))
    return foldDigest(null, factsAfter(database, id, 0), head.scope);
  return foldDigest(digest, facts, head.scope);
}

function lastFold(database: Database, id: SessionId): LastFold {
  const row = database.get('SELECT seq, digest FROM session_folds WHERE session_id = ?', id);
  const digest = parseOr<Digest>(row?.['digest'], EMPTY_DIGEST);
  const seq = Number(row?.['seq'] ?? 0);
  if (!digest.dialogue) return { digest: null, watermark: 0, briefed: isBrief(row) ? seq : 0 };
  // Turns stand in a table of their own.
  const dialogue = { ...digest.dialogue, all: storedTurns(database, id) };
  return { digest: { ...digest, dialogue }, watermark: seq, briefed: 0 };
}

/** Folds facts after the watermark, and makes memories of them; null for a row of an older Cortex, which has no facts. */
export function foldSession(database: Database, id: SessionId, at: Millis): Digest | null {
  return foldNews(database, id, at, remember);
}

/** Folds facts that were folded before, as after `forget` and in an import: they make no memories again. */
export function foldWithoutLearning(database: Database, id: SessionId, at: Millis): Digest | null {
  return foldNews(database, id, at, () => false);
}

/** Carries out the plan for the facts after the watermark. `learn` tells whether it added facts. */
function foldNews(
  database: Database,
  id: SessionId,
  at: Millis,
  learn: (
    database: Database,
    head: SessionHead,
    facts: readonly RecordedFact[],
    at: Millis,
  ) => boolean,
): Digest | null {
  const last = lastFold(database, id);
  const bad: Row[] = [];
  const news = factsAfter(database, id, last.watermark, bad);
  for (const fact of bad) setAside(database, 'session_events', fact, at);
  const plan = planFold(last, news, {
    isIndexed: numberOf(database, 'session', id) !== null,
    hasLate: hasLate(database, id, last.watermark),
  });
  if (plan.kind === 'nothing') return last.digest;
  const head = hotHead(database, id)!;
  if (plan.kind === 'end') {
    keepAsItIs(database, head, news, at);
    return last.digest;
  }
  const hasLearnt = learn(database, head, plan.unlearnt, at);
  const facts = hasLearnt ? factsAfter(database, id, last.watermark) : news;
  const isAll = plan.indexedTurn !== 'anew' || last.watermark === 0;
  const indexed = isAll ? facts : factsAfter(database, id, 0);
  const digest = plan.isFromStart
    ? foldDigest(null, indexed, head.scope)
    : foldDigest(last.digest, facts, head.scope);
  keepFold(database, head, digest, lastOf(facts), at);
  indexFacts(database, head, indexed, plan.indexedTurn);
  return digest;
}

/**
 * Makes memories of new rule sentences, in the fold's transaction, so that each counts once. Returns whether
 * facts were added, because the session records each memory.
 */
function remember(
  database: Database,
  head: SessionHead,
  facts: readonly RecordedFact[],
  at: Millis,
): boolean {
  const before: RememberedBefore = {
    rules: () => latestRules(database, head),
    promptsLike: (order) => promptsLike(database, head, order),
  };
  const place = { scope: head.scope, sessionId: head.id };
  const learnt = planMemories(findRemembered(facts, at), before, place);
  for (const { memory, sentence } of learnt) {
    putMemory(database, memory);
    const learned = {
      kind: 'learned' as const,
      memoryId: memory.id,
      categories: memory.categories,
    };
    insertOwn(database, head.id, [learned], sentence.at);
  }
  return learnt.length > 0;
}

function latestRules(database: Database, head: SessionHead): Memory[] {
  const { where, keys } = inScope(database, head.scope.key);
  return memoriesWhere(
    database,
    `${where} AND (categories LIKE '%"rule"%' OR categories LIKE '%"proposal"%') ORDER BY updated_at DESC LIMIT 200`,
    ...keys,
  );
}

const MOST_SESSIONS = 50;
const MOST_PROMPTS = 50;

/** Prompts of the other latest sessions of the scope that hold the longest word of a text. */
function promptsLike(database: Database, head: SessionHead, text: string): string[] {
  const { where, keys } = inScope(database, head.scope.key);
  const [longest = ''] = contentWords(text).toSorted((a, b) => b.length - a.length);
  const rows = database.all(
    `SELECT asked FROM session_turns WHERE asked LIKE ? ESCAPE '\\' AND session_id IN (
       SELECT id FROM session_states WHERE ${where} AND holds = 1 AND id <> ? ORDER BY started_seq DESC LIMIT ${MOST_SESSIONS})
     LIMIT ${MOST_PROMPTS}`,
    `%${longest.replace(/[\\%_]/g, '\\$&')}%`,
    ...keys,
    head.id,
  );
  return rows.map(({ asked }) => String(asked));
}

/** An ended session keeps its position: unpinning or folding again later is not work. */
const MOVED = 'place = CASE WHEN end_time IS NULL THEN ? ELSE place END';

/** The end of a session does not change its state, so the folding code need not be loaded. */
function keepAsItIs(
  database: Database,
  head: SessionHead,
  ends: readonly RecordedFact[],
  at: Millis,
): void {
  database.run('UPDATE session_folds SET seq = ? WHERE session_id = ?', lastOf(ends), head.id);
  database.record(
    'session_states',
    `UPDATE session_states SET ${MOVED}, updated_at = ? WHERE id = ?`,
    lastOf(ends),
    iso(at),
    head.id,
  );
  indexFacts(database, head, ends, 0);
}

/** The columns of a session as they follow from its facts. */
export function foldedState({ limits }: Database, digest: Digest): FoldedState {
  return stateWithin(digest, limits);
}

/** Stores the digest of a session up to a number, and its row. */
export function keepFold(
  database: Database,
  head: SessionHead,
  digest: Digest,
  seq: number,
  at: Millis,
): void {
  const state = foldedState(database, digest);
  putDigest(database, head.id, seq, digest, head.endedAt !== null);
  database.record(
    'session_states',
    `UPDATE session_states SET ${FOLDED_COLUMNS.map((name) => `${name} = ?`).join(', ')}, ${MOVED}, updated_at = ? WHERE id = ?`,
    ...foldedValues(state, holdsAnything(digest)),
    seq,
    iso(at),
    head.id,
  );
  closeTasks(database, head, closedTasks(digest));
}

/** Turns stand in their own table, and not in the digest as well. */
export function putDigest(
  database: Database,
  id: SessionId,
  seq: number,
  digest: Digest,
  isEnded: boolean,
): void {
  const { all = [], speech = null } = digest.dialogue ?? {};
  database.run(
    `INSERT INTO session_folds(session_id, seq, digest) VALUES (?, ?, ?)
     ON CONFLICT(session_id) DO UPDATE SET seq = excluded.seq, digest = excluded.digest`,
    id,
    seq,
    JSON.stringify(isEnded ? briefOf(digest) : { ...digest, dialogue: { speech } }),
  );
  keepTurns(database, id, all, storedTurns(database, id));
}

/** Cuts the digest of an ended session to its brief. */
export function keepBrief(database: Database, id: SessionId): void {
  const row = database.get('SELECT digest FROM session_folds WHERE session_id = ?', id);
  if (!row || isBrief(row)) return;
  const brief = JSON.stringify(briefOf(parseOr<Digest>(row['digest'], EMPTY_DIGEST)));
  database.run('UPDATE session_folds SET digest = ? WHERE session_id = ?', brief, id);
}

function isBrief(row: Row | undefined): boolean {
  return parseOr<Partial<Brief>>(row?.['digest'], {}).brief === true;
}

function closeTasks(database: Database, head: SessionHead, closed: readonly ClosedTaskId[]): void {
  for (const { id, at } of closed) dismiss(database, head.scope.key, 'task', id, at);
}
