import { describe, expect, it } from 'vitest';
import { NOTHING_DONE } from '../../../test/tool-use.ts';
import type { ToolUse } from '../../domain/event.ts';
import { pi } from './host.ts';

const SESSION = '01a1e072-0fea-73b1-ad9e-a8cdf7551527';
const common = { hostSessionId: SESSION, cwd: '/home/dev/proj', key: null, subagent: null };
const sent = (event: string, fields: object = {}) =>
  pi.parse({ event, sessionId: SESSION, cwd: '/home/dev/proj', ...fields });

const using = (name: string, use: Partial<ToolUse> = {}) => ({ name, ...NOTHING_DONE, ...use });

describe('pi', () => {
  it.each([
    ['startup', 'startup'],
    ['resume', 'resume'],
    ['fork', 'fork'],
    ['new', 'clear'],
    ['reload', 'unknown'],
    [undefined, 'unknown'],
  ])('starts with %s as %s', (reason, source) => {
    expect(sent('session_start', { reason })).toEqual({ kind: 'session-start', ...common, source });
  });

  it('does not end a session whose extensions are loaded anew', () => {
    expect(sent('session_shutdown', { reason: 'reload' })).toBeNull();
    expect(sent('session_shutdown', { reason: 'new' })).toMatchObject({ kind: 'session-end', reason: 'new' });
  });

  it('hears of compaction, and of words while the agent is at work', () => {
    expect(sent('session_before_compact')).toEqual({ kind: 'compacting', ...common });
    expect(sent('session_compact')).toEqual({ kind: 'compacted', ...common });
    expect(sent('input', { text: 'also the tests' })).toEqual({
      kind: 'prompt',
      ...common,
      text: 'also the tests',
    });
    expect(sent('before_agent_start', { prompt: ' ' })).toBeNull();
  });

  it.each([
    [
      'edit',
      {
        path: 'a.ts',
        edits: [
          { oldText: 'a', newText: 'b' },
          { oldText: 'c', newText: 'd' },
        ],
      },
      { changes: [{ path: 'a.ts', kind: 'edit', added: 'b\nd', removed: 'a\nc' }] },
    ],
    [
      'edit',
      { path: 'a.ts', oldText: 'a', newText: 'b' },
      { changes: [{ path: 'a.ts', kind: 'edit', added: 'b', removed: 'a' }] },
    ],
    ['read', { path: 'a.ts' }, { reads: ['a.ts'] }],
    ['ls', { path: 'src' }, { reads: ['src'] }],
    ['bash', { command: 'npm test' }, { command: 'npm test', output: 'said' }],
    ['my_tool', { path: 'a.ts' }, { output: 'said' }],
  ])('reads the tool %s %j', (toolName, input, use) => {
    const content = [{ type: 'text', text: 'said' }];
    const event = sent('tool_result', { toolName, toolCallId: 'c1', input, content, isError: false });
    expect(event).toMatchObject({ kind: 'tool-use', use: using(toolName, use as object) });
  });

  it('changes nothing by an edit that failed', () => {
    const content = [{ type: 'text', text: 'Could not find the exact text' }];
    const failed = {
      toolName: 'edit',
      toolCallId: 'c1',
      input: { path: 'a.ts', edits: [{}] },
      content,
      isError: true,
    };
    const use = using('edit', { failed: true, output: 'Could not find the exact text' });
    expect(sent('tool_result', failed)).toMatchObject({ use });
  });
});
