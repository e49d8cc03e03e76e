import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hoursAgo, person } from '../person.ts';
import { makeRepository } from '../scratch.ts';

const { here, cortex, json, hook, session } = person();

describe('config', () => {
  it('is set, got and unset in a private file; the environment comes first', () => {
    expect(cortex(['config', 'get', 'pins.max']).stdout).toBe('10\n');
    expect(cortex(['config', 'set', 'pins.max', '8']).stdout).toContain(
      'pins.max = 8 (config.json)',
    );
    const file = join(here.home, 'config.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ pins: { max: 8 } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(json(['config', 'get', 'pins.max'], { env: { CORTEX_PINS_MAX: '7' } })).toMatchObject({
      value: 7,
      default: 10,
      from: 'CORTEX_PINS_MAX',
    });
    expect(
      cortex(['config', 'set', 'pins.max', '6'], { env: { CORTEX_PINS_MAX: '7' } }).stderr,
    ).toContain('overrules the file');
    expect(cortex(['config']).stdout).toMatch(/^pins\.max +6 +10 +config\.json$/m);
    expect(cortex(['config', 'unset', 'pins.max']).stdout).toContain('pins.max = 10 (default)');
    expect(json<{ name: string }[]>(['config', 'list']).length).toBeGreaterThan(40);
  });

  it('is not written over what cannot be read', () => {
    mkdirSync(here.home, { recursive: true });
    writeFileSync(join(here.home, 'config.json'), '{ "pins": ');
    const { stderr, status } = cortex(['config', 'set', 'pins.max', '8']);
    expect(status).toBe(1);
    expect(stderr).toContain('not valid JSON');
    expect(readFileSync(join(here.home, 'config.json'), 'utf8')).toBe('{ "pins": ');
    expect(cortex(['status']).stdout).toContain('config.json is not valid JSON');
  });
});

describe('a place that a person names', () => {
  it.each([
    ['export', ['none', 'x.jsonl'], 'none)', 'Make it first'],
    ['export', [], 'is a folder', 'Name a file'],
  ])('of %s below %j is named in what went wrong', (name, path, said, advice) => {
    session('s1', 'wire the relay');
    const place = join(here.folder, ...path);
    const { status, stderr } = cortex([name, place, '--force']);
    expect(status).toBe(1);
    expect(stderr).toContain(said);
    expect(stderr).toContain(advice);
    expect(stderr).not.toMatch(/\.tmp-/);
  });

  it('is told from an agent and from a project that nobody knows', () => {
    session('s1', 'wire the relay');
    expect(cortex(['search', '--host', 'claude-cod', 'relay'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Did you mean claude-code?'),
    });
    expect(cortex(['search', '--host', 'claude-code', 'relay']).stdout).toContain('relay');
    expect(cortex(['search', '--host', 'codex', 'relay']).stdout).toContain('Nothing found');
    const gone = cortex(['tasks', '--project', join(here.folder, 'none')]);
    expect(gone.stderr).toContain('no folder of a project');
  });
});

describe('status and doctor', () => {
  it('look without leaving anything behind', () => {
    expect(cortex(['doctor']).status).toBe(0);
    expect(cortex(['status']).status).toBe(0);
    expect(existsSync(here.home)).toBe(false);
  });

  it('are of the project that was asked for, also before there is a database', () => {
    const other = makeRepository(join(here.folder, 'other'));
    const asked = (...flags: string[]) => json(['status', ...flags]);
    expect(asked()).toMatchObject({ scope: { label: 'project:radio' } });
    expect(asked('--project', other)).toMatchObject({ scope: { label: 'project:other' } });
    expect(asked('--scope', 'global')).toMatchObject({ scope: { label: 'global' } });
    expect(cortex(['status', '--scope', 'nobody']).stderr).toContain('a project called nobody');
    expect(cortex(['status', '--scope', 'a', '--project', 'b']).status).toBe(2);
    expect(existsSync(here.home)).toBe(false);
  });

  it('tell what is running and what a start would weigh', () => {
    session('one', 'Yesterday', { env: hoursAgo(20) });
    const id = session('two', 'Today', { ends: false });
    expect(json(['status'])).toMatchObject({
      home: here.home,
      enabled: true,
      counts: { sessions: 2, open: 1 },
      live: [{ session_id: id, host: 'claude-code' }],
      candidates: 1,
      nothing_captured: false,
    });
    const { stdout } = cortex(['status']);
    expect(stdout).toContain(`${id.slice(0, 8)} claude-code, started just now`);
    expect(stdout).toContain('1 session of the last 7 days can be told');
    expect(
      cortex(['status'], { env: { CORTEX_SESSION_PERSISTENCE_ENABLED: 'off' } }).stdout,
    ).toContain('capture and restore are off');
  });

  it('say what is wrong with a database that is none, and what waits for one', () => {
    mkdirSync(here.home, { recursive: true });
    writeFileSync(join(here.home, 'brain.db'), 'certainly no database. '.repeat(50));
    expect(
      hook({ session_id: 'x', hook_event_name: 'SessionStart', source: 'startup' }),
    ).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('memory is unavailable (brain.db is not a database)'),
    });
    const { stdout, status } = cortex(['status']);
    expect(status).toBe(0);
    expect(stdout).toContain('brain.db is not a database.');
    expect(stdout).toContain('What to do: Repair it: cortex repair');
    expect(stdout).toContain('1 event waits to be stored');
    expect(json(['status'])).toMatchObject({
      not_captured: 0,
      waiting_events: 1,
      database: { error: { message: 'brain.db is not a database.' } },
    });

    const doctor = cortex(['doctor']);
    expect(doctor.status).toBe(1);
    expect(doctor.stdout).toMatch(
      /broken {2}database: brain\.db is not a database\.\n +Repair it: cortex repair/,
    );
    const history = cortex(['history']);
    expect(history.status).toBe(1);
    expect(history.stderr).not.toContain('    at ');
    expect(cortex(['history'], { env: { CORTEX_SESSION_DEBUG: '1' } }).stderr).toContain('    at ');
  });

  it('find a home that is none', () => {
    writeFileSync(here.home, '');
    expect(cortex(['status']).stdout).toContain(`${here.home} is not a folder`);
    expect(cortex(['doctor']).status).toBe(1);
    expect(cortex(['status'], { env: { CORTEX_HOME: 'relative' } }).stderr).toContain(
      'CORTEX_HOME must be an absolute path',
    );
    expect(cortex(['doctor'], { env: { CORTEX_HOME: 'relative' } }).stdout).toContain(
      'broken  home',
    );
  });

  it('know a connected agent, and one whose command is gone', () => {
    session('one', 'Start');
    const settings = join(here.folder, '.claude', 'settings.json');
    expect(cortex(['setup', 'claude-code', '--yes']).status).toBe(0);
    expect(cortex(['status']).stdout).toMatch(
      /^agents +Claude Code: connected, last heard just now$/m,
    );
    const { stdout, status } = cortex(['doctor']);
    expect(status).toBe(0);
    expect(stdout).toContain(`connected in ${settings}`);
    expect(stdout).toContain('claude-code events: the last just now');
    expect(stdout).toContain('journal: write-ahead');
    expect(stdout).toContain('synchronous: FULL');
    expect(stdout).toContain('integrity_check finds nothing wrong');
    writeFileSync(
      settings,
      JSON.stringify({
        hooks: { Stop: [{ hooks: [{ command: '"/gone/cortex.cjs" hook claude-code' }] }] },
      }),
    );
    expect(cortex(['status']).stdout).toMatch(
      /^agents +Claude Code: broken, last heard just now \(it calls \/gone\/cortex\.cjs, which is not there/m,
    );
    const broken = cortex(['doctor']);
    expect(broken.status).toBe(1);
    expect(broken.stdout).toContain('/gone/cortex.cjs, which is not there');
  });
});

describe('failures in the log', () => {
  const failed = (message: string) => {
    const line = {
      at: new Date().toISOString(),
      level: 'failure',
      event: 'restore failed',
      message,
    };
    mkdirSync(join(here.home, 'log'), { recursive: true });
    writeFileSync(join(here.home, 'log', 'cortex.jsonl'), `${JSON.stringify(line)}\n`);
    return cortex(['doctor']).stdout;
  };

  it('have advice of their own: a busy machine, else where all of it stands', () => {
    session('one', 'Wire the relay');
    expect(failed('out of time before ranking')).toContain(
      'comes with the first prompt; no event is lost.',
    );
    expect(failed('disk I/O error')).toContain(`The whole log is in ${join(here.home, 'log')}.`);
  });
});
