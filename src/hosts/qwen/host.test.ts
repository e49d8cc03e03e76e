import { describe, expect, it } from 'vitest';
import { recordedOf } from '../../../test/host-contract.ts';
import { NO_USE, recordedTable } from '../../../test/recorded-table.ts';
import type { ToolUse } from '../../domain/event.ts';
import { observe } from '../../domain/observe/observation.ts';
import { fingerprint } from '../../domain/text/fingerprint.ts';
import { qwen } from './host.ts';

const SESSION = 'b8024d6e-51fa-4c37-8e90-1d6f3a7c2b58';
const common = { hostSessionId: SESSION, cwd: '/home/dev/proj', subagent: null };
const transcript = `/home/dev/.qwen/projects/-home-dev-proj/chats/${SESSION}.jsonl`;
const start = (source: string) => ({ kind: 'session-start', ...common, key: null, source, transcript });
const prompt = (number: number, text: string) => ({
  ...{ kind: 'prompt', ...common, text },
  key: `UserPromptSubmit:${SESSION}########${number}:${fingerprint(JSON.stringify([text]))}`,
});
const READ = 'toolu_1793617981001_a1b2c3d4e';
const ISSUE = 'toolu_1793617981002_f5g6h7i8j';
const call = (number: number) => `toolu_17936179820${String(number).padStart(2, '0')}_k9l0m1n2o`;
const used = (id: string, name: string, use: Partial<ToolUse>) => ({
  ...{ kind: 'tool-use', ...common, key: `PostToolUse:${id}` },
  use: { name, ...NO_USE, ...use },
});
const intent = (id: string, name: string, fields: object) => ({
  ...{ kind: 'tool-intent', ...common, key: `PreToolUse:${id}` },
  intent: { name, paths: [], command: null, ...fields },
});
const stop = (number: number, reply: string) => ({
  ...{ kind: 'turn-end', ...common, reply, transcript },
  key: `Stop:${SESSION}########${number}:${fingerprint(reply)}`,
});

recordedTable(qwen, [
  start('startup'),
  prompt(0, 'look at a.txt, please'),
  intent(READ, 'read_file', { paths: ['/home/dev/proj/a.txt'] }),
  used(READ, 'read_file', { reads: ['/home/dev/proj/a.txt'] }),
  // Not a person: the model goes on after a tool.
  null,
  intent(ISSUE, 'mcp__tracker__get_issue', {}),
  used(ISSUE, 'mcp__tracker__get_issue', { output: 'PRJ-12: the port is wrong' }),
  null,
  stop(0, 'a.txt says hello.'),
  start('resume'),
  { kind: 'compacting', ...common, key: null },
  {
    ...{ kind: 'summary', ...common, text: 'SUMMARY' },
    key: `PostCompact:${common.hostSessionId}########3:${fingerprint('SUMMARY')}`,
  },
  start('compact'),
  prompt(3, 'the last one'),
  intent(call(1), 'run_shell_command', { command: 'git push' }),
  {
    ...used(call(2), 'run_shell_command', {
      ...{ failed: true, command: 'npm test', workdir: '/home/dev/proj/packages/a' },
      output: 'FAIL src/port.test.ts > port\nTests  1 failed (1)',
    }),
    key: `PostToolUseFailure:${call(2)}`,
  },
  used(call(3), 'edit', {
    changes: [
      {
        ...{ path: '/home/dev/proj/src/app.ts', kind: 'edit' },
        ...{ added: 'const port = 8080;', removed: 'const port = 80;' },
      },
    ],
  }),
  used(call(4), 'write_file', {
    changes: [
      {
        ...{ path: '/home/dev/proj/src/port.ts', kind: 'write' },
        ...{ added: 'export const port = 8080;\n', removed: null },
      },
    ],
  }),
  used(call(5), 'todo_write', {
    todos: {
      whole: true,
      items: [
        { id: '1', text: 'Read the port', status: 'completed' },
        { id: '2', text: 'Test the port', status: 'pending' },
      ],
    },
  }),
  {
    ...used(call(6), 'edit', {
      failed: true,
      output:
        'Failed to edit, 0 occurrences found for old_string in /home/dev/proj/src/app.ts. No edits made.',
    }),
    key: `PostToolUseFailure:${call(6)}`,
  },
  used(call(7), 'run_shell_command', { command: 'npm test', output: 'Tests  4 passed (4)' }),
]);

const recorded = recordedOf('qwen');

it('an empty prompt is neither kept nor answered: an answer there sends Qwen into a loop', () => {
  const empty = recorded.filter((sent) => sent['prompt'] === '');
  expect(empty.length).toBe(2);
  for (const sent of empty) expect(qwen.parse(sent)).toBeNull();
});

it('what hooks said comes back wrapped, and is not kept', () => {
  const sent = 'and <b>now</b>\n<qwen:user-prompt-submit-context>\nours\n</qwen:user-prompt-submit-context>';
  expect(observe(qwen.parse({ ...recorded[1], prompt: sent })!)).toEqual([
    { kind: 'prompt', text: 'and <b>now</b>' },
  ]);
});

it('a number that Qwen gives again does not hide other words', () => {
  const said = recorded[1]!;
  expect(qwen.parse({ ...said, prompt: 'something else' })?.key).not.toBe(qwen.parse(said)?.key);
});

describe('install', () => {
  const runtime = { argv: ['/bin/node', '/opt/c.cjs'], folder: '/opt' };
  const [settings] = qwen.install.edits({ ...runtime, instructs: true }, 'user');
  const additions = settings?.kind === 'settings' ? settings.additions : [];

  it('counts in milliseconds', () => {
    expect(additions.find(({ at }) => at[1] === 'Stop')).toMatchObject({
      append: { hooks: [{ timeout: 10_000, command: '"/bin/node" "/opt/c.cjs" hook qwen' }] },
    });
  });

  const matcherOf = (event: string) =>
    new RegExp(
      (additions.find(({ at }) => at[1] === event) as { append: { matcher: string } }).append.matcher,
    );

  it('calls after tools that leave facts, and never before a compaction, of which a start tells', () => {
    const tools = [
      'run_shell_command',
      'todo_write',
      'unknown_tool',
      'read_file',
      'grep_search',
      'web_fetch',
    ];
    const after = matcherOf('PostToolUse');
    expect(tools.filter((tool) => after.test(tool))).toEqual(tools.slice(0, 3));
    expect(additions.map(({ at }) => at[1])).not.toContain('PreCompact');
    const [quiet] = qwen.install.edits({ ...runtime, watchesReads: true }, 'user');
    const events = quiet?.kind === 'settings' ? quiet.additions : [];
    expect(events.find(({ at }) => at[1] === 'PostToolUse')).toMatchObject({ append: { matcher: '*' } });
    expect(events.map(({ at }) => at[1])).not.toContain('PreToolUse');
  });

  it('calls before tools that act, and for no other', () => {
    const matcher = matcherOf('PreToolUse');
    const tools = ['run_shell_command', 'edit', 'mcp__db__query', 'read_file', 'glob', 'todo_write'];
    expect(tools.filter((tool) => matcher.test(tool))).toEqual([
      'run_shell_command',
      'edit',
      'mcp__db__query',
    ]);
  });
});
