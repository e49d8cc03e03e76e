import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { repositories, seed } from '../../bench/seed.ts';
import { DAY, HOUR } from '../../src/domain/base/time.ts';
import type { SessionState } from '../../src/domain/sessions/session.ts';
import type { MaintenanceReport } from '../../src/engine/keeping/retention.ts';
import { writeMirror } from '../../src/system/keeping/mirror.ts';
import { type Agent, cortex, type Result, told } from '../agent.ts';
import { runs } from '../effort.ts';
import { runKilled } from '../killed.ts';
import { CORTEX } from '../program.ts';
import { makeRepository } from '../scratch.ts';
import { type Stage, useStage } from '../stage.ts';

const NOW = '2026-11-15T10:00:00.000Z';
const daysAgo = (days: number, hours = 0) =>
  new Date(Date.parse(NOW) - days * DAY - hours * HOUR).toISOString();

let folder: Stage['folder'];
let home: string;
let repo: string;
const made = useStage('lbf-ham-radio', NOW, (stage) => {
  ({ folder, home, repo } = stage);
});

interface Working {
  readonly sessionId?: string;
  /** Maintenance by itself, which tests otherwise do without. */
  readonly auto?: boolean;
}

function agent(now: string, { sessionId, auto }: Working = {}): Agent {
  return made({
    now,
    env: { CORTEX_MAINTENANCE_AUTO: String(auto ?? false) },
    ...(sessionId && { sessionId }),
  });
}

async function run(...args: string[]): Promise<Result> {
  return cortex({ home, cwd: repo, now: NOW }, ...args);
}

async function json<T>(...args: string[]): Promise<T> {
  const result = await run(...args, '--json');
  expect(result.stderr).toBe('');
  return JSON.parse(result.stdout) as T;
}

const history = () => json<SessionState[]>('history', '--all', '--limit', '9999');
const maintain = () => json<MaintenanceReport>('maintain');

/** One session with a pin and a to-do, from its start to its end. */
async function work(now: string, working: Working = {}): Promise<SessionState> {
  const a = agent(now, working);
  await a.start();
  await a.prompt('Wire the CAT driver of the ft991a');
  await a.run('pin', 'the ft991a answers on /dev/ttyUSB0', '--label', 'port');
  await a.tool('TodoWrite', {
    todos: [{ content: 'Handle a radio that is off', status: 'pending', activeForm: 'H' }],
  });
  await a.end();
  return (await history())[0]!;
}

function rows<T>(sql: string, ...values: string[]): T[] {
  const raw = new DatabaseSync(join(home, 'brain.db'), { timeout: 5_000 });
  try {
    return raw.prepare(sql).all(...values) as T[];
  } finally {
    raw.close();
  }
}

const mirrors = () => readdirSync(join(home, 'sessions')).filter((name) => name.endsWith('.json'));

describe('a session of 31 days ago', () => {
  it('is moved to cold storage, listed, shown and continued', async () => {
    const old = await work(daysAgo(31));
    const young = await work(daysAgo(10));
    expect(mirrors()).toHaveLength(2);
    const facts = await json<unknown[]>('show', old.session_id, '--facts');

    expect(await json<MaintenanceReport>('maintain', '--dry-run')).toMatchObject({
      dry_run: true,
      moved: 1,
    });
    expect(rows('SELECT 1 FROM session_states')).toHaveLength(2);
    expect(await maintain()).toMatchObject({ moved: 1, left: 0, problems: [] });

    const file = join(home, 'sessions', 'archive', '2026-10', `${old.session_id}.json`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      session_id: old.session_id,
      title: 'Wire the CAT driver of the ft991a',
      working_memory: [{ label: 'port' }],
    });
    expect(mirrors()).toEqual([`${young.session_id}.json`]);
    expect(rows('SELECT id FROM session_states')).toEqual([{ id: young.session_id }]);
    expect(rows('SELECT 1 FROM session_events WHERE session_id = ?', old.session_id)).toEqual([]);

    const listed = await history();
    expect(listed[1]).toEqual({ ...old, cold: 'whole' });
    expect((await run('history', '--all')).stdout).toMatch(/cold {2,}Wire the CAT driver/);
    expect((await run('show', old.session_id.slice(0, 12))).stdout).toContain('/dev/ttyUSB0');
    expect(await json('show', old.session_id, '--facts')).toEqual(facts);
    expect((await run('explain', old.session_id)).stdout).toContain('At its start');
    const chain = await json<SessionState[]>('chain', young.session_id);
    expect(chain.map((state) => state.session_id)).toEqual([old.session_id, young.session_id]);

    const heir = agent(NOW);
    const named = told(await heir.start())!;
    expect(named).toContain('nothing inherited; last work 10d ago');
    expect(named).not.toContain('WORKING MEMORY');
    const done = await heir.run('continue', old.session_id.slice(0, 12));
    expect(done.stdout).toContain('1 working memory pin restored');
    expect(done.stdout).toContain('[todo:handle-a-radio-that-is-off]');
    expect((await heir.run('pins')).stdout).toContain('/dev/ttyUSB0');
    const [newest] = await history();
    expect((await json<SessionState>('show', old.session_id)).continued_by).toBe(
      newest!.session_id,
    );
  });

  it('is before the first session after a long pause, and is gone on from when its host resumes it', async () => {
    const old = await work(daysAgo(40), { sessionId: 'conversation-1' });
    await maintain();
    const next = agent(NOW);
    await next.start();
    expect((await history())[0]!.previous_session_id).toBe(old.session_id);

    const resumed = agent(NOW, { sessionId: 'conversation-1' });
    // The model still has its context: nothing is told.
    expect(told(await resumed.start('resume'))).toBeNull();
    const state = (await history())[0]!;
    expect(state.previous_session_id).toBe(old.session_id);
    expect((await resumed.run('pins')).stdout).toContain('/dev/ttyUSB0');
  });

  it('is gone on from by whatever its host says next, and loses no event', async () => {
    await work(daysAgo(40), { sessionId: 'conversation-1' });
    await maintain();
    const late = agent(NOW, { sessionId: 'conversation-1' });
    await late.edit(join(repo, 'src/late.ts'));
    expect((await history()).map((state) => state.files_modified.length)).toEqual([1, 0]);
  });

  it('stays hot while it is running, however old', async () => {
    const a = agent(daysAgo(60));
    await a.start();
    await a.prompt('A long one');
    await a.stop();
    expect(await maintain()).toMatchObject({ moved: 0 });
    expect(rows('SELECT 1 FROM session_states WHERE end_time IS NULL')).toHaveLength(1);
    await a.kill();
    expect(await maintain()).toMatchObject({ moved: 1 });
    expect((await history())[0]).toMatchObject({ crash_recovered: true, cold: 'whole' });
  });

  it('says so when its file was taken away', async () => {
    const old = await work(daysAgo(31));
    await maintain();
    const file = join(home, 'sessions', 'archive', '2026-10', `${old.session_id}.json`);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('ttyUSB0', 'ttyUSB9'));
    expect((await run('history', '--all')).stdout).toContain('cold, file lost');
    const heir = agent(NOW);
    await heir.start();
    const refused = await heir.run('continue', old.session_id);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('missing or was changed');
  });
});

/** Many sessions over a time, each with its mirror. */
async function manySessions(sessions: number, days: number): Promise<Map<string, SessionState>> {
  mkdirSync(home, { mode: 0o700 });
  await seed(join(home, 'brain.db'), {
    sessions,
    scopes: repositories(3, folder.path),
    days,
    now: Date.parse(NOW),
  });
  const states = await history();
  for (const state of states) writeMirror(join(home, 'sessions'), state, null);
  return new Map(states.map((state) => [state.session_id, state]));
}

/** Every session is there once, as it was, and nothing of it is in two places. */
async function expectAll(known: Map<string, SessionState>): Promise<number> {
  const states = await history();
  expect(states.map((state) => state.session_id)).toEqual([...known.keys()]);
  let frozen = 0;
  for (const { cold, ...state } of states) {
    expect(cold).not.toBe('index only');
    expect(state).toEqual(known.get(state.session_id));
    if (cold) frozen++;
  }
  expect(rows('SELECT id FROM session_states INTERSECT SELECT id FROM cold_sessions')).toEqual([]);
  expect(
    rows(
      'SELECT session_id FROM session_events WHERE session_id NOT IN (SELECT id FROM session_states)',
    ),
  ).toEqual([]);
  return frozen;
}

function start(args: readonly string[], of = home) {
  const child = spawn(process.execPath, [CORTEX, ...args], {
    cwd: repo,
    env: { ...process.env, CORTEX_HOME: of, CORTEX_NOW: NOW },
    stdio: 'ignore',
  });
  const gone = new Promise<number | null>((done) => child.once('exit', done));
  return { child, gone };
}

describe('maintenance that is killed', () => {
  it('at any moment loses nothing, and a further run completes it', async () => {
    const known = await manySessions(runs(16, 400), 80);
    const old = [...known.values()].filter((state) => state.end_time! < daysAgo(30)).length;
    const env = { ...process.env, CORTEX_NOW: NOW };
    const [counts, copy] = [join(folder.path, 'counts'), join(folder.path, 'copy')];
    cpSync(home, copy, { recursive: true });
    runKilled(['maintain'], { cwd: repo, env: { ...env, CORTEX_HOME: copy, KILL_COUNT: counts } });
    const calls = Number(readFileSync(counts, 'utf8').trim().split('\n')[0]);
    // From before it has the database to deep into its work.
    const points = runs(2, 24);
    for (let point = 1; point <= points; point++) {
      const kill = Math.ceil((calls * point) / (points + 1));
      const dead = runKilled(['maintain'], { cwd: repo, env: { ...env, CORTEX_HOME: home }, kill });
      if (point === 1) expect(dead.signal).toBe('SIGKILL');
      await expectAll(known);
    }

    const report = await maintain();
    expect(report).toMatchObject({ left: 0, unknown_archives: 0, problems: [] });
    expect(await expectAll(known)).toBe(old);
    expect(mirrors()).toHaveLength(known.size - old);
    const archived = readdirSync(join(home, 'sessions', 'archive'), { recursive: true }).map(
      String,
    );
    expect(archived.filter((name) => name.endsWith('.json'))).toHaveLength(old);
    expect(await maintain()).toMatchObject({ moved: 0, mirrors_removed: 0 });
  });

  it('between the file and the rows, or between the rows and the mirror, is finished by the next run', async () => {
    const known = await manySessions(6, 80);
    const [first, second] = [...known.values()].reverse();
    // The file is there, the rows are as well; and it is not even whole.
    const archive = join(home, 'sessions', 'archive', first!.end_time!.slice(0, 7));
    mkdirSync(archive, { recursive: true, mode: 0o700 });
    writeFileSync(join(archive, `${first!.session_id}.json`), '{"session_id": "half of');
    await maintain();
    // The rows are gone, the mirror is not.
    writeMirror(join(home, 'sessions'), second!, null);
    expect(await maintain()).toMatchObject({ mirrors_removed: 1, unknown_archives: 0 });
    expect(await expectAll(known)).toBeGreaterThan(1);
  });
});

describe('maintenance by itself', () => {
  const AUTO = { auto: true };
  const lastRun = () =>
    rows<{ finished_at: number; owner: string | null; report: string | null }>(
      "SELECT * FROM maintenance WHERE job = 'daily'",
    )[0];

  /** Processes of this home that are still there. */
  function ours(): string[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        try {
          return (
            readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('maintain') &&
            readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`CORTEX_HOME=${home}`)
          );
        } catch {
          return false;
        }
      });
  }

  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await sleep(50);
  }

  it('comes after a session that ends a day after the first, once, and leaves no process', async () => {
    const old = await work(daysAgo(40), AUTO);
    // The first day has only begun.
    expect(lastRun()).toMatchObject({ finished_at: Date.parse(daysAgo(40)), report: null });
    expect(ours()).toEqual([]);

    // A copy that is due at the start would be in the way for a moment.
    rows("DELETE FROM maintenance WHERE job = 'copy'");
    await work(NOW, AUTO);
    await until(() => lastRun()!.report !== null && ours().length === 0);
    expect(lastRun()).toMatchObject({ finished_at: Date.parse(NOW), owner: null });
    expect(JSON.parse(lastRun()!.report!)).toMatchObject({ moved: 1, problems: [] });
    expect((await history())[1]).toMatchObject({ session_id: old.session_id, cold: 'whole' });
    expect(readdirSync(join(home, 'backups'))).toEqual(['brain-20261115.db']);

    const report = lastRun()!.report;
    await work(new Date(Date.parse(NOW) + HOUR / 2).toISOString(), AUTO);
    expect(ours()).toEqual([]);
    expect(lastRun()!.report).toBe(report);
  });

  it('does not come when it is switched off', async () => {
    await work(daysAgo(40));
    await work(NOW);
    expect(rows('SELECT * FROM maintenance')).toEqual([]);
  });

  it('does not make a home again that is gone', async () => {
    const gone = start(['maintain', '--auto']);
    expect(await gone.gone).toBe(0);
    expect(existsSync(home)).toBe(false);
  });

  it('is one at a time', async () => {
    await work(daysAgo(40));
    const stat = readFileSync(`/proc/${process.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    const owner = {
      pid: process.pid,
      start: stat[19],
      name: 'node',
      boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
      pidns: readlinkSync('/proc/self/ns/pid'),
      machine: readFileSync('/proc/sys/kernel/hostname', 'utf8').trim(),
      chain: [],
    };
    rows(
      'INSERT INTO maintenance(job, started_at, owner) VALUES (?, 0, ?)',
      'daily',
      JSON.stringify(owner),
    );
    const refused = await run('maintain');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('running already');
    expect(await run('maintain', '--auto')).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(rows('SELECT 1 FROM cold_sessions')).toEqual([]);
    // The same number, another process.
    rows('UPDATE maintenance SET owner = ?', JSON.stringify({ ...owner, start: '1' }));
    expect(await maintain()).toMatchObject({ moved: 1 });
  });
});

describe('clean-up and backups', () => {
  it('keeps the newest backups, private and sound, and takes away what killed writers left', async () => {
    await work(daysAgo(2));
    const backups = join(home, 'backups');
    mkdirSync(backups, { recursive: true });
    for (const day of ['20261101', '20261102', '20261103'])
      writeFileSync(join(backups, `brain-${day}.db`), '');
    writeFileSync(join(backups, 'mine.txt'), 'not yours');
    const leftOver = join(home, 'sessions', '.tmp-abc');
    const atWork = join(home, 'sessions', '.tmp-def');
    for (const path of [leftOver, atWork]) writeFileSync(path, 'half');
    const longAgo = Date.now() / 1000 - 7200;
    utimesSync(leftOver, longAgo, longAgo);

    expect(await maintain()).toMatchObject({ backups_removed: 1, files_removed: 1, log_cut: true });
    expect(readdirSync(backups)).toEqual([
      'brain-20261102.db',
      'brain-20261103.db',
      'brain-20261115.db',
      'mine.txt',
    ]);
    expect(readdirSync(join(home, 'sessions')).filter((name) => name.startsWith('.tmp'))).toEqual([
      '.tmp-def',
    ]);
    const copy = join(backups, 'brain-20261115.db');
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const raw = new DatabaseSync(copy, { readOnly: true });
    expect(raw.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(raw.prepare('SELECT count(*) AS n FROM session_states').get()).toEqual({ n: 1 });
    raw.close();
  });

  it('makes none where none is wanted', async () => {
    await work(daysAgo(2));
    const none = await cortex(
      { home, cwd: repo, now: NOW, env: { CORTEX_RETENTION_BACKUPS: '0' } },
      'maintain',
    );
    expect(none.code).toBe(0);
    expect(readdirSync(join(home, 'backups'))).toEqual([]);
  });
});

describe('export and import', () => {
  const elsewhere = () => join(folder.path, 'elsewhere');
  const there = (...args: string[]) => cortex({ home: elsewhere(), cwd: repo, now: NOW }, ...args);
  const file = () => join(folder.path, 'all.jsonl');

  async function filled(): Promise<void> {
    await work(daysAgo(40));
    await work(daysAgo(3));
    await run('pin', 'for the next one', '--label', 'next');
    await maintain();
  }

  it('gives the same history in an empty home, and nothing twice', async () => {
    await filled();
    expect((await run('export', file())).stdout).toMatch(/^2 sessions \(1 from cold storage\)/);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const dry = await there('import', file(), '--dry-run', '--json');
    expect(JSON.parse(dry.stdout)).toMatchObject({ dry_run: true, sessions: { new: 2, known: 0 } });
    expect(JSON.parse((await there('history', '--all', '--json')).stdout)).toEqual([]);

    const first = JSON.parse((await there('import', file(), '--json')).stdout);
    expect(first).toMatchObject({
      sessions: { new: 2, known: 0 },
      redacted: 0,
      refused: [],
      complete: true,
    });
    const second = JSON.parse((await there('import', file(), '--json')).stdout);
    expect(second).toMatchObject({ sessions: { new: 0, grown: 0, known: 2 }, complete: true });
    for (const { new: added } of Object.values(second.rows) as { new: number }[])
      expect(added).toBe(0);

    // One that was cold is so again after the next maintenance.
    expect((await there('maintain')).code).toBe(0);
    const same = ['history', '--all', '--json'] as const;
    expect((await there(...same)).stdout).toBe((await run(...same)).stdout);
    for (const { session_id: id } of await history()) {
      for (const what of [
        ['explain', id, '--json'],
        ['show', id],
      ]) {
        expect((await there(...what)).stdout).toBe((await run(...what)).stdout);
      }
      const facts = (result: Result) =>
        (JSON.parse(result.stdout) as { seq: number }[]).map(({ seq: _, ...fact }) => fact);
      const listed = ['show', id, '--facts', '--json'];
      expect(facts(await there(...listed))).toEqual(facts(await run(...listed)));
    }
    expect((await there('pins')).stdout).toContain('for the next one');
  });

  it('that is killed is simply run again', async () => {
    const sessions = runs(15, 150);
    const known = await manySessions(sessions, 80);
    await maintain();
    await run('export', file());
    const expected = (await run('history', '--all', '--limit', '9999', '--json')).stdout;
    for (let kill = 0; kill < runs(2, 8); kill++) {
      const { child, gone } = start(['import', file()], elsewhere());
      await sleep(60 + ((kill * 71) % 250));
      child.kill('SIGKILL');
      await gone;
    }
    for (const word of [['import', file()], ['maintain']])
      expect((await there(...word)).code).toBe(0);
    expect((await there('history', '--all', '--limit', '9999', '--json')).stdout).toBe(expected);
    expect(known.size).toBe(sessions);
  });

  /** As an export was before projects had signs. */
  function linesWithoutSigns(): string[] {
    const lines = readFileSync(file(), 'utf8').trimEnd().split('\n');
    return lines.filter((line) => !line.startsWith('{"table":"project_signs"'));
  }

  it('passes over damaged lines and names them; the rest arrives', async () => {
    await filled();
    await run('export', file());
    const lines = linesWithoutSigns();
    const damaged = [
      lines[0],
      '{"session": "half',
      '{"session":"x","rows":{}}',
      '7',
      lines[1],
      lines[2],
    ];
    writeFileSync(file(), damaged.join('\n'));
    const result = await there('import', file(), '--json');
    expect(result.code).toBe(1);
    expect(JSON.parse(result.stdout)).toMatchObject({
      sessions: { new: 2 },
      refused: [{ line: 2 }, { line: 3 }, { line: 4 }],
      complete: false,
    });
    const said = await there('import', file());
    expect(said.stderr).toContain('Line 2 was skipped');
    expect(said.stderr).toContain('cut short');
  });

  it('refuses what it did not write, facts that make no sense, and trust', async () => {
    await filled();
    writeFileSync(file(), '{"a":1}\n');
    expect((await there('import', file())).stderr).toContain('not an export of Cortex');
    writeFileSync(file(), '{"cortex_export":2}\n');
    expect((await there('import', file())).stderr).toContain('newer Cortex');

    await run('export', file(), '--force');
    const [header, cold, hot] = linesWithoutSigns();
    const mad = JSON.parse(hot!);
    mad.rows.session_events.push({
      ...mad.rows.session_events[0],
      kind: 'todos',
      key: null,
      body: { update: 5 },
    });
    const trust = { table: 'sop_trust', row: { scope_key: 'x', path: 'y', hash: 'z', at: 0 } };
    writeFileSync(
      file(),
      [header, cold, JSON.stringify(mad), JSON.stringify(trust), '{"cortex_end":3}', ''].join('\n'),
    );
    expect(JSON.parse((await there('import', file(), '--json')).stdout)).toMatchObject({
      sessions: { new: 1 },
      refused: [{ line: 3, why: 'its facts cannot be folded' }],
      left_out: { sop_trust: 1 },
    });
  });

  it('redacts what was not, and brings a session up to date that went on', async () => {
    const a = agent(daysAgo(1));
    await a.start();
    await a.prompt('Wire the radio');
    await run('export', file());
    const key = ['AKIA', 'Q3EGRIPLJ7XWMOZN'].join('');
    writeFileSync(
      file(),
      readFileSync(file(), 'utf8').replaceAll('Wire the radio', `Wire it with ${key}`),
    );
    expect(JSON.parse((await there('import', file(), '--json')).stdout)).toMatchObject({
      sessions: { new: 1 },
    });
    for (const name of readdirSync(elsewhere())) {
      const path = join(elsewhere(), name);
      if (statSync(path).isFile()) expect(readFileSync(path).includes(key), name).toBe(false);
    }

    await a.prompt('And now the log');
    await a.end();
    await run('export', file(), '--force');
    writeFileSync(
      file(),
      readFileSync(file(), 'utf8').replaceAll('Wire the radio', `Wire it with ${key}`),
    );
    expect(JSON.parse((await there('import', file(), '--json')).stdout)).toMatchObject({
      sessions: { grown: 1 },
    });
    const [state] = JSON.parse(
      (await there('history', '--all', '--json')).stdout,
    ) as SessionState[];
    expect(state!.end_time).toBe(daysAgo(1));
  });

  it('takes one project out of several, and a pipe as well as a file', async () => {
    await filled();
    const other = makeRepository(join(folder.path, 'other'));
    const b = made({ cwd: other, now: daysAgo(1) });
    await b.start();
    await b.prompt('Elsewhere');
    await b.end();
    const whole = (await run('export')).stdout.trimEnd().split('\n');
    const part = (await run('export', '-', '--scope', 'other')).stdout.trimEnd().split('\n');
    const sessions = (lines: string[]) =>
      lines.filter((line) => line.startsWith('{"session"')).length;
    expect([sessions(whole), sessions(part)]).toEqual([3, 1]);
    expect((await run('export', file(), '--all', '--scope', 'other')).code).toBe(2);
    expect(await run('export', repo)).toMatchObject({ code: 1 });
  });
});
