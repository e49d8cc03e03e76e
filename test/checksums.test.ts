import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checksumOf } from '../src/domain/evidence/checksum.ts';
import type { SessionId } from '../src/domain/ids.ts';
import { CHECKSUM, columnsOf, SUMMED } from '../src/stores/sqlite/checksums.ts';
import { inspectDatabase } from '../src/stores/sqlite/inspect.ts';
import { badRows, conditionOf } from '../src/stores/sqlite/repair/condition.ts';
import {
  backUp,
  bytesAt,
  checkpoint,
  copyHome,
  countIn,
  databaseOf,
  fillHome,
  overwrite,
} from './damaged-home.ts';
import { runs } from './effort.ts';
import { type EngineStage, useEngine } from './engine.ts';
import { runHere } from './program.ts';
import { makeRepository, scratchFolder } from './scratch.ts';

/** Tables of ours without checksums, and what stands in for them. */
const WITHOUT: Readonly<Record<string, string>> = {
  metric_records: 'each is sealed with a key',
  cortex_migrations: 'a wrong number is refused',
  maintenance: 'only when it ran last',
  project_seen: 'where signs were read last; wrong, they are read again',
  memory_forgotten: 'ids of what is gone',
  set_aside: 'nobody reads it',
  scope_generations: 'a wrong number makes a standing anew',
  share_projects: 'where a stream stands; the server knows it too',
  share_outbox: 'sent within minutes',
  share_cursors: 'where streams stand; the server knows them too',
  share_fact_stamps: 'the order of facts, which the server has too',
  share_threads: 'which threads go on in which',
  share_sent: 'what is wrong is sent again',
};

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

  it('cover every column of every table of ours, but for those that say why not', () => {
    const raw = new DatabaseSync(databaseOf(stage.home));
    const tables = raw
      .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
      .all()
      .map((row) => String((row as { name: string }).name))
      .filter((name) => !name.startsWith('sqlite_'));
    expect(tables.filter((name) => !(name in SUMMED)).sort()).toEqual(Object.keys(WITHOUT).sort());
    for (const table of Object.keys(SUMMED)) {
      const columns = columnsOf(table);
      const there = raw.prepare('SELECT name FROM pragma_table_info(?)').all(table) as { name: string }[];
      expect([...columns, CHECKSUM].sort(), table).toEqual(there.map(({ name }) => name).sort());
    }
    raw.close();
  });

  it('are there and right after everything that a session does', async () => {
    const { send, deps, at, scope } = stage;
    await send('a', 'SessionStart', { source: 'startup' });
    await send('a', 'UserPromptSubmit', { prompt: 'Always use tabs. Wire the ft991a.', prompt_id: 'p' });
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
    for (const table of Object.keys(SUMMED)) {
      const { n } = raw.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${CHECKSUM} IS NULL`).get() as {
        n: number;
      };
      expect([table, n]).toEqual([table, 0]);
    }
    raw.close();
  });

  it('a bad fact is set aside alone when its session is folded, and a bad fold is made again', async () => {
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
    // As a flipped bit would leave it: no trigger of ours runs here.
    raw.exec(`UPDATE session_events SET body = replace(body, 'Now the', 'Nov the') WHERE kind = 'prompt' AND body LIKE '%Now the%';
      UPDATE session_folds SET digest = '{"pins":[' || digest;`);
    raw.close();
    await send('a', 'Stop', { last_assistant_message: 'All is well.', prompt_id: 'q' });
    const [state] = await deps.store.history({ limit: 1 });
    expect(state).toMatchObject({ title: 'Wire the ft991a', turn_count: 2 });
    const after = new DatabaseSync(databaseOf(stage.home));
    const aside = after.prepare('SELECT table_name, row FROM set_aside ORDER BY number').all() as {
      table_name: string;
      row: string;
    }[];
    expect(aside.map(({ table_name }) => table_name).sort()).toEqual(['session_events', 'session_folds']);
    expect(aside.some(({ row }) => row.includes('tests'))).toBe(true);
    expect(badRows(after)).toEqual([]);
    after.close();
  });

  it('a bad turn is told by nobody, and is made again when its session is folded', async () => {
    const { send, deps } = stage;
    await send('a', 'SessionStart', { source: 'startup' });
    await send('a', 'UserPromptSubmit', { prompt: 'Wire the ft991a.', prompt_id: 'p' });
    await send('a', 'Stop', { last_assistant_message: 'Done.', prompt_id: 'p' });
    const raw = new DatabaseSync(databaseOf(stage.home));
    raw.exec("UPDATE session_turns SET asked = replace(asked, 'Wire', 'Wipe')");
    raw.close();
    const [state] = await deps.store.history({ limit: 1 });
    const session_id = state!.session_id as SessionId;
    expect(await deps.store.turnsOf(session_id)).toEqual([]);
    await send('a', 'UserPromptSubmit', { prompt: 'Now the tests.', prompt_id: 'q' });
    await send('a', 'Stop', { last_assistant_message: 'All is well.', prompt_id: 'q' });
    const turns = await deps.store.turnsOf(session_id);
    expect(turns.map(({ asked }) => asked)).toEqual(['Wire the ft991a.', 'Now the tests.']);
  });
});

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
      return Object.keys(SUMMED)
        .map((table) => {
          const rows = raw.prepare(`SELECT ${columnsOf(table).join(', ')} FROM ${table}`);
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

  it.each(['contradiction_count', 'share_items'])('are noticed in the name %s of the schema', (name) => {
    const path = join(folder.path, 'renamed.db');
    copyFileSync(databaseOf(whole), path);
    expect(conditionOf(path)).toEqual({ kind: 'sound' });
    const bytes = readFileSync(path);
    const upper = `${name[0]!.toUpperCase()}${name.slice(1)}`;
    // Everywhere in the schema, as SQLite would refuse two names for one thing.
    for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) bytes.write(upper, at);
    writeFileSync(path, bytes);
    expect(conditionOf(path)).toMatchObject({
      kind: 'damaged',
      detail: expect.stringContaining('names in the schema are gone'),
    });
    const { content } = inspectDatabase(path, OPTIONS, true);
    expect(content?.damage).toContainEqual(expect.stringMatching(/ is gone from the schema$/));
  });

  it('are all noticed where they change what is read', () => {
    const flips = Number(process.env['CORTEX_FLIPS'] ?? runs(60, 120));
    const path = join(folder.path, 'flipped.db');
    const { size } = statSync(databaseOf(whole));
    const before = said(databaseOf(whole));
    let seed = 20_261_116;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed % below;
    };
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
      if (conditionOf(path).kind === 'sound') missed.push(at);
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
    raw.exec("UPDATE session_states SET title = 'xire' WHERE rowid = 3");
    raw.close();
    const env = { ...process.env, CORTEX_HOME: home, CORTEX_MAINTENANCE_AUTO: 'false' };
    const cortex = (...words: string[]) => runHere(words, { cwd: repo, env, input: '', host: process.pid });
    expect(cortex('doctor').stdout).toContain('1 row of session_states not what was written');
    expect(cortex('repair', '--yes').status).toBe(0);
    expect(countIn(home, 'session_states')).toBe(8);
    expect(countIn(home, 'session_states', "title = 'xire'")).toBe(0);
    expect(countIn(home, 'set_aside')).toBe(1);
    expect(cortex('doctor').status).toBe(0);
  });

  it('rows of an older version are unknown until maintenance has written theirs', async () => {
    const home = join(folder.path, 'older');
    copyHome(whole, home);
    const raw = new DatabaseSync(databaseOf(home));
    for (const table of Object.keys(SUMMED)) raw.exec(`UPDATE ${table} SET ${CHECKSUM} = NULL`);
    raw.exec("UPDATE session_states SET title = 'written by an older one' WHERE rowid = 1");
    raw.close();
    expect(conditionOf(databaseOf(home)).kind).toBe('sound');
    await backUp(home);
    for (const table of Object.keys(SUMMED)) expect(countIn(home, table, `${CHECKSUM} IS NULL`)).toBe(0);
    expect(conditionOf(databaseOf(home)).kind).toBe('sound');
  });
});
