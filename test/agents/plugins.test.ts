import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionState } from '../../src/domain/sessions/session.ts';
import { allHosts } from '../../src/program/rooms/hosts.ts';
import { PATIENT } from '../../src/surfaces/cli/demo/story.ts';
import { cortex } from '../agent.ts';
import { IS_LONG, some } from '../effort.ts';
import { CORTEX } from '../program.ts';
import { makeRepository } from '../scratch.ts';
import { useScratch } from '../use-scratch.ts';

const STAGE = join(import.meta.dirname, '..', 'plugin-stage.mjs');
const NODE = process.execPath;

type Step = readonly [word: string, ...args: string[]];

const folder = useScratch();
let home: string;
let repo: string;

beforeEach(() => {
  home = join(folder.path, 'home');
  repo = makeRepository(join(folder.path, 'shop'));
});

/** What `setup` would write into the host's plugin folder. */
function install(host: string, argv: readonly string[]): string {
  const { install } = allHosts().find(({ name }) => name === host)!;
  const edits = install.edits({ argv, folder: dirname(CORTEX) }, 'user');
  const file = edits.find((edit) => edit.kind === 'file')!;
  const path = join(folder.path, host, file.place.path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, file.content);
  // A host's own folder is one of modules.
  writeFileSync(join(folder.path, host, 'package.json'), '{"type":"module"}');
  return path;
}

interface Played {
  /** What each step gave the model to hear. */
  readonly heard: readonly string[];
  readonly code: number | null;
  readonly stderr: string;
}

/** Whoever plays with the real program waits for its hooks, also on a busy machine. */
const REAL = [NODE, CORTEX];
const UNHURRIED = { CORTEX_PLUGIN_WAIT_MS: '30000' };

function play(
  host: string,
  steps: readonly Step[],
  argv: readonly string[] = REAL,
  more: Readonly<Record<string, string>> = {},
): Promise<Played> {
  const env = {
    PATH: process.env['PATH'],
    CORTEX_HOME: home,
    CORTEX_MAINTENANCE_AUTO: 'false',
    ...PATIENT,
    ...(argv === REAL && UNHURRIED),
    ...more,
  };
  const args = [STAGE, host, install(host, argv), repo, JSON.stringify(steps)];
  return new Promise((done) => {
    const child = execFile(NODE, args, { env }, (_error, stdout, stderr) => {
      done({ heard: JSON.parse(stdout || '[]'), code: child.exitCode, stderr });
    });
  });
}

async function history(): Promise<SessionState[]> {
  const { stdout } = await cortex({ home, cwd: repo }, 'history', '--json');
  return JSON.parse(stdout) as SessionState[];
}

const work = (session: string, last: Step): readonly Step[] => [
  ['start', session],
  ['prompt', session, 'fix the login'],
  ['write', session, join(repo, 'src', 'auth.ts')],
  ['answer', session, 'The login is fixed.'],
  last,
];

const HOSTS = ['opencode', 'pi', 'cline'] as const;
/** What the plugins have in common, `plugins/shared`, is tried with one of them; the long form tries all. */
const ONE = IS_LONG ? HOSTS : HOSTS.slice(0, 1);

describe.each(HOSTS)('the plugin for %s', (host) => {
  it('carries a session there and its memory back', { timeout: 60_000 }, async () => {
    const first = await play(host, work('one', ['end', 'one']));
    expect(first.stderr).toBe('');
    expect(first.heard.join('')).toBe('');
    await cortex({ home, cwd: repo }, 'pin', 'The login uses PKCE', '--label', 'pkce');

    const second = await play(host, work('two', ['leave']));
    expect(second.code).toBe(0);
    const heard = second.heard.join('');
    expect(heard).toContain('<session-continuity');
    expect(heard).toContain('The login uses PKCE');
    expect(heard.split('<session-continuity').length).toBe(2);

    const sessions = await history();
    expect(sessions.map((session) => session.host_session_id)).toEqual(['two', 'one']);
    for (const session of sessions) {
      // The last events went out while the host was leaving, in whatever way it left.
      expect(session).toMatchObject({
        host,
        title: 'fix the login',
        crash_recovered: false,
        turn_count: 1,
      });
      expect(session.end_time).not.toBeNull();
      expect(session.files_modified).toEqual(['src/auth.ts']);
    }
  });

  // The shell does what a broken Cortex would, at a fraction of what a start of Node costs.
  const broken: readonly (readonly [string, readonly string[]])[] = [
    ['is not there', [NODE, '/nowhere/cortex.cjs']],
    ['prints something else', ['/bin/sh', '-c', 'echo Segmentation fault']],
    ['prints without end', ['/bin/sh', '-c', 'head -c 4000000 /dev/zero | tr "\\0" "{"']],
    ['dies', ['/bin/sh', '-c', 'kill -9 $$']],
    ['does not read', ['/bin/sh', '-c', 'exec 0<&-; sleep 0.05']],
    ['hangs', ['/bin/sh', '-c', 'exec sleep 1000']],
  ];

  it.each(ONE.includes(host) ? broken : [])(
    'does nothing to its host where Cortex %s',
    { timeout: 60_000 },
    async (_, argv) => {
      const played = await play(host, work('one', ['leave']), argv);
      expect(played).toEqual({ heard: ['', '', '', ''], code: 0, stderr: '' });
    },
  );

  it('does nothing to its host where it is not installed any more', {
    timeout: 60_000,
  }, async () => {
    const path = install(host, [NODE, CORTEX]);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/plugins\/\w+\.js/, 'plugins/gone.js'));
    const args = [STAGE, host, path, repo, JSON.stringify(work('one', ['leave']))];
    const code = await new Promise((done) => {
      const child = execFile(NODE, args, { env: {} }, () => done(child.exitCode));
    });
    expect(code).toBe(0);
  });

  it.runIf(ONE.includes(host))(
    'finds Cortex beside itself where the program it was told is gone',
    { timeout: 60_000 },
    async () => {
      await play(host, work('one', ['end', 'one']), ['/nowhere/node', CORTEX]);
      expect(await history()).toHaveLength(1);
    },
  );
});

describe.each(ONE)('where Cortex was moved and Node replaced, %s', (host) => {
  it('goes on capturing by the copy and the launcher that setup keeps', {
    timeout: 60_000,
  }, async () => {
    const old = join(folder.path, 'old');
    cpSync(dirname(CORTEX), join(old, 'dist'), { recursive: true });
    symlinkSync(NODE, join(old, 'node'));
    mkdirSync(join(folder.path, `.${host}`));
    const script = join(old, 'dist', 'cortex.cjs');
    const env = { PATH: '', HOME: folder.path, CORTEX_HOME: home };
    execFileSync(NODE, [script, 'setup', host, '--yes', '--runtime', join(old, 'node')], { env });
    rmSync(old, { recursive: true });
    const prefix = join(folder.path, 'prefix');
    mkdirSync(join(prefix, 'bin'), { recursive: true });
    symlinkSync(NODE, join(prefix, 'bin', 'node'));
    cpSync(dirname(CORTEX), join(prefix, 'lib', 'node_modules', 'cortex-sessions', 'dist'), {
      recursive: true,
    });
    const [edit] = allHosts()
      .find(({ name }) => name === host)!
      .install.edits({ argv: [], folder: '' }, 'user');
    const { base, path } = edit!.kind === 'command' ? expect.unreachable() : edit!.place;
    const below = typeof base === 'object' ? base.otherwiseInHome : '';
    writeFileSync(join(folder.path, 'package.json'), '{"type":"module"}');
    const args = [
      STAGE,
      host,
      join(folder.path, below, path),
      repo,
      JSON.stringify(work('one', ['end', 'one'])),
    ];
    const later = {
      ...env,
      PATH: `${join(prefix, 'bin')}:/bin:/usr/bin`,
      CORTEX_MAINTENANCE_AUTO: 'false',
    };
    execFileSync(NODE, args, { env: { ...later, ...PATIENT, ...UNHURRIED } });
    const [session] = await history();
    expect(session).toMatchObject({ host, end_time: expect.any(String) });
    expect(JSON.stringify(session)).toContain('auth.ts');
  });
});

describe.each(some(['opencode', 'pi'], 1))('after %s has compacted', (host) => {
  it('everything is told again with the next prompt', { timeout: 60_000 }, async () => {
    await cortex({ home, cwd: repo }, 'pin', 'The login uses PKCE', '--label', 'pkce');
    const { heard } = await play(host, [
      ['start', 'one'],
      ['prompt', 'one', 'fix the login'],
      ['prompt', 'one', 'and the tests'],
      ['compact', 'one'],
      ['prompt', 'one', 'and the docs'],
      ['end', 'one'],
    ]);
    expect(heard.map((text) => text.includes('PKCE'))).toEqual([false, true, false, false, true]);
  });
});

describe.each(ONE.filter((host) => host !== 'cline'))(
  'a conversation that %s takes up again',
  (host) => {
    const again = async (...before: Step[]) => {
      await cortex({ home, cwd: repo }, 'pin', 'The login uses PKCE', '--label', 'pkce');
      await play(host, [['start', 'one'], ...before, ['end', 'one']]);
      const { heard } = await play(host, [
        ['prompt', 'one', 'go on'],
        ['prompt', 'one', 'and on'],
        ['end', 'one'],
      ]);
      return heard.map((text) => text.includes('PKCE'));
    };
    const prompted: Step = ['prompt', 'one', 'fix the login'];

    it.runIf(IS_LONG)('is told nothing that it has', { timeout: 60_000 }, async () => {
      expect(await again(prompted)).toEqual([false, false]);
    });

    it('is told what it was to be told when it ended', { timeout: 60_000 }, async () => {
      expect(await again(prompted, ['compact', 'one'])).toEqual([true, false]);
    });

    it('is told everything where nobody had spoken yet', { timeout: 60_000 }, async () => {
      expect(await again()).toEqual([true, false]);
    });
  },
);

it('a wish in the environment comes before what was installed', { timeout: 60_000 }, async () => {
  const log = join(folder.path, 'log');
  const wished = ['/bin/sh', '-c', 'echo "$*" >> "$LOG"; exec "$@"', 'sh', NODE, CORTEX];
  await play('pi', work('one', ['end', 'one']), ['/nowhere/cortex'], {
    CORTEX_COMMAND: JSON.stringify(wished),
    LOG: log,
    ...UNHURRIED,
  });
  expect(readFileSync(log, 'utf8')).toMatch(/hook pi --via .* --stream\n$/);
  expect(await history()).toMatchObject([
    { host: 'pi', turn_count: 1, end_time: expect.any(String) },
  ]);
});
