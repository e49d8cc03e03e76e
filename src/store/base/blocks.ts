import type { Database, Row, Value } from './database.ts';

/**
 * Blocks: facts of one owner that nobody waits for any more, compressed into one row by maintenance. Code that reads the facts of one
 * owner reads both forms; code that changes facts, or searches those of many owners, opens the blocks first, and maintenance closes
 * them again. Which facts may be closed is said in `keeping/packing.ts`.
 */

/** The owner of the facts of a block: a session, a thread, or the ledger of a conversation. */
export type BlockLog = 'session' | 'work' | 'ledger';

interface FactTable {
  readonly table: string;
  readonly owner: string;
  readonly columns: readonly string[];
}

const THE_LOG: FactTable = {
  table: 'session_events',
  owner: 'session_id',
  columns: ['seq', 'at', 'via', 'key', 'kind', 'body', 'follows'],
};

const LOGS: Readonly<Record<string, FactTable>> = {
  session: THE_LOG,
  work: THE_LOG,
  ledger: THE_LOG,
  /** Blocks of an earlier version; maintenance opens and moves them (`one-log.ts`). */
  thread: {
    table: 'thread_events',
    owner: 'thread_id',
    columns: ['seq', 'session_id', 'at', 'body', 'follows'],
  },
};

/** The facts of an owner in blocks after a number, as rows of the log. A block with a wrong checksum gives none. */
export function blockedRows(database: Database, owner: string, after = 0): Row[] {
  return database
    .all(
      "SELECT * FROM fact_blocks WHERE owner = ? AND log <> 'thread' AND last > ? ORDER BY last",
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

/** Removes rows that a block holds too: repair may have taken both, from copies of before and after the block was closed. */
export function dropBlockedRows(database: Database): void {
  for (const number of database.column<number>('SELECT number FROM fact_blocks')) {
    const block = database.get('SELECT * FROM fact_blocks WHERE number = ?', number)!;
    const seqs = JSON.stringify(rowsIn(database, block).map(({ seq }) => seq));
    database.run(
      `DELETE FROM ${logOf(block).table} WHERE seq IN (SELECT value FROM json_each(?))`,
      seqs,
    );
  }
}

/**
 * Compresses facts of an owner into one block; `select` finds them by `?1`. Does nothing if a fact has a wrong checksum. Whether there
 * was anything to close.
 */
export function closeBlock(
  database: Database,
  log: BlockLog,
  owner: string,
  select: string,
): boolean {
  const read = () => database.all(select, owner);
  const rows = read();
  if (rows.length === 0 || !rows.every((row) => database.isAsWritten(THE_LOG.table, row)))
    return false;
  const values = THE_LOG.columns.map((name) =>
    rows.map((row, i) =>
      GROWING.includes(name) ? Number(row[name]) - Number(rows[i - 1]?.[name] ?? 0) : row[name],
    ),
  );
  const body = process.getBuiltinModule('node:zlib').brotliCompressSync(JSON.stringify(values));
  return database.write(() => {
    // Compression runs outside the lock: if facts changed meanwhile, the next run tries again.
    if (JSON.stringify(read()) !== JSON.stringify(rows)) return false;
    for (const { seq } of rows) database.run('DELETE FROM session_events WHERE seq = ?', seq!);
    // Turns are folded again when somebody asks for them.
    if (log === 'session') database.run('DELETE FROM session_turns WHERE session_id = ?', owner);
    const last = rows.at(-1)!['seq']!;
    // Blocks of ledgers go after a week: among the others they would leave holes that nothing fills.
    const number = log === 'ledger' ? BELOW_OTHERS : null;
    const sql = `INSERT INTO fact_blocks(number, log, owner, last, facts, body) VALUES (${number}, ?, ?, ?, ?, ?)`;
    database.record('fact_blocks', sql, log, owner, last, rows.length, body);
    return true;
  });
}

/** They count up: SQLite fills pages well only that way. */
const BELOW_OTHERS = `(SELECT coalesce(max(number), -${2 ** 40}) + 1 FROM fact_blocks WHERE number < 0)`;

/** Numbers that grow are written as differences. */
const GROWING: readonly string[] = ['seq', 'at'];

function logOf({ log }: Row): FactTable {
  return LOGS[String(log)] ?? THE_LOG;
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
