import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { databaseOptions, openWorld } from '../../src/program/compose.ts';
import { CORTEX, runHere } from '../program.ts';
import { makeRepository } from '../scratch.ts';
import { useScratch } from '../use-scratch.ts';

const folder = useScratch();
let home: string;
let repo: string;

beforeEach(() => {
  home = join(folder.path, 'home');
  repo = makeRepository(join(folder.path, 'repo'));
});

const START = { session_id: 's1', hook_event_name: 'SessionStart', source: 'startup' };

interface Run {
  readonly input?: string | Buffer;
  readonly env?: NodeJS.ProcessEnv;
  readonly args?: readonly string[];
}

const surroundings = (env: NodeJS.ProcessEnv) => ({
  PATH: process.env['PATH'],
  HOME: folder.path,
  CORTEX_HOME: home,
  CORTEX_REPAIR_AUTO: 'false',
  CORTEX_MAINTENANCE_AUTO: 'false',
  ...env,
});

/** The hook, or a command, inside this process. */
function hook({ input = start(), env = {}, args = ['hook', 'claude-code'] }: Run = {}) {
  const around = { cwd: repo, env: surroundings(env), input, host: process.pid };
  const { status: code, stdout, stderr } = runHere(args, around);
  return { code, signal: null, stdout, stderr };
}

/** As a host starts it: what ends a process would show here alone. */
function hookProcess({ input = start(), env = {}, args = ['hook', 'claude-code'] }: Run = {}) {
  const done = spawnSync(process.execPath, [CORTEX, ...args], {
    input,
    cwd: repo,
    env: surroundings(env),
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { code: done.status, signal: done.signal, stdout: done.stdout, stderr: done.stderr };
}

const start = () => JSON.stringify({ ...START, cwd: repo });

const NOTHING = { code: 0, signal: null, stdout: '', stderr: '' };
/** One line for model and person, in the form of the host. */
const ONE_LINE = {
  ...NOTHING,
  stdout: expect.stringMatching(/^\{.*"cortex: memory is unavailable .*\}$/),
};

function status(env: NodeJS.ProcessEnv = {}): string {
  return hook({ args: ['status'], env }).stdout;
}

describe('a start that cannot have the memory', () => {
  it('says so in one line, and takes nothing for an empty memory', () => {
    hook();
    writeFileSync(join(home, 'brain.db'), Buffer.alloc(8192, 7));
    const { code, stdout } = hook({
      input: JSON.stringify({ ...START, session_id: 's2', cwd: repo }),
    });
    expect(code).toBe(0);
    const said = JSON.parse(stdout) as { systemMessage: string; hookSpecificOutput: object };
    expect(said.systemMessage).toBe(
      'cortex: memory is unavailable (brain.db is not a database): cortex doctor',
    );
    expect(said.hookSpecificOutput).toMatchObject({ additionalContext: said.systemMessage });
    // Other events have nobody to tell.
    expect(
      hook({ input: JSON.stringify({ ...START, hook_event_name: 'Stop', cwd: repo }) }),
    ).toEqual(NOTHING);
  });

  it('says so where the home is refused, and nothing else is said', () => {
    const elsewhere = { CORTEX_HOME: repo };
    const { code, stdout, stderr } = hook({ env: elsewhere });
    expect([code, stderr]).toEqual([0, '']);
    const { systemMessage } = JSON.parse(stdout) as { systemMessage: string };
    expect(systemMessage).toMatch(
      /^cortex: memory is unavailable \(CORTEX_HOME must be a folder of its own, and .* holds other things \(\.git\): name .*\): cortex doctor$/,
    );
    expect(hook({ env: { CORTEX_HOME: 'relative' } })).toEqual(ONE_LINE);
    for (const input of [
      JSON.stringify({ ...START, hook_event_name: 'Stop', cwd: repo }),
      '{"half',
      '',
    ])
      expect(hook({ env: elsewhere, input })).toEqual(NOTHING);
    expect(readdirSync(repo)).toEqual(['.git']);
  });
});

describe('a restore for which there was no time or no lock', () => {
  const event = (name: string, session: string, more: object = {}) =>
    JSON.stringify({ session_id: session, hook_event_name: name, cwd: repo, ...more });
  const startOf = (session: string, source = 'startup') =>
    event('SessionStart', session, { source });
  const prompt = (session: string) => event('UserPromptSubmit', session, { prompt: 'go on' });
  const heard = (run: Run) => {
    // A process has used up a millisecond before it begins.
    const { code, stdout, stderr } = run.env ? hookProcess(run) : hook(run);
    expect([code, stderr]).toEqual([0, '']);
    if (stdout === '') return '';
    const { hookSpecificOutput } = JSON.parse(stdout) as {
      hookSpecificOutput: Record<string, string>;
    };
    return hookSpecificOutput['additionalContext'];
  };
  const line = (words: string) =>
    `<session-continuity hint="inherited from prior sessions">\n${words}; it follows with your next message\n</session-continuity>`;
  const EXISTS = line('earlier work exists');
  const OUT_OF_TIME = { CORTEX_HOOK_DEADLINE_MS: '1' };
  const work = (session: string) => {
    hook({ input: startOf(session) });
    hook({ input: event('UserPromptSubmit', session, { prompt: 'Tune the radio driver' }) });
    hook({ input: event('Stop', session, { last_assistant_message: 'The driver is tuned.' }) });
  };
  const whileLocked = (how: string, asked: () => void) => {
    const other = new DatabaseSync(join(home, 'brain.db'));
    other.exec(how);
    asked();
    other.close();
  };

  it('is announced while it is owed, and follows with the next prompt', () => {
    work('s1');
    hook({ input: event('SessionEnd', 's1', { reason: 'other' }) });
    expect(heard({ input: startOf('s2'), env: OUT_OF_TIME })).toBe(EXISTS);
    expect(heard({ input: prompt('s2'), env: OUT_OF_TIME })).toBe(EXISTS);
    expect(heard({ input: prompt('s2') })).toMatch(/LAST TIME[\s\S]*Tune the radio driver/);
    // The model has it: time that runs out now keeps nothing from it.
    expect(heard({ input: prompt('s2'), env: OUT_OF_TIME })).toBe('');
  });

  it('is announced after a session that was killed in its first turn', () => {
    hook({ input: startOf('s1') });
    hook({ input: event('UserPromptSubmit', 's1', { prompt: 'Tune the radio driver' }) });
    expect(heard({ input: startOf('s2'), env: OUT_OF_TIME })).toBe(EXISTS);
  });

  it('is announced to a model that forgot, though nobody else worked here', () => {
    work('s1');
    expect(heard({ input: startOf('s1', 'compact'), env: OUT_OF_TIME })).toBe(EXISTS);
    expect(heard({ input: prompt('s1') })).toContain('Tune the radio driver');
  });

  it('is silence where the scope has no past', () => {
    expect(heard({ input: startOf('s1'), env: OUT_OF_TIME })).toBe('');
    expect(heard({ input: prompt('s1'), env: OUT_OF_TIME })).toBe('');
    hook({ input: event('Stop', 's1', { last_assistant_message: 'Done.' }) });
    expect(heard({ input: prompt('s1'), env: OUT_OF_TIME })).toBe('');
    whileLocked('BEGIN IMMEDIATE', () => expect(heard({ input: prompt('s1') })).toBe(''));
  });

  it('is announced where another process writes, and not to whom it was told', () => {
    work('s1');
    hook({ input: startOf('s2') });
    whileLocked('BEGIN IMMEDIATE', () => {
      expect(heard({ input: startOf('s3') })).toBe(EXISTS);
      expect(heard({ input: prompt('s3') })).toBe(EXISTS);
      expect(heard({ input: prompt('s2') })).toBe('');
      expect(heard({ input: startOf('s2', 'compact') })).toBe(EXISTS);
      expect(heard({ input: startOf('s3'), env: { CORTEX_RESTORE_ENABLED: 'false' } })).toBe('');
    });
    expect(heard({ input: prompt('s3') })).toContain('Tune the radio driver');
  });

  it('may be owed where the database cannot even be read', () => {
    work('s1');
    hook({ args: ['history'] });
    whileLocked('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE', () =>
      expect(heard({ input: startOf('s2') })).toBe(line('earlier work may exist')),
    );
  });

  it('is made by a hook that stood still for longer than its processor time', async () => {
    work('s1');
    const child = spawn(process.execPath, [CORTEX, 'hook', 'claude-code'], {
      cwd: repo,
      env: surroundings({ CORTEX_HOOK_DEADLINE_MS: '2000' }),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = new Promise((resolve) => child.once('close', resolve));
    await setTimeout(300);
    child.kill('SIGSTOP');
    await setTimeout(2_000);
    child.stdin.end(startOf('s2'));
    child.kill('SIGCONT');
    await ended;
    expect(said).toContain('Tune the radio driver');
  });
});

describe('a hook never fails its host', () => {
  it.each<[string, string | Buffer]>([
    ['nothing on stdin', ''],
    ['white space', '\n \n'],
    ['half a JSON', '{"session_id": "x", "hook_ev'],
    ['no object', '[1, 2]'],
    ['null', 'null'],
    ['a number', '7'],
    ['binary', Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x7b])],
    [
      'invalid UTF-8 in a text',
      Buffer.concat([
        Buffer.from('{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"'),
        Buffer.from([0xc3, 0x28]),
        Buffer.from('"}'),
      ]),
    ],
    ['no session id', '{"hook_event_name":"SessionStart"}'],
    ['a session id that is no text', '{"hook_event_name":"SessionStart","session_id":{"a":1}}'],
    ['an unknown event', '{"hook_event_name":"Tomorrow","session_id":"s"}'],
    ['deep nesting', '['.repeat(100_000)],
    ['a path for an id', '{"hook_event_name":"SessionEnd","session_id":"../../../etc/passwd"}'],
    [
      'prototype games',
      '{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"x","__proto__":{"a":1},"constructor":null}',
    ],
    [
      'a lone surrogate and NUL',
      '{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"a\\ud800b\\u0000c","cwd":"/"}',
    ],
  ])('with %s', (_, input) => {
    expect(hook({ input })).toEqual(NOTHING);
  });

  it.each<[string, Run]>([
    ['with nothing on stdin', { input: '' }],
    ['with deep nesting', { input: '['.repeat(100_000) }],
  ])('nor as a process of its own, %s', (_, run) => {
    expect(hookProcess(run)).toEqual(NOTHING);
  });

  it('nor as a process of its own, where the home is below a file', () => {
    expect(hookProcess({ env: { CORTEX_HOME: '/etc/passwd/x' } })).toEqual(ONE_LINE);
  });

  it.each<[string, NodeJS.ProcessEnv]>([
    ['the clock is nonsense', { CORTEX_NOW: 'tomorrow' }],
    ['an option is out of range', { CORTEX_SESSION_PERSISTENCE_LOOKBACK_DAYS: '4000' }],
  ])('when %s', (_, env) => {
    expect(hook({ env })).toEqual(NOTHING);
    expect(readdirSync(repo)).toEqual(['.git']);
  });

  it.each<[string, NodeJS.ProcessEnv]>([
    ['HOME is empty', { HOME: '', CORTEX_HOME: undefined }],
    ['HOME is relative', { HOME: 'x', CORTEX_HOME: undefined }],
    ['the home is relative', { CORTEX_HOME: 'relative/home' }],
    ['HOME is /proc', { HOME: '/proc', CORTEX_HOME: undefined }],
    ['the home is below a file', { CORTEX_HOME: '/etc/passwd/x' }],
  ])('when %s, and says so', (_, env) => {
    expect(hook({ env })).toEqual(ONE_LINE);
    expect(readdirSync(repo)).toEqual(['.git']);
  });

  it('for a host that it does not know', () => {
    expect(hook({ args: ['hook', 'nobody'] })).toEqual(NOTHING);
    expect(status()).toContain('no such host');
  });

  it('when the database is locked, and says so afterwards', () => {
    hook();
    const raw = new DatabaseSync(join(home, 'brain.db'));
    raw.exec('BEGIN IMMEDIATE');
    const input = JSON.stringify({
      session_id: 's1',
      hook_event_name: 'UserPromptSubmit',
      prompt: 'x',
      cwd: repo,
    });
    expect(hook({ input })).toEqual(NOTHING);
    raw.exec('COMMIT');
    raw.close();
    expect(status()).toContain('locked');
  });

  it('with a payload that is larger than it reads, and keeps what its head says', () => {
    hook();
    const path = join(repo, 'huge.ts');
    writeFileSync(path, 'x');
    const input = JSON.stringify({
      session_id: 's1',
      hook_event_name: 'PostToolUse',
      cwd: repo,
      tool_name: 'Write',
      tool_input: { file_path: path, content: 'x'.repeat(17 * 1024 * 1024) },
      tool_use_id: 'toolu_huge',
    });
    expect(hook({ input })).toEqual(NOTHING);
    hook({ input: JSON.stringify({ session_id: 's1', hook_event_name: 'Stop', cwd: repo }) });
    expect(hook({ args: ['thread', '--json'] }).stdout).toContain('huge.ts');
  });

  it('waits a short while for a lock, and a person a long one', () => {
    const wait = (patience: 'hook' | 'person', more: Record<string, string> = {}) =>
      databaseOptions(openWorld({ CORTEX_HOME: home, ...more }, patience)).waitMillis();
    expect(wait('hook')).toBe(100);
    expect(wait('hook', { CORTEX_HOOK_DATABASE_WAIT_MS: '0' })).toBe(0);
    expect(wait('person')).toBe(1200);
  });

  it.each<[string, () => void]>([
    [
      'no database at all',
      () => writeFileSync(join(home, 'brain.db'), 'this is a letter, not a database '.repeat(50)),
    ],
    [
      'damaged in the middle',
      () => {
        const path = join(home, 'brain.db');
        const bytes = readFileSync(path);
        bytes.fill(0x5a, 4096, bytes.length);
        writeFileSync(path, bytes);
      },
    ],
    [
      'a directory',
      () => {
        for (const name of readdirSync(home))
          if (name.startsWith('brain.db')) spawnSync('rm', [join(home, name)]);
        mkdirSync(join(home, 'brain.db'));
      },
    ],
  ])('when the database is %s, and status says so', (_, damage) => {
    hook();
    // Hooks leave the log of the database behind; a command closes it.
    hook({ args: ['history'] });
    for (const name of ['brain.db-wal', 'brain.db-shm']) spawnSync('rm', ['-f', join(home, name)]);
    damage();
    expect(hook()).toEqual(ONE_LINE);
    expect(status()).toMatch(/database|brain\.db/);
    expect(hook({ args: ['doctor'] }).code).toBe(1);
  });

  it.skipIf(process.getuid?.() === 0)('when its folder may not be written', () => {
    hook();
    chmodSync(home, 0o500);
    expect(hook()).toEqual(ONE_LINE);
    chmodSync(home, 0o700);
  });
});

describe('a process that stopped while it wrote', () => {
  it('is named by doctor, status and every command that meets its lock, until it is gone', async () => {
    hook();
    const script = `const { DatabaseSync } = require('node:sqlite');
      new DatabaseSync(process.argv[1]).exec('BEGIN IMMEDIATE');
      console.log('has it');
      setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ['-e', script, join(home, 'brain.db')], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const gone = new Promise((resolve) => holder.once('close', resolve));
    try {
      await new Promise((resolve) => holder.stdout.once('data', resolve));
      holder.kill('SIGSTOP');
      const edit = (id: string) => ({
        ...START,
        hook_event_name: 'PostToolUse',
        cwd: repo,
        tool_name: 'Edit',
        tool_use_id: id,
        tool_input: { file_path: join(repo, 'a.ts'), old_string: 'a', new_string: id },
      });
      for (const id of ['t1', 't2'])
        expect(hook({ input: JSON.stringify(edit(id)) })).toEqual(NOTHING);

      const knows = process.platform === 'linux';
      const who = knows
        ? new RegExp(
            `^Process ${holder.pid} \\(.*\\) keeps the database locked and is stopped`,
            's',
          )
        : /locked/;
      const doctor = hook({ args: ['doctor', '--json'] });
      expect(doctor.code).toBe(1);
      expect(JSON.parse(doctor.stdout).checks).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            name: 'lock',
            verdict: 'broken',
            detail: expect.stringMatching(who),
          }),
          expect.objectContaining({
            name: 'waiting',
            detail: expect.stringMatching(/^2 events wait to be stored since \d/),
          }),
        ]),
      );
      expect(JSON.parse(hook({ args: ['status', '--json'] }).stdout)).toMatchObject({
        database: { locked: { message: expect.stringMatching(who) } },
        waiting_events: 2,
        waiting_since: expect.any(String),
      });
      const pin = hook({ args: ['pin', 'the band is 40 m', '--label', 'band'] });
      expect([pin.code, pin.stdout]).toEqual([1, '']);
      expect(pin.stderr.replace(/\s+/g, ' ')).toMatch(
        /keeps the database locked.* Nothing was stored\./,
      );
      if (knows) expect(pin.stderr).toContain(`kill -CONT ${holder.pid}`);
      // Whoever only reads is served, and told what is missing.
      const history = hook({ args: ['history', '--json'] });
      expect([history.code, JSON.parse(history.stdout)]).toMatchObject([
        0,
        [{ session_id: expect.any(String) }],
      ]);
      expect(history.stderr).toContain('2 events wait to be stored');
    } finally {
      holder.kill('SIGKILL');
      await gone;
    }
    expect(hook({ args: ['pin', 'the band is 40 m', '--label', 'band'] }).code).toBe(0);
    expect(JSON.parse(hook({ args: ['status', '--json'] }).stdout)).toMatchObject({
      database: { locked: null },
      waiting_events: 0,
      waiting_since: null,
    });
    expect(hook({ args: ['doctor'] }).stdout).not.toContain('broken  lock');
  });
});

describe('a place that cannot be the home', () => {
  it.each([[['mcp']], [[]], [['tasks']], [['mcp', '--http']]])(
    'is told in one line by cortex %j',
    (args) => {
      const { code, stdout, stderr } = hook({ args, env: { CORTEX_HOME: 'data' }, input: '' });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^cortex: CORTEX_HOME must be an absolute path .*, not data\n$/);
    },
  );
});

describe('files', () => {
  it.each([0o000, 0o022, 0o077])('are private under umask %o', (umask) => {
    const before = process.umask(umask);
    try {
      hook();
      hook({
        input: JSON.stringify({
          session_id: 's1',
          hook_event_name: 'UserPromptSubmit',
          prompt: 'x',
          cwd: repo,
        }),
      });
      hook({
        input: JSON.stringify({
          session_id: 's1',
          hook_event_name: 'SessionEnd',
          reason: 'other',
          cwd: repo,
        }),
      });
    } finally {
      process.umask(before);
    }
    const listing = spawnSync('find', [home, '-printf', '%m %y %P\\n'], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n');
    expect(listing.length).toBeGreaterThan(3);
    for (const line of listing) expect(line).toMatch(/^(700 d|600 f)/);
    expect(listing.some((line) => line.includes('sessions/'))).toBe(true);
  });
});
