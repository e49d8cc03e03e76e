import type { Database, Row, Value } from '../database.ts';

/**
 * Blocks: facts of a session long over, or of a thread, compressed into one row. Whoever reads the facts of one owner reads both forms.
 * Whoever changes facts, or looks through those of many owners, opens the blocks first, and maintenance closes them again.
 */
interface Log {
  readonly table: 'session_events' | 'thread_events';
  readonly owner: string;
  readonly columns: readonly string[];
  /** The facts that may go into a block. The last one of an owner stays a row: its number and time are looked up. */
  readonly bulk: string;
  /** Fewer do not make a block. */
  readonly least: number;
}

const LOGS: Readonly<Record<'session' | 'thread', Log>> = {
  session: {
    table: 'session_events',
    owner: 'session_id',
    columns: ['seq', 'at', 'via', 'key', 'kind', 'body', 'follows'],
    // Facts of other kinds are asked for across sessions, and are few.
    bulk: `kind IN ('prompt', 'reply', 'tool', 'turn-ended', 'stood')
      AND seq < (SELECT max(seq) FROM session_events WHERE session_id = ?1)
      AND seq <= (SELECT seq FROM session_folds WHERE session_id = ?1)`,
    least: 8,
  },
  thread: {
    table: 'thread_events',
    owner: 'thread_id',
    columns: ['seq', 'session_id', 'at', 'body', 'follows'],
    // The last note of each session tells which thread it worked on.
    bulk: `seq < (SELECT max(seq) FROM thread_events WHERE thread_id = ?1)
      AND seq <= (SELECT seq FROM thread_folds WHERE thread_id = ?1)
      AND seq NOT IN (SELECT max(seq) FROM thread_events WHERE thread_id = ?1 AND body ->> '$.kind' <> 'turn' GROUP BY session_id)`,
    least: 200,
  },
};
export type LogName = keyof typeof LOGS;

/** Facts in one block: opening it takes a millisecond. */
const MOST = 1_000;

/** The facts of a session or a thread after a number that stand in blocks, as rows. A block that is not as written holds none. */
export function blockedRows(database: Database, owner: string, after = 0): Row[] {
  return database
    .all('SELECT * FROM fact_blocks WHERE owner = ? AND last > ? ORDER BY last', owner, after)
    .flatMap((block) => rowsIn(database, block))
    .filter((row) => Number(row['seq']) > after);
}

export function isBlocked(database: Database, owner: string): boolean {
  return database.get('SELECT 1 FROM fact_blocks WHERE owner = ?', owner) !== undefined;
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

/** Makes one block of the facts that may go into one; false where they are too few, or one is not as written. */
export function closeBlock(database: Database, log: LogName, owner: string): boolean {
  const { table, owner: column, columns, bulk, least } = LOGS[log];
  const read = () =>
    database.all(`SELECT * FROM ${table} WHERE ${column} = ?1 AND ${bulk} ORDER BY seq LIMIT ${MOST}`, owner);
  const rows = read();
  if (rows.length < least || !rows.every((row) => database.isAsWritten(table, row))) return false;
  const last = Number(rows.at(-1)!['seq']);
  const body = packed(rows, columns);
  return database.write(() => {
    // Compressing takes longer than hooks should wait: whatever changed meanwhile is left to the next run.
    if (JSON.stringify(read()) !== JSON.stringify(rows)) return false;
    for (const { seq } of rows) database.run(`DELETE FROM ${table} WHERE seq = ?`, seq!);
    // Turns are folded again when somebody asks for them.
    if (log === 'session') database.run('DELETE FROM session_turns WHERE session_id = ?', owner);
    database.record(
      'fact_blocks',
      'INSERT INTO fact_blocks(log, owner, last, facts, body) VALUES (?, ?, ?, ?, ?)',
      ...[log, owner, last, rows.length, body],
    );
    return true;
  });
}

/** Makes rows of the blocks of an owner again, in a transaction that the caller opened. */
export function openBlocks(database: Database, owner: string): boolean {
  const blocks = database.all('SELECT * FROM fact_blocks WHERE owner = ?', owner);
  for (const block of blocks) openBlock(database, block);
  return blocks.length > 0;
}

/** Opens every block with a fact of which something is true. */
export function openBlocksWhere(database: Database, log: LogName, isWanted: (body: string) => boolean): void {
  for (const { number } of database.all('SELECT number FROM fact_blocks WHERE log = ?', log)) {
    const block = database.get('SELECT * FROM fact_blocks WHERE number = ?', number!)!;
    if (rowsIn(database, block).some((row) => isWanted(String(row['body'])))) openBlock(database, block);
  }
}

function openBlock(database: Database, block: Row): void {
  const { table } = LOGS[block['log'] as LogName];
  const rows = rowsIn(database, block);
  if (rows.length === 0) return;
  for (const row of rows) database.append(table, row);
  database.run('DELETE FROM fact_blocks WHERE number = ?', block['number']!);
}

/** A column after the other: equal things stand together. Numbers that grow are written as differences. */
function packed(rows: readonly Row[], columns: readonly string[]): Uint8Array {
  const values = columns.map((name) =>
    rows.map((row, i) =>
      GROWING.has(name) ? Number(row[name]) - Number(rows[i - 1]?.[name] ?? 0) : row[name],
    ),
  );
  return zlib().brotliCompressSync(JSON.stringify(values));
}

const GROWING: ReadonlySet<string> = new Set(['seq', 'at']);

function rowsIn(database: Database, block: Row): Row[] {
  if (!database.isAsWritten('fact_blocks', block)) return [];
  const { log, owner, facts, body } = block;
  const { columns, owner: column } = LOGS[log as LogName];
  const text = zlib()
    .brotliDecompressSync(body as unknown as Uint8Array)
    .toString('utf8');
  const values = JSON.parse(text) as Value[][];
  const sums = new Map<string, number>();
  return Array.from({ length: Number(facts) }, (_, i) => {
    const cells = columns.map((name, c): [string, Value] => {
      const value = values[c]![i]!;
      if (!GROWING.has(name)) return [name, value];
      sums.set(name, (sums.get(name) ?? 0) + Number(value));
      return [name, sums.get(name)!];
    });
    return { ...Object.fromEntries(cells), [column]: owner! } as Row;
  });
}

/** Loaded when a block is made or read: a hook nearly never does. */
function zlib() {
  return process.getBuiltinModule('node:zlib');
}
