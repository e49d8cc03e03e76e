import { expect, it } from 'vitest';
import { recordedOf } from '../../../test/host-contract.ts';
import { NO_USE, recordedTable } from '../../../test/recorded-table.ts';
import type { ToolUse } from '../../domain/event.ts';
import { qoder } from './host.ts';

const common = {
  ...{ hostSessionId: '26c9a546-77f4-4a7e-8c0b-f10c8e2958ec', cwd: '/home/dev/proj' },
  ...{ subagent: null, key: null },
};
const transcript = `/home/dev/.qoder/projects/-home-dev-proj/${common.hostSessionId}.jsonl`;
const used = (key: string, name: string, use: Partial<ToolUse>) => ({
  ...{ kind: 'tool-use', ...common, key },
  use: { name, ...NO_USE, ...use },
});

recordedTable(qoder, [
  { kind: 'session-start', ...common, source: 'startup', transcript },
  { kind: 'prompt', ...common, text: 'please look at a.txt' },
  used('PostToolUse:c1', 'Write', {
    changes: [{ path: '/home/dev/proj/b.ts', kind: 'write', added: 'x\n', removed: null }],
  }),
  used('PostToolUse:c2', 'Bash', { command: 'npm test', output: 'Tests  4 passed (4)' }),
  used('PostToolUseFailure:c3', 'Bash', {
    ...{ failed: true, command: 'npm run build', output: 'Exit code 3\nhi' },
  }),
  expect.objectContaining({
    kind: 'subagent-end',
    subagent: 'explore/a-1',
    reply: 'Found it in src/app.ts.',
  }),
  expect.objectContaining({ kind: 'summary', text: 'We look at a.txt.' }),
  { kind: 'session-start', ...common, source: 'compact', transcript },
  { kind: 'turn-end', ...common, reply: 'a.txt says hello.', transcript },
  { kind: 'session-end', ...common, reason: 'other' },
]);

it('is answered as Claude Code is, without a line for the person', () => {
  const start = qoder.parse(recordedOf('qoder')[0])!;
  expect(JSON.parse(qoder.render(start, { context: 'x', notice: 'n' }))).toEqual({
    hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'x' },
  });
});
