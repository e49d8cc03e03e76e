import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import type { StoredRow } from '../../domain/base/packed.ts';
import type { Database } from '../base/database.ts';
import { openMigrated } from '../base/migrations.ts';
import { insertRows, otherTables } from './tables.ts';

let database: Database;
beforeEach(() => {
  database = openMigrated(':memory:', {
    waitMillis: () => 0,
    prepare: () => {},
    sharedMemory: false,
    now: () => 0,
  });
});
afterEach(() => database.close());

const dismissed = { scope_key: 'a', kind: 'pin', identity: 'x', at: 5 };
const waiting = { seq: 40, scope_key: 'a', scope: 'project:a', at: 5, body: '{"content":"x"}' };
const memory = {
  number: 7,
  id: 'm1',
  content: 'the radio speaks CAT',
  hidden: '',
  categories: '[]',
  importance: 1,
  scope: 'global',
  scope_key: 'global',
  source: 'person',
  confidence: 0.8,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

describe('rows of other parts', () => {
  it.each<[string, StoredRow, StoredRow]>([
    ['scope_let_go', dismissed, { ...dismissed, at: 99 }],
    ['scope_waiting_pins', waiting, { ...waiting, seq: 1 }],
    ['memory_items', memory, { ...memory, number: 1, confidence: 0.1 }],
  ])('of %s are taken once, whatever number they had', (table, row, same) => {
    expect(insertRows(database, table, [row], false)).toBe(1);
    expect(database.get(`SELECT count(*) AS n FROM ${table}`)).toEqual({ n: 0 });
    expect(insertRows(database, table, [row, same], true)).toBe(1);
    expect(insertRows(database, table, [row, same], true)).toBe(0);
    expect(insertRows(database, table, [same], false)).toBe(0);
    expect(database.get(`SELECT count(*) AS n FROM ${table}`)).toEqual({ n: 1 });
  });

  it('name no thread as a session or a ledger is named', () => {
    const at = '2026-01-01T00:00:00.000Z';
    database.put('session_states', {
      id: 's1',
      start_time: at,
      channel: 'codex',
      scope: 'global',
      scope_key: 'global',
      host: 'codex',
      created_at: at,
      updated_at: at,
      last_activity: at,
      started_seq: 1,
    });
    const thread = { scope: 'global', scope_key: 'global', status: 'archived' };
    const dates = { created_at: at, last_accessed: at };
    const taken = ['s1', 'ledger 1', 't1'].map((id) => [
      insertRows(database, 'work_threads', [{ id, ...thread, ...dates }], true),
      insertRows(
        database,
        'thread_events',
        [{ thread_id: id, session_id: null, at: 1, body: '{}' }],
        true,
      ),
    ]);
    expect(taken).toEqual([
      [0, 0],
      [0, 0],
      [1, 1],
    ]);
  });

  it('are found by their words afterwards', () => {
    insertRows(database, 'memory_items', [memory], true);
    expect(
      database.all("SELECT rowid FROM memory_words WHERE memory_words MATCH 'radio'"),
    ).toHaveLength(1);
  });

  it.each(table<string>('rows-not-taken'))('of %s are not taken over', (table) => {
    expect(insertRows(database, table, [{ id: 'x', hash: 'x' }], true)).toBeNull();
  });

  it('of an older Cortex bring their table with them', () => {
    const kept = { id: 's1', content: 'x', confidence: 0.8, vector: new Uint8Array([1]) };
    const rows = [{ ...kept, 'bad"name': 1 }];
    expect(insertRows(database, 'stm', rows, false)).toBe(1);
    expect(insertRows(database, 'stm', rows, true)).toBe(1);
    expect(insertRows(database, 'stm', rows, true)).toBe(0);
    expect(database.all('SELECT * FROM stm')).toEqual([kept]);
  });

  it('lose what the table does not have, and nothing of the others', () => {
    expect(insertRows(database, 'scope_let_go', [{ ...dismissed, later_column: 'x' }], true)).toBe(
      1,
    );
    expect(database.all('SELECT scope_key, kind, identity, at FROM scope_let_go')).toEqual([
      dismissed,
    ]);
  });
});

describe('what is exported', () => {
  it('is every table but those that belong to sessions or to this file', () => {
    database.raw.exec(
      'CREATE TABLE stm (id TEXT); CREATE VIRTUAL TABLE stm_fts USING fts5(content)',
    );
    const names = otherTables(database, null).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'memory_items',
        'metric_records',
        'scope_let_go',
        'sop_trust',
        'stm',
      ]),
    );
    for (const name of names)
      expect(name).not.toMatch(
        /^(?:session_(?:states|events|folds|restores|links)|cold_|maintenance|cortex_|sqlite_|.*(?:_fts|_words))/,
      );
  });

  it('of one scope is what belongs to it, by its key, its memories or its sessions', () => {
    const change = { memory_id: 'm1', at: 5, old_score: 1, new_score: 0.5, reason: 'wrong' };
    database.put('memory_items', { ...memory, scope_key: 'a' });
    database.put('memory_changes', change);
    database.put('memory_changes', { ...change, memory_id: 'm2' });
    for (const key of ['a', 'b']) database.put('scope_let_go', { ...dismissed, scope_key: key });
    const tables = otherTables(database, '["a"]').map(({ name, rows }) => [name, [...rows]]);
    expect(Object.fromEntries(tables)).toMatchObject({
      memory_changes: [{ memory_id: 'm1' }],
      scope_let_go: [{ scope_key: 'a' }],
    });
    expect(tables.map(([name]) => name)).not.toContain('metric_records');
  });
});
