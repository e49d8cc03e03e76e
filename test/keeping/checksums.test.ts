import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checksumOf } from '../../src/domain/base/checksum.ts';
import { CHECKSUM } from '../../src/store/base/checksums.ts';
import { openMigrated, TABLES, tablesWhere } from '../../src/store/base/migrations.ts';
import { findWrongFolds } from '../../src/store/keeping/folded-again.ts';
import { inspectDatabase } from '../../src/store/keeping/inspect.ts';
import { badRows, conditionOf } from '../../src/store/keeping/repair/condition.ts';
import {
  backUp,
  bytesAt,
  checkpoint,
  commandsOn,
  copyHome,
  countIn,
  databaseOf,
  fillHome,
  overwrite,
} from '../damaged-home.ts';
import { runs } from '../effort.ts';
import { type EngineStage, useEngine } from '../engine.ts';
import { seeded } from '../sample.ts';
import { makeRepository, scratchFolder } from '../scratch.ts';

describe('a checksum', () => {
  it('differs where any value, its end or its column differs', () => {
    const values = ['a', 'bc', 1, 0.5, null, 'x'];
    const others: readonly (readonly unknown[])[] = [
      ['a', 'bc', 1, 0.5, 'x', null],
      ['ab', 'c', 1, 0.5, null, 'x'],
      ['a', 'bc', 2, 0.5, null, 'x'],
      ['a', 'bc', 1, 0.25, null, 'x'],
      ['a', 'bc', 1, 0.5, '', 'x'],
      ['a', 'bd', 1, 0.5, null, 'x'],
    ];
    const all = new Set([values, ...others].map((row) => checksumOf(row)));
    expect(all.size).toBe(others.length + 1);
    expect([...all].every(Number.isSafeInteger)).toBe(true);
  });

  it('does not change with columns that are added and empty, and reads large numbers as SQLite gives them', () => {
    expect(checksumOf(['a', 1, null, undefined])).toBe(checksumOf(['a', 1]));
    expect(checksumOf(['a', 1n])).toBe(checksumOf(['a', 1]));
  });

  it('is what it was', () => {
    expect(checksumOf(['session', 42, 'größer', null, 0.5])).toBe(RECORDED);
  });
});

/** Stored in every database: it must not change. */
const RECORDED = 7_445_419_382_726_804;

describe('checksums of rows', () => {
  let stage: EngineStage;
  useEngine('2026-11-01T10:00:00Z', (entered) => {
    stage = entered;
  });

  it('are of every table that is declared to have them, and every table is declared', () => {
    const raw = new DatabaseSync(databaseOf(stage.home));
    const tables = raw
      .prepare(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')",
      )
      .all()
      .map((row) => String((row as { name: string }).name))
      .filter((name) => !name.startsWith('sqlite_'));
    expect(Object.keys(TABLES).sort()).toEqual(tables.sort());
    const summed = raw.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?');
    for (const table of CHECKED)
      expect([table, summed.get(table, CHECKSUM) !== undefined]).toEqual([table, true]);
    raw.close();
  });

  it('are made by whoever writes a row: nothing writes past them', () => {
    const written = new RegExp(
      String.raw`\.(?:run|get|all)\(\s*(?://[^\n]*\s*)*.(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?)\s+(?:${CHECKED.join('|')})\b`,
    );
    const folder = join(import.meta.dirname, '..', '..', 'src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('migrations'),
    );
    const past = files.flatMap(
      (name) => written.exec(readFileSync(join(folder, name), 'utf8'))?.[0] ?? [],
    );
    expect(past).toEqual([]);
  });

  it('are there and right after everything that a session does', async () => {
    const { send, deps, at, scope } = stage;
    await send('a', 'SessionStart', { source: 'startup' });
    await send('a', 'UserPromptSubmit', {
      prompt: 'Always use tabs. Wire the ft991a.',
      prompt_id: 'p',
    });
    await send('a', 'PostToolUse', {
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_response: { stdout: 'FAIL 1 test', exitCode: 1 },
      tool_use_id: 't',
    });
    await send('a', 'Stop', { last_assistant_message: 'Next: fix the test.', prompt_id: 'p' });
    await send('a', 'SessionEnd', { reason: 'other' });
    at('2026-11-02T10:00:00Z');
    await send('b', 'SessionStart', { source: 'startup' });
    await send('b', 'UserPromptSubmit', { prompt: 'go on with the ft991a', prompt_id: 'q' });
    await send('b', 'Stop', { last_assistant_message: 'Done.', prompt_id: 'q' });
    await send('b', 'SessionStart', { source: 'compact' });
    await send('b', 'SessionEnd', { reason: 'other' });
    await deps.store.archiveIdleThreads(deps.now() + 1);
    expect((await deps.store.history({ scopeKey: scope.key, limit: 9 })).length).toBe(2);
    const raw = new DatabaseSync(databaseOf(stage.home));
    expect(badRows(raw)).toEqual([]);
    for (const table of CHECKED) {
      const { n } = raw
        .prepare(`SELECT count(*) AS n FROM ${table} WHERE ${CHECKSUM} IS NULL`)
        .get() as {
        n: number;
      };
      expect([table, n]).toEqual([table, 0]);
    }
    raw.close();
  });

  it('a bad fact is set aside alone when its session is folded', async () => {
    const { send, deps } = stage;
    await send('a', 'SessionStart', { source: 'startup' });
    await send('a', 'UserPromptSubmit', { prompt: 'Wire the ft991a.', prompt_id: 'p' });
    await send('a', 'Stop', { last_assistant_message: 'Done.', prompt_id: 'p' });
    await send('a', 'UserPromptSubmit', { prompt: 'Now the tests.', prompt_id: 'q' });
    await send('a', 'PostToolUse', {
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_response: {},
      tool_use_id: 't',
    });
    const raw = new DatabaseSync(databaseOf(stage.home));
    // As a flipped bit would leave it.
    raw.exec(
      `UPDATE session_events SET body = replace(body, 'Now the', 'Nov the') WHERE kind = 'prompt' AND body LIKE '%Now the%'`,
    );
    raw.close();
    await send('a', 'Stop', { last_assistant_message: 'All is well.', prompt_id: 'q' });
    const [state] = await deps.store.history({ limit: 1 });
    expect(state).toMatchObject({ title: 'Wire the ft991a', turn_count: 2 });
    const after = new DatabaseSync(databaseOf(stage.home));
    const aside = after.prepare('SELECT table_name, row FROM set_aside ORDER BY number').all() as {
      table_name: string;
      row: string;
    }[];
    expect(aside.map(({ table_name }) => table_name)).toEqual(['session_events']);
    expect(aside.some(({ row }) => row.includes('tests'))).toBe(true);
    expect(badRows(after)).toEqual([]);
    after.close();
  });

  it('rows that are folds have none: folded again they show that they are wrong, and are written anew', async () => {
    const { send, deps, home } = stage;
    await send('a', 'SessionStart', { source: 'startup' });
    await send('a', 'UserPromptSubmit', {
      prompt: 'Wire the ft991a.\nBlocker: no cable',
      prompt_id: 'p',
    });
    await send('a', 'Stop', { last_assistant_message: 'Done.', prompt_id: 'p' });
    expect(await deps.store.findWrongFolds()).toEqual([]);
    const [before] = await deps.store.history({ limit: 1 });
    const raw = new DatabaseSync(databaseOf(home));
    raw.exec(`UPDATE session_turns SET asked = replace(asked, 'Wire', 'Wipe');
      UPDATE session_states SET title = 'xire';
      UPDATE session_folds SET digest = replace(digest, 'ft991a', 'ft991b');
      UPDATE thread_folds SET thread = '{}';
      INSERT INTO project_joined(scope_key, project_key) VALUES ('a', 'b');`);
    raw.close();
    const wrong = [
      'session_states',
      'session_turns',
      'session_folds',
      'thread_folds',
      'project_joined',
    ];
    const found = await deps.store.findWrongFolds();
    expect(found).toEqual(wrong.map((table) => ({ table, rows: 1 })));
    expect(await deps.store.mendFolds()).toEqual(found);
    expect(await deps.store.findWrongFolds()).toEqual([]);
    expect(await deps.store.history({ limit: 1 })).toEqual([
      { ...before, updated_at: expect.anything() },
    ]);
  });
});

/** Tables whose rows nothing could make again. */
const CHECKED = tablesWhere(({ checked }) => checked === true);
/** Tables whose rows are folds. */
const FOLDS: Readonly<Record<string, string>> = {
  session_turns: 'number, at, asked, answered, did, ended',
  session_folds: 'digest',
  thread_folds: 'thread',
};

describe('bits that flip', () => {
  const OPTIONS = { now: Date.now, waitMillis: () => 1000, prepare: () => {}, sharedMemory: true };
  let folder: ReturnType<typeof scratchFolder>;
  let repo: string;
  let whole: string;
  beforeAll(async () => {
    folder = scratchFolder();
    repo = makeRepository(join(folder.path, 'radio'));
    whole = join(folder.path, 'whole');
    await fillHome(whole, repo, 8, { turns: 2 });
    checkpoint(whole);
  });
  afterAll(() => folder.dispose());

  /** The findings in the tables; null where SQLite itself refuses. */
  const said = (path: string): string | null => {
    const raw = new DatabaseSync(path, { readOnly: true });
    try {
      const all = CHECKED.map((table): [string, string] => [table, '*']);
      return [...all, ...Object.entries(FOLDS)]
        .map(([table, columns]) => {
          const rows = raw.prepare(`SELECT ${columns} FROM ${table}`);
          rows.setReadBigInts(true);
          return JSON.stringify(rows.all(), (_, value) =>
            typeof value === 'bigint' ? String(value) : value,
          );
        })
        .join('\n');
    } catch {
      return null;
    } finally {
      raw.close();
    }
  };

  const differs = (path: string): boolean => {
    const database = openMigrated(path, OPTIONS);
    try {
      return findWrongFolds(database).length > 0;
    } catch {
      return true;
    } finally {
      database.close();
    }
  };

  it.each(['contradiction_count', 'share_items'])(
    'are noticed in the name %s of the schema',
    (name) => {
      const path = join(folder.path, 'renamed.db');
      copyFileSync(databaseOf(whole), path);
      expect(conditionOf(path)).toEqual({ kind: 'sound' });
      const bytes = readFileSync(path);
      const upper = `${name[0]!.toUpperCase()}${name.slice(1)}`;
      // Everywhere in the schema, as SQLite would refuse two names for one thing.
      for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1))
        bytes.write(upper, at);
      writeFileSync(path, bytes);
      expect(conditionOf(path)).toMatchObject({
        kind: 'damaged',
        detail: expect.stringContaining('names in the schema are gone'),
      });
      const { content } = inspectDatabase(path, OPTIONS, true);
      expect(content?.damage).toContainEqual(expect.stringMatching(/ is gone from the schema$/));
    },
  );

  it('are all noticed where they change what is read', () => {
    const flips = Number(process.env['CORTEX_FLIPS'] ?? runs(60, 120));
    const path = join(folder.path, 'flipped.db');
    const { size } = statSync(databaseOf(whole));
    const before = said(databaseOf(whole));
    const draw = seeded(20_261_116);
    const random = (below: number) => Math.floor(draw() * below);
    let changed = 0;
    const missed: number[] = [];
    for (let i = 0; i < flips; i++) {
      const at = 100 + random(size - 100);
      copyFileSync(databaseOf(whole), path);
      const [byte] = bytesAt(path, at, 1);
      overwrite(path, at, Buffer.from([byte! ^ (1 << random(8))]));
      const now = said(path);
      if (now === before) continue;
      changed++;
      if (conditionOf(path).kind === 'sound' && !differs(path)) missed.push(at);
    }
    expect(changed).toBeGreaterThan(flips / 20);
    expect(missed).toEqual([]);
    if (process.env['CORTEX_FLIPS'])
      console.log(`${changed} of ${flips} flips changed what is read; none was missed`);
  });

  it('cost one row, which doctor names and repair brings back from a backup', async () => {
    const home = join(folder.path, 'home');
    copyHome(whole, home);
    await backUp(home);
    checkpoint(home);
    const raw = new DatabaseSync(databaseOf(home));
    const { seq, body } = raw
      .prepare("SELECT seq, body FROM session_events WHERE kind = 'prompt' LIMIT 1")
      .get()!;
    raw.prepare('UPDATE session_events SET body = ? WHERE seq = ?').run(`{"text":"xire"}`, seq!);
    raw.exec("UPDATE session_turns SET asked = 'xire' WHERE rowid = 3");
    raw.close();
    const cortex = commandsOn(() => ({ home, repo }));
    expect(cortex('doctor').stdout).toContain('1 row of session_events not as written');
    expect(cortex('repair', '--yes').status).toBe(0);
    expect(countIn(home, 'session_states')).toBe(8);
    expect(countIn(home, 'session_turns', "asked = 'xire'")).toBe(0);
    expect(countIn(home, 'session_events', `body = '${body}'`)).toBeGreaterThan(0);
    expect(countIn(home, 'set_aside')).toBe(1);
    expect(cortex('doctor').status).toBe(0);
  });

  it('cost nothing in a fold: doctor tells it, and repair folds again', () => {
    const home = join(folder.path, 'folds');
    copyHome(whole, home);
    const raw = new DatabaseSync(databaseOf(home));
    raw.exec("UPDATE session_turns SET asked = 'xire' WHERE rowid = 3");
    raw.close();
    const cortex = commandsOn(() => ({ home, repo }));
    expect(cortex('doctor').stdout).toContain(
      '1 row of session_turns not what the facts amount to',
    );
    expect(cortex('repair', '--yes').stdout).toContain('folded again: 1 row of session_turns');
    expect(countIn(home, 'session_turns', "asked = 'xire'")).toBe(0);
    expect(cortex('doctor').stdout).toContain('every session and thread follows from its facts');
  });
});
