import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hoursAgo, person } from '../../test/person.ts';
import { makeRepository } from '../../test/scratch.ts';

const { here, cortex, json, hook } = person();

const SESSION = '5b1f6c1e-2d4a-4c56-9a7e-0f3c8d21b7a4';
const HOURS = 3_600_000;

interface Line {
  readonly hours: number;
  readonly session?: string;
  readonly cwd?: string;
  readonly says?: string | readonly object[];
  readonly uuid?: string;
  readonly reply?: string;
  readonly content?: readonly object[];
}

const line = ({
  hours,
  session = SESSION,
  cwd = here.radio,
  says,
  reply,
  uuid,
  content,
}: Line): string =>
  JSON.stringify({
    type: says === undefined ? 'assistant' : 'user',
    sessionId: session,
    cwd,
    timestamp: new Date(Date.now() - hours * HOURS).toISOString(),
    message: { content: says ?? content ?? [{ type: 'text', text: reply }] },
    ...(uuid !== undefined && { uuid }),
  });

/** A tool was used, and what it answered. */
const used = (hours: number, id: string, name: string, input: object): string[] => [
  line({ hours, content: [{ type: 'tool_use', id, name, input }] }),
  line({ hours, says: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] }),
];

const begins = (session_id: string, cwd = here.radio) =>
  hook({ hook_event_name: 'SessionStart', session_id, cwd, source: 'startup' });

/** Writes a transcript where the host would, last touched so many hours ago. */
function transcript(lines: readonly string[], hours: number, session = SESSION): string {
  const folder = join(here.folder, 'claude', 'projects', 'somewhere');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${session}.jsonl`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  const then = new Date(Date.now() - hours * HOURS);
  utimesSync(path, then, then);
  return path;
}

const env = () => ({ CLAUDE_CONFIG_DIR: join(here.folder, 'claude') });
const take = (...flags: string[]) => cortex(['import', 'claude-code', ...flags], { env: env() });

interface Report {
  readonly files: Record<string, number>;
  readonly sessions: Record<string, number>;
  readonly damaged: number;
}
const takeJson = (...flags: string[]) => JSON.parse(take('--json', ...flags).stdout) as Report;

interface State {
  readonly session_id: string;
  readonly title: string;
  readonly turn_count: number;
  readonly scope: string;
  readonly previous_session_id: string | null;
}

/** Each goes on from the one after it. */
const isChain = (states: readonly State[]) =>
  states.every((state, i) => state.previous_session_id === (states[i + 1]?.session_id ?? null));

describe('cortex import claude-code', () => {
  it('leaves out what was forgotten here, imported or captured, until --again', () => {
    const path = transcript(
      [line({ hours: 30, says: 'wire the relay' }), line({ hours: 30, reply: 'Wired.' })],
      29,
    );
    expect(takeJson().sessions).toMatchObject({ new: 1, forgotten: 0 });
    const [{ session_id: id }] = json<[State]>(['history', '--all']);
    const done = cortex(['forget', '--session', id, '--yes'], { env: env() });
    expect(done.stderr).toContain(`The agent's own transcript still has it: ${path}`);
    expect(done.stderr).toContain(
      'cortex import claude-code leaves the session out from now on; with --again',
    );
    // Read again, for it has changed since.
    transcript(
      [line({ hours: 30, says: 'wire the relay' }), line({ hours: 27, reply: 'Wired well.' })],
      27,
    );
    expect(takeJson('--dry-run').sessions).toMatchObject({ new: 0, forgotten: 1 });
    const told = take();
    expect(told.stdout).toContain(
      '1 session that was forgotten here left out; --again imports them.',
    );
    expect(json(['history', '--all'])).toEqual([]);
    expect(readFileSync(join(here.home, 'sessions-forgotten'), 'utf8')).not.toContain(SESSION);

    const captured = '0c0ffee0-2d4a-4c56-9a7e-0f3c8d21b7a4';
    for (const [hook_event_name, more] of [
      ['SessionStart', { source: 'startup' }],
      ['UserPromptSubmit', { prompt: 'test the relay' }],
      ['SessionEnd', { reason: 'other' }],
    ] as const)
      hook({ session_id: captured, hook_event_name, ...more }, { env: hoursAgo(20) });
    const [{ session_id: own }] = json<[State]>(['history', '--all']);
    expect(cortex(['forget', '--session', own, '--yes'], { env: env() }).status).toBe(0);
    const says = line({ hours: 20, session: captured, says: 'test the relay' });
    transcript([says, line({ hours: 20, session: captured, reply: 'Tested.' })], 20, captured);
    expect(takeJson().sessions).toMatchObject({ new: 0, forgotten: 1 });
    expect(takeJson('--again').sessions).toMatchObject({ new: 2, forgotten: 0 });
    expect(takeJson('--again').sessions).toMatchObject({ new: 0, known: 2 });
  });

  it('takes the turns that a fork repeats once, whichever file comes first and whenever it is read', () => {
    const FORK = '00000000-2d4a-4c56-9a7e-0f3c8d21b7a4';
    const begun = (session: string) => [
      line({ session, hours: 30, says: 'calibrate the antenna tuner', uuid: 'u1' }),
      line({ session, hours: 29, reply: 'Done.', uuid: 'u2' }),
    ];
    const own = JSON.stringify({
      type: 'queue-operation',
      sessionId: FORK,
      timestamp: new Date(Date.now() - 20 * HOURS).toISOString(),
    });
    const fork = [
      own,
      ...begun(FORK),
      line({ session: FORK, hours: 20, says: 'document the tuner', uuid: 'u3' }),
      line({ session: FORK, hours: 19, reply: 'Documented.', uuid: 'u4' }),
    ];
    const titles = () =>
      json<State[]>(['history'])
        .map(({ title, turn_count }) => `${title}: ${turn_count}`)
        .sort();
    const once = ['calibrate the antenna tuner: 1', 'document the tuner: 1'];
    // The copy is the older file: what it was copied from went on.
    transcript(fork, 19, FORK);
    transcript(begun(SESSION), 18);
    expect(take()).toMatchObject({ status: 0, stderr: '' });
    expect(titles()).toEqual(once);
    // One of them grows: the other, known by now, still counts.
    transcript([...fork, line({ session: FORK, hours: 5, says: 'print it', uuid: 'u5' })], 5, FORK);
    expect(takeJson()).toMatchObject({ files: { known: 1, read: 1 }, sessions: { grown: 1 } });
    expect(titles()).toEqual([once[0], 'document the tuner: 2']);
  });

  it('takes what subagents did into the session that sent them', () => {
    const path = transcript(
      [
        line({ hours: 30, says: 'let somebody look' }),
        line({ hours: 28, reply: 'Somebody looked.' }),
      ],
      28,
    );
    const sent = { sessionId: SESSION, cwd: here.radio, isSidechain: true, agentId: 'a1' };
    const when = new Date(Date.now() - 29 * HOURS).toISOString();
    const call = { type: 'tool_use', id: 't1', name: 'Write' };
    const input = { file_path: join(here.radio, 'found.ts'), content: 'x' };
    const entry = (type: string, content: object) =>
      JSON.stringify({ ...sent, type, timestamp: when, message: { content: [content] } });
    const folder = join(path.replace('.jsonl', ''), 'subagents');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'agent-a1.jsonl'),
      [
        entry('assistant', { ...call, input }),
        entry('user', { type: 'tool_result', tool_use_id: 't1', content: 'ok' }),
        entry('assistant', { type: 'text', text: 'I found it in found.ts.' }),
      ].join('\n'),
    );
    expect(takeJson()).toMatchObject({ files: { found: 1, read: 1 }, sessions: { new: 1 } });
    const [session] = json<(State & { readonly work_state: unknown })[]>(['history']);
    expect(session).toMatchObject({ title: 'let somebody look', turn_count: 1 });
    expect(JSON.stringify(session)).toContain('found.ts');
  });

  it('makes sessions of the past, which the next start is told of', () => {
    transcript(
      [
        line({ hours: 30, says: 'calibrate the antenna tuner' }),
        line({ hours: 29, reply: 'Done.' }),
      ],
      29,
    );
    expect(take()).toMatchObject({ status: 0, stderr: '' });
    const [session] = json<State[]>(['history']);
    expect(session).toMatchObject({
      title: 'calibrate the antenna tuner',
      turn_count: 1,
      scope: 'project:radio',
    });
    const told = begins('n');
    expect(told.stdout).toContain('antenna');
    expect(cortex(['search', 'tuner']).stdout).toContain('calibrate the antenna tuner');
    expect(cortex(['verify']).status).toBe(0);
  });

  it('takes nothing twice, goes on where a session went on, and reads no file again that has not changed', () => {
    const first = [line({ hours: 30, says: 'the first' }), line({ hours: 29, reply: 'Yes.' })];
    transcript(first, 29);
    expect(takeJson().sessions).toMatchObject({ new: 1 });
    expect(takeJson()).toMatchObject({
      files: { found: 1, read: 0, known: 1 },
      sessions: { new: 0, known: 0 },
    });
    expect(takeJson('--again')).toMatchObject({
      files: { read: 1 },
      sessions: { new: 0, known: 1 },
    });
    transcript([...first, line({ hours: 5, says: 'the second' })], 5);
    expect(takeJson()).toMatchObject({ sessions: { new: 0, grown: 1 } });
    expect(json<State[]>(['history'])).toMatchObject([{ title: 'the first', turn_count: 2 }]);
  });

  it('goes on with a turn that was not over, and keeps who continued the session', () => {
    const tool = (hours: number, id: string) => used(hours, id, 'Bash', { command: `ls ${id}` });
    const begun = [line({ hours: 30, says: 'calibrate the antenna tuner' }), ...tool(29, 'one')];
    transcript(begun, 29);
    expect(takeJson().sessions).toMatchObject({ new: 1 });
    begins('n');
    transcript([...begun, ...tool(5, 'two'), line({ hours: 4, reply: 'It is tuned.' })], 4);
    expect(takeJson().sessions).toMatchObject({ new: 0, grown: 1 });
    const [next, state] = json<(State & { readonly continued_by: string | null })[]>(['history']);
    expect(state).toMatchObject({ turn_count: 1, continued_by: next!.session_id });
    const facts = json<{ kind: string; command?: string }[]>([
      'show',
      state!.session_id,
      '--facts',
    ]);
    expect(facts.flatMap(({ command }) => command ?? [])).toEqual(['ls one', 'ls two']);
  });

  it('feeds the thread of work with its own times, once', () => {
    const wrote = (hours: number, name: string) =>
      used(hours, name, 'Write', { file_path: join(here.radio, name), content: 'x' });
    const notice = '<task-notification>\nDecision: Rust\n</task-notification>';
    const begun = [
      line({ hours: 30, says: 'Tune it.\nDecision: SQLite, it is one file' }),
      ...wrote(29, 'tuner.ts'),
      line({ hours: 29, says: notice }),
    ];
    writeFileSync(join(here.radio, 'tuner.ts'), 'x');
    writeFileSync(join(here.radio, 'mast.ts'), 'x');
    transcript(begun, 29);
    take();
    expect(cortex(['thread', '--codes']).stdout).toMatch(
      /SQLite[\s\S]*tuner\.ts|tuner\.ts[\s\S]*SQLite/,
    );
    expect(cortex(['thread', '--codes']).stdout).not.toContain('Rust');
    transcript([...begun, ...wrote(5, 'mast.ts')], 5);
    expect(takeJson().sessions).toMatchObject({ grown: 1 });
    takeJson('--again');
    const { stdout } = cortex(['thread', '--codes']);
    expect(stdout.match(/tuner\.ts/g)).toHaveLength(1);
    expect(stdout.match(/mast\.ts/g)).toHaveLength(1);
  });

  it('does not disturb the thread that is under way', () => {
    cortex(['note', 'next', 'Raise the mast']);
    const before = cortex(['thread', '--codes']).stdout;
    transcript([line({ hours: 30, says: 'Tune it.\nDecision: SQLite, it is one file' })], 29);
    expect(takeJson().sessions).toMatchObject({ new: 1 });
    expect(cortex(['thread', '--codes']).stdout).toBe(before);
    expect(cortex(['search', 'SQLite']).stdout).toContain('SQLite');
  });

  it('only says what it would do with --dry-run', () => {
    transcript([line({ hours: 30, says: 'the first' })], 29);
    expect(takeJson('--dry-run').sessions).toMatchObject({ new: 1 });
    expect(json<State[]>(['history'])).toEqual([]);
    expect(takeJson().sessions).toMatchObject({ new: 1 });
  });

  it('names damaged lines and passes over them, and over what is still written to', () => {
    transcript(['{"type":', line({ hours: 30, says: 'the first' })], 29);
    const done = take();
    expect(done).toMatchObject({ status: 1 });
    expect(done.stderr).toMatch(/line 1: it is no JSON object/);
    expect(json<State[]>(['history'])).toHaveLength(1);
    transcript([line({ hours: 0, says: 'running' })], 0, '6b1f6c1e-2d4a-4c56-9a7e-0f3c8d21b7a4');
    const running = take();
    expect(running).toMatchObject({ status: 0, stderr: '' });
    expect(running.stdout).toMatch(/1 session of the last half hour left out/);
  });

  it('leaves a session as it is that hooks captured', () => {
    const common = { session_id: SESSION, cwd: here.radio };
    hook({ hook_event_name: 'SessionStart', source: 'startup', ...common }, { env: hoursAgo(31) });
    hook(
      { hook_event_name: 'UserPromptSubmit', prompt: 'as captured', ...common },
      { env: hoursAgo(30) },
    );
    transcript([line({ hours: 30, says: 'as transcribed' })], 29);
    expect(takeJson().sessions).toMatchObject({ new: 0, captured: 1 });
    expect(json<State[]>(['history'])).toHaveLength(1);
  });

  it('stores no secret, and keeps the work of a folder that is gone to itself', () => {
    const gone = join(here.folder, 'gone');
    const secret = `AKIA${'Q7RVZ2LMXPD4KJ5T'}`;
    transcript([line({ hours: 30, cwd: gone, says: `calibrate the antenna with ${secret}` })], 29);
    take();
    expect(json<State[]>(['history', '--all'])).toMatchObject([{ scope: 'project:gone' }]);
    expect(cortex(['export', '-']).stdout).not.toContain(secret);
    const told = begins('n');
    expect(told.stdout).toBe('');
    // The folder comes back as a repository, and so does its past.
    makeRepository(gone);
    const back = begins('m', gone);
    expect(back.stdout).toContain('antenna');
  });

  it('takes nothing for words of the person that Cortex or a host put into a prompt', () => {
    const told =
      '<session-continuity hint="inherited from prior sessions">\nHOT TOPICS: gyroscope\n</session-continuity>';
    const says = `<hook_context>${told}</hook_context>\n\ncalibrate the antenna tuner`;
    transcript(
      [
        line({ hours: 30, says }),
        line({ hours: 30, says: told }),
        line({ hours: 29, reply: 'Done.' }),
      ],
      29,
    );
    take();
    expect(json<State[]>(['history'])).toMatchObject([
      { title: 'calibrate the antenna tuner', turn_count: 1 },
    ]);
    expect(cortex(['export', '-']).stdout).not.toContain('gyroscope');
  });

  it('puts each where it belongs in the chain', () => {
    const ids = [1, 2, 3].map((n) => `${n}b1f6c1e-2d4a-4c56-9a7e-0f3c8d21b7a4`);
    ids.forEach((session, i) => {
      const hours = 60 - i * 10;
      transcript([line({ hours, session, says: `number ${i}` })], hours, session);
    });
    take();
    const states = json<State[]>(['history']);
    expect(states.map(({ title }) => title)).toEqual(['number 2', 'number 1', 'number 0']);
    expect(isChain(states)).toBe(true);
  });

  it('says what it takes where it is given the name of something else', () => {
    const done = cortex(['import', 'cursor']);
    expect(done).toMatchObject({ status: 1, stdout: '' });
    expect(done.stderr).toContain('The transcripts of Cursor cannot be read.');
    expect(done.stderr).toMatch(/takes claude-code, .*drift/);
  });

  it('takes what is dated in the future as no newer than its file', () => {
    const ahead = -4 * 365 * 24;
    const other = SESSION.replace('5b', '6b');
    transcript([line({ hours: ahead, says: 'from a clock gone wrong' })], 50);
    transcript([line({ hours: 30, session: other, says: 'in its file alone' })], ahead, other);
    expect(takeJson().sessions).toMatchObject({ new: 2 });
    const now = Date.now();
    const states = json<(State & { readonly end_time: string })[]>(['history']);
    const ages = states.map(({ end_time }) => Math.round((now - Date.parse(end_time)) / HOURS));
    expect(ages).toEqual([30, 50]);
    expect(takeJson('--again').sessions).toMatchObject({ new: 0, grown: 0, known: 2 });
  });

  it('is no event that arrived: doctor goes by what the host itself sent', () => {
    transcript([line({ hours: 30, says: 'calibrate the antenna tuner' })], 29);
    take();
    expect(cortex(['doctor']).stdout).not.toContain('claude-code events: the last');
    const common = { session_id: 'n', cwd: here.radio };
    hook({ hook_event_name: 'SessionStart', source: 'startup', ...common }, { env: hoursAgo(9) });
    hook(
      { hook_event_name: 'SessionStart', source: 'startup', ...common, session_id: 'm' },
      { env: hoursAgo(5) },
    );
    hook({ hook_event_name: 'UserPromptSubmit', prompt: 'later', ...common }, { env: hoursAgo(3) });
    const { stdout } = cortex(['doctor']);
    expect(stdout).toContain('Claude Code is not connected by setup');
    expect(stdout).toContain('claude-code events: the last 3h ago');
  });

  it('says where it looked when there is nothing', () => {
    const done = take();
    expect(done).toMatchObject({ status: 1, stdout: '' });
    expect(done.stderr).toContain(join('claude', 'projects'));
  });
});

describe('cortex import gemini', () => {
  const RECORDED = join(
    import.meta.dirname,
    '..',
    '..',
    'test',
    'recorded',
    'transcripts',
    'gemini.jsonl',
  );

  it('takes what a session that was resumed on another day went on with, from the file that began then', () => {
    const chats = join(here.folder, '.gemini', 'tmp', 'orders', 'chats');
    mkdirSync(chats, { recursive: true });
    const lines = readFileSync(RECORDED, 'utf8').trimEnd().split('\n');
    const begins = lines.flatMap((text, at) => (text.includes('"startTime"') ? [at] : []));
    expect(begins).toHaveLength(3);
    for (const [run, at] of begins.entries()) {
      const path = join(chats, `session-2026-11-1${5 + run}T10-00-88f2263e.jsonl`);
      writeFileSync(path, `${lines.slice(at, begins[run + 1]).join('\n')}\n`);
      const then = new Date('2026-11-15T23:30:00Z');
      utimesSync(path, then, then);
    }
    const env = { CORTEX_NOW: '2026-11-17T00:00:00Z' };
    const once = cortex(['import', 'gemini', '--json'], { env });
    expect(JSON.parse(once.stdout)).toMatchObject({ sessions: { new: 3, known: 0 } });
    const again = cortex(['import', 'gemini', '--json', '--again'], { env });
    expect(JSON.parse(again.stdout)).toMatchObject({ sessions: { new: 0, grown: 0, known: 3 } });
    const states = json<State[]>(['history', '--all'], { env });
    expect(states.map(({ title }) => title)).toEqual([
      'List what there is',
      'And what comes next?',
      'Where were we with the orders?',
    ]);
    expect(isChain(states)).toBe(true);
  });
});

describe('prompts of sessions whose transcripts Claude Code deleted', () => {
  const GONE = '0d9c2b47-61f0-4e0b-8f15-7a3b9c1de224';
  const typed = (days: number, display: string, sessionId: string | null, project = here.radio) =>
    JSON.stringify({
      display,
      pastedContents: {},
      timestamp: Date.now() - days * 24 * HOURS,
      project,
      ...(sessionId !== null && { sessionId }),
    });
  const history = (...lines: string[]) => {
    mkdirSync(join(here.folder, 'claude'), { recursive: true });
    writeFileSync(join(here.folder, 'claude', 'history.jsonl'), `${lines.join('\n')}\n`);
  };
  const states = () =>
    json<(State & { readonly turns: readonly { asked: string; answered: null }[] })[]>([
      'history',
      '--all',
    ]);

  it('become sessions of their own, once, and never beside their transcripts', () => {
    transcript(
      [line({ hours: 30, says: 'tune the antenna' }), line({ hours: 30, reply: 'Tuned.' })],
      30,
    );
    history(
      typed(41, 'wire the relay', GONE),
      typed(41, '/clear', GONE),
      typed(41, 'and ground it', GONE),
      typed(1.25, 'tune the antenna', SESSION),
      typed(300, 'an older version wrote no id', null, '/gone/folder'),
      typed(299.9, 'two hours later', null, '/gone/folder'),
      typed(290, 'another day', null, '/gone/folder'),
      '{"torn',
    );
    expect(takeJson()).toMatchObject({ sessions: { new: 4 }, damaged: 1 });
    const asked = states().map(({ turns }) => turns.map((turn) => turn.asked));
    expect(asked).toHaveLength(4);
    expect(asked).toContainEqual(['wire the relay', 'and ground it']);
    expect(asked).toContainEqual(['tune the antenna']);
    expect(asked).toContainEqual(['an older version wrote no id', 'two hours later']);
    expect(asked).toContainEqual(['another day']);
    // The file grows with every prompt; what is here stays as it is.
    history(typed(41, 'wire the relay', GONE), typed(40, 'one more word', GONE));
    expect(takeJson()).toMatchObject({ sessions: { new: 0 } });
    expect(states()).toHaveLength(4);
  });

  it('are left to hooks that saw the session, and to a session that may still run', () => {
    hook(
      { session_id: GONE, hook_event_name: 'SessionStart', source: 'startup' },
      { env: hoursAgo(2) },
    );
    hook(
      {
        session_id: GONE,
        hook_event_name: 'UserPromptSubmit',
        prompt: 'wire the relay',
        prompt_id: 'p',
      },
      { env: hoursAgo(2) },
    );
    history(typed(0.1, 'wire the relay', GONE), typed(0, 'just now', SESSION));
    expect(takeJson()).toMatchObject({ sessions: { new: 0, captured: 1, running: 1 } });
  });
});

describe('transcripts that their agent is about to delete', () => {
  const DAY = 24;
  const old = (days: number, session = SESSION) =>
    transcript(
      [
        line({ session, hours: days * DAY, says: 'calibrate the antenna tuner' }),
        line({ session, hours: days * DAY, reply: 'Done.' }),
      ],
      days * DAY,
      session,
    );
  const said = (command: string) => cortex([command], { env: env() }).stdout.replace(/\s+/g, ' ');
  const configure = (settings: object) => {
    mkdirSync(join(here.folder, 'claude'), { recursive: true });
    writeFileSync(join(here.folder, 'claude', 'settings.json'), JSON.stringify(settings));
  };

  it('are named by status and doctor until import has taken them in', () => {
    begins('n');
    old(20);
    expect(said('status')).not.toContain('will delete');
    old(26);
    for (const command of ['status', 'doctor']) {
      expect(said(command)).toContain('Claude Code will delete 1 transcript that is not here');
      expect(said(command)).toContain('after 30 days; cleanupPeriodDays');
      expect(said(command)).toContain('cortex import claude-code');
    }
    const { leaving } = JSON.parse(cortex(['status', '--json'], { env: env() }).stdout) as {
      leaving: object[];
    };
    expect(leaving).toMatchObject([{ host: 'claude-code', transcripts: 1, after_days: 30 }]);
    expect(take().status).toBe(0);
    expect(said('status')).not.toContain('will delete');
  });

  it('are counted by the days that the settings say', () => {
    begins('n');
    old(26);
    configure({ cleanupPeriodDays: 3650 });
    expect(said('status')).not.toContain('will delete');
    configure({ cleanupPeriodDays: 28 });
    expect(said('status')).toContain('after 28 days');
  });

  it('are none whose sessions hooks captured, or a person forgot', () => {
    begins('n');
    hook({
      hook_event_name: 'SessionStart',
      session_id: SESSION,
      cwd: here.radio,
      source: 'startup',
    });
    old(26);
    expect(said('status')).not.toContain('will delete');
    const other = '0c0ffee0-2d4a-4c56-9a7e-0f3c8d21b7a4';
    old(27, other);
    expect(said('status')).toContain('1 transcript that is not here');
    take();
    const [{ session_id: id }] = json<[State]>(['history', '--all']).filter(
      ({ title }) => title === 'calibrate the antenna tuner',
    ) as [State];
    expect(cortex(['forget', '--session', id, '--yes'], { env: env() }).status).toBe(0);
    old(27, other);
    expect(said('status')).not.toContain('will delete');
  });
});
