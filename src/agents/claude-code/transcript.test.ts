import { describe, expect, it } from 'vitest';
import { table } from '../../../test/table.ts';
import type {
  TranscriptDamage,
  TranscriptEvent,
  TranscriptFile,
} from '../../ports/base/transcripts.ts';
import { claudeTranscripts } from './transcript.ts';

const SESSION = '5b1f6c1e-2d4a-4c56-9a7e-0f3c8d21b7a4';

function file(lines: readonly (object | string)[]): TranscriptFile {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  return {
    path: 'x.jsonl',
    size: 0,
    modified: 0,
    text: () => texts.join('\n'),
    lines: () => texts.map((text, i) => ({ number: i + 1, text, read: 0 })),
    beside: () => [],
    database: () => {
      throw new Error('no database');
    },
  };
}

const common = { sessionId: SESSION, cwd: '/home/dev/proj', gitBranch: 'main' };
const at = (minute: number) => `2026-11-13T10:0${minute}:00.000Z`;
const user = (minute: number, content: unknown, more: object = {}) => ({
  ...common,
  type: 'user',
  timestamp: at(minute),
  message: { role: 'user', content },
  ...more,
});
const agent = (minute: number, ...content: object[]) => ({
  ...common,
  type: 'assistant',
  timestamp: at(minute),
  message: { role: 'assistant', content },
});

const read = (...lines: (object | string)[]) => [...claudeTranscripts.read(file(lines))];
const events = (all: readonly (TranscriptEvent | TranscriptDamage)[]) =>
  all.flatMap((one) =>
    'event' in one ? [{ kind: one.event.kind, at: one.at, event: one.event }] : [],
  );

describe('a transcript of Claude Code', () => {
  it('becomes prompts, tool uses and turns with their words, the last as the reply', () => {
    const todo = { todos: [{ content: 'Test it', status: 'pending', activeForm: 'Testing' }] };
    const told = read(
      user(1, 'fix the parser'),
      agent(2, { type: 'thinking', thinking: 'hm' }, { type: 'text', text: 'Looking.' }),
      agent(3, {
        type: 'tool_use',
        id: 't1',
        name: 'Edit',
        input: { file_path: 'a.ts', old_string: 'x', new_string: 'y' },
      }),
      user(4, [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }], {
        toolUseResult: { filePath: '/home/dev/proj/a.ts', oldString: 'x', newString: 'y' },
      }),
      agent(5, { type: 'tool_use', id: 't2', name: 'TodoWrite', input: todo }),
      user(5, [{ type: 'tool_result', tool_use_id: 't2', content: 'ok' }]),
      agent(6, { type: 'text', text: 'Fixed.' }),
      user(7, [{ type: 'text', text: 'and document it' }]),
    );
    expect(events(told).map(({ kind, at }) => [kind, new Date(at!).getUTCMinutes()])).toEqual([
      ['prompt', 1],
      ['tool-use', 4],
      ['tool-use', 5],
      ['reply', 2],
      ['turn-end', 6],
      ['prompt', 7],
      ['turn-end', 7],
    ]);
    expect(events(told)[0]!.event).toMatchObject({ hostSessionId: SESSION, cwd: '/home/dev/proj' });
    expect(events(told)[1]!.event).toMatchObject({
      use: { name: 'Edit', changes: [{ path: 'a.ts', added: 'y' }] },
    });
    expect(events(told)[2]!.event).toMatchObject({
      use: { todos: { items: [{ text: 'Test it' }] } },
    });
    expect(events(told)[3]!.event).toMatchObject({ reply: 'Looking.', between: true });
    expect(events(told)[4]!.event).toMatchObject({ reply: 'Fixed.' });
    expect(told[0]).toMatchObject({ branch: 'main' });
  });

  it('has no words of the person in what the program wrote in its place', () => {
    const told = read(
      user(1, 'Caveat: the messages below', { isMeta: true }),
      user(1, 'This session is being continued', { isCompactSummary: true }),
      user(1, '<command-name>/model</command-name>\n<command-args></command-args>'),
      user(2, '<local-command-stdout>Set model</local-command-stdout>'),
      user(2, '[Request interrupted by user for tool use]'),
      user(3, 'a subagent was told this', { isSidechain: true }),
      user(3, '<task-notification><result>Agent said this</result></task-notification>'),
      user(3, 'Agent "Look" finished', { origin: { kind: 'task-notification' } }),
      user(3, 'the program says', { promptSource: 'system' }),
      user(4, '<system-reminder>be quick</system-reminder>\nrename the module'),
    );
    const prompts = events(told).flatMap(({ event }) =>
      event.kind === 'prompt' ? [event.text] : [],
    );
    expect(prompts).toEqual(['rename the module']);
  });

  it('keeps what was typed behind a command', () => {
    const command = '<command-message>fix</command-message>\n<command-name>/fix</command-name>';
    const told = read(
      user(1, `${command}\n<command-args>the flaky test</command-args>`, {
        origin: { kind: 'human' },
      }),
      user(1, [{ type: 'text', text: 'Fix what is asked for. Be thorough.' }], { isMeta: true }),
    );
    expect(events(told)[0]!.event).toMatchObject({ kind: 'prompt', text: 'the flaky test' });
    expect(events(told).map(({ kind }) => kind)).toEqual(['prompt', 'turn-end']);
  });

  it('tells what a compaction left, without the sentences around it', () => {
    const summary = table<string>('claude-code-summary');
    const told = read(user(1, summary.join('\n'), { isCompactSummary: true }));
    expect(events(told).map(({ event }) => event)).toMatchObject([
      { kind: 'summary', text: '1. Pending: write the tests.' },
    ]);
  });

  it('tells a failed tool, a subagent and a compaction', () => {
    const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'npm test' } };
    const failure = [
      { type: 'tool_result', tool_use_id: 't1', content: 'Exit code 1\nboom', is_error: true },
    ];
    const told = read(
      { ...agent(1, call), isSidechain: true },
      user(2, failure, { isSidechain: true }),
      {
        ...common,
        type: 'system',
        subtype: 'compact_boundary',
        timestamp: at(3),
      },
    );
    expect(events(told).map(({ event }) => event)).toMatchObject([
      { kind: 'tool-use', subagent: 'subagent', use: { failed: true, command: 'npm test' } },
      { kind: 'compacting' },
    ]);
  });

  it('names what is damaged and goes on after it', () => {
    const told = read('{"type": ', '', '7', user(1, 'go on'), '[]', {
      type: 'summary',
      summary: 'x',
    });
    expect(told.filter((one) => 'why' in one).map((one) => 'why' in one && one.where)).toEqual([
      'line 1',
      'line 3',
      'line 5',
    ]);
    expect(events(told).map(({ kind }) => kind)).toEqual(['prompt', 'turn-end']);
  });

  it.each(table<[string, boolean]>('claude-code-transcripts'))('%s', (path, is) =>
    expect(claudeTranscripts.name.test(path)).toBe(is),
  );
});

describe('beside a transcript', () => {
  const ofAgent = (minute: number, ...content: object[]) => ({
    ...agent(minute, ...content),
    isSidechain: true,
    agentId: 'a3b1',
  });

  it('what subagents did comes at its time, and what they reported last', () => {
    const own = file([
      user(1, 'let somebody look'),
      agent(2, { type: 'tool_use', id: 't1', name: 'Agent', input: { prompt: 'look' } }),
      user(3, [{ type: 'tool_result', tool_use_id: 't1', content: 'launched' }]),
      agent(6, { type: 'text', text: 'Somebody looks.' }),
      user(9, 'and now?'),
    ]);
    const beside = file([
      { ...user(2, 'look'), isSidechain: true, agentId: 'a3b1' },
      ofAgent(4, { type: 'tool_use', id: 't2', name: 'Bash', input: { command: 'npm test' } }),
      {
        ...user(5, [{ type: 'tool_result', tool_use_id: 't2', content: 'ok' }]),
        isSidechain: true,
        agentId: 'a3b1',
      },
      ofAgent(7, { type: 'text', text: 'All tests pass.' }),
    ]);
    const told = events([
      ...claudeTranscripts.read({
        ...own,
        beside: (name) => (name.test('subagents/agent-a3b1.jsonl') ? [beside] : []),
      }),
    ]);
    expect(told.map(({ kind, at: then }) => [kind, new Date(then!).getUTCMinutes()])).toEqual([
      ['prompt', 1],
      ['tool-use', 3],
      ['tool-use', 5],
      ['subagent-end', 7],
      ['turn-end', 6],
      ['prompt', 9],
      ['turn-end', 9],
    ]);
    expect(told[2]!.event).toMatchObject({ subagent: 'a3b1', use: { command: 'npm test' } });
    expect(told[3]!.event).toMatchObject({ subagent: 'a3b1', reply: 'All tests pass.' });
  });

  it('a copy of another conversation is known by its first message, and told once', () => {
    const shared = [
      { ...user(1, 'fix the parser'), uuid: 'u1' },
      { ...agent(2, { type: 'text', text: 'Fixed.' }), uuid: 'u2' },
    ];
    const parent = file(shared);
    const fork = file([
      { type: 'queue-operation', timestamp: at(5), sessionId: SESSION },
      ...shared,
      { ...user(6, 'and document it'), uuid: 'u3' },
    ]);
    const kinds = (one: TranscriptFile) =>
      events([...claudeTranscripts.read(one, [fork, parent, file([{ type: 'mode' }])])]).map(
        ({ kind }) => kind,
      );
    expect(kinds(fork)).toEqual(['prompt', 'turn-end']);
    expect(kinds(parent)).toEqual(['prompt', 'turn-end']);
    expect(events([...claudeTranscripts.read(fork)]).length).toBe(4);
  });
});
