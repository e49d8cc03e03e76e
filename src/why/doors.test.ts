import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { git } from '../../test/git.ts';
import { clientFor, serve, serverHere } from '../../test/mcp.ts';
import { runHere } from '../../test/program.ts';
import { linesHome, NOON } from './test/lines-home.ts';

const { place, session, commit, write } = linesHome();

const LINES = [
  'export const port = 8080;',
  'export const host = "localhost";',
  'export const limit = 40;',
];
const TEXT = `${LINES.join('\n')}\n`;
const REQUEST = 'put port, host and limit into a module of their own';
const LATER = new Date(NOON + 4 * 3_600_000).toISOString();

const env = (more = {}) => ({
  PATH: process.env['PATH']!,
  HOME: place.root,
  CORTEX_HOME: place.home,
  CORTEX_NOW: LATER,
  CORTEX_MAINTENANCE_AUTO: 'false',
  CORTEX_REPAIR_AUTO: 'false',
  ...more,
});
const cortex = (...words: string[]) =>
  runHere(words, { cwd: place.repo, env: env(), input: '', host: process.pid });
const json = <T>(...words: string[]) => JSON.parse(cortex(...words, '--json').stdout) as T;

interface Told {
  readonly path: string;
  readonly blocks: readonly {
    readonly from: number;
    readonly to: number;
    readonly session_id: string | null;
  }[];
}

describe('a line', () => {
  beforeEach(async () => {
    await session('one', NOON, REQUEST, { 'src/net.ts': TEXT });
    commit('net: a module', NOON + 3_600_000);
    write('src/net.ts', `${TEXT}export const byHand = true;\n`);
  });

  it('is explained by cortex why, as text and as data', () => {
    const { stdout, status } = cortex('why', 'src/net.ts:2');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /src\/net\.ts:1-3\s+session +\w{8}, turn 1, .*claude-code\s+asked +"put port, host and limit/,
    );
    expect(stdout).toMatch(/commit +\w{10} net: a module \(Ada/);
    const told = json<Told>('why', 'src/net.ts:2');
    expect(told).toMatchObject({
      path: 'src/net.ts',
      in_git: true,
      blocks: [
        {
          from: 1,
          to: 3,
          committed: true,
          turn: 1,
          probably: false,
          asked: [{ turn: 1, words: REQUEST }],
        },
      ],
    });
  });

  it('is explained from any folder, with the whole file, and with what is not committed', () => {
    const below = runHere(['why', 'net.ts', '--json'], {
      cwd: join(place.repo, 'src'),
      env: env(),
      input: '',
      host: process.pid,
    });
    const { blocks } = JSON.parse(below.stdout) as Told;
    expect(blocks).toMatchObject([
      { from: 1, to: 3, turn: 1 },
      { from: 4, to: 4, session_id: null, committed: false, commit: null },
    ]);
    expect(cortex('why', 'src/net.ts:4').stdout).toMatch(/not committed\s+session +none is known/);
  });

  it('is found by search', () => {
    expect(cortex('search', 'src/net.ts:2').stdout).toContain(`"${REQUEST}"`);
  });

  it('is told to a model, and no other project is', async () => {
    const client = clientFor('2025-11-25', 'test');
    const { leave } = await serve(client, serverHere(env(), place.repo));
    const ask = (name: string, given: object) => client.callTool({ name, arguments: { ...given } });
    const one = await ask('session_why', { path: 'src/net.ts', line: 2 });
    expect(JSON.stringify(one.content)).toContain('put port, host and limit');
    expect(one.structuredContent).toMatchObject({ path: 'src/net.ts' });
    const found = await ask('session_search', { query: 'src/net.ts:2' });
    expect(JSON.stringify(found.content)).toContain('put port, host and limit');
    const other = join(place.root, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'a.ts'), TEXT);
    git(other, 'init', '-q', '-b', 'main');
    expect(await ask('session_why', { path: join(other, 'a.ts'), line: 1 })).toMatchObject({
      isError: true,
    });
    await leave();
  });

  it.each([
    ['none.ts:3', 'is no text file here'],
    ['src/net.ts:900', 'has 4 lines'],
    ['src/net.ts:3-1', 'stands before the first'],
  ])('that is not there: %s', (named, words) => {
    const { stderr, status } = cortex('why', named);
    expect(status).not.toBe(0);
    expect(stderr).toContain(words);
  });

  it('has its older meaning without a file', () => {
    const { session_id: id } = json<{ session_id: string }[]>('history')[0]!;
    for (const words of [[], ['--last'], [id.slice(0, 8)], ['--prompt', 'the ports']])
      expect(cortex('why', ...words).stdout).toBe(cortex('told', ...words).stdout);
  });
});

it('the requests of a branch are a text for its pull request', async () => {
  write('README.md', '# Shop\n');
  commit('base', NOON - 3_600_000);
  git(place.repo, 'checkout', '-q', '-b', 'ports');
  await session('one', NOON, REQUEST, { 'src/net.ts': TEXT });
  write('notes.md', 'written by hand, and long enough\n');
  commit('net: a module', NOON + 3_600_000);
  expect(json('why', '--pr', 'main')).toMatchObject({
    base: 'main',
    requests: [{ lines: 3, files: 1, turn: 1, asked: [{ words: REQUEST }] }],
  });
  const { stdout } = cortex('why', '--pr');
  expect(stdout).toContain(`3 lines in 1 files: "${REQUEST}"`);
  expect(stdout).toContain('1 lines of which no session is on record');
  expect(cortex('why', '--pr', 'nowhere').stderr).toContain('nowhere is no commit here');
});

describe('what was written before lines were marked', () => {
  const file = () =>
    join(place.root, 'claude', 'projects', 'shop', '5b1f6c1e-2d4a-4c56-9a7e-0f3c8d21b7a4.jsonl');
  const marks = () => {
    const raw = new DatabaseSync(join(place.home, 'brain.db'), { readOnly: true });
    const { n } = raw.prepare('SELECT count(*) AS n FROM touched_lines').get()!;
    raw.close();
    return Number(n);
  };
  const run = (...words: string[]) =>
    runHere(words, {
      cwd: place.repo,
      env: env({ CLAUDE_CONFIG_DIR: join(place.root, 'claude') }),
      input: '',
      host: process.pid,
    });

  beforeEach(() => {
    const at = (minute: number) => new Date(NOON + minute * 60_000).toISOString();
    const file_path = join(place.repo, 'src', 'net.ts');
    const sessionId = '5b1f6c1e-2d4a-4c56-9a7e-0f3c8d21b7a4';
    const lines = [
      { type: 'user', message: { role: 'user', content: REQUEST }, timestamp: at(0) },
      {
        type: 'assistant',
        timestamp: at(1),
        message: {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 't1', name: 'Write', input: { file_path, content: TEXT } },
          ],
        },
      },
      {
        type: 'user',
        timestamp: at(2),
        toolUseResult: {
          type: 'create',
          filePath: file_path,
          content: TEXT,
          structuredPatch: [],
          originalFile: null,
        },
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }],
        },
      },
    ];
    mkdirSync(join(file(), '..'), { recursive: true });
    const whole = lines.map((line, i) => ({ ...line, uuid: `u${i}`, sessionId, cwd: place.repo }));
    writeFileSync(file(), whole.map((line) => `${JSON.stringify(line)}\n`).join(''));
    utimesSync(file(), NOON / 1000, NOON / 1000);
    write('src/net.ts', TEXT);
    commit('net: a module', NOON + 3_600_000);
  });

  it('is marked by an import', () => {
    expect(run('import', 'claude-code').status).toBe(0);
    expect(marks()).toBe(1);
    expect(run('why', 'src/net.ts:1').stdout).toContain(`"${REQUEST}"`);
  });

  it('is marked by maintenance, once, for sessions that are here', () => {
    run('maintain');
    expect(marks()).toBe(0);
    run('import', 'claude-code');
    const raw = new DatabaseSync(join(place.home, 'brain.db'));
    raw.exec('DELETE FROM touched_lines');
    raw.close();
    rmSync(join(place.home, 'transcripts-marked.jsonl'), { force: true });
    expect(run('why', 'src/net.ts:1').stdout).toContain('before lines were marked');
    run('maintain');
    run('maintain');
    expect(marks()).toBe(1);
    expect(run('why', 'src/net.ts:1').stdout).toContain(`"${REQUEST}"`);
  });
});
