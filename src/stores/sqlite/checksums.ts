import type { DatabaseSync } from 'node:sqlite';
import { checksumOf } from '../../domain/evidence/checksum.ts';

/**
 * The tables whose rows carry a checksum, with the columns that it covers, the key first. A column that is added later goes
 * to the end of its list: as long as it is NULL, the checksums of older rows stay right.
 */
export const SUMMED: Readonly<Record<string, { readonly key: number; readonly columns: string }>> = {
  session_events: { key: 1, columns: 'seq session_id at via key kind body follows' },
  session_states: {
    key: 1,
    columns: `id start_time end_time channel working_memory hot_topics active_projects pending_tasks recent_learnings
         confidence_updates sop_interactions previous_session_id continued_by crash_recovered schema_version created_at
         updated_at scope scope_key project_path host host_session_id branch head cwd title turn_count files_modified
         last_activity started_seq epoch owner holds task_count has_critical cuts stopped list_at place transcript`,
  },
  session_folds: { key: 1, columns: 'session_id seq digest' },
  session_turns: { key: 2, columns: 'session_id number at asked answered did ended' },
  session_links: { key: 2, columns: 'to_id from_id phase score at' },
  session_restores: { key: 3, columns: 'session_id epoch phase at preamble explanation' },
  session_learnings: { key: 2, columns: 'session_id memory_id confidence_at_end' },
  scope_let_go: { key: 3, columns: 'scope_key kind identity at' },
  scope_waiting_pins: { key: 1, columns: 'seq scope_key scope at body' },
  scope_standings: { key: 2, columns: 'scope_key tree generation standing' },
  memory_items: {
    key: 1,
    columns: `number id content hidden categories importance scope scope_key source confidence access_count last_accessed
         validation_count contradiction_count created_at updated_at expires_at session_id stated`,
  },
  memory_changes: { key: 1, columns: 'seq memory_id at old_score new_score reason session_id' },
  project_signs: { key: 1, columns: 'seq scope_key kind sign at' },
  project_joins: { key: 1, columns: 'seq scope_key into_key why at' },
  project_joined: { key: 1, columns: 'scope_key project_key' },
  sop_trust: { key: 3, columns: 'scope_key path hash at' },
  cold_sessions: {
    key: 1,
    columns: `id scope scope_key project_path host host_session_id branch start_time end_time crash_recovered title turn_count
         hot_topics previous_session_id continued_by started_seq path hash bytes archived_at`,
  },
  work_threads: {
    key: 1,
    columns: 'id scope scope_key project_path status archived_because created_at last_accessed origin',
  },
  thread_events: { key: 1, columns: 'seq thread_id session_id at body follows' },
  thread_folds: { key: 1, columns: 'thread_id seq thread' },
  fact_blocks: { key: 1, columns: 'log owner last facts body' },
  search_document: {
    key: 1,
    columns: 'number kind ref scope scope_key host branch began ended passages',
  },
  search_passage: { key: 1, columns: 'id text hidden' },
  ledger_conversations: {
    key: 1,
    columns:
      'number session_id started_at ended_at last_activity last_seq epoch epoch_began epoch_tokens resumes metadata',
  },
  ledger_facts: {
    key: 6,
    columns: 'conversation epoch kind id shown seq at fact hash tokens saved estimated level reason key',
  },
  share_thread_stamps: { key: 1, columns: 'seq origin stamp author' },
  share_items: { key: 3, columns: 'scope_key author id kind origin stamp body' },
  share_marked: { key: 2, columns: 'scope_key id kind body at' },
  share_withdrawn: { key: 2, columns: 'scope_key id at state' },
};

/** The tables whose rows are facts: what is folded from them can be made again. */
const FACTS = ['session_events', 'thread_events', 'ledger_facts'] as const;
export type FactTable = (typeof FACTS)[number];

export function isFactTable(table: string): table is FactTable {
  return (FACTS as readonly string[]).includes(table);
}

/** The column of a checksum; NULL is unknown: an older version wrote the row. */
export const CHECKSUM = 'checksum';

/** A hook writes to few tables: the lists of the others stay text. */
export function columnsOf(table: string): readonly string[] {
  return SUMMED[table]!.columns.split(/\s+/);
}

export function checksumOfRow(table: string, row: Readonly<Record<string, unknown>>): number {
  return checksumOf(columnsOf(table).map((name) => row[name]));
}

/** Makes the function known to a connection, under a name that no build of SQLite has. */
export function withChecksums(raw: DatabaseSync): void {
  // Triggers of a connection are temporary tables to SQLite: without this they cost a file.
  raw.exec('PRAGMA temp_store=MEMORY');
  // Numbers that no double holds would be an error otherwise; a flipped bit makes them.
  raw.function('cortex_checksum', { varargs: true, useBigIntArguments: true }, (...values) =>
    checksumOf(values),
  );
}

/** `cortex_checksum(seq, …)` of a row as it stands. */
export function checksumSql(table: string): string {
  return `cortex_checksum(${columnsOf(table).join(', ')})`;
}

/** True of rows that are not what was written. */
export function isBadSql(table: string): string {
  return `${CHECKSUM} IS NOT NULL AND ${CHECKSUM} IS NOT ${checksumSql(table)}`;
}

/** A table with checksums that a statement writes, and whether it adds rows or changes them. */
export interface Summing {
  readonly table: string;
  readonly event: 'added' | 'changed';
}

/**
 * From here on this connection keeps the checksums of a table. Triggers of the connection and not of the file: those may
 * call no functions of ours, because nothing in the file is trusted. 0.03 ms each, and every statement prepared before is
 * prepared again: only those that a statement needs are made.
 */
export function keepChecksums(raw: DatabaseSync, { table, event }: Summing): void {
  const columns = columnsOf(table);
  const same = columns
    .slice(0, SUMMED[table]!.key)
    .map((name) => `${name} = new.${name}`)
    .join(' AND ');
  const when = event === 'added' ? 'INSERT' : `UPDATE OF ${columns.join(', ')}`;
  raw.exec(`CREATE TEMP TRIGGER sum_${table}_${event} AFTER ${when} ON main.${table}
    BEGIN UPDATE ${table} SET ${CHECKSUM} = ${checksumSql(table)} WHERE ${same}; END`);
}

const WRITES = /^\s*(INSERT|UPDATE|REPLACE)(?:\s+OR\s+\w+)?(?:\s+INTO)?\s+"?(\w+)/i;
const CHANGES_WHAT_IS_THERE = /\bDO\s+UPDATE\b/i;

/** The writes of a statement whose checksums a trigger makes; facts bring their own (`Database.append`). */
export function summingsOf(sql: string): Summing[] {
  const [, verb, table] = WRITES.exec(sql) ?? [];
  if (!verb || !table || !Object.hasOwn(SUMMED, table) || sql.includes(`, ${CHECKSUM})`)) return [];
  if (verb.toUpperCase() === 'UPDATE') return [{ table, event: 'changed' }];
  const added = { table, event: 'added' } as const;
  return CHANGES_WHAT_IS_THERE.test(sql) ? [added, { table, event: 'changed' }] : [added];
}
