import { join } from 'node:path';
import { expect, it } from 'vitest';
import { person } from '../person.ts';
import { countTokens } from '../tokens.ts';

const { here, cortex, hook, session } = person();

/** Words that a tokenizer makes much of, and letters that take more than one byte. */
const prose = (seed: number, length: number) =>
  Array.from({ length }, (_, i) => `Überprüfung-${(seed * 7919 + i * 104729) % 99991} 校准天线`)
    .join(' ')
    .slice(0, length);

/** A project with more to say than any host takes: long pins, many tasks, files, decisions and next actions. */
function overfull(): void {
  const common = { session_id: 'full', cwd: here.radio };
  hook({ hook_event_name: 'SessionStart', source: 'startup', ...common });
  hook({ hook_event_name: 'UserPromptSubmit', prompt: prose(1, 3000), prompt_id: 'p', ...common });
  for (let i = 0; i < 10; i++)
    cortex(['pin', prose(i, 490), '--label', `label-${i}`, '--critical']);
  const todos = Array.from({ length: 60 }, (_, i) => ({
    content: prose(i, 180),
    status: 'pending',
    activeForm: 'x',
  }));
  hook({
    hook_event_name: 'PostToolUse',
    tool_name: 'TodoWrite',
    tool_use_id: 't',
    tool_input: { todos },
    tool_response: {},
    ...common,
  });
  for (let i = 0; i < 25; i++) {
    const file_path = join(
      here.radio,
      'src',
      `überlange-datei-${i}`,
      `${prose(i, 60).replaceAll(' ', '_')}.ts`,
    );
    const content = Array.from(
      { length: 20 },
      (_, n) => `export function berechneAlles${i}x${n}() {}`,
    ).join('\n');
    hook({
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_use_id: `w${i}`,
      tool_input: { file_path, content },
      tool_response: {},
      ...common,
    });
  }
  for (let i = 0; i < 12; i++) cortex(['note', 'decision', prose(100 + i, 300)]);
  for (let i = 0; i < 12; i++) cortex(['note', 'next', prose(200 + i, 300)]);
  hook({ hook_event_name: 'SessionEnd', reason: 'other', ...common });
}

it('no host is told more than it passes on whole, however much there is to say', {
  timeout: 120_000,
}, () => {
  session('first', 'calibrate the antenna tuner');
  overfull();
  const start = {
    session_id: 'next',
    cwd: here.radio,
    hook_event_name: 'SessionStart',
    source: 'startup',
  };
  const timestamp = '2026-11-15T10:00:00Z';
  const said = [
    cortex(['hook', 'codex'], { input: JSON.stringify(start) }),
    cortex(['hook', 'copilot'], {
      input: JSON.stringify({ ...start, session_id: 'two', timestamp }),
    }),
    cortex(['hook', 'gemini'], {
      input: JSON.stringify({
        session_id: 'three',
        cwd: here.radio,
        hook_event_name: 'BeforeAgent',
        prompt: prose(1, 500),
        timestamp,
      }),
    }),
  ].map(({ stdout }) => contextIn(JSON.parse(stdout)));
  for (const text of said) {
    expect(text.length).toBeGreaterThan(2000);
    // Claude Code cuts from 10,000 characters on, Codex from about 2,500 tokens.
    expect(text.length).toBeLessThanOrEqual(9500);
    expect(countTokens(text)).toBeLessThanOrEqual(2400);
    expect(text.trimEnd().endsWith('</session-continuity>')).toBe(true);
  }
});

function contextIn(answer: {
  additionalContext?: string;
  hookSpecificOutput?: { additionalContext: string };
}): string {
  return answer.additionalContext ?? answer.hookSpecificOutput!.additionalContext;
}
