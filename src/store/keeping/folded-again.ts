import type { SessionId, ThreadId } from '../../domain/base/ids.ts';
import type { StoredRow } from '../../domain/base/packed.ts';
import { IMPORT_VIA, SHARE_VIA } from '../../domain/facts/fact.ts';
import { briefOf, type Digest, foldDigest } from '../../domain/sessions/digest.ts';
import { holdsAnything } from '../../domain/sessions/session.ts';
import { EMPTY_THREAD } from '../../domain/threads/thread.ts';
import { foldThread } from '../../domain/threads/thread-fold.ts';
import type { Database, Row } from '../base/database.ts';
import { FOLDED_COLUMNS, foldedValues } from '../base/rows.ts';
import { factsAfter } from '../facts/events.ts';
import { foldJoins, joinsNow } from '../projects/projects.ts';
import { foldedState, hotHead, keepFold } from '../sessions/fold.ts';
import { discardFold, threadFactsAfter } from '../threads/threads.ts';
import { turnRow } from '../turns/turns.ts';
import { type Late, readJob, recordJob } from './maintenance.ts';

/** Sessions of this home whose facts are all folded. Another home may have folded with other rules. */
const FOLDED = `SELECT session_id AS id, digest FROM session_folds AS fold
  WHERE seq >= (SELECT max(seq) FROM session_events WHERE session_id = fold.session_id)
    AND NOT EXISTS (SELECT 1 FROM session_events WHERE session_id = fold.session_id AND via IN ('${IMPORT_VIA}', '${SHARE_VIA}'))`;

/** How many rows of a table something holds for. */
export interface TableRows {
  readonly table: string;
  readonly rows: number;
}

/** Folds all facts again and counts the rows that differ, by table. */
export function findWrongFolds(database: Database): readonly TableRows[] {
  return compareFolds(database, null);
}

/** The same, and writes those rows anew. */
export function mendFolds(database: Database): readonly TableRows[] {
  const mended = compareFolds(database, {
    session: (id) => database.write(() => mendSession(database, id)),
    thread: (id) => database.write(() => discardFold(database, id)),
    joins: () => database.write(() => foldJoins(database)),
  });
  endFolding(database);
  return mended;
}

interface FoldMender {
  session(id: SessionId): void;
  thread(id: ThreadId): void;
  joins(): void;
}

function compareFolds(database: Database, mender: FoldMender | null): readonly TableRows[] {
  const wrong = new Map<string, number>();
  const differs = (table: string) => void wrong.set(table, (wrong.get(table) ?? 0) + 1);
  for (const fold of database.all(FOLDED)) {
    const tables = sessionDiffers(database, fold);
    tables.forEach(differs);
    if (tables.length > 0) mender?.session(fold['id'] as SessionId);
  }
  for (const id of threadsThatDiffer(database)) {
    differs('thread_folds');
    mender?.thread(id);
  }
  const joined = new Map(
    database
      .all('SELECT * FROM project_joined')
      .map((row) => [row['scope_key'], row['project_key']]),
  );
  const joins = joinsNow(database);
  if (joins.size !== joined.size || [...joins].some(([key, end]) => joined.get(key) !== end)) {
    differs('project_joined');
    mender?.joins();
  }
  return [...wrong].map(([table, rows]) => ({ table, rows }));
}

/** Whether rows may still be as an earlier version folded them. */
export function awaitsFolding(database: Database): boolean {
  return database.has("SELECT 1 FROM maintenance WHERE job = 'folds'");
}

/** Folds sessions and threads again that an earlier version folded, a session at a time; a later run goes on where one stopped. */
export function foldsOfEarlierVersion(database: Database): readonly Late[] {
  if (!awaitsFolding(database)) return [];
  const ids = database.column<SessionId>(
    'SELECT session_id FROM session_folds WHERE session_id > ? ORDER BY session_id',
    String(readJob(database, 'folds').report ?? ''),
  );
  const sessions = ids.map((id) => ({
    name: id,
    do: () => database.write(() => foldOneAgain(database, id)),
  }));
  const threads = { name: 'threads', do: () => database.write(() => foldThreadsAgain(database)) };
  return [...sessions, threads];
}

function foldOneAgain(database: Database, id: SessionId): 'nothing' | undefined {
  const fold = database.get(`${FOLDED} AND session_id = ?`, id);
  const isOlder = fold !== undefined && sessionDiffers(database, fold).length > 0;
  if (isOlder) mendSession(database, id);
  recordJob(database, 'folds', { report: JSON.stringify(id) });
  return isOlder ? undefined : 'nothing';
}

function foldThreadsAgain(database: Database): 'nothing' {
  for (const id of threadsThatDiffer(database)) discardFold(database, id);
  endFolding(database);
  return 'nothing';
}

function endFolding(database: Database): void {
  database.run("DELETE FROM maintenance WHERE job = 'folds'");
}

function threadsThatDiffer(database: Database): ThreadId[] {
  const folds = database.all('SELECT * FROM thread_folds').filter((fold) => {
    const facts = threadFactsAfter(database, fold['thread_id'] as ThreadId, 0);
    const covered = facts.filter(({ seq }) => seq <= Number(fold['seq']));
    return JSON.stringify(foldThread(EMPTY_THREAD, covered)) !== fold['thread'];
  });
  return folds.map((fold) => fold['thread_id'] as ThreadId);
}

function foldOf(database: Database, id: SessionId): Digest {
  return foldDigest(null, factsAfter(database, id, 0), hotHead(database, id)!.scope);
}

function sessionDiffers(database: Database, fold: Row): string[] {
  const id = fold['id'] as SessionId;
  const row = database.get('SELECT * FROM session_states WHERE id = ?', id);
  if (!row) return [];
  const digest = foldOf(database, id);
  const { all = [], speech = null } = digest.dialogue ?? {};
  const values = foldedValues(foldedState(database, digest), holdsAnything(digest));
  const turns = database.all(
    'SELECT * FROM session_turns WHERE session_id = ? ORDER BY number',
    id,
  );
  // Copied when the session was folded: the row was something else then.
  const document = database.get(
    "SELECT * FROM search_document WHERE kind = 'session' AND ref = ?",
    id,
  );
  const isMoved =
    document &&
    ['scope', 'scope_key', 'host', 'branch'].some((name) => document[name] !== row[name]);
  const kept = [
    JSON.stringify(briefOf(digest)),
    JSON.stringify({ ...digest, dialogue: { speech } }),
  ];
  return [
    ...(!isMoved && FOLDED_COLUMNS.every((name, i) => row[name] === values[i])
      ? []
      : ['session_states']),
    ...(turns.length === 0 ||
    areSame(
      turns,
      all.map((turn) => turnRow(id, turn)),
    )
      ? []
      : ['session_turns']),
    ...(kept.includes(String(fold['digest'])) ? [] : ['session_folds']),
  ];
}

function areSame(rows: readonly Row[], others: readonly StoredRow[]): boolean {
  return (
    rows.length === others.length &&
    others.every((other, i) =>
      Object.entries(other).every(([name, value]) => rows[i]![name] === value),
    )
  );
}

/** In a transaction of the caller. */
function mendSession(database: Database, id: SessionId): void {
  const head = hotHead(database, id)!;
  keepFold(database, head, foldOf(database, id), head.lastSeq, head.lastActivity);
}
