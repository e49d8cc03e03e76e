import { expect, it } from 'vitest';
import { recordedOf } from '../../../test/host-contract.ts';
import { NO_USE, recordedTable } from '../../../test/recorded-table.ts';
import type { ToolUse } from '../../domain/event.ts';
import { fingerprint } from '../../domain/text/fingerprint.ts';
import { vscode } from './host.ts';

const SESSION = 'c47e0a15-9d38-4f6b-82a1-e3b5f7d90c64';
const transcript = '/home/dev/.config/Code/User/workspaceStorage/5d41/chat/transcript.json';
const common = { hostSessionId: SESSION, cwd: '/home/dev/proj', subagent: null };
const at = (time: string) => Date.parse(`2026-11-02T13:${time}Z`);
const prompt = (time: string, text: string) => ({
  ...{ kind: 'prompt', ...common, text },
  key: `UserPromptSubmit:${at(time)}:${fingerprint(JSON.stringify([text]))}`,
});
const used = (call: string, name: string, use: Partial<ToolUse>) => ({
  ...{ kind: 'tool-use', ...common, key: `PostToolUse:call_${call}` },
  use: { name, ...NO_USE, ...use },
});

recordedTable(vscode, [
  { kind: 'session-start', ...common, key: null, source: 'startup', transcript },
  prompt('05:02.002', 'look at a.txt, please'),
  used('v1', 'read_file', { reads: ['/home/dev/proj/a.txt'] }),
  used('v2', 'run_in_terminal', {
    ...{ command: 'npm test', outcomeUntold: true },
    output: 'FAIL src/port.test.ts > port\nTests  1 failed (1)',
  }),
  used('v3', 'create_file', {
    changes: [
      {
        ...{ path: '/home/dev/proj/src/port.ts', kind: 'write' },
        ...{ added: 'export const port = 8080;\n', removed: null },
      },
    ],
  }),
  used('v4', 'replace_string_in_file', {
    changes: [
      {
        ...{ path: '/home/dev/proj/src/app.ts', kind: 'edit' },
        ...{ added: 'const port = 8080;', removed: 'const port = 80;' },
      },
    ],
  }),
  used('v5', 'editFiles', {
    changes: [
      { path: 'src/main.ts', kind: 'edit', added: null, removed: null },
      { path: 'src/other.ts', kind: 'edit', added: null, removed: null },
    ],
  }),
  used('v6', 'manage_todo_list', {
    todos: {
      whole: true,
      items: [
        { id: '1', text: 'Read the port', status: 'completed' },
        { id: '2', text: 'Test the port', status: 'pending' },
      ],
    },
  }),
  {
    ...{ kind: 'tool-intent', ...common, key: 'PreToolUse:call_v7' },
    intent: { name: 'run_in_terminal', paths: [], command: 'git push' },
  },
  {
    ...{ kind: 'subagent-end', ...common, subagent: 'Plan/subagent-456', reply: null },
    key: `SubagentStop:subagent-456:${at('05:10.010')}:${fingerprint('')}`,
  },
  { kind: 'compacted', ...common, key: null },
  {
    ...{ kind: 'turn-end', ...common, key: `Stop:${at('05:12.012')}:${fingerprint('')}`, reply: null },
    transcript,
  },
  // The older spelling.
  prompt('06:00.000', 'and now the port'),
]);

it('answers in the form of Claude Code, but not to a prompt, which is not passed on', () => {
  const recorded = recordedOf('vscode');
  const say = (line: number) => vscode.render(vscode.parse(recorded[line])!, { context: 'x' });
  expect(say(0)).toBe('{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"x"}}');
  expect(say(1)).toBe('');
  expect(say(2)).toBe('{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"x"}}');
});
