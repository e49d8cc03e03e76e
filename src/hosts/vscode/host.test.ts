import { expect, it } from 'vitest';
import { recordedOf } from '../../../test/recorded-payloads.ts';
import { vscode } from './host.ts';

it('answers in the form of Claude Code, but not to a prompt, which is not passed on', () => {
  const recorded = recordedOf('vscode');
  const say = (line: number) => vscode.render(vscode.parse(recorded[line])!, { context: 'x' });
  expect(say(0)).toBe('{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"x"}}');
  expect(say(1)).toBe('');
  expect(say(2)).toBe('{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"x"}}');
});
