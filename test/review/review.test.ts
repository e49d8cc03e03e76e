import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hoursAgo, person } from '../person.ts';
import { filesHolding } from '../scratch.ts';

const { here, cortex, json, hook, session } = person();

interface Entry {
  readonly kind: string;
  readonly text: string;
  readonly by: string | null;
  readonly host: string | null;
  readonly session_id: string | null;
  readonly said_at: string | null;
  readonly note: string | null;
}

const filesWith = (word: string) => filesHolding(here.home, word);

/** `pangolin` is the title of a task, which a sealed metric names. */
const SEALED = 'pangolin';
const AGENT_WORDS = ['capybara', 'axolotl', 'pangolin', 'okapi-bridge', 'narwhal'];
const PERSON_WORDS = ['kestrel', 'bittern', 'lapwing', 'dotterel'];

/** A session in which a person, an agent and a tool say something, each in words of their own. */
function work(): string {
  const env = hoursAgo(2);
  const event = (name: string, more: Record<string, unknown>) =>
    hook({ session_id: 's1', hook_event_name: name, ...more }, { env });
  event('SessionStart', { source: 'startup' });
  event('UserPromptSubmit', {
    prompt: 'Never deploy kestrel on a Friday. Wire the relay.',
    prompt_id: 'p',
  });
  event('PostToolUse', {
    tool_name: 'TodoWrite',
    tool_input: {
      todos: [{ content: 'Ground the pangolin mast', status: 'pending', activeForm: 'x' }],
    },
    tool_response: {},
    tool_use_id: 't',
  });
  // The host of the session is this process: what runs in it is the agent's.
  expect(cortex(['pin', 'the capybara port is 7070'], { env }).status).toBe(0);
  expect(cortex(['note', 'decision', 'solder the axolotl joint first'], { env }).status).toBe(0);
  expect(cortex(['memory', 'add', 'the okapi-bridge resets at noon'], { env }).status).toBe(0);
  event('Stop', {
    last_assistant_message: 'The cache kept stale keys. Check the narwhal next.',
    prompt_id: 'p',
  });
  event('SessionEnd', { reason: 'other' });
  // Nobody runs now: what is typed is a person's.
  expect(cortex(['pin', 'the bittern key hangs left']).status).toBe(0);
  expect(cortex(['memory', 'add', 'lapwing is the staging host']).status).toBe(0);
  expect(cortex(['note', 'decision', 'dotterel stays on version 4']).status).toBe(0);
  session('s2', 'go on with the relay');
  return json<{ session_id: string; host_session_id: string }[]>(['history']).find(
    ({ host_session_id }) => host_session_id === 's1',
  )!.session_id;
}

const found = (entries: readonly Entry[], word: string) =>
  entries.filter(({ text }) => text.toLowerCase().includes(word));

describe('cortex review', () => {
  it('says so where nothing was learnt', () => {
    session('s0', 'hello');
    expect(cortex(['review'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Nothing was learnt'),
    });
    expect(json(['review'])).toEqual([]);
    expect(cortex(['review', '--source', 'codex']).stdout).toContain('Nothing came from codex');
  });

  it('lists rules, memories, pins, decisions and tasks with their origin', () => {
    const id = work();
    const entries = json<Entry[]>(['review']);
    const one = (word: string) => {
      const [first, ...more] = found(entries, word);
      expect([word, more.length]).toEqual([word, 0]);
      return first;
    };
    const inSession = { host: 'claude-code', session_id: id };
    expect(one('kestrel')).toMatchObject({ kind: 'rule', by: 'person', ...inSession });
    expect(one('okapi-bridge')).toMatchObject({ kind: 'memory', by: 'agent', ...inSession });
    expect(one('capybara')).toMatchObject({ kind: 'pin', by: 'agent', ...inSession });
    expect(one('axolotl')).toMatchObject({ kind: 'decision', by: 'agent', ...inSession });
    expect(one('pangolin')).toMatchObject({ kind: 'next', by: 'agent', ...inSession });
    expect(one('bittern')).toMatchObject({ kind: 'pin', by: 'person' });
    expect(one('lapwing')).toMatchObject({ kind: 'memory', by: 'person', session_id: null });
    expect(one('dotterel')).toMatchObject({ kind: 'decision', by: 'person' });
    // Nothing that is listed is without an author or a date.
    expect(entries.filter(({ by, said_at }) => by === null || said_at === null)).toEqual([]);

    expect(new Set(json<Entry[]>(['review', '--source', 'agent']).map(({ by }) => by))).toEqual(
      new Set(['agent']),
    );
    expect(found(json<Entry[]>(['review', '--since', '1h']), 'axolotl')).toEqual([]);
    expect(json<Entry[]>(['review', '--kind', 'rule'])).toHaveLength(1);
    const { stdout } = cortex(['review']);
    expect(stdout).toMatch(/rule\s+person\s+claude-code\s+[0-9a-f]{8}.*kestrel/);
    expect(stdout).toMatch(/\d+ agent/);
  });

  it('says of a task or a pin that was let go that it was, and of no other', () => {
    work();
    session('s3', 'rest a while');
    const notes = () =>
      Object.fromEntries(
        json<(Entry & { note: string | null })[]>(['review'])
          .filter(({ kind }) => kind !== 'decision')
          .map(({ text, note }) => [/pangolin|bittern|capybara/.exec(text)?.[0] ?? '', note]),
      );
    expect(notes()).toMatchObject({ pangolin: 'to do', bittern: null, capybara: null });
    expect(cortex(['drop', 'pangolin mast']).status).toBe(0);
    expect(cortex(['unpin', 'the bittern key hangs left']).status).toBe(0);
    expect(notes()).toMatchObject({
      pangolin: 'no longer open',
      bittern: 'unpinned',
      capybara: null,
    });
    expect(cortex(['tasks']).stdout).toContain('No tasks are open');
    // What is not open any more is still the agent's, and goes with it.
    expect(found(json<Entry[]>(['review', '--source', 'agent']), 'pangolin')).toHaveLength(1);
  });

  it('lists SOPs with the file they stand in and whether they are trusted', () => {
    mkdirSync(join(here.radio, '.cortex', 'sops'), { recursive: true });
    writeFileSync(
      join(here.radio, '.cortex', 'sops', 'push.md'),
      '---\ntools: [Bash]\nmatch: "git push"\n---\n# Before a push\n\nAsk.\n',
    );
    expect(json<Entry[]>(['review'])).toMatchObject([
      { kind: 'sop', by: 'file', text: 'Before a push', note: 'not trusted' },
    ]);
    cortex(['sop', 'trust', '--all']);
    expect(json<Entry[]>(['review', '--source', 'file'])).toMatchObject([{ note: 'trusted' }]);
    expect(cortex(['forget', '--source', 'file', '--yes']).stdout).toContain('the trust in 1 SOP');
    expect(json<Entry[]>(['review'])).toMatchObject([{ note: 'not trusted' }]);
  });

  it('names the pins of a file as such, whatever the file claims', () => {
    const file = join(here.folder, 'working_memory.json');
    const pins = [
      { content: 'the ocelot stays off', pinnedAt: '2026-11-01T10:00:00Z', by: 'person' },
    ];
    writeFileSync(file, JSON.stringify({ items: pins }));
    expect(cortex(['pins', '--import', file]).status).toBe(0);
    expect(json<Entry[]>(['review'])).toMatchObject([{ kind: 'pin', by: 'file' }]);
  });

  it('refuses a source that nobody knows', () => {
    const done = cortex(['review', '--source', 'agnet']);
    expect(done).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Did you mean agent?'),
    });
    expect(cortex(['review', '--kind', 'x']).status).toBe(2);
  });
});

describe('cortex forget --source', () => {
  it('takes out everything that an agent said, and nothing of the person', () => {
    work();
    cortex(['maintain']);
    for (const word of AGENT_WORDS)
      expect([word, filesWith(word).length > 0]).toEqual([word, true]);
    const asked = cortex(['forget', '--source', 'agent']);
    expect(asked).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('add --yes'),
    });
    const done = json<{ forgotten: boolean; complete: boolean }>([
      'forget',
      '--source',
      'agent',
      '--yes',
    ]);
    expect(done).toMatchObject({ forgotten: true, complete: true, sealed_metrics: 1 });
    // Words of an agent that nobody kept as an item are the session's own record.
    for (const word of AGENT_WORDS.filter((one) => one !== 'narwhal' && one !== SEALED))
      expect([word, filesWith(word)]).toEqual([word, []]);
    for (const word of PERSON_WORDS)
      expect([word, filesWith(word).length > 0]).toEqual([word, true]);
    expect(json<Entry[]>(['review', '--source', 'agent', '--all'])).toEqual([]);
    expect(cortex(['forget', '--source', 'agent', '--yes']).stdout).toBe(
      'Nothing here came from agent.\n',
    );
    expect(cortex(['verify']).status).toBe(0);
    expect(cortex(['preview']).stdout).not.toContain('PENDING TASKS');
  });

  it('takes out whole sessions of a program, with the rules that were said in it', () => {
    work();
    cortex(['maintain']);
    const { stdout, stderr } = cortex(['forget', '--source', 'claude-code', '--yes']);
    expect(stderr).toContain('Out of reach: 1 sealed metric');
    expect(stdout).toContain('2 whole sessions');
    for (const word of [...AGENT_WORDS, 'kestrel'].filter((one) => one !== SEALED))
      expect([word, filesWith(word)]).toEqual([word, []]);
    for (const word of ['lapwing', 'dotterel'])
      expect([word, filesWith(word).length > 0]).toEqual([word, true]);
    expect(cortex(['verify']).status).toBe(0);
  });

  it.each([
    [['--source', 'agent', '--words', 'x'], 'Say one of'],
    [['--since', '3d', '--words', 'xy'], '--since goes with --source'],
  ])('refuses %j', (args, because) => {
    const done = cortex(['forget', ...args, '--yes']);
    expect(done).toMatchObject({ status: 2, stderr: expect.stringContaining(because) });
  });
});

it('has what a person answered an agent, asked in words or by a tool', () => {
  const env = hoursAgo(2);
  const event = (name: string, more: Record<string, unknown>) =>
    hook({ session_id: 's1', hook_event_name: name, ...more }, { env });
  event('SessionStart', { source: 'startup' });
  event('UserPromptSubmit', { prompt: 'Tune the antenna', prompt_id: 'p1' });
  event('Stop', {
    last_assistant_message: 'It is tuned. Shall I keep 7 MHz or go to 14?',
    prompt_id: 'p1',
  });
  event('UserPromptSubmit', { prompt: 'go to 14', prompt_id: 'p2' });
  event('PostToolUse', {
    tool_name: 'AskUserQuestion',
    tool_use_id: 'q',
    tool_input: {
      questions: [{ question: 'Which mast?', options: [{ label: 'Always the north one' }] }],
    },
    tool_response: { answers: { 'Which mast?': 'Always the north one' } },
  });
  event('Stop', { last_assistant_message: 'Done.', prompt_id: 'p2' });
  const learnt = json<Entry[]>(['review', '--kind', 'answer']);
  expect(learnt.map(({ text, by }) => [text, by])).toEqual([
    ['Which mast? → Always the north one', 'person'],
    ['Shall I keep 7 MHz or go to 14? → go to 14', 'person'],
  ]);
  // The words of an option are the agent's: they make no rule.
  expect(json<Entry[]>(['review', '--kind', 'rule'])).toEqual([]);
  const { stdout } = cortex(['review']);
  expect(stdout).toMatch(
    /Questions of agents, and your answers:\n.* Which mast\? → Always the north one/,
  );
  const search = (...words: string[]) =>
    json<{ results: { turn: number; snippet: string }[] }>(['search', '--kind', 'answer', ...words])
      .results;
  expect(search('mast')).toMatchObject([
    { turn: 3, snippet: 'Which mast? → Always the north one' },
  ]);
  // By the words of the question, and by those of the answer.
  for (const word of ['MHz', '14'])
    expect(search(word)).toMatchObject([
      { turn: 2, snippet: 'Shall I keep 7 MHz or go to 14? → go to 14' },
    ]);
  expect(search('antenna')).toHaveLength(1);
});
