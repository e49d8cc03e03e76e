import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engineDeps, openStore, openWorld } from '../src/compose.ts';
import { handle } from '../src/engine/engine.ts';
import { claudeCode } from '../src/hosts/claude-code/host.ts';
import { backUp, bytesAt, checkpoint, copyHome, databaseOf, fillHome, overwrite } from './damaged-home.ts';
import { runHere } from './program.ts';
import { makeRepository, scratchFolder } from './scratch.ts';

describe('a database that holds less than it did', () => {
  let folder: ReturnType<typeof scratchFolder>;
  let repo: string;
  /** In the file; and with events of one more session in the log alone. */
  let settled: string;
  let logged: string;
  let home: string;

  beforeAll(async () => {
    folder = scratchFolder();
    repo = makeRepository(join(folder.path, 'radio'));
    settled = join(folder.path, 'settled');
    logged = join(folder.path, 'logged');
    await fillHome(settled, repo, 3);
    await backUp(settled);
    await fillHome(settled, repo, 2, { from: 3 });
    checkpoint(settled);
    const world = openWorld({ CORTEX_HOME: settled });
    const store = openStore(world);
    const deps = engineDeps(world, store);
    for (const [event, more] of [
      ['SessionStart', { source: 'startup' }],
      ['UserPromptSubmit', { prompt: 'only in the log', prompt_id: 'p' }],
      ['SessionEnd', { reason: 'other' }],
    ] as const) {
      const payload = { session_id: 'log', cwd: repo, hook_event_name: event, ...more };
      await handle(deps, { host: 'claude-code', via: 'test' }, claudeCode.parse(payload)!);
    }
    copyHome(settled, logged);
    store.close();
    rmSync(settled, { recursive: true });
    copyHome(logged, settled);
    checkpoint(settled);
  });
  beforeEach(() => {
    home = join(folder.path, 'home');
  });
  afterAll(() => folder.dispose());

  const env = () => ({
    ...process.env,
    ...{ CORTEX_HOME: home, CORTEX_MAINTENANCE_AUTO: 'false', CORTEX_REPAIR_AUTO: 'false' },
    ...{ CORTEX_HOOK_DEADLINE_MS: '20000', CORTEX_HOOK_DATABASE_WAIT_MS: '9000' },
  });
  const cortex = (words: readonly string[], input = '') =>
    runHere(words, { cwd: repo, env: env(), input, host: process.pid });
  const start = (id: string) =>
    cortex(
      ['hook', 'claude-code'],
      JSON.stringify({ session_id: id, cwd: repo, hook_event_name: 'SessionStart', source: 'startup' }),
    ).stdout;
  const lost = () => [
    (JSON.parse(cortex(['doctor', '--json']).stdout) as { ok: boolean }).ok === false,
    /is missing|is gone/.test(cortex(['status']).stdout),
  ];

  it('nothing is noticed where nothing is missing', () => {
    for (const one of [settled, logged]) {
      copyHome(one, home);
      expect(lost()).toEqual([false, false]);
      expect(start('n')).not.toContain('cortex doctor');
    }
  });

  it.each([
    ['deleted', () => rmSync(databaseOf(home))],
    ['emptied', () => writeFileSync(databaseOf(home), '')],
    [
      'an older copy in its place',
      () => {
        const [backup] = readdirSync(join(home, 'backups'));
        writeFileSync(databaseOf(home), readFileSync(join(home, 'backups', backup!)));
      },
    ],
    [
      'without its log',
      () => {
        copyHome(logged, home);
        expect(existsSync(`${databaseOf(home)}-wal`)).toBe(true);
        for (const end of ['-wal', '-shm']) rmSync(databaseOf(home) + end, { force: true });
      },
    ],
    [
      'with a flipped bit in its log',
      () => {
        copyHome(logged, home);
        rmSync(`${databaseOf(home)}-shm`, { force: true });
        const at = 32 + 24 + 100;
        const [byte] = bytesAt(`${databaseOf(home)}-wal`, at, 1);
        overwrite(`${databaseOf(home)}-wal`, at, Buffer.from([byte! ^ 1]));
      },
    ],
    [
      'all of its tables made anew',
      () => {
        rmSync(databaseOf(home));
        const world = openWorld({ CORTEX_HOME: home });
        openStore(world).close();
      },
    ],
  ])('%s: doctor, status and the next start notice', (_, lose) => {
    copyHome(settled, home);
    lose();
    expect(lost()).toEqual([true, true]);
    expect(start('x')).toContain('cortex doctor');
    // Also after it has gone on.
    expect(lost()).toEqual([true, true]);
  });

  it('a loss stays known while later records take the numbers of the lost ones, until somebody accepts it', () => {
    copyHome(logged, home);
    for (const end of ['-wal', '-shm']) rmSync(databaseOf(home) + end, { force: true });
    const loss = () =>
      (JSON.parse(cortex(['status', '--json']).stdout) as { database: { loss: string | null } }).database
        .loss;
    const before = loss();
    expect(before).toMatch(/^metric \d+, which was anchored, is not in the database/);
    start('later');
    for (let i = 0; i <= 3; i++)
      cortex(
        ['hook', 'claude-code'],
        JSON.stringify({
          ...{ session_id: 'later', cwd: repo, hook_event_name: 'UserPromptSubmit' },
          ...{ prompt: `tune the filter ${i}`, prompt_id: `p${i}` },
        }),
      );
    expect(loss()).toBe(before);
    expect(lost()).toEqual([true, true]);
    expect(start('another')).toContain('or was put back from an older copy: cortex doctor');
    expect(cortex(['verify', '--accept', 'the log was lost']).stdout).toContain('because: the log was lost');
    expect(loss()).toBeNull();
    expect(lost()).toEqual([false, false]);
    expect(start('third')).not.toContain('cortex doctor');
    expect(cortex(['verify']).status).toBe(0);
  });

  it('facts that no metric followed are missed by the times of hooks, until somebody accepts it', () => {
    copyHome(settled, home);
    start('plain');
    checkpoint(home);
    const database = readFileSync(databaseOf(home));
    for (let i = 0; i < 12; i++)
      cortex(
        ['hook', 'claude-code'],
        JSON.stringify({
          ...{ session_id: 'plain', cwd: repo, hook_event_name: 'PostToolUse', tool_name: 'Read' },
          ...{ tool_input: { file_path: join(repo, `a${i}.ts`) }, tool_response: {}, tool_use_id: `t${i}` },
        }),
      );
    expect(lost()).toEqual([false, false]);
    for (const end of ['-wal', '-shm']) rmSync(databaseOf(home) + end, { force: true });
    writeFileSync(databaseOf(home), database);
    expect(cortex(['doctor']).stdout).toContain('the last 12 facts that were stored are not in the database');
    expect(lost()).toEqual([true, true]);
    // What a start stores takes numbers of the lost facts again, and not of all of them.
    expect(start('x')).toContain('cortex doctor');
    expect(cortex(['verify', '--accept', 'they were of a test']).stdout).toContain('facts lost');
    expect(lost()).toEqual([false, false]);
  });

  it('what was not there to be remembered is no loss', () => {
    rmSync(home, { recursive: true, force: true });
    expect(start('first')).toBe('');
    expect(lost()).toEqual([false, false]);
  });
});
