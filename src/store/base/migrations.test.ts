import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { atOnce, bundled } from '../../../test/bundled.ts';
import { runs } from '../../../test/effort.ts';
import { olderRows, writeOlderBrain } from '../../../test/older-brain.ts';
import { useScratch } from '../../../test/use-scratch.ts';
import type { ScopeKey, SessionId } from '../../domain/base/ids.ts';
import { crashEnd } from '../../domain/sessions/session.ts';
import { createPrivate } from '../../system/base/files.ts';
import { openSqliteStore } from '../sqlite-store.ts';
import { MIGRATIONS, openMigrated, type StoreOptions } from './migrations.ts';
import { SCHEMA } from './schema.ts';

const OPTIONS: StoreOptions = {
  waitMillis: () => 5_000,
  prepare: createPrivate,
  sharedMemory: true,
  now: () => 0,
};

const folder = useScratch();
let path: string;
beforeEach(() => {
  // By another name, since `test/sqlite.ts` fills new homes.
  path = join(folder.path, 'from-nothing.db');
});

const PROCESSES = runs(3, 8);

describe('migrations', () => {
  it('are numbered one by one and recorded by name', () => {
    const first = MIGRATIONS[0]!.number;
    expect(MIGRATIONS.map((migration) => migration.number)).toEqual(
      MIGRATIONS.map((_, i) => first + i),
    );
    expect(SCHEMA).toBe(MIGRATIONS.at(-1)!.number);
    const database = openMigrated(path, OPTIONS);
    const applied = database.all('SELECT number, name FROM cortex_migrations ORDER BY number');
    expect(applied.map((row) => row['name'])).toEqual(
      MIGRATIONS.map((migration) => migration.name),
    );
    database.close();
  });

  it('leave a table that only has the name of an older one alone', () => {
    const raw = new DatabaseSync(path);
    raw.exec("CREATE TABLE stm (note TEXT) STRICT; INSERT INTO stm VALUES ('mine')");
    raw.close();
    const database = openMigrated(path, OPTIONS);
    expect(database.column('SELECT note FROM stm')).toEqual(['mine']);
    expect(database.column('SELECT content FROM memory_items')).toEqual([]);
    database.close();
  });

  it('leave a file of before the first alone', () => {
    openMigrated(path, OPTIONS).close();
    const raw = new DatabaseSync(path);
    raw.exec(
      'UPDATE cortex_migrations SET number = number - 18; DELETE FROM cortex_migrations WHERE number > 1',
    );
    raw.close();
    expect(() => openMigrated(path, OPTIONS)).toThrow('has schema 1 of a development version');
  });

  it('take the snapshots of an earlier schema away, and the triggers that counted writes', () => {
    const before = openMigrated(path, OPTIONS);
    before.raw.exec(`
      CREATE TABLE scope_generations (scope_key TEXT PRIMARY KEY, generation INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE scope_standings (scope_key TEXT PRIMARY KEY, standing TEXT NOT NULL) WITHOUT ROWID;
      CREATE TRIGGER standing_let_go AFTER INSERT ON scope_let_go BEGIN
        INSERT INTO scope_generations(scope_key, generation) VALUES (new.scope_key, 1);
      END;
      DROP TABLE head_files;
      DROP TABLE touched_lines;
      DELETE FROM cortex_migrations WHERE number > 20;`);
    before.close();
    const after = openMigrated(path, OPTIONS);
    expect(
      after.all(
        "SELECT name FROM sqlite_schema WHERE name GLOB '*standing*' OR name GLOB '*generation*'",
      ),
    ).toEqual([]);
    expect(after.value('SELECT max(number) FROM cortex_migrations')).toBe(SCHEMA);
    after.close();
  });

  it('leave every row of an older Cortex as it was', () => {
    writeOlderBrain(path);
    const before = olderRows(path);
    openMigrated(path, OPTIONS).close();
    expect(olderRows(path)).toEqual(before);
    expect(Object.keys(before)).toContain('threads');
  });

  it("make an older Cortex's sessions readable", async () => {
    writeOlderBrain(path);
    const store = openSqliteStore(path, OPTIONS);
    const state = await store.session('old-ended' as SessionId);
    expect(state).toMatchObject({ scope: 'global', channel: 'signal', crash_recovered: false });
    expect(state?.pending_tasks[0]).toMatchObject({
      task_id: 'task-001',
      source: 'pipeline_state',
    });
    const [row] = await store.candidates('global' as ScopeKey, Date.parse('2026-02-17T00:00:00Z'));
    expect(row).toMatchObject({ id: 'old-ended', running: false });
    expect(state?.working_memory[0]).toMatchObject({ label: 'radio' });
    store.close();
  });

  it('let an older session that never ended be closed without losing what it holds', async () => {
    writeOlderBrain(path);
    const store = openSqliteStore(path, OPTIONS);
    const head = (await store.head('old-open' as SessionId))!;
    const now = Date.parse('2026-02-20T00:00:00Z');
    const state = await store.recoverSession(head, (d) => crashEnd(d, now), now);
    expect(state).toMatchObject({
      crash_recovered: true,
      end_time: '2026-02-18T09:30:00.000Z',
      hot_topics: ['cortex'],
    });
    store.close();
  });

  it.each([
    ['a new database', false],
    ["an older Cortex's", true],
  ])('run once when several processes open %s at the same moment', async (_, older) => {
    if (older) writeOlderBrain(path);
    const module = bundled(new URL('./migrations.ts', import.meta.url));
    const code = `import { openMigrated } from ${JSON.stringify(module)};
      await together();
      openMigrated(process.argv[1], { waitMillis: () => 20000, prepare() {}, sharedMemory: true, now: () => 0 }).close();`;
    await atOnce(PROCESSES, code, path);
    const raw = new DatabaseSync(path);
    expect(raw.prepare('SELECT count(*) AS n FROM cortex_migrations').get()).toEqual({
      n: MIGRATIONS.length,
    });
    raw.close();
  });
});
