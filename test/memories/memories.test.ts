import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionState } from '../../src/domain/sessions/session.ts';
import { olderRows, writeOlderBrain } from '../older-brain.ts';
import { hoursAgo, type Options, person } from '../person.ts';
import { CORTEX } from '../program.ts';
import { filesHolding, makeRepository } from '../scratch.ts';
import { table } from '../table.ts';

const { here, environment, cortex, json, hook, session } = person();

interface Shown {
  readonly id: string;
  readonly content: string;
  readonly confidence: number;
  readonly stored_confidence: number;
  readonly [name: string]: unknown;
}

const add = (...args: string[]) => json<Shown>(['memory', 'add', ...args]);
const list = (...args: string[]) => json<Shown[]>(['memory', 'list', ...args]);
const search = (...args: string[]) => json<Shown[]>(['memory', 'search', ...args]);
const show = (id: string, options?: Options) => json<Shown>(['memory', 'show', id], options);
const contents = (memories: readonly Shown[]) => memories.map((memory) => memory.content);

const filesWith = (text: string) => filesHolding(here.home, text);

describe('cortex memory', () => {
  it('keeps, lists, finds and shows', () => {
    const made = add('the CI cache is keyed by lockfile', '-c', 'CI, cache', '--importance', '2');
    expect(made).toMatchObject({
      id: expect.stringMatching(/^mem-[0-9a-f]{8}$/),
      categories: ['ci', 'cache'],
      importance: 2,
      scope: 'project:radio',
      source: 'person',
      confidence: 1,
      session_id: null,
    });
    add('频率显示需要赫兹', '--source', 'tool');
    expect(contents(list())).toEqual(['频率显示需要赫兹', 'the CI cache is keyed by lockfile']);
    expect(contents(list('-c', 'ci'))).toEqual(['the CI cache is keyed by lockfile']);
    expect(contents(search('lockfiles'))).toEqual(['the CI cache is keyed by lockfile']);
    expect(contents(search('显示'))).toEqual(['频率显示需要赫兹']);
    expect(show(made.id.slice(4, 9))).toMatchObject({ id: made.id, content: made.content });
    expect(cortex(['memory']).stdout).toMatch(/the CI cache is keyed by lockfile/);
    expect(cortex(['memory', 'show', made.id]).stdout).toMatch(/^confidence +1\.00/m);
    const doubted = cortex(['memory', 'update', made.id, '--contradicted']).stdout;
    expect(doubted).toMatch(/^contradicted +1 time$/m);
  });

  it('tells scopes apart; what is global is everywhere', () => {
    const other = makeRepository(join(here.folder, 'b', 'radio'));
    add('of this radio');
    add('of all', '--scope', 'global');
    expect(contents(json<Shown[]>(['memory', 'list'], { cwd: other }))).toEqual(['of all']);
    expect(contents(json<Shown[]>(['memory', 'search', 'radio'], { cwd: other }))).toEqual([]);
    expect(contents(json<Shown[]>(['memory', 'list', '--all'], { cwd: other }))).toHaveLength(2);
  });

  it('stores no secret, and says so', () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    const done = cortex([
      'memory',
      'add',
      `token is ${secret} <private>and this</private>`,
      '-c',
      secret,
    ]);
    expect(done.stderr).toContain('What looked like a secret');
    expect(contents(list())).toEqual(['token is [REDACTED]']);
    expect([...filesWith(secret), ...filesWith('and this')]).toEqual([]);
  });

  it('cannot be over before it is kept', () => {
    for (const when of ['2020-01-01', '0d']) {
      const done = cortex(['memory', 'add', 'yesterday', '--expires', when]);
      expect(done).toMatchObject({ status: 2, stdout: '' });
      expect(done.stderr).toContain(`expires is "${when}", which is in the past.`);
    }
    expect(list()).toEqual([]);
  });

  it('can be corrected, confirmed and contradicted, with a history of why', () => {
    const { id } = add('the port is ttyUSB0');
    cortex(['memory', 'update', id, '--contradicted']);
    expect(list()[0]).toMatchObject({
      confidence: 0.7,
      stored_confidence: 1,
      contradiction_count: 1,
    });
    const changed = json<Shown>([
      'memory',
      'update',
      id,
      'the port is ttyUSB1',
      '--confidence',
      '.6',
    ]);
    expect(changed).toMatchObject({
      content: 'the port is ttyUSB1',
      confidence: 0.6,
      contradiction_count: 0,
    });
    cortex(['memory', 'update', id, '--confirmed']);
    expect(contents(search('ttyUSB0'))).toEqual([]);
    const history = json<{ old_score: number; new_score: number; reason: string }[]>([
      'memory',
      'history',
      id,
    ]);
    expect(history.map((entry) => [entry.old_score, entry.new_score, entry.reason])).toEqual([
      [1, 0.7, 'manual'],
      [0.7, 0.6, 'manual'],
      [0.6, 0.8, 'manual'],
    ]);
  });

  it.each(table<[string[], string]>('memory-refused'))(
    '%j is refused with a sentence',
    (args, sentence) => {
      const done = cortex(args);
      expect(done.stderr.replace(/\s+/g, ' ')).toContain(sentence);
      expect(done.status).toBeGreaterThan(0);
      expect(list()).toEqual([]);
    },
  );

  it('refuses what is too long rather than cut it', () => {
    expect(cortex(['memory', 'add', 'x'.repeat(4001)])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('4000 characters at most'),
    });
    expect(cortex(['memory', 'add', 'x'.repeat(4000)]).status).toBe(0);
  });

  it('says which where an id is too short', () => {
    add('one');
    add('two');
    const done = cortex(['memory', 'show', 'mem-']);
    expect(done.stderr).toContain('fits several memories');
    expect(done.status).toBe(1);
  });
});

describe('a memory of a session', () => {
  it('is in its record, and being used three times raises its confidence once, if it was confirmed', () => {
    session('one', 'work on the radio', { ends: false });
    const { id } = add('DTR must be high', '-c', 'serial', '--confidence', '0.5');
    cortex(['memory', 'update', id, '--confirmed']);
    for (let i = 0; i < 5; i++) show(id);
    const [state] = json<SessionState[]>(['history']);
    expect(state!.recent_learnings).toEqual([id]);
    expect(state!.hot_topics).toContain('serial');
    expect(state!.confidence_updates).toEqual([
      expect.objectContaining({ memory_id: id, old_score: 0.5, new_score: 0.7, reason: 'manual' }),
      expect.objectContaining({
        memory_id: id,
        old_score: 0.7,
        new_score: 0.75,
        reason: 'repeated_access',
      }),
    ]);
    expect(list()[0]).toMatchObject({
      access_count: 5,
      stored_confidence: 0.55,
      session_id: state!.session_id,
    });
    expect(cortex(['show', state!.session_id]).stdout).toContain(`${id}  DTR must be high`);
  });

  it('is told with continue, whatever its age', () => {
    const old = session('one', 'work on the radio', { ends: false, env: hoursAgo(20 * 24) });
    json(['memory', 'add', 'DTR must be high', '--confidence', '0.8'], { env: hoursAgo(20 * 24) });
    hook(
      { session_id: 'one', hook_event_name: 'SessionEnd', reason: 'other' },
      { env: hoursAgo(20 * 24) },
    );
    session('two', 'go on', { ends: false });
    const done = cortex(['continue', old]);
    expect(done.stdout).toContain('- 1 memory recalled\n    [0.24] DTR must be high');
    const [restore] = json<{ phase: string; preamble: string }[]>(['explain']).filter(({ phase }) =>
      phase.startsWith('continue:'),
    );
    // 20 days: decay has reached 0.3.
    expect(restore!.preamble).toContain('- [0.24] DTR must be high');
  });
});

describe('memories of an older Cortex', () => {
  it('in the same file appear, and stay there as they are', () => {
    mkdirSync(here.home, { mode: 0o700 });
    const path = join(here.home, 'brain.db');
    writeOlderBrain(path);
    const before = olderRows(path);
    expect(list()[0]).toMatchObject({
      id: 'stm-s1',
      source: 'import',
      stored_confidence: 0.8,
      scope: 'global',
    });
    expect(contents(search('38400'))).toEqual(['the ft991a speaks CAT at 38400 baud']);
    cortex(['memory', 'update', 'stm-s1', 'the ft991a speaks CAT at 4800 baud']);
    expect(contents(list())).toEqual(['the ft991a speaks CAT at 4800 baud']);
    expect(olderRows(path)).toEqual(before);
    expect(cortex(['memory', 'forget', 'stm-s1', '--yes']).status).toBe(0);
    expect(list()).toEqual([]);
    expect(filesWith('CAT at')).toEqual([]);
  });
});

describe('forgetting', () => {
  const MIRRORED = { CORTEX_WORKING_MEMORY_MIRROR: 'true' };
  const WORDS = 'the Zanzibar7731 relay must stay closed';

  /** A session that says, does, pins and learns it; another that is told; all of it mirrored and backed up. */
  function spread(env: Options['env'] = {}): string {
    const options = { env: { CORTEX_SESSION_DEBUG: '1', ...MIRRORED, ...env } };
    const event = (id: string, name: string, more: Record<string, unknown>) =>
      hook({ session_id: id, hook_event_name: name, ...more }, options);
    event('one', 'SessionStart', { source: 'startup' });
    event('one', 'UserPromptSubmit', {
      prompt: `${WORDS}. That is what the radio does.`,
      prompt_id: 'p',
    });
    const { id } = json<Shown>(['memory', 'add', WORDS, '-c', 'relays'], options);
    event('one', 'PostToolUse', {
      tool_name: 'Bash',
      tool_input: { command: `cortex memory add "${WORDS}" -c relays` },
      tool_response: { stdout: WORDS },
      tool_use_id: 't',
    });
    cortex(['pin', WORDS], options);
    cortex(['pin', `note: ${WORDS.toLowerCase()}`, '--label', 'relay'], options);
    event('one', 'Stop', { last_assistant_message: `I know: ${WORDS}`, prompt_id: 'p' });
    event('one', 'SessionEnd', { reason: 'other' });
    event('two', 'SessionStart', { source: 'startup' });
    event('two', 'Stop', { last_assistant_message: 'ok', prompt_id: 'q' });
    return id;
  }

  it('can be done again after it was killed at any point', async () => {
    const id = spread();
    cortex(['maintain']);
    const whole = join(here.folder, 'before');
    cpSync(here.home, whole, { recursive: true });
    for (const millis of [60, 90, 120, 160, 220]) {
      rmSync(here.home, { recursive: true });
      cpSync(whole, here.home, { recursive: true });
      spawnSync(process.execPath, [CORTEX, 'memory', 'forget', id, '--yes'], {
        cwd: here.radio,
        env: environment(MIRRORED),
        timeout: millis,
        killSignal: 'SIGKILL',
      });
      cortex(['memory', 'forget', id, '--yes'], { env: MIRRORED });
      expect(filesWith('zanzibar7731'), `killed after ${millis} ms`).toEqual([]);
      expect(json<SessionState[]>(['history', '--all'])).toHaveLength(2);
      expect(list()).toEqual([]);
    }
  });

  const hasScript = spawnSync('script', ['--version']).status === 0;

  it.skipIf(!hasScript)('asks first on a terminal, unless told not to', () => {
    const { id } = add('keep me');
    const onTerminal = (answer: string, more = '') =>
      spawnSync(
        'script',
        ['-qec', `"${process.execPath}" "${CORTEX}" memory forget ${id}${more}`, '/dev/null'],
        {
          cwd: here.radio,
          env: environment({ TERM: 'xterm' }),
          input: answer,
          encoding: 'utf8',
        },
      ).stdout;
    expect(onTerminal('n\n')).toContain('Nothing was forgotten');
    expect(list()).toHaveLength(1);
    expect(onTerminal('y\n')).toContain('Forgotten');
    expect(list()).toEqual([]);
  });
});
