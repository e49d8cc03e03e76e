import type { SessionId } from '../../domain/base/ids.ts';
import { contentWords } from '../../domain/base/text/near.ts';
import { iso, type Millis } from '../../domain/base/time.ts';
import type { Recorded } from '../../domain/facts/fact.ts';
import {
  type Brief,
  briefOf,
  closedTasks,
  type Digest,
  EMPTY_DIGEST,
  foldAll,
} from '../../domain/sessions/digest.ts';
import {
  isOrderedIn,
  memoryOf,
  type Remembered,
  rememberedIn,
} from '../../domain/sessions/remember.ts';
import {
  type FoldedState,
  holdsAnything,
  type SessionState,
  stateOf as stateWithin,
} from '../../domain/sessions/session.ts';
import { inOrder } from '../base/blocks.ts';
import type { Database, Row } from '../base/database.ts';
import { dismiss } from '../base/dismissed.ts';
import { inScope, projectOf } from '../base/joined.ts';
import { memoriesWhere, putMemory } from '../base/memory-rows.ts';
import { hasLate, lastOf } from '../base/order.ts';
import {
  FOLDED_COLUMNS,
  foldedValues,
  HEAD_COLUMNS,
  parsed,
  type SessionHead,
  type TranscriptWords,
  toHead,
  toState,
} from '../base/rows.ts';
import { setAside } from '../base/set-aside.ts';
import { factRows, factsAfter, insertOwn, toRecorded, unrecorded } from '../facts/events.ts';
import { indexFacts, numberOf } from '../index/search-write.ts';
import { keepTurns, storedTurns, turnsIn } from '../turns/turns.ts';

export function headOf(database: Database, id: SessionId): SessionHead | null {
  const row = database.get(`SELECT ${HEAD_COLUMNS} FROM session_states WHERE id = ?`, id);
  return row ? toHead(row) : null;
}

export function stateOf(database: Database, id: SessionId): SessionState | null {
  const row = database.get(
    `SELECT *, ${projectOf('session_states')} FROM session_states WHERE id = ?`,
    id,
  );
  return row ? { ...toState(row), turns: turnsIn(database, id) } : null;
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
    return foldAll(null, recorded, headOf(database, id)!.scope);
  }
  const { watermark, before } = lastFold(database, id);
  const facts = factsAfter(database, id, watermark);
  if (facts.length === 0) return before;
  const head = headOf(database, id)!;
  if (hasLate(database, id, watermark))
    return foldAll(null, factsAfter(database, id, 0), head.scope);
  return foldAll(before, facts, head.scope);
}

interface LastFold {
  /**
   * The digest with its turns, which stand in a table of their own; null where an older version folded it without them, and where
   * only a brief is left of it.
   */
  readonly before: Digest | null;
  /** The last fact that `before` covers. */
  readonly watermark: number;
  /** The last fact that a brief covers; memories of facts up to there exist. */
  readonly briefed: number;
}

function lastFold(database: Database, id: SessionId): LastFold {
  const row = database.get('SELECT seq, digest FROM session_folds WHERE session_id = ?', id);
  const digest = parsed<Digest>(row?.['digest'], EMPTY_DIGEST);
  const seq = Number(row?.['seq'] ?? 0);
  if (!digest.dialogue) return { before: null, watermark: 0, briefed: isBrief(row) ? seq : 0 };
  const dialogue = { ...digest.dialogue, all: storedTurns(database, id) };
  return { before: { ...digest, dialogue }, watermark: seq, briefed: 0 };
}

/**
 * Folds facts after the watermark; null for a row of an older Cortex, which has no facts. Facts that were
 * folded before, e.g. after `forget` or in an import, make no memories again.
 */
export function foldSession(
  database: Database,
  id: SessionId,
  at: Millis,
  remembers = true,
): Digest | null {
  const { before, watermark, briefed } = lastFold(database, id);
  const bad: Row[] = [];
  const said = factsAfter(database, id, watermark, bad);
  for (const fact of bad) setAside(database, 'session_events', fact, at);
  if (said.every(({ seq }) => seq <= briefed)) return before;

  const head = headOf(database, id)!;
  const isIndexed = numberOf(database, 'session', id) !== null;
  if (before && isIndexed && said.every(({ fact }) => fact.kind === 'ended')) {
    keepAsItIs(database, head, said, at);
    return before;
  }
  // With a brief all facts are folded again, but only new ones make memories.
  const news = said.filter(({ seq }) => seq > briefed);
  const hasLearnt = remembers && remember(database, head, rememberedIn(news, at));
  const facts = hasLearnt ? factsAfter(database, id, watermark) : said;
  const isLate = hasLate(database, id, watermark);
  // A late fact shifts the turns behind it; a session that was folded before the index existed is indexed in full.
  const anew = watermark === 0 || !isIndexed || isLate;
  const all = anew && watermark > 0 ? factsAfter(database, id, 0) : facts;
  const digest = isLate ? foldAll(null, all, head.scope) : foldAll(before, facts, head.scope);
  keepFold(database, head, digest, lastOf(facts), at);
  indexFacts(database, head, all, anew ? 'anew' : lastTurnOf(before));
  return digest;
}

/**
 * Makes memories of new rule sentences, in the fold's transaction, so that each counts once. Returns whether
 * facts were added, because the session records each memory.
 */
function remember(database: Database, head: SessionHead, all: readonly Remembered[]): boolean {
  let hasLearnt = false;
  const { where, keys } = inScope(database, head.scope.key);
  for (const said of all) {
    if (said.kind === 'order' && !isOrderedIn(said.text, promptsLike(database, head, said.text)))
      continue;
    const known = memoriesWhere(
      database,
      `${where} AND (categories LIKE '%"rule"%' OR categories LIKE '%"proposal"%') ORDER BY updated_at DESC LIMIT 200`,
      ...keys,
    );
    const memory = memoryOf(said, known, { scope: head.scope, sessionId: head.id });
    if (!memory) continue;
    putMemory(database, memory);
    const learned = {
      kind: 'learned' as const,
      memoryId: memory.id,
      categories: memory.categories,
    };
    insertOwn(database, head.id, [learned], said.at);
    hasLearnt = true;
  }
  return hasLearnt;
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

function lastTurnOf(before: Digest | null): number {
  return before?.dialogue?.all.at(-1)?.number ?? 0;
}

/** An ended session keeps its position: unpinning or folding again later is not work. */
const MOVED = 'place = CASE WHEN end_time IS NULL THEN ? ELSE place END';

/** The end of a session does not change its state, so the folding code need not be loaded. */
function keepAsItIs(
  database: Database,
  head: SessionHead,
  ends: readonly Recorded[],
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
  const brief = JSON.stringify(briefOf(parsed<Digest>(row['digest'], EMPTY_DIGEST)));
  database.run('UPDATE session_folds SET digest = ? WHERE session_id = ?', brief, id);
}

function isBrief(row: Row | undefined): boolean {
  return parsed<Partial<Brief>>(row?.['digest'], {}).brief === true;
}

function closeTasks(
  database: Database,
  head: SessionHead,
  closed: ReturnType<typeof closedTasks>,
): void {
  for (const { id, at } of closed) dismiss(database, head.scope.key, 'task', id, at);
}
