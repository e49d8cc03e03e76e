import { describe, expect, it } from 'vitest';
import { recordedOf } from '../../../test/host-contract.ts';
import { NO_USE, recordedTable } from '../../../test/recorded-table.ts';
import type { ToolUse } from '../../domain/event.ts';
import { fingerprint } from '../../domain/text/fingerprint.ts';
import { cursor } from './host.ts';

const CONVERSATION = '3f6a1c82-7e05-4b9d-a4f1-0c8d5e2b7a96';
const TURN = 'a91d4e07-2c6b-4f38-8b05-7d3e1f9c6a24';
const common = { hostSessionId: CONVERSATION, cwd: '/home/dev/proj', subagent: null };
const print = (text: string) => fingerprint(JSON.stringify([text]));
const used = (call: string, name: string, use: Partial<ToolUse>) => ({
  ...{ kind: 'tool-use', ...common, key: `postToolUse:tool_${call}:${TURN}` },
  use: { name, ...NO_USE, ...use },
});
const change = (path: string, kind: string, added: string | null, removed: string | null) => ({
  ...{ path: `/home/dev/proj/src/${path}`, kind, added, removed },
});

recordedTable(cursor, [
  { kind: 'session-start', ...common, key: null, source: 'unknown' },
  {
    ...{ kind: 'prompt', ...common, text: 'look at a.txt, please' },
    key: `beforeSubmitPrompt:${TURN}:${print('look at a.txt, please')}`,
  },
  used('7c21', 'Read', { reads: ['/home/dev/proj/a.txt'] }),
  {
    ...used('7c22', 'Shell', {
      ...{ failed: true, command: 'npm test', outcomeUntold: true },
      output: 'FAIL src/port.test.ts > port\nTests  1 failed (1)\nExit code: 1',
    }),
    cwd: '/home/dev/proj/packages/a',
  },
  used('7c23', 'Shell', {
    ...{ command: 'npm test', output: 'Tests  4 passed (4)\nExit code: 0', outcomeUntold: true },
  }),
  used('7c24', 'Write', {
    changes: [change('port.ts', 'write', 'export const port = 8080;\n', null)] as never,
  }),
  used('7c25', 'Write', {
    changes: [change('app.ts', 'edit', 'const port = 8080;', 'const port = 80;')] as never,
  }),
  used('7c26', 'Delete', { changes: [change('gone.ts', 'delete', null, null)] as never }),
  used('7c27', 'TodoWrite', {
    todos: { whole: false, items: [{ id: '2', text: 'Test the port', status: 'in_progress' }] },
  }),
  used('7c28', 'MCP:get_issue', { output: 'PRJ-12: the port is wrong' }),
  {
    ...used('7c29', 'Shell', {
      ...{ failed: true, command: 'npm run build', outcomeUntold: true },
      output: 'Command timed out after 30 s',
    }),
    key: `postToolUseFailure:tool_7c29:${TURN}`,
  },
  null,
  {
    ...{ kind: 'reply', ...common, reply: 'a.txt says hello.' },
    key: `afterAgentResponse:${TURN}:${print('a.txt says hello.')}`,
  },
  {
    ...{ kind: 'subagent-end', ...common, subagent: 'explore', reply: 'Found it in src/app.ts.' },
    key: `subagentStop:sub-1:${TURN}`,
  },
  { kind: 'compacted', ...common, key: null },
  { kind: 'turn-end', ...common, key: `stop:${TURN}:0`, reply: null },
  { kind: 'session-end', ...common, key: null, reason: 'user_close' },
]);

const recorded = recordedOf('cursor');

it('the address of the user goes no further', () => {
  expect(JSON.stringify(recorded)).toContain('dev@example.com');
  expect(JSON.stringify(recorded.map((sent) => cursor.parse(sent)))).not.toContain('example.com');
});

describe('where it is', () => {
  const cwd = (fields: object) => cursor.parse({ ...recorded[0], ...fields })?.cwd;

  it.each<[object, string | null]>([
    [{}, '/home/dev/proj'],
    [{ cwd: '' }, '/home/dev/proj'],
    [{ cwd: '/home/dev/proj/packages/a' }, '/home/dev/proj/packages/a'],
    [{ workspace_roots: ['/c:/work/proj', '/d:/other'] }, 'c:/work/proj'],
    [{ workspace_roots: [] }, null],
    [{ workspace_roots: 'none' }, null],
  ])('%o', (fields, expected) => expect(cwd(fields)).toBe(expected));
});

describe('answers', () => {
  const say = (line: number) => cursor.render(cursor.parse(recorded[line])!, { context: 'x' });

  it('in its own key, at a start and after a tool', () => {
    for (const line of [0, 2]) expect(say(line)).toBe('{"additional_context":"x"}');
  });

  it('not to a prompt nor after a failure, which are not passed on', () => {
    for (const line of [1, 10]) expect(say(line)).toBe('');
    expect(cursor.hearing).toMatchObject({ at: ['session-start', 'tool-use'], notAfterFailure: true });
  });
});

it('reads what a tool answered whether it is packed into a string or not', () => {
  const shell = { ...recorded[4]! };
  for (const tool_output of [
    'plain text',
    '{"output": torn',
    { output: 'as an object', exitCode: 0 },
    '[]',
    '',
  ]) {
    const event = cursor.parse({ ...shell, tool_output });
    expect(event).toMatchObject({ kind: 'tool-use', use: { failed: false } });
  }
  expect(cursor.parse({ ...shell, tool_output: 'plain text' })).toMatchObject({
    use: { output: 'plain text' },
  });
});

it('knows from its answer that a tool of an MCP server failed', () => {
  const tool_output = JSON.stringify({ content: [{ type: 'text', text: 'no such issue' }], isError: true });
  const event = cursor.parse({ ...recorded[9]!, tool_output });
  expect(event).toMatchObject({ use: { failed: true, output: 'no such issue' } });
});

it('writes the version that its file is nothing without, and leaves it there', () => {
  const [hooks] = cursor.install.edits({ argv: ['/bin/node', '/opt/c.cjs'], folder: '/opt' }, 'project');
  expect(hooks).toMatchObject({ place: { base: 'project', path: '.cursor/hooks.json' } });
  expect(hooks?.kind === 'settings' && hooks.additions[0]).toEqual({ at: ['version'], ensure: 1 });
});
