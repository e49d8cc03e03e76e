import { describe, expect, it } from 'vitest';
import { onlyLooks } from './glance.ts';

const intent = (tool_name: unknown, tool_input: unknown) =>
  JSON.stringify({ hook_event_name: 'PreToolUse', tool_name, tool_input });

describe('onlyLooks', () => {
  it.each([
    [intent('Bash', { command: 'git status' }), true],
    [intent('Read', { file_path: '/x' }), true],
    [intent('Bash', { command: 'git push' }), false],
    [intent('Write', { file_path: '/x' }), false],
    [intent(7, {}), false],
    [intent('Bash', null), false],
    ['null', false],
    ['{"tool_name":', false],
  ])('%s', (text, expected) => expect(onlyLooks(text)).toBe(expected));
});
