import type { ThreadId } from '../../../domain/ids.ts';
import type { LedgerFact } from '../../../domain/ledger/ledger.ts';
import type { Database, Row, Value } from '../database.ts';
import { openBlocks } from './blocks.ts';
import { keyOfEntry, OLD_ENTRIES, ownedBy } from './ledger.ts';
import { setAside } from './set-aside.ts';
import { discardFold, threadRow, touch } from './threads.ts';

/** Threads and conversations of which an earlier version kept facts in tables of their own. Maintenance moves them one by one. */
export function unmoved(database: Database): { readonly name: string; readonly move: () => void }[] {
  return [
    ...database.column<ThreadId>('SELECT DISTINCT thread_id FROM thread_events').map((id) => ({
      name: id,
      move: () => moveThread(database, id),
    })),
    ...database.column<number>('SELECT DISTINCT conversation FROM ledger_facts').map((number) => ({
      name: ownedBy(number).session_id,
      move: () => moveLedger(database, number),
    })),
  ];
}

/** Makes every fact a row of the log, for whoever looks through all of them, in a transaction that the caller opened. */
export function wholeLog(database: Database): void {
  openBlocks(database);
  for (const { move } of unmoved(database)) move();
}

function moveThread(database: Database, id: ThreadId): void {
  const old = sound(database, 'thread_events', 'thread_id = ?', id).map((row) => ({
    ...threadRow(id, row['session_id']!, row['at']!, row['body']!),
    ...{ seq: row['seq']!, follows: row['follows']! },
  }));
  const fresh = putBefore(database, id, old);
  for (const [before, now] of fresh)
    database.record(
      'share_fact_stamps',
      'INSERT INTO share_fact_stamps(seq, origin, stamp, author) SELECT ?, origin, stamp, author FROM share_thread_stamps WHERE seq = ?',
      ...[now, before],
    );
  database.run(
    'DELETE FROM share_thread_stamps WHERE seq IN (SELECT seq FROM thread_events WHERE thread_id = ?)',
    id,
  );
  database.run('DELETE FROM thread_events WHERE thread_id = ?', id);
  discardFold(database, id);
  if (database.has('SELECT 1 FROM work_threads WHERE id = ?', id)) touch(database, id, 0);
}

function moveLedger(database: Database, number: number): void {
  sound(database, 'ledger_facts', 'conversation = ?', number);
  const old = database
    .all(`SELECT * FROM ${OLD_ENTRIES} WHERE conversation = ? ORDER BY seq`, number)
    .map(({ seq, at, epoch, known, body }) => ({
      ...{ ...ownedBy(number), seq: seq!, at: at!, body: body! },
      key: keyOfEntry(number, Number(epoch), JSON.parse(String(body)) as LedgerFact, known as string | null),
    }));
  const last = Math.max(0, ...putBefore(database, ownedBy(number).session_id, old).values());
  database.run('DELETE FROM ledger_facts WHERE conversation = ?', number);
  const change = 'UPDATE ledger_conversations SET last_seq = ? WHERE number = ?';
  database.record('ledger_conversations', change, last, number);
}

/** Rows of a table, without those that are not as written. */
function sound(database: Database, table: string, where: string, value: Value): Row[] {
  return database.all(`SELECT * FROM ${table} WHERE ${where} ORDER BY seq`, value).filter((row) => {
    if (database.isAsWritten(table, row)) return true;
    setAside(database, table, row, Date.now());
    return false;
  });
}

/**
 * Appends facts of an owner, and those that the log has of it behind them: numbers by those that they had. Facts that
 * the log has already came from a copy of before the move.
 */
function putBefore(
  database: Database,
  owner: string,
  facts: readonly Readonly<Record<string, Value>>[],
): ReadonlyMap<Value, number> {
  const later = sound(database, 'session_events', 'session_id = ?', owner);
  const nameOf = (fact: Readonly<Record<string, Value>>) =>
    JSON.stringify([fact['key'], fact['at'], fact['body']]);
  const known = new Set(later.map(nameOf));
  const missing = facts.filter((fact) => !known.has(nameOf(fact)));
  database.run('DELETE FROM session_events WHERE session_id = ?', owner);
  const fresh = new Map<Value, number>();
  for (const { seq, checksum: _, ...fact } of [...missing, ...later] as Row[]) {
    const follows = fresh.get(fact['follows'] ?? null) ?? fact['follows'] ?? null;
    fresh.set(
      seq!,
      database.append('session_events', { ...(fact as Record<string, Value>), follows }).lastRowid,
    );
  }
  return fresh;
}
