import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engineDeps, openStore, openWorld } from '../../src/program/compose.ts';
import { claudeEvents } from '../claude-events.ts';
import {
  backUp,
  bytesAt,
  checkpoint,
  copyHome,
  databaseOf,
  fillHome,
  overwrite,
} from '../damaged-home.ts';
import { runHere } from '../program.ts';
import { asSchema19 } from '../schema-19.ts';
import { makeRepository, scratchFolder } from '../scratch.ts';

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
    const send = claudeEvents(engineDeps(world, store), 'log', repo);
    await send('SessionStart', { source: 'startup' });
    await send('UserPromptSubmit', { prompt: 'only in the log', prompt_id: 'p' });
    await send('SessionEnd', { reason: 'other' });
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
    CORTEX_HOME: home,
    CORTEX_MAINTENANCE_AUTO: 'false',
    CORTEX_REPAIR_AUTO: 'false',
    CORTEX_HOOK_DEADLINE_MS: '20000',
    CORTEX_HOOK_DATABASE_WAIT_MS: '9000',
  });
  const cortex = (words: readonly string[], input = '') =>
    runHere(words, { cwd: repo, env: env(), input, host: process.pid });
  const start = (id: string) =>
    cortex(
      ['hook', 'claude-code'],
      JSON.stringify({
        session_id: id,
        cwd: repo,
        hook_event_name: 'SessionStart',
        source: 'startup',
      }),
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
      (JSON.parse(cortex(['status', '--json']).stdout) as { database: { loss: string | null } })
        .database.loss;
    const before = loss();
    expect(before).toMatch(/^metric \d+, which was anchored, is not in the database/);
    start('later');
    for (let i = 0; i <= 3; i++)
      cortex(
        ['hook', 'claude-code'],
        JSON.stringify({
          session_id: 'later',
          cwd: repo,
          hook_event_name: 'UserPromptSubmit',
          prompt: `tune the filter ${i}`,
          prompt_id: `p${i}`,
        }),
      );
    expect(loss()).toBe(before);
    expect(lost()).toEqual([true, true]);
    expect(start('another')).toContain('or was put back from an older copy: cortex doctor');
    expect(cortex(['verify', '--accept', 'the log was lost']).stdout).toContain(
      'because: the log was lost',
    );
    expect(loss()).toBeNull();
    expect(lost()).toEqual([false, false]);
    expect(start('third')).not.toContain('cortex doctor');
    expect(cortex(['verify']).status).toBe(0);
  });

  const read = (name: string) =>
    cortex(
      ['hook', 'claude-code'],
      JSON.stringify({
        session_id: 'plain',
        cwd: repo,
        hook_event_name: 'PostToolUse',
        tool_name: 'Read',
        tool_input: { file_path: join(repo, `${name}.ts`) },
        tool_response: {},
        tool_use_id: name,
      }),
    );
  /** Puts a copy back that was made before three more facts, which no metric followed. */
  const loseThree = () => {
    copyHome(settled, home);
    start('plain');
    checkpoint(home);
    const database = readFileSync(databaseOf(home));
    for (let i = 0; i < 3; i++) read(`a${i}`);
    expect(lost()).toEqual([false, false]);
    for (const end of ['-wal', '-shm']) rmSync(databaseOf(home) + end, { force: true });
    writeFileSync(databaseOf(home), database);
  };

  it('they stay missed when a session goes on first, and takes more numbers than were lost', () => {
    loseThree();
    for (let i = 0; i < 20; i++) read(`b${i}`);
    expect(cortex(['doctor']).stdout).toContain(
      'the last 3 facts that were stored are not in the database',
    );
    for (const id of ['x', 'y']) expect(start(id)).toContain('cortex doctor');
    expect(lost()).toEqual([true, true]);
    expect(cortex(['verify', '--accept', 'they were of a test']).stdout).toContain('facts lost');
    expect(lost()).toEqual([false, false]);
    read('c');
    expect(start('z')).not.toContain('cortex doctor');
    expect(lost()).toEqual([false, false]);
  });

  it('the numbers of a home that is upgraded are no loss, and one after it is', () => {
    copyHome(settled, home);
    start('plain');
    read('a');
    checkpoint(home);
    asSchema19(databaseOf(home));
    // That version put two bytes of the number beside each time, and nothing in front.
    const ring = readFileSync(join(home, 'hooks.ring'));
    ring.fill(0, 4, 16);
    for (let place = 16; place < 64; place += 16) ring.writeUInt16LE(60_000, place + 14);
    writeFileSync(join(home, 'hooks.ring'), ring);
    expect(start('x')).not.toContain('cortex doctor');
    read('b');
    expect(lost()).toEqual([false, false]);
    checkpoint(home);
    const database = readFileSync(databaseOf(home));
    read('c');
    for (const end of ['-wal', '-shm']) rmSync(databaseOf(home) + end, { force: true });
    writeFileSync(databaseOf(home), database);
    expect(start('y')).toContain('cortex doctor');
    expect(lost()).toEqual([true, true]);
  });

  it('what was not there to be remembered is no loss', () => {
    rmSync(home, { recursive: true, force: true });
    expect(start('first')).toBe('');
    expect(lost()).toEqual([false, false]);
  });
});
