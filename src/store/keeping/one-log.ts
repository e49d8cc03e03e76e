import type { ThreadId } from '../../domain/base/ids.ts';
import type { LedgerFact } from '../../domain/ledger/ledger.ts';
import { openBlocks } from '../base/blocks.ts';
import type { Database, Row, Value } from '../base/database.ts';
import { setAside } from '../base/set-aside.ts';
import { keyOfEntry, OLD_ENTRIES, ownedBy } from '../ledger/ledger.ts';
import { discardFold, foldAndTouch, threadRow } from '../threads/threads.ts';

/** Threads and conversations of which an earlier version kept facts in tables of their own. Maintenance moves them one by one. */
export function findUnmoved(
  database: Database,
): { readonly name: string; readonly move: () => void }[] {
  return [
    ...database.column<ThreadId>(OLD_THREADS).map((id) => ({
      name: id,
      move: () => moveThread(database, id),
    })),
    ...database.column<number>('SELECT DISTINCT conversation FROM ledger_facts').map((number) => ({
      name: ownedBy(number).session_id,
      move: () => moveLedger(database, number),
    })),
  ];
}

/** Threads with facts in a table of their own, or in blocks of that table. */
const OLD_THREADS = `SELECT thread_id FROM thread_events UNION SELECT owner FROM fact_blocks WHERE log = 'thread'`;

/** Makes every fact a row of the log, for whoever looks through all of them, in a transaction that the caller opened. */
export function wholeLog(database: Database): void {
  openBlocks(database);
  for (const { move } of findUnmoved(database)) move();
}

function moveThread(database: Database, id: ThreadId): void {
  openBlocks(database, id);
  const old = soundRows(database, 'thread_events', 'thread_id = ?', id).map((row) => ({
    ...threadRow(id, row['session_id']!, row['at']!, row['body']!),
    seq: row['seq']!,
    follows: row['follows']!,
  }));
  for (const [before, now] of putBefore(database, { session_id: id, kind: 'thread' }, old).moved)
    database.record(
      'share_fact_stamps',
      'INSERT INTO share_fact_stamps(seq, origin, stamp, author) SELECT ?, origin, stamp, author FROM share_thread_stamps WHERE seq = ?',
      now,
      before,
    );
  database.run(
    'DELETE FROM share_thread_stamps WHERE seq IN (SELECT seq FROM thread_events WHERE thread_id = ?)',
    id,
  );
  database.run('DELETE FROM thread_events WHERE thread_id = ?', id);
  discardFold(database, id);
  if (database.has('SELECT 1 FROM work_threads WHERE id = ?', id)) foldAndTouch(database, id, 0);
}

function moveLedger(database: Database, number: number): void {
  openBlocks(database, ownedBy(number).session_id);
  soundRows(database, 'ledger_facts', 'conversation = ?', number);
  const old = database
    .all(`SELECT * FROM ${OLD_ENTRIES} WHERE conversation = ? ORDER BY seq`, number)
    .map(({ seq, at, epoch, known, body }) => ({
      ...ownedBy(number),
      seq: seq!,
      at: at!,
      body: body!,
      key: keyOfEntry(
        number,
        Number(epoch),
        JSON.parse(String(body)) as LedgerFact,
        known as string | null,
      ),
    }));
  const { last } = putBefore(database, ownedBy(number), old);
  database.run('DELETE FROM ledger_facts WHERE conversation = ?', number);
  const change = 'UPDATE ledger_conversations SET last_seq = ? WHERE number = ?';
  database.record('ledger_conversations', change, last, number);
}

/** Rows of a table, without those that are not as written. */
function soundRows(database: Database, table: string, where: string, ...values: Value[]): Row[] {
  return database
    .all(`SELECT * FROM ${table} WHERE ${where} ORDER BY seq`, ...values)
    .filter((row) => {
      if (database.isAsWritten(table, row)) return true;
      setAside(database, table, row, Date.now());
      return false;
    });
}

/**
 * Appends facts of an owner, and those that the log has of it behind them, with their stamps. Facts that the log has already came
 * from a copy of before the move. `moved`: new numbers by those that the facts had.
 */
function putBefore(
  database: Database,
  { session_id, kind }: { readonly session_id: string; readonly kind: string },
  facts: readonly Readonly<Record<string, Value>>[],
): { readonly moved: ReadonlyMap<Value, number>; readonly last: number } {
  const nameOf = (fact: Readonly<Record<string, Value>>) =>
    JSON.stringify([fact['key'], fact['at'], fact['body']]);
  const there = soundRows(
    database,
    'session_events',
    'session_id = ? AND kind = ?',
    session_id,
    kind,
  );
  const known = new Map(there.map((row) => [nameOf(row), row]));
  const missing = facts.filter((fact) => !known.has(nameOf(fact)));
  // A copy of between migration and move has facts of the log too, by the numbers that they had then.
  const isCopy = missing.length < facts.length;
  const twins = isCopy ? there.filter((row) => known.get(nameOf(row)) !== row) : [];
  for (const { seq } of twins)
    for (const table of ['session_events', 'share_fact_stamps'])
      database.run(`DELETE FROM ${table} WHERE seq = ?`, seq!);
  const later = isCopy ? there.filter((row) => known.get(nameOf(row)) === row) : there;
  let last = Number(later.at(-1)?.['seq'] ?? 0);
  if (missing.length === 0) return { moved: new Map(), last };
  database.run('DELETE FROM session_events WHERE session_id = ? AND kind = ?', session_id, kind);
  const numbers = new Map<Value, number>();
  const append = ({ seq, checksum: _, ...fact }: Readonly<Record<string, Value>>) => {
    const follows = numbers.get(fact['follows'] ?? null) ?? fact['follows'] ?? null;
    last = database.append('session_events', { ...fact, follows }).lastRowid;
    numbers.set(seq!, last);
    return last;
  };
  const moved = new Map(missing.map((fact) => [fact['seq']!, append(fact)]));
  const restamp = 'UPDATE share_fact_stamps SET seq = ? WHERE seq = ?';
  for (const row of later)
    database.record(
      'share_fact_stamps',
      restamp,
      append(row as Record<string, Value>),
      row['seq']!,
    );
  return { moved, last };
}
