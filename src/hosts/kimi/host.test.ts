import { expect, it } from 'vitest';
import { recordedOf } from '../../../test/host-contract.ts';
import { NO_USE, recordedTable } from '../../../test/recorded-table.ts';
import type { ToolUse } from '../../domain/event.ts';
import { kimi } from './host.ts';

const common = {
  ...{ hostSessionId: 'session_6e6ca77d-065a-4b3d-9bab-b4187b30e797' },
  ...{ cwd: '/home/dev/proj', subagent: null, key: null },
};
const used = (call: string, name: string, use: Partial<ToolUse>, event = 'PostToolUse') => ({
  ...{ kind: 'tool-use', ...common, key: `${event}:call_${call}` },
  use: { name, ...NO_USE, ...use },
});
const change = (kind: 'write' | 'edit', added: string, removed: string | null) => ({
  ...{ path: '/home/dev/proj/b.ts', kind, added, removed },
});

recordedTable(kimi, [
  { kind: 'session-start', ...common, source: 'startup' },
  { kind: 'prompt', ...common, text: 'please look at a.txt' },
  null,
  expect.objectContaining({ kind: 'tool-intent' }),
  used(
    '1',
    'Bash',
    { failed: true, command: 'echo hi; exit 3', output: 'hi\nCommand failed with exit code: 3.' },
    'PostToolUseFailure',
  ),
  used('2', 'Bash', { command: 'npm test', workdir: '/home/dev/proj/a', output: 'Tests  4 passed (4)' }),
  used('3', 'Write', { changes: [change('write', 'x\n', null)] }),
  used('4', 'Edit', { changes: [change('edit', 'y', 'x')] }),
  used('5', 'TodoList', {
    todos: {
      whole: true,
      items: [
        { id: null, text: 'Write tests', status: 'pending' },
        { id: null, text: 'Write code', status: 'completed' },
      ],
    },
  }),
  { kind: 'subagent-end', ...common, subagent: 'explore', reply: 'Found it in src/app.ts.' },
  { kind: 'compacted', ...common },
  null,
  { kind: 'turn-end', ...common, reply: null },
  { kind: 'session-end', ...common, reason: 'exit' },
]);

it('answers a prompt in its own field, and nothing else', () => {
  const [start, prompt] = recordedOf('kimi').map((sent) => kimi.parse(sent));
  expect(kimi.render(prompt!, { context: 'x' })).toBe('{"message":"x"}');
  expect(kimi.render(start!, { context: 'x' })).toBe('');
});

it('asks after no tool that only looks, unless somebody wants to know', () => {
  const runtime = { argv: ['/bin/node', '/opt/c.cjs'], folder: '/opt' };
  const text = (watchesReads: boolean) =>
    JSON.stringify(kimi.install.edits({ ...runtime, watchesReads }, 'user')[0]);
  const matcher = /"matcher":"([^"]+)"/.exec(text(false))![1]!;
  expect(
    ['Read', 'Grep', 'WebSearch', 'Bash', 'mcp__a__Read'].filter((n) => new RegExp(matcher).test(n)),
  ).toEqual(['Bash', 'mcp__a__Read']);
  expect(text(true)).not.toContain('matcher');
});
