import { describe, expect, it } from 'vitest';
import { recordedOf } from '../../../test/host-contract.ts';
import { NO_USE, recordedTable } from '../../../test/recorded-table.ts';
import type { ToolUse } from '../../domain/event.ts';
import { observe } from '../../domain/observe/observation.ts';
import { fingerprint } from '../../domain/text/fingerprint.ts';
import { gemini } from './host.ts';

const SESSION = '7d1e5c90-3b24-4f86-a1c7-95e0b8d26f43';
const common = { hostSessionId: SESSION, cwd: '/home/dev/proj', subagent: null };
const at = (time: string) => Date.parse(`2026-11-02T${time}Z`);
const print = (...parts: unknown[]) => fingerprint(JSON.stringify(parts));

const start = (source: string) => ({ kind: 'session-start', ...common, key: null, source });
const echoed = (text: string) => `<hook_context>A note of another extension</hook_context>\n\n${text}`;
const prompt = (time: string, text: string) => ({
  ...{ kind: 'prompt', ...common, text: echoed(text) },
  key: `BeforeAgent:${at(time)}:${print(echoed(text))}`,
});
const used = (time: string, name: string, input: object, use: Partial<ToolUse>) => ({
  ...{ kind: 'tool-use', ...common, key: `AfterTool:${at(time)}:${print(name, input)}` },
  use: { name, ...NO_USE, ...use },
});

const recorded = recordedOf('gemini');
const inputOf = (line: number) => recorded[line]!['tool_input'] as object;
const failing = 'FAIL src/port.test.ts > port\nTests  1 failed (1)';

recordedTable(gemini, [
  start('startup'),
  prompt('10:11:55.933', 'look at a.txt, please'),
  null,
  null,
  used('10:11:56.448', 'read_file', { file_path: 'a.txt' }, { reads: ['a.txt'] }),
  null,
  null,
  used('10:11:56.844', 'mcp_tracker_get_issue', { id: 'PRJ-12' }, { output: 'PRJ-12: the port is wrong' }),
  null,
  {
    ...{ kind: 'turn-end', ...common, reply: 'a.txt says hello.' },
    key: `AfterAgent:${at('10:11:57.012')}:${print('a.txt says hello.')}`,
  },
  { kind: 'session-end', ...common, key: null, reason: 'exit' },
  start('resume'),
  prompt('10:12:03.236', 'and now the port'),
  used('10:13:01.101', 'write_file', inputOf(13), {
    changes: [
      {
        path: '/home/dev/proj/src/port.ts',
        kind: 'write',
        added: 'export const port = 8080;\n',
        removed: null,
      },
    ],
  }),
  used('10:13:02.102', 'replace', inputOf(14), {
    changes: [{ path: 'src/app.ts', kind: 'edit', added: 'const port = 8080;', removed: 'const port = 80;' }],
  }),
  used('10:13:03.103', 'run_shell_command', inputOf(15), {
    ...{ failed: true, command: 'npm test', output: failing },
  }),
  used('10:13:04.104', 'run_shell_command', inputOf(16), {
    ...{ command: 'npm test', output: 'Tests  4 passed (4)', workdir: 'packages/a' },
  }),
  used('10:13:05.105', 'write_todos', inputOf(17), {
    todos: {
      whole: true,
      items: [
        { id: null, text: 'Read the port', status: 'completed' },
        { id: null, text: 'Test the port', status: 'in_progress' },
        { id: null, text: 'Ask for review', status: 'pending' },
      ],
    },
  }),
  used('10:13:06.106', 'replace', inputOf(18), {
    failed: true,
    output: "Could not find an exact match for 'old_string' in 'app.ts'.",
  }),
]);

describe('what hooks said comes back in the prompt', () => {
  it.each([
    ['as recorded', recorded[1]!['prompt']],
    // Gemini writes entities for the brackets of what it wraps.
    [
      'our own words',
      '<hook_context>&lt;session-continuity hint="x"&gt;\n- pin\n&lt;/session-continuity&gt;</hook_context>\n\nlook at a.txt, please',
    ],
    ['behind it', 'look at a.txt, please\n\n<hook_context>a\nb</hook_context>'],
  ])('%s: only the words of the person are kept', (_, sent) => {
    const event = gemini.parse({ ...recorded[1], prompt: sent })!;
    expect(observe(event)).toEqual([{ kind: 'prompt', text: 'look at a.txt, please' }]);
  });

  it('nothing is kept of a prompt that is all ours', () => {
    const event = gemini.parse({ ...recorded[1], prompt: '<hook_context>x</hook_context>' })!;
    expect(observe(event)).toEqual([]);
  });
});

describe('traps', () => {
  it('says nothing at the start, which would cost the first prompt on resume, but at the first prompt', () => {
    const [begun, asked] = [gemini.parse(recorded[0])!, gemini.parse(recorded[1])!];
    expect(gemini.render(begun, { context: 'x' })).toBe('');
    expect(gemini.hearing.at).not.toContain('session-start');
    expect(gemini.render(asked, { context: 'x' })).toBe(
      '{"hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":"x"}}',
    );
  });

  it('PreCompress is no compaction: it comes before every call of the model', () => {
    const announced = recorded.filter((sent) => sent['hook_event_name'] === 'PreCompress');
    expect(announced.length).toBe(3);
    for (const trigger of ['auto', 'manual'])
      for (const sent of announced) expect(gemini.parse({ ...sent, trigger })).toBeNull();
    const installed = JSON.stringify(gemini.install.edits({ argv: ['/n'], folder: '/' }, 'user'));
    expect(installed).not.toContain('PreCompress');
  });

  it('an event that two configurations deliver has one key, and two calls at once have two', () => {
    const call = recorded[13]!;
    expect(gemini.parse({ ...call })?.key).toBe(gemini.parse(call)?.key);
    const other = { ...call, tool_input: { file_path: 'b', content: 'c' } };
    expect(gemini.parse(other)?.key).not.toBe(gemini.parse(call)?.key);
    expect(gemini.parse({ ...call, timestamp: 'soon' })?.key).toBeNull();
  });
});

describe('the report of a shell', () => {
  const shell = (llmContent: string) => {
    const event = gemini.parse({ ...recorded[15], tool_response: { llmContent, returnDisplay: '' } });
    return event?.kind === 'tool-use' ? event.use : null;
  };

  it.each<[string, string, Partial<ToolUse>]>([
    ['no code is success', 'Output: ok\nProcess Group PGID: 1', { failed: false, output: 'ok' }],
    [
      'a code of 0',
      'Output: ok\nError: (none)\nExit Code: 0\nSignal: (none)',
      { failed: false, output: 'ok' },
    ],
    ['nothing printed', 'Output: (empty)\nExit Code: 2', { failed: true, output: null }],
    // Only what stands behind the output is of the report.
    ['a code in the output', 'Output: Exit Code: 3\nok\nProcess Group PGID: 1', { failed: false }],
    [
      'a broken off command',
      'Command was cancelled by user before it could complete.',
      { failed: true, unfinished: true },
    ],
  ])('%s', (_, said, expected) => expect(shell(said)).toMatchObject(expected));
});

it('counts its timeouts in milliseconds', () => {
  const [settings] = gemini.install.edits({ argv: ['/bin/node', '/opt/c.cjs'], folder: '/opt' }, 'user');
  expect(settings).toMatchObject({ place: { base: 'home', path: '.gemini/settings.json' } });
  expect(JSON.stringify(settings)).toContain('"timeout":10000');
});
