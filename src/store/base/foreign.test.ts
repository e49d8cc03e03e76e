import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { useScratch } from '../../../test/use-scratch.ts';
import { openForeign } from './foreign.ts';

const folder = useScratch();

function build(sql: string): string {
  const path = join(folder.path, 'x.db');
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

describe("somebody else's database", () => {
  it('gives rows as text and numbers, whatever stands in them, and none of a table that is missing', () => {
    const path = build(
      `CREATE TABLE t (ID, big, blob); INSERT INTO t VALUES ('a', 9223372036854775807, x'00ff'), (2, 1.5, NULL)`,
    );
    const database = openForeign(path);
    expect([...database.rows('t')]).toEqual([
      { id: 'a', big: '9223372036854775807', blob: null },
      { id: 2, big: 1.5, blob: null },
    ]);
    expect([...database.rows('absent')]).toEqual([]);
    expect(database.count('absent')).toBe(0);
    expect(database.count('t')).toBe(2);
    database.close();
  });

  it('does not take a view for a table', () => {
    const path = build('CREATE TABLE t (a); CREATE VIEW sessions AS SELECT a FROM t');
    const database = openForeign(path);
    expect([...database.tables]).not.toContain('sessions');
    database.close();
  });

  it('reads what another connection has just written, and changes nothing', () => {
    const path = build('PRAGMA journal_mode=WAL; CREATE TABLE t (a)');
    const writer = new DatabaseSync(path);
    writer.exec("INSERT INTO t VALUES ('in the log')");
    const before = readFileSync(path);
    const database = openForeign(path);
    expect([...database.rows('t')]).toEqual([{ a: 'in the log' }]);
    database.close();
    expect(readFileSync(path)).toEqual(before);
    writer.close();
    expect(readdirSync(folder.path)).toEqual(['x.db']);
  });

  it('gives the rows before a damaged page, then says so', () => {
    const path = build(
      `CREATE TABLE t (a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
       INSERT INTO t SELECT 'row ' || i || hex(zeroblob(40)) FROM n`,
    );
    const bytes = readFileSync(path);
    bytes.fill(0xff, 4096 * 30, 4096 * 31);
    writeFileSync(path, bytes);
    const database = openForeign(path);
    const rows: unknown[] = [];
    expect(() => {
      for (const row of database.rows('t')) rows.push(row);
    }).toThrow(/malformed/);
    expect(rows.length).toBeGreaterThan(100);
    database.close();
  });

  it.each(['', 'this is no database'.repeat(100)])('refuses what is none', (content) => {
    const path = join(folder.path, 'x.db');
    writeFileSync(path, content);
    if (content) expect(() => openForeign(path)).toThrow(/not a database/);
    else expect(openForeign(path).tables.has('sessions')).toBe(false);
  });
});
