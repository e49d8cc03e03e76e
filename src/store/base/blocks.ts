import type { Database, Row, Value } from './database.ts';

/**
 * Blocks: facts of an old session, compressed into one row by maintenance. Code that reads the facts of one session reads both
 * forms; code that changes facts, or searches those of many sessions, opens the blocks first, and maintenance closes them again.
 * Blocks of threads are of an earlier version; maintenance opens and moves them (`one-log.ts`).
 */
const LOGS = {
  session: {
    table: 'session_events',
    owner: 'session_id',
    columns: ['seq', 'at', 'via', 'key', 'kind', 'body', 'follows'],
  },
  thread: {
    table: 'thread_events',
    owner: 'thread_id',
    columns: ['seq', 'session_id', 'at', 'body', 'follows'],
  },
} as const;

/** The facts of a session in blocks after a number, as rows. A block with a wrong checksum gives none. */
export function blockedRows(database: Database, owner: string, after = 0): Row[] {
  return database
    .all(
      "SELECT * FROM fact_blocks WHERE owner = ? AND log = 'session' AND last > ? ORDER BY last",
      owner,
      after,
    )
    .flatMap((block) => rowsIn(database, block))
    .filter((row) => Number(row['seq']) > after);
}

/** The order of facts, as `IN_ORDER` says it in SQL. */
export function inOrder(a: Row, b: Row): number {
  const place = (row: Row) => Number(row['follows'] ?? row['seq']);
  const isLate = (row: Row) => (row['follows'] == null ? 0 : 1);
  const number = (row: Row, name: string) => Number(row[name]);
  return (
    place(a) - place(b) ||
    isLate(a) - isLate(b) ||
    number(a, 'at') - number(b, 'at') ||
    number(a, 'seq') - number(b, 'seq')
  );
}

/** Turns the blocks of an owner, or all blocks, back into rows, in the caller's transaction. */
export function openBlocks(database: Database, owner: string | null = null): void {
  for (const { number } of database.all(
    'SELECT number FROM fact_blocks WHERE ?1 IS NULL OR owner = ?1',
    owner,
  )) {
    const block = database.get('SELECT * FROM fact_blocks WHERE number = ?', number!)!;
    const rows = rowsIn(database, block);
    if (rows.length === 0) continue;
    for (const row of rows) database.append(logOf(block).table, row);
    database.run('DELETE FROM fact_blocks WHERE number = ?', number!);
  }
}

/**
 * The facts that may go into a block. Others are queried across sessions and are few; the last fact stays a row, because its number
 * and time are looked up.
 */
const BULK = `SELECT * FROM session_events WHERE session_id = ?1 AND kind IN ('prompt', 'reply', 'tool', 'turn-ended', 'stood')
  AND seq < (SELECT max(seq) FROM session_events WHERE session_id = ?1)
  AND seq <= (SELECT seq FROM session_folds WHERE session_id = ?1) ORDER BY seq LIMIT 1000`;

/** Compresses the facts of a session into one block. Does nothing if a fact has a wrong checksum. */
export function closeBlock(database: Database, id: string): void {
  const read = () => database.all(BULK, id);
  const rows = read();
  if (rows.length === 0 || !rows.every((row) => database.isAsWritten('session_events', row)))
    return;
  const values = LOGS.session.columns.map((name) =>
    rows.map((row, i) =>
      GROWING.includes(name) ? Number(row[name]) - Number(rows[i - 1]?.[name] ?? 0) : row[name],
    ),
  );
  const body = process.getBuiltinModule('node:zlib').brotliCompressSync(JSON.stringify(values));
  database.write(() => {
    // Compression runs outside the lock: if facts changed meanwhile, the next run tries again.
    if (JSON.stringify(read()) !== JSON.stringify(rows)) return;
    for (const { seq } of rows) database.run('DELETE FROM session_events WHERE seq = ?', seq!);
    // Turns are folded again when somebody asks for them.
    database.run('DELETE FROM session_turns WHERE session_id = ?', id);
    database.record(
      'fact_blocks',
      "INSERT INTO fact_blocks(log, owner, last, facts, body) VALUES ('session', ?, ?, ?, ?)",
      id,
      rows.at(-1)!['seq']!,
      rows.length,
      body,
    );
  });
}

/** Numbers that grow are written as differences. */
const GROWING: readonly string[] = ['seq', 'at'];

function logOf({ log }: Row) {
  return LOGS[log === 'thread' ? 'thread' : 'session'];
}

/** A block holds a column after the other. */
function rowsIn(database: Database, block: Row): Row[] {
  if (!database.isAsWritten('fact_blocks', block)) return [];
  const { owner, columns } = logOf(block);
  const { brotliDecompressSync } = process.getBuiltinModule('node:zlib');
  const values = JSON.parse(
    String(brotliDecompressSync(block['body'] as unknown as Uint8Array)),
  ) as Value[][];
  const rows: Record<string, Value>[] = values[0]!.map(() => ({ [owner]: block['owner']! }));
  for (const [c, name] of columns.entries()) {
    let sum = 0;
    for (const [i, row] of rows.entries()) {
      const value = values[c]![i]!;
      row[name] = GROWING.includes(name) ? (sum += Number(value)) : value;
    }
  }
  return rows as Row[];
}
