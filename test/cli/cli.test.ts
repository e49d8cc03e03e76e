import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { SessionState } from '../../src/domain/sessions/session.ts';
import { COMMANDS } from '../../src/program/rooms/commands.ts';
import { hoursAgo, person } from '../person.ts';
import { makeRepository } from '../scratch.ts';
import { table } from '../table.ts';

const { here, cortex, json, hook, session } = person();

describe('cortex', () => {
  it('--help fits one screen, and admin --help lists the rest', () => {
    const { stdout, status } = cortex([]);
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    for (const help of ['--help', '-h', 'help']) expect(cortex([help]).stdout).toBe(stdout);
    const rest = cortex(['admin', '--help']).stdout;
    for (const help of [['admin'], ['help', 'admin'], ['help', '--all']])
      expect(cortex(help).stdout).toBe(rest);
    const listed = (text: string) =>
      [...text.matchAll(/^ {2}(\w+) {2,}\S/gm)].map(([, name]) => name!);
    expect([...listed(stdout), ...listed(rest)].toSorted()).toEqual(
      ['cortex', 'admin', ...COMMANDS.map(({ name }) => name)].toSorted(),
    );
  });

  it.each(
    COMMANDS.flatMap(({ name, older = {} }) => Object.keys(older).map((before) => [before, name])),
  )('the older name %s goes on working: it is %s', (before, name) => {
    expect(cortex([before, '--help']).stdout).toBe(cortex([name, '--help']).stdout);
    expect(cortex(['admin', before, '--help']).stdout).toBe(cortex([name, '--help']).stdout);
  });

  it('alone says whether something arrives, once there is a home and nothing to tell', () => {
    mkdirSync(here.home);
    const { stdout, status } = cortex([]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Nothing was captured yet\.$/m);
    expect(stdout).not.toContain('This is what the next session');
    expect(stdout).toMatch(/\nCommands: cortex --help\n$/);
  });

  it('tells its version', () => {
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
    ) as {
      version: string;
    };
    expect(cortex(['--version']).stdout).toBe(`${version}\n`);
  });

  it.each(COMMANDS.filter(({ name }) => name !== 'hook').map(({ name }) => name))(
    '%s --help has usage and examples',
    (name) => {
      const { stdout, status } = cortex([name, '--help']);
      expect(status).toBe(0);
      expect(stdout).toContain(`  cortex ${name}`);
      expect(stdout).toContain('Examples\n');
      expect(cortex(['help', name]).stdout).toBe(stdout);
    },
  );

  it.each(table<[string[], string, string]>('cli-mistakes'))(
    '%j is a mistake in the command line: exit code 2 and a hint',
    (args, message, hint) => {
      const { stdout, stderr, status } = cortex(args);
      expect(status).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toContain(message);
      expect(stderr).toContain(hint);
    },
  );

  it.each(table<[string[], string, string]>('cli-cannot-be-done'))(
    '%j cannot be done: exit code 1 and what to do',
    (args, message, advice) => {
      const { stdout, stderr, status } = cortex(args);
      expect(status).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toContain(message);
      expect(stderr).toContain(advice);
      expect(stderr).not.toContain('    at ');
    },
  );

  it('without any data says what there could be', () => {
    expect(cortex(['history']).stdout).toContain('No sessions in project:radio yet.');
    expect(json(['history'])).toEqual([]);
    expect(cortex(['pins']).stdout).toContain('the next one would have no pins');
    expect(json(['pins'])).toEqual([]);
    expect(cortex(['status']).stdout).toContain('cortex setup');
  });
});

describe('what people read and erase', () => {
  it('show is the newest session, and --md its turns as Markdown', () => {
    session('one', 'Make the ft991a reconnect', { env: hoursAgo(5) });
    const newest = session('two', 'Now write the test');
    expect(cortex(['show']).stdout).toContain(newest);
    const page = cortex(['show', '--md']).stdout;
    expect(page).toMatch(/^# Now write the test\n\nproject:radio, main · claude-code · /);
    expect(page).toContain('\n## 1. ');
    expect(page).toContain('\n> Now write the test\n');
    expect(page).not.toContain('ft991a reconnect');
  });

  it('forget takes a session or words by their kind alone where nobody can be asked', () => {
    const id = session('one', 'Make the ft991a reconnect');
    const named = cortex(['forget', id.slice(0, 8), '--yes']);
    expect(named).toMatchObject({ status: 2, stdout: '' });
    expect(named.stderr).toContain(`cortex forget --session ${id.slice(0, 8)}`);
    const words = cortex(['forget', 'ft991a', 'reconnect', '--yes']);
    expect(words).toMatchObject({ status: 1, stdout: '' });
    expect(words.stderr).toContain('cortex forget --words "ft991a reconnect"');
    expect(cortex(['show', id]).status).toBe(0);
  });

  it('report never writes into a repository', () => {
    session('one', 'Make the ft991a reconnect');
    const inside = cortex(['report', '--out', 'report.html']);
    expect(inside.status).toBe(1);
    expect(inside.stderr).toContain('could be committed');
    expect(cortex(['report']).stdout).toContain('cortex-report.html');
    expect(existsSync(join(here.radio, 'cortex-report.html'))).toBe(false);
    expect(readFileSync(join(here.home, 'cortex-report.html'), 'utf8')).toContain('ft991a');
  });
});

describe('sessions', () => {
  it('are listed newest first, shown, walked and explained', () => {
    const first = session('one', 'Make the ft991a reconnect', { env: hoursAgo(50) });
    const second = session('two', 'Now write the test', { env: hoursAgo(26) });
    const third = session('three', 'Review it', { ends: false });

    const listed = json<SessionState[]>(['history']);
    expect(listed.map((state) => state.session_id)).toEqual([third, second, first]);
    expect(listed[2]).toMatchObject({
      scope: 'project:radio',
      host: 'claude-code',
      branch: 'main',
      turn_count: 1,
    });
    expect(json<SessionState[]>(['history', '--limit', '1'])).toHaveLength(1);

    const lines = cortex(['history']).stdout.trimEnd().split('\n');
    expect(lines[1]).toMatch(
      new RegExp(`^${third.slice(0, 8)} +just now +claude-code +main +1 +live +Review it$`),
    );
    expect(lines[2]).toMatch(new RegExp(`^${second.slice(0, 8)} +1d ago .* write the test$`));
    expect(lines[3]).toMatch(
      new RegExp(`^${first.slice(0, 8)} +2d ago .* Make the ft991a reconnect$`),
    );

    const shown = cortex(['show', first.slice(0, 8)]).stdout;
    expect(shown).toContain(first);
    expect(shown).toMatch(/^ *src\/ft991a\.ts$/m);
    expect(json<SessionState>(['show', first])).toEqual(listed[2]);
    const kinds = json<{ kind: string }[]>(['show', first, '--facts']).map(({ kind }) => kind);
    expect(kinds).toEqual(['started', 'prompt', 'tool', 'reply', 'turn-ended', 'stood', 'ended']);
    expect(cortex(['show', first, '--facts']).stdout).toContain(
      'prompt  Make the ft991a reconnect',
    );

    const walked = json<SessionState[]>(['chain', '--depth', '2']).map((state) => state.session_id);
    expect(walked).toEqual([second, third]);
    expect(cortex(['chain', second.slice(0, 8)]).stdout).toMatch(
      new RegExp(`${first.slice(0, 8)}[\\s\\S]*${second.slice(0, 8)}`),
    );

    const [start] = json<
      { phase: string; explanation: { candidates: { session_id: string; verdict: string }[] } }[]
    >(['explain', third]);
    expect(start).toMatchObject({ phase: 'start' });
    expect(start!.explanation.candidates.map((one) => [one.session_id, one.verdict])).toEqual([
      [second, 'the latest'],
      [first, 'taken'],
    ]);
    const words = cortex(['explain']).stdout;
    expect(words).toContain('score = 0.40 recency + 0.35 overlap + 0.25 tasks');
    expect(words).toMatch(/At its start.*told \d+ characters/);
  });

  it('of two repositories of one name are kept apart, and the name is refused', () => {
    const other = makeRepository(join(here.folder, 'b', 'radio'));
    session('one', 'Here');
    session('two', 'Elsewhere', { cwd: other });
    expect(json<SessionState[]>(['history']).map((state) => state.title)).toEqual(['Here']);
    expect(
      json<SessionState[]>(['history', '--project', other]).map((state) => state.title),
    ).toEqual(['Elsewhere']);
    expect(json<SessionState[]>(['history', '--all'])).toHaveLength(2);
    const named = makeRepository(join(here.folder, 'shop'));
    session('three', 'Sell it', { cwd: named });
    for (const name of ['shop', 'project:shop'])
      expect(
        json<SessionState[]>(['history', '--scope', name]).map((state) => state.title),
      ).toEqual(['Sell it']);
    expect(cortex(['history', '--all']).stdout).toContain(other);
    const { stderr, status } = cortex(['history', '--scope', 'radio']);
    expect(status).toBe(1);
    expect(stderr).toContain(here.radio);
    expect(stderr).toContain(other);
  });

  it('whose ids begin alike are listed for a choice', () => {
    session('one', 'First');
    session('two', 'Second');
    const database = new DatabaseSync(join(here.home, 'brain.db'));
    const rows = database.prepare('SELECT id FROM session_states ORDER BY started_seq').all() as {
      id: string;
    }[];
    rows.forEach(
      ({ id }, i) =>
        void database
          .prepare('UPDATE session_states SET id = ? WHERE id = ?')
          .run(`abcd000${i}-x`, id),
    );
    database.close();
    const { stderr, status } = cortex(['show', 'abcd']);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /abcd0001-x.*Second[\s\S]*abcd0000-x.*First[\s\S]*Give more of the id\./,
    );
    expect(cortex(['show', 'abcd0001']).status).toBe(0);
  });

  it('are continued on request, once', () => {
    const old = session('one', 'Long ago', { env: hoursAgo(24 * 20), ends: false });
    cortex(['pin', '--label', 'baud', 'CAT at 38400 baud', '--session', old], {
      env: hoursAgo(24 * 20),
    });
    hook(
      { session_id: 'one', hook_event_name: 'SessionEnd', reason: 'other' },
      { env: hoursAgo(24 * 20) },
    );

    // Nobody could inherit: its own agent is started on it, and without a terminal the command is printed.
    expect(cortex(['continue', old])).toMatchObject({ status: 0, stdout: 'claude --resume one\n' });
    const nobody = cortex(['continue', old, '--json']);
    expect(nobody.status).toBe(1);
    expect(nobody.stderr).toContain('Start your agent here first');

    const now = session('two', 'Today', { ends: false });
    expect(json(['pins'])).toEqual([]);
    const done = cortex(['continue', old.slice(0, 8)]);
    expect(done.stdout).toMatch(
      new RegExp(
        `^Inherited from session ${old.slice(0, 8)} \\(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\\):\n- 1 working memory pin restored`,
      ),
    );
    expect(json<{ label: string }[]>(['pins'])[0]!.label).toContain(`baud [inherited from ${old}`);
    expect(cortex(['continue', old]).stdout).toContain('already.');
    expect(json<unknown[]>(['pins'])).toHaveLength(1);
    expect(cortex(['explain', now]).stdout).toContain(`Continued from ${old.slice(0, 8)}`);
    expect(cortex(['continue', now]).status).toBe(2);
  });
});

it('completion knows projects and sessions', () => {
  const offered = (...words: string[]) =>
    cortex(['completion', '--for', 'fish', '--', ...words])
      .stdout.split('\n')
      .filter(Boolean);
  session('a', 'tune the radio');
  expect(offered('history', '--scope', 'r')).toEqual([`radio\t${here.radio}`]);
  expect(offered('show', '')).toEqual([expect.stringMatching(/^[0-9a-f]{8}\tTune the radio$/i)]);
});

describe('pins', () => {
  it('longer than 500 characters are cut and secrets left out; both are said', () => {
    const long = cortex(['pin', 'word '.repeat(200)]);
    expect(long.stderr).toContain('cut to 500 characters');
    expect([...json<{ content: string }[]>(['pins'])[0]!.content]).toHaveLength(500);
    const secret = cortex(['pin', 'api_key=sk-proj-Zk3vQ9xT7bN2mL5pR8wY1cD4fG6hJ0aSd2Kq']);
    expect(secret.stderr).toContain('secret');
    expect(secret.stdout).toContain('api_key=[REDACTED]');
  });

  it('of a named project go there, and an ended session takes none', () => {
    const id = session('one', 'Start');
    const elsewhere = here.folder;
    expect(cortex(['pin', 'x', '--scope', 'radio'], { cwd: elsewhere }).stdout).toContain(
      'every session in project:radio',
    );
    const { stderr, status } = cortex(['pin', 'x', '--session', id]);
    expect(status).toBe(1);
    expect(stderr).toContain(`cortex continue ${id.slice(0, 8)}`);
  });
});
