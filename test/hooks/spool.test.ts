import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { claudeCode } from '../../src/agents/claude-code/host.ts';
import { answerHost } from '../../src/door/event.ts';
import { hookDeps, openWorld } from '../../src/program/compose.ts';
import { ticks } from '../../src/system/base/clock.ts';
import { runs } from '../effort.ts';
import { CORTEX, type Ended, runHere } from '../program.ts';
import { makeRepository } from '../scratch.ts';
import { useScratch } from '../use-scratch.ts';

const folder = useScratch();
let home: string;
let repo: string;

beforeEach(() => {
  home = join(folder.path, 'home');
  repo = makeRepository(join(folder.path, 'repo'));
});

// A repair that a hook starts would meet the damage before the test has healed it.
const environment = () => ({
  PATH: process.env['PATH'],
  HOME: folder.path,
  CORTEX_HOME: home,
  CORTEX_REPAIR_AUTO: 'false',
  CORTEX_MAINTENANCE_AUTO: 'false',
  // What is told and taken in is the question here, not how soon.
  CORTEX_HOOK_DEADLINE_MS: '10000',
  CORTEX_RESTORE_DEADLINE_MS: '10000',
});

type Fields = Readonly<Record<string, unknown>>;

function payload(event: string, more: Fields = {}): string {
  return JSON.stringify({ session_id: 's1', cwd: repo, hook_event_name: event, ...more });
}

/** An event through the hook, inside this process. */
function send(event: string, more: Fields = {}): string {
  return heard(run(['hook', 'claude-code'], payload(event, more)));
}

/** An event through a process of the hook. */
function sendByProcess(event: string, more: Fields = {}): string {
  const around = { input: payload(event, more), env: environment(), encoding: 'utf8' } as const;
  return heard(spawnSync(process.execPath, [CORTEX, 'hook', 'claude-code'], around));
}

function heard({ status, stdout }: Ended): string {
  expect(status).toBe(0);
  return stdout;
}

function cortex(...words: string[]): string {
  return run(words).stdout;
}

function run(words: readonly string[], input = '', env: NodeJS.ProcessEnv = {}): Ended {
  return runHere(words, { cwd: repo, env: { ...environment(), ...env }, input, host: process.pid });
}

const edit = (name: string) => ({
  tool_name: 'Edit',
  tool_input: { file_path: join(repo, name), old_string: 'a', new_string: 'b' },
  tool_response: {},
  tool_use_id: `toolu_${name}`,
});

const waiting = () => (existsSync(join(home, 'spool')) ? readdirSync(join(home, 'spool')) : []);

function read<T>(work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(home, 'brain.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Files that tools have touched, in the order in which it happened. */
const touched = () =>
  read((database) =>
    database
      .prepare(
        `SELECT body ->> '$.touched[0].path' AS path FROM session_events WHERE kind = 'tool'
         ORDER BY coalesce(follows, seq), follows IS NOT NULL, at, seq`,
      )
      .all()
      .map((row) => String(row['path']).split('/').at(-1)),
  );

/** What `work` does happens while somebody else is writing. */
function whileLocked<T>(work: () => T): T {
  return read((database) => {
    database.exec('BEGIN IMMEDIATE');
    const result = work();
    database.exec('ROLLBACK');
    return result;
  });
}

describe('an event that meets a locked database', () => {
  it('waits on the disk, private, and the next event of weight takes it in', () => {
    sendByProcess('SessionStart', { source: 'startup' });
    whileLocked(() => sendByProcess('PostToolUse', edit('a.ts')));
    expect(touched()).toEqual([]);
    expect(waiting()).toHaveLength(1);
    expect(statSync(join(home, 'spool')).mode & 0o777).toBe(0o700);
    expect(statSync(join(home, 'spool', waiting()[0]!)).mode & 0o777).toBe(0o600);
    sendByProcess('Stop', { last_assistant_message: 'done' });
    expect(touched()).toEqual(['a.ts']);
    expect(waiting()).toEqual([]);
  });

  it('is written down without its secrets', () => {
    send('SessionStart', { source: 'startup' });
    whileLocked(() =>
      send('UserPromptSubmit', { prompt: 'use password=hunter2secret9 for staging' }),
    );
    const text = readFileSync(join(home, 'spool', waiting()[0]!), 'utf8');
    expect(text).toContain('for staging');
    expect(text).not.toContain('hunter2secret9');
  });

  it('takes its place among what was stored meanwhile', () => {
    send('SessionStart', { source: 'startup' });
    send('PostToolUse', edit('a.ts'));
    whileLocked(() => send('PostToolUse', edit('b.ts')));
    send('PostToolUse', edit('c.ts'));
    send('Stop', { last_assistant_message: 'done' });
    expect(touched()).toEqual(['a.ts', 'b.ts', 'c.ts']);
  });

  it('is too late to reopen what was closed after it', () => {
    const test = (ok: boolean) => ({
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_use_id: `toolu_${ok}`,
      ...(ok
        ? { tool_response: { stdout: 'ok', stderr: '' } }
        : { error: 'Exit code 1\n FAIL  src/a.test.ts > tunes the radio\n' }),
    });
    send('SessionStart', { source: 'startup' });
    send('PostToolUse', edit('a.ts'));
    whileLocked(() => send('PostToolUseFailure', test(false)));
    send('PostToolUse', test(true));
    send('Stop', { last_assistant_message: 'all green' });
    expect(cortex('thread', '--codes')).not.toContain('block:');
    expect(touched()).toEqual(['a.ts', 'null', 'null']);
  });

  it('waits although what waited before it was just taken in', () => {
    send('SessionStart', { source: 'startup' });
    whileLocked(() => send('UserPromptSubmit', { prompt: 'the earlier one', prompt_id: 'p1' }));
    // The lock comes back between the two: here the database refuses the later one alone.
    read((database) =>
      database.exec(`CREATE TRIGGER refusing BEFORE INSERT ON session_events WHEN NEW.body LIKE '%the later one%'
        BEGIN SELECT RAISE(ABORT, 'not now'); END`),
    );
    send('UserPromptSubmit', { prompt: 'the later one', prompt_id: 'p2' });
    expect(waiting()).toHaveLength(1);
    read((database) => database.exec('DROP TRIGGER refusing'));
    cortex('history');
    expect(waiting()).toEqual([]);
    const prompts = read((database) =>
      database
        .prepare("SELECT body ->> '$.text' AS text FROM session_events WHERE kind = 'prompt'")
        .all(),
    );
    expect(prompts.map(({ text }) => text)).toEqual(['the earlier one', 'the later one']);
  });

  it('waits while the database is damaged', () => {
    send('SessionStart', { source: 'startup' });
    send('SessionEnd', { reason: 'other' });
    const sound = readFileSync(join(home, 'brain.db'));
    writeFileSync(join(home, 'brain.db'), 'this is no database '.repeat(400));
    send('SessionStart', { source: 'startup', session_id: 's2' });
    send('PostToolUse', { ...edit('a.ts'), session_id: 's2' });
    expect(waiting()).toHaveLength(2);
    writeFileSync(join(home, 'brain.db'), sound);
    cortex('status');
    cortex('history');
    expect(waiting()).toEqual([]);
    expect(touched()).toEqual(['a.ts']);
  });
});

describe('taking in', () => {
  const names = Array.from({ length: 12 }, (_, i) => `f${i}.ts`);
  const spoolEdits = () =>
    whileLocked(() => {
      for (const name of names) send('PostToolUse', edit(name));
    });

  it("is finished at a session's end, however little time a hook has", () => {
    send('SessionStart', { source: 'startup' });
    spoolEdits();
    const late = { CORTEX_HOOK_DEADLINE_MS: '1' };
    run(['hook', 'claude-code'], payload('UserPromptSubmit', { prompt: 'go on' }), late);
    expect(waiting()).not.toEqual([]);
    run(['hook', 'claude-code'], payload('SessionEnd', { reason: 'other' }), late);
    expect(waiting()).toEqual([]);
    expect(touched()).toEqual(names);
    const [session] = JSON.parse(cortex('history', '--json')) as { end_time: string | null }[];
    expect(session?.end_time).not.toBeNull();
  });

  it('leaves a prompt the time for its answer', async () => {
    send('SessionStart', { source: 'startup' });
    send('UserPromptSubmit', { prompt: 'Tune the radio driver' });
    send('Stop', { last_assistant_message: 'It is tuned.' });
    spoolEdits();
    const deps = hookDeps(openWorld(environment(), 'hook', { at: ticks() }));
    const asked: number[] = [];
    const within = (millis: number) => {
      asked.push(millis);
      let looks = 0;
      // Of the time for what waits; the restore has its own.
      return { passed: () => asked.length === 1 && ++looks > 3 };
    };
    const prompt = JSON.parse(
      payload('UserPromptSubmit', { prompt: 'go on', session_id: 's2' }),
    ) as object;
    const said = await answerHost(
      { ...deps, within },
      claudeCode,
      'test',
      claudeCode.parse(prompt)!,
    );
    deps.close();
    expect(asked[0]).toBe(5_000);
    expect(waiting()).toHaveLength(names.length - 3);
    expect(said.text).toContain('Tune the radio driver');
  });

  it('leaves what it cannot read, out of the way', () => {
    send('SessionStart', { source: 'startup' });
    whileLocked(() => send('PostToolUse', edit('a.ts')));
    writeFileSync(join(home, 'spool', '000000000000001-torn.json'), '{"version":1,"id":"x"');
    send('Stop', { last_assistant_message: 'done' });
    expect(touched()).toEqual(['a.ts']);
    expect(waiting()).toEqual(['000000000000001-torn.json.unread']);
  });

  it('loses and doubles nothing when it is killed, or done twice at once', async () => {
    send('SessionStart', { source: 'startup' });
    const names: string[] = [];
    for (let round = 0; round < runs(2, 60); round++) {
      const fresh = Array.from({ length: 5 }, (_, i) => `f${round}-${i}.ts`);
      whileLocked(() => {
        for (const name of fresh) send('PostToolUse', edit(name));
      });
      names.push(...fresh);
      const takers = [taker(), taker()];
      await setTimeout(40 + Math.random() * 160);
      for (const one of takers) one.kill('SIGKILL');
      await Promise.all(takers.map(ended));
    }
    send('Stop', { last_assistant_message: 'done' });
    expect(waiting()).toEqual([]);
    expect(touched()).toEqual(names);
  });
});

function taker(): ChildProcess {
  return spawn(process.execPath, [CORTEX, 'history'], {
    cwd: repo,
    env: environment(),
    stdio: 'ignore',
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
}

describe('many hooks at once', () => {
  it('all of them are stored, each once', async () => {
    send('SessionStart', { source: 'startup' });
    const names = Array.from({ length: runs(8, 50) }, (_, i) => `f${i}.ts`);
    await Promise.all(
      names.map((name) => {
        const child = spawn(process.execPath, [CORTEX, 'hook', 'claude-code'], {
          env: environment(),
          stdio: ['pipe', 'ignore', 'ignore'],
        });
        child.stdin.end(payload('PostToolUse', edit(name)));
        return ended(child);
      }),
    );
    send('Stop', { last_assistant_message: 'done' });
    expect(touched().sort()).toEqual(names.sort());
  });
});
