import { describe, expect, it } from 'vitest';
import { onlyLooks } from './glance.ts';

const intent = (tool_name: unknown, tool_input: unknown) =>
  JSON.stringify({ hook_event_name: 'PreToolUse', tool_name, tool_input });

const PRE = { hook_event_name: 'PreToolUse' };

describe('onlyLooks', () => {
  it.each([
    [intent('Bash', { command: 'git status' }), true],
    [intent('Read', { file_path: '/x' }), true],
    [intent('Bash', { command: 'git push' }), false],
    [intent('Write', { file_path: '/x' }), false],
    [intent('run_shell_command', { command: 'ls -l' }), true],
    [intent('run_shell_command', { command: 'rm -r x' }), false],
    [intent('read_file', { file_path: '/x' }), true],
    [intent('apply_patch', { command: '*** Begin Patch\n*** Delete File: ls\n*** End Patch' }), false],
    [intent(7, {}), false],
    [intent('Bash', null), false],
    ['null', false],
    ['{"tool_name":', false],
    // Only a name inside what a tool was given.
    [JSON.stringify({ hook_event_name: 'PostToolUse', tool_name: 'Read', tool_input: PRE }), false],
    [JSON.stringify({ tool_name: 'Read', tool_input: PRE }), false],
    [JSON.stringify({ hook_event_name: 'Stop', prompt: JSON.stringify(PRE), tool_name: 'Read' }), false],
  ])('%s', (text, expected) => expect(onlyLooks(text)).toBe(expected));
});
