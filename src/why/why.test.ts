import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { git } from '../../test/git.ts';
import { DAY, HOUR } from '../domain/base/time.ts';
import { forget } from '../engine/keeping/forget.ts';
import { maintain } from '../engine/keeping/retention.ts';
import { openMigrated } from '../store/base/migrations.ts';
import { salvage } from '../store/keeping/repair/salvage.ts';
import { linesHome, NOON } from './test/lines-home.ts';

const { place, at, write, session, commit, why, authors } = linesHome();

const PORTS = [
  'export const port = 8080;',
  'export const host = "localhost";',
  'export const limit = 40;',
];
const TEXT = `${PORTS.join('\n')}\n`;
const count = (table = 'touched_lines') =>
  at(NOON, async ({ home }) => {
    const raw = new DatabaseSync(home.database, { readOnly: true });
    const { n } = raw.prepare(`SELECT count(*) AS n FROM ${table}`).get()!;
    raw.close();
    return Number(n);
  });

describe('a committed line', () => {
  it('is of the session that wrote it, with the request, the agent and the commit', async () => {
    await session('one', NOON, 'put port, host and limit into a module of their own', {
      'src/net.ts': TEXT,
    });
    const id = commit('net: a module', NOON + HOUR);
    const answer = await why('src/net.ts', 2);
    expect(answer).toMatchObject({ path: 'src/net.ts', isInGit: true });
    expect(answer!.blocks).toHaveLength(1);
    const [{ from, to, origin, wrote }] = answer!.blocks as [
      (typeof answer & object)['blocks'][number],
    ];
    expect([from, to]).toEqual([1, 3]);
    expect(origin).toMatchObject({
      kind: 'committed',
      commit: { id, summary: 'net: a module', author: 'Ada' },
    });
    expect(wrote).toMatchObject({ turn: 1, host: 'claude-code', isProbable: false, path: null });
    expect(wrote!.asked.map(({ words }) => words)).toEqual([
      'put port, host and limit into a module of their own',
    ]);
  });

  it('stays with its session where another changes the lines around it', async () => {
    await session('one', NOON, 'write the module with the ports', { 'net.ts': TEXT });
    commit('one', NOON + HOUR);
    const more = TEXT.replace('limit = 40', 'limit = 80');
    await session('two', NOON + 2 * HOUR, 'raise the limit, please', { 'net.ts': more });
    commit('two', NOON + 3 * HOUR);
    expect(await authors('net.ts')).toEqual(['one', 'one', 'two']);
  });

  it('is of nobody who wrote it after its commit', async () => {
    write('net.ts', TEXT);
    commit('by hand', NOON);
    write('net.ts', '');
    await session('one', NOON + HOUR, 'write the module with the ports', { 'net.ts': TEXT });
    expect(await authors('net.ts')).toEqual(['-', '-', '-']);
    const [block] = (await why('net.ts', 1))!.blocks;
    expect(block).toMatchObject({ origin: { commit: { summary: 'by hand' } }, wrote: null });
  });

  it('is found where the file was renamed, and where it lies in the working tree between others', async () => {
    await session('one', NOON, 'write the module with the ports', { 'net.ts': TEXT });
    commit('one', NOON + HOUR);
    git(place.repo, 'mv', 'net.ts', 'ports.ts');
    commit('moved', NOON + 2 * HOUR);
    write('ports.ts', `// by hand, not committed\n${TEXT}`);
    expect(await authors('ports.ts')).toEqual(['-', 'one', 'one', 'one']);
    expect((await why('ports.ts', 2))!.blocks[0]!.wrote).toMatchObject({ path: 'net.ts' });
  });

  it('goes past commits that only reformatted', async () => {
    await session('one', NOON, 'write the module with the ports', { 'net.ts': TEXT });
    commit('one', NOON + HOUR);
    write('net.ts', TEXT.replaceAll('export const', 'const').replaceAll('"', "'"));
    const id = commit('reformatted', NOON + 2 * HOUR);
    write('.git-blame-ignore-revs', `# reformatted\n${id}\n${'e'.repeat(40)}\n`);
    const [block] = (await why('net.ts', 1))!.blocks;
    expect(block!.origin).toMatchObject({ commit: { summary: 'one' } });
  });

  it('is unknown where the clone was cut off', async () => {
    await session('one', NOON, 'write the module with the ports', { 'net.ts': TEXT });
    commit('one', NOON + HOUR);
    write('other.ts', 'export const other = 1;\n');
    commit('two', NOON + 2 * HOUR);
    const source = join(place.root, 'source');
    renameSync(place.repo, source);
    git(place.root, 'clone', '-q', '--depth', '1', `file://${source}`, place.repo);
    const [block] = (await why('net.ts', 1))!.blocks;
    expect(block).toMatchObject({ origin: { kind: 'unknown' }, wrote: null });
  });
});

describe('a line that is not committed', () => {
  it('is probably of the session that wrote three of them', async () => {
    await session('one', NOON, 'write the module with the ports', { 'net.ts': TEXT });
    expect(await authors('net.ts')).toEqual(['one?', 'one?', 'one?']);
    write('net.ts', `${PORTS[0]}\n${PORTS[1]}\n`);
    expect(await authors('net.ts')).toEqual(['-', '-']);
  });
});

describe('what is marked', () => {
  it.each([
    ['a call that failed', {}, { failed: true as const }],
    ['lines, where that is switched off', {}, { env: { CORTEX_CAPTURE_LINES: 'false' } }],
    ['an ignored file', { '.cortexignore': 'net.ts\n' }, {}],
  ])('is not %s', async (_, files, more) => {
    for (const [path, text] of Object.entries(files)) write(path, text);
    await session('one', NOON, 'write the module with the ports', { 'net.ts': TEXT }, more);
    expect(await count()).toBe(0);
  });

  it('is no secret, and only what is new in a file that was there', async () => {
    write('net.ts', TEXT);
    const secret = `export const key = "AKIA${'Q7RVZ2LMXPD4KJ5T'}";\n`;
    await session('one', NOON, 'add the key', {
      'net.ts': `${TEXT}${secret}export const region = "eu";\n`,
    });
    const lengths = await at(NOON, async ({ home }) => {
      const raw = new DatabaseSync(home.database, { readOnly: true });
      const rows = raw.prepare('SELECT length(lines) AS n, whole FROM touched_lines').all();
      raw.close();
      return rows.map((row) => ({ ...row }));
    });
    expect(lengths).toEqual([{ n: 3, whole: 0 }]);
  });
});

describe('marks', () => {
  const maintained = (now: number) =>
    at(now, ({ deps, home }) =>
      maintain(deps, home.copies(), {
        dryRun: false,
        most: 1_000,
        outOfTime: () => false,
        progress: () => undefined,
      }),
    );

  it('stay when their session goes to cold storage', async () => {
    await session('one', NOON - 60 * DAY, 'write the module with the ports', { 'net.ts': TEXT });
    const id = await at(
      NOON,
      async ({ deps }) => (await deps.store.sessionOfHost('claude-code', 'one'))!.id,
    );
    await at(NOON - 60 * DAY + HOUR, ({ deps }) => deps.store.endSession(id, deps.now(), null));
    commit('one', NOON - 59 * DAY);
    await maintained(NOON);
    expect(await at(NOON, ({ deps }) => deps.store.counts())).toMatchObject({
      cold: 1,
      sessions: 0,
    });
    expect(await authors('net.ts')).toEqual(['one', 'one', 'one']);
    expect((await why('net.ts', 1))!.blocks[0]!.wrote!.asked[0]!.words).toBe(
      'write the module with the ports',
    );
  });

  it('are kept by a repair, and one that was changed is not', async () => {
    await session('one', NOON, 'write the module with the ports', {
      'net.ts': TEXT,
      'more.ts': TEXT,
    });
    const file = await at(NOON, async ({ home }) => home.database);
    const raw = new DatabaseSync(file);
    raw.exec("UPDATE touched_lines SET lines = x'010203' WHERE path = 'more.ts'");
    raw.close();
    const options = {
      waitMillis: () => 1_000,
      prepare: () => {},
      sharedMemory: true,
      now: () => NOON,
    };
    const into = openMigrated(join(place.root, 'repaired.db'), options);
    salvage(file, into, join(place.root, 'reading.db'));
    expect(into.column('SELECT path FROM touched_lines')).toEqual(['net.ts']);
    into.close();
  });

  it('go with a session that is forgotten, hot or cold', async () => {
    await session('one', NOON, 'write the module with the ports', { 'net.ts': TEXT });
    commit('one', NOON + HOUR);
    const id = await at(
      NOON,
      async ({ deps }) => (await deps.store.sessionOfHost('claude-code', 'one'))!.id,
    );
    await at(NOON + HOUR, ({ deps, home }) => forget(deps, home.copies(), { sessions: [id] }));
    expect(await count()).toBe(0);
    expect(await authors('net.ts')).toEqual(['-', '-', '-']);
  });

  it('of a turn that held forgotten words go, and those of other turns stay', async () => {
    await session('one', NOON, 'write the module for the zanzibar project', { 'net.ts': TEXT });
    await session('one', NOON + HOUR, 'and one with the names of hosts', {
      'hosts.ts':
        'export const first = "a";\nexport const second = "b";\nexport const third = "c";\n',
    });
    commit('both', NOON + 2 * HOUR);
    await at(NOON + 3 * HOUR, ({ deps, home }) =>
      forget(deps, home.copies(), { words: ['zanzibar project'] }),
    );
    expect(await authors('net.ts')).toEqual(['-', '-', '-']);
    expect(await authors('hosts.ts')).toEqual(['one', 'one', 'one']);
  });
});

describe('a file that is no text here', () => {
  it('has no answer', async () => {
    writeFileSync(join(place.repo, 'a.bin'), Buffer.from([0, 1, 2]));
    expect(await why('a.bin')).toBeNull();
    expect(await why('none.ts')).toBeNull();
  });
});
